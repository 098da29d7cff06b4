package mutate

import (
	"context"
	"errors"
	"net/http"

	"almanac/runtime/audit"
	"almanac/runtime/idempotency"
	"almanac/runtime/jsonfields"
	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// errDryRun makes RunInTx roll back a dry run.
var errDryRun = errors.New("dry run")

// Result is what a write came to.
type Result struct {
	Record model.Record // As a read would return it; nil for a replayed write.
	// Replayed is the response to the same write, which was made before with the same
	// idempotency key; nil for a write that was made now.
	Replayed *request.StoredResponse
}

// transaction runs a write in a transaction, and rolls a dry run back.
func (e *Engine) transaction(r *request.Request, k *model.Resource, create bool, write func(c *Mutation) (model.Record, error)) (Result, error) {
	var result Result
	var written *actionLog
	key, err := idempotency.Key(r)
	if err != nil {
		return Result{}, err
	}
	err = e.Store.RunInTx(r.Context(), func(ctx context.Context, w store.Writer) error {
		c := e.newMutation(r.WithContext(ctx), w, k, create)
		c.counts, c.actions = newCounts(), &actionLog{}
		written, result = c.actions, Result{}
		var err error
		if result.Replayed, err = idempotency.Load(c.Request, c.Store, key); result.Replayed != nil || err != nil {
			return err
		}
		if result.Record, err = write(c); err != nil {
			return err
		}
		c.counts.flush(e, w)
		if c.Dry {
			if err := w.Flush(ctx); err != nil {
				return err
			}
			return errDryRun
		}
		audit.Add(w, c.source(), c.actions.changes())
		return c.storeResponse(key, result.Record)
	})
	switch {
	case errors.Is(err, errDryRun):
		return result, nil
	case err != nil:
		return Result{}, err
	}
	if result.Replayed == nil {
		r.Uploaded = nil // Its row is committed, so that the files stay, even if a hook panics.
	}
	e.afterCommit(r.Context(), written)
	return result, nil
}

// storeResponse stores the response to a write under its idempotency key, "" for none.
func (c *Mutation) storeResponse(key string, m model.Record) error {
	if key == "" {
		return nil
	}
	body, err := c.engine.Represent(c.Request, m, true)
	if err != nil {
		return err
	}
	if body, err = jsonfields.KeepFields(c.Fields, body, false); err != nil {
		return err
	}
	response := request.StoredResponse{Status: http.StatusOK, Version: m.Common().Version, Body: string(body)}
	if c.IsCreate {
		response.Status, response.Location = http.StatusCreated, c.Env.Deployment.RecordURL(c.Kind.Plural, m.Common().ID)
	}
	idempotency.Keep(c.Request, c.Store, key, response)
	return nil
}

// deferredQuery is what a write has to learn from the store before it can go on.
type deferredQuery struct {
	statements []store.Statement
	answered   func() error
}

// queueQuery notes statements whose results answered works with.  They are run by
// runQueries, together with those of other questions.
func (c *Mutation) queueQuery(answered func() error, statements ...store.Statement) {
	c.queries = append(c.queries, deferredQuery{statements, answered})
}

// runQueries takes the locks that were asked for and runs the statements of all
// questions, in the order in which they were asked, in one round trip, and then
// their functions, which may ask again.  It returns the first failure of the
// store in the whole change.
func (c *Mutation) runQueries() error {
	for len(c.queries) > 0 && c.err == nil {
		asked := c.queries
		c.queries = nil
		batch := c.locking()
		for _, q := range asked {
			batch = append(batch, q.statements...)
		}
		if err := c.Store.Batch(c.context(), batch); err != nil {
			c.setErr(err)
			break
		}
		for _, q := range asked {
			c.setErr(q.answered())
		}
	}
	return c.err
}
