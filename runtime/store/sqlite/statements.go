package sqlite

import (
	"container/list"
	"context"
	"database/sql"
	"errors"
)

// maxStmts bounds the prepared statements of one connection.
const maxStmts = 256

// stmtCache keeps the statements of one connection that were used last.
type stmtCache struct {
	conn   *sql.Conn
	byText map[string]*list.Element // Of *cachedStmt.
	order  *list.List               // The one used last is in front.
}

// cachedStmt is a prepared statement and its text.
type cachedStmt struct {
	text string
	stmt *sql.Stmt
}

// newStmtCache makes an empty cache.
func newStmtCache(conn *sql.Conn) *stmtCache {
	return &stmtCache{conn: conn, byText: make(map[string]*list.Element), order: list.New()}
}

// get returns the statement of a text, prepared if it is new.  It is good until
// the next call.
func (s *stmtCache) get(ctx context.Context, text string) (*sql.Stmt, error) {
	if e, ok := s.byText[text]; ok {
		s.order.MoveToFront(e)
		return e.Value.(*cachedStmt).stmt, nil
	}
	stmt, err := s.conn.PrepareContext(ctx, text)
	if err != nil {
		return nil, err
	}
	s.byText[text] = s.order.PushFront(&cachedStmt{text: text, stmt: stmt})
	if s.order.Len() > maxStmts {
		return stmt, s.evict()
	}
	return stmt, nil
}

// evict closes the statement that was not used for the longest time.
func (s *stmtCache) evict() error {
	last := s.order.Remove(s.order.Back()).(*cachedStmt)
	delete(s.byText, last.text)
	return last.stmt.Close()
}

// close closes all statements.
func (s *stmtCache) close() error {
	var all []error
	for s.order.Len() > 0 {
		all = append(all, s.evict())
	}
	return errors.Join(all...)
}
