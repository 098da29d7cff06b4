package sqlite

import (
	"context"
	"errors"

	"almanac/runtime/store"
)

// sharedCommit is a COMMIT that several transactions wait for.  Each of them has
// written all that it writes, and let the next one go on, on the same connection.  So
// one synchronization of the file serves all who were waiting to write.
type sharedCommit struct {
	done chan struct{} // Closed after the COMMIT.
	err  error         // Of the COMMIT.

	statements []store.Statement // To run before it.
}

// add adds what a transaction ends with.
func (s *sharedCommit) add(end store.Ending) {
	s.statements = append(s.statements, end.AtCommit...)
}

// errUndone has a transaction run again that was undone together with another one.
var errUndone = &store.Error{
	Class: store.ClassBusy, Err: errors.New("the transaction was undone together with another one"),
}

// share returns the COMMIT of what was written on the connection.
func (c *connection) share() *sharedCommit {
	if c.shared == nil {
		c.shared = &sharedCommit{done: make(chan struct{})}
	}
	return c.shared
}

// commit waits for a shared COMMIT.  It does it when all have written who were waiting
// for the connection before: they have got it by now.
func (p *connPool) commit(ctx context.Context, shared *sharedCommit) error {
	select {
	case <-shared.done:
		return shared.err
	case p.slots <- struct{}{}:
	}
	defer func() { <-p.slots }()
	select {
	case <-shared.done:
		return shared.err
	default:
	}
	c := <-p.idle
	c.commitShared(ctx, p)
	p.keepIdle(c)
	return shared.err
}

// commitShared commits what was written, if anything.  It is not done in a file that
// was moved away meanwhile, as check says.
func (c *connection) commitShared(ctx context.Context, p *connPool) {
	if c.shared == nil {
		return
	}
	err := c.Batch(ctx, c.shared.statements)
	if err == nil {
		err = p.check()
	}
	if err == nil {
		_, err = c.Exec(ctx, store.Statement{SQL: "COMMIT"})
	}
	if err != nil {
		c.rollBack(ctx)
	}
	c.endShared(err)
}

// endShared tells those who wait for the COMMIT how it ended.
func (c *connection) endShared(err error) {
	if c.shared == nil {
		return
	}
	c.shared.err = err
	close(c.shared.done)
	c.shared = nil
}
