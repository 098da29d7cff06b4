package runtime

import (
	"context"
	"errors"

	"almanac/runtime/store"
)

// errDryRun undoes a write that was only tried.
var errDryRun = errors.New("dry run")

// transaction runs a write and answers the record as a read would give it.  It
// answers nil when the same write was made before under its idempotency key:
// that answer stands in the exchange.
func (r *Request) transaction(k *Kind, create bool, write func(c *Change) (Model, error)) (Model, error) {
	var answer Model
	var written *done
	key, err := r.idempotencyKey()
	if err != nil {
		return nil, err
	}
	err = r.Env.Store.RunInTx(r.Context(), func(ctx context.Context, w store.Writer) error {
		c := r.change(ctx, w, k, create)
		written, answer, r.State.Earlier = c.done, nil, nil
		if known, err := c.recall(key); known || err != nil {
			return err
		}
		var err error
		if answer, err = write(c); err != nil {
			return err
		}
		return c.finish(key, answer)
	})
	switch {
	case errors.Is(err, errDryRun):
		return answer, nil
	case err == nil:
		r.Env.afterCommit(r.Context(), written)
	}
	return answer, err
}

// change begins a change inside a transaction.
func (r *Request) change(ctx context.Context, w store.Writer, k *Kind, create bool) *Change {
	inside := *r
	inside.HTTP = r.HTTP.WithContext(ctx)
	c := newChange(&inside, w, k, create)
	c.counts, c.done = newCounts(), new(done)
	return c
}

// finish writes what goes with a write into its transaction, and undoes all of
// it when it was only tried.
func (c *Change) finish(key string, answer Model) error {
	c.counts.flush(c.Env, c.Store)
	if c.Dry {
		if err := c.Store.Flush(c.context()); err != nil {
			return err
		}
		return errDryRun
	}
	c.audit()
	return c.remember(key, answer)
}
