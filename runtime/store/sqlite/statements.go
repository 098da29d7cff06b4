package sqlite

import (
	"container/list"
	"context"
	"database/sql"
	"errors"
)

// maxStatements bounds the prepared statements of one connection.
const maxStatements = 256

// statementCache keeps the statements of one connection that were used last.
type statementCache struct {
	conn   *sql.Conn
	byText map[string]*list.Element // Of *cachedStmt.
	order  *list.List               // The one used last is in front.
}

// cachedStatement is a prepared statement and its text.
type cachedStatement struct {
	text string
	stmt *sql.Stmt
}

// newStatementCache makes an empty cache.
func newStatementCache(conn *sql.Conn) *statementCache {
	return &statementCache{conn: conn, byText: make(map[string]*list.Element), order: list.New()}
}

// get returns the statement of a text, prepared if it is new.  It is good until
// the next call.
func (s *statementCache) get(ctx context.Context, text string) (*sql.Stmt, error) {
	if e, ok := s.byText[text]; ok {
		s.order.MoveToFront(e)
		return e.Value.(*cachedStatement).stmt, nil
	}
	stmt, err := s.conn.PrepareContext(ctx, text)
	if err != nil {
		return nil, err
	}
	s.byText[text] = s.order.PushFront(&cachedStatement{text: text, stmt: stmt})
	if s.order.Len() > maxStatements {
		return stmt, s.evict()
	}
	return stmt, nil
}

// evict closes the statement that was not used for the longest time.
func (s *statementCache) evict() error {
	last := s.order.Remove(s.order.Back()).(*cachedStatement)
	delete(s.byText, last.text)
	return last.stmt.Close()
}

// close closes all statements.
func (s *statementCache) close() error {
	var all []error
	for s.order.Len() > 0 {
		all = append(all, s.evict())
	}
	return errors.Join(all...)
}
