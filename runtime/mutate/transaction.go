package mutate

import (
	"net/http"

	"almanac/runtime/idempotency"
	"almanac/runtime/jsonfields"
	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// Result is the result of a write.
type Result struct {
	Record model.Record // As a read would return it; nil for a replayed write.
	// Replayed is the stored response to an earlier write with the same idempotency key;
	// nil for a write that was made now.
	Replayed *request.StoredResponse
	Change   string // ID of the change in the log of changes; "" for none.
}

// transaction runs a write in a transaction, and rolls a dry run back.
func (e *Engine) transaction(
	r *request.Request, res *model.Resource, create bool, write func(m *Mutation) (model.Record, error),
) (Result, error) {
	if u, ok := r.Transaction.(*unit); ok {
		rec, err := u.nest(u.mutation(r, res, create), write)
		return Result{Record: rec, Change: u.actions.id()}, err
	}
	var result Result
	key, err := idempotency.Key(r)
	if err != nil {
		return Result{}, err
	}
	leave, err := e.admitSeries(r, res)
	if err != nil {
		return Result{}, err
	}
	defer leave()
	written, err := e.inUnit(r, func(u *unit, inside *request.Request) error {
		m := u.mutation(inside, res, create)
		result = Result{}
		var err error
		if result.Replayed, err = idempotency.Load(inside, u, key); result.Replayed != nil || err != nil {
			return err
		}
		if result.Record, err = u.nest(m, write); err != nil {
			return err
		}
		return m.storeResponse(key, result.Record)
	})
	if err != nil {
		return Result{}, err
	}
	if result.Replayed == nil && !r.Dry {
		r.Uploaded = nil // Its row is committed, so that the files stay, even if a hook panics.
	}
	e.afterCommit(r.Context(), written)
	result.Change = written.id()
	return result, nil
}

// storeResponse stores the response to a write under its idempotency key, "" for none.
func (m *Mutation) storeResponse(key string, rec model.Record) error {
	if key == "" {
		return nil
	}
	body, err := m.engine.Represent(m.Request, rec, true)
	if err != nil {
		return err
	}
	if body, err = jsonfields.KeepFields(m.Fields, body, false); err != nil {
		return err
	}
	response := request.StoredResponse{Status: http.StatusOK, Version: rec.Common().Version, Body: string(body)}
	if m.IsCreate {
		response.Status, response.Location = http.StatusCreated,
			m.Env.Deployment.RecordURL(m.Resource.Plural, rec.Common().ID)
	}
	idempotency.Keep(m.Request, m.Store, key, response)
	return nil
}

// deferredQuery is statements that runQueries runs, and a function that uses their results.
type deferredQuery struct {
	statements []store.Statement
	done       func() error
}

// queueQuery adds statements, whose results done uses, to those of the next runQueries.
func (m *Mutation) queueQuery(done func() error, statements ...store.Statement) {
	m.queries = append(m.queries, deferredQuery{statements, done})
}

// runQueries takes the locks that were queued and runs the queued statements, in their
// order, in one round trip, and then their functions, which may queue more.  It returns
// the first error of the store in the whole mutation.
func (m *Mutation) runQueries() error {
	for len(m.queries) > 0 && m.err == nil {
		asked := m.queries
		m.queries = nil
		batch := m.lockStatements()
		for _, q := range asked {
			batch = append(batch, q.statements...)
		}
		if err := m.Store.Batch(m.Context(), batch); err != nil {
			m.setErr(err)
			break
		}
		for _, q := range asked {
			m.setErr(q.done())
		}
	}
	return m.err
}
