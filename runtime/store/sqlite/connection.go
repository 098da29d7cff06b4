package sqlite

import (
	"container/list"
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"

	"modernc.org/sqlite"

	"almanac/runtime/store"
)

// connection is one connection to an SQLite file with its prepared statements.
// One goroutine uses it at a time.
type connection struct {
	conn   *sql.Conn
	stmts  *statementCache
	serial uint64        // Differs from that of every connection before it of the same pool.
	inUse  bool          // Rows are being read.
	broken bool          // Its state is not known; it has to be closed.
	shared *sharedCommit // What is written and not committed; nil for nothing.
}

var _ store.Transaction = (*connection)(nil)

// newConnection takes over a connection.
func newConnection(conn *sql.Conn, serial uint64) *connection {
	return &connection{conn: conn, stmts: newStatementCache(conn), serial: serial}
}

// errInUse answers a statement that is run inside Each.  pgx refuses it too,
// and the prepared statement may be the one whose rows are being read.
var errInUse = errors.New("connection is in use: a statement must not be run inside Each")

// Query runs one statement.
func (c *connection) Query(ctx context.Context, s store.Statement) error {
	if s.ScanRow == nil {
		_, err := c.Exec(ctx, s)
		return err
	}
	if c.inUse {
		return errInUse
	}
	if s.RunToCompletion {
		ctx = context.WithoutCancel(ctx)
	}
	stmt, err := c.stmts.get(ctx, s.SQL) //nolint:sqlclosecheck // The cache keeps it open for the next time.
	if err != nil {
		return c.note(err)
	}
	args, err := encodeLists(s.Args)
	if err != nil {
		return err
	}
	rows, err := stmt.QueryContext(ctx, args...)
	if err != nil {
		return c.note(err)
	}
	c.inUse = true
	defer func() { c.inUse = false }()
	return c.note(c.drain(rows, s))
}

// drain hands every row to the statement and closes the rows.
func (c *connection) drain(rows *sql.Rows, s store.Statement) (err error) {
	defer func() {
		if end := rows.Close(); err == nil {
			err = end
		}
	}()
	row, err := newRow(rows)
	if err != nil {
		return err
	}
	for rows.Next() {
		if err := s.HandleRow(row); err != nil {
			return err
		}
	}
	return rows.Err()
}

// Batch runs the statements in order.
func (c *connection) Batch(ctx context.Context, list []store.Statement) error {
	for _, s := range list {
		if err := c.Query(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// Exec runs one statement and returns how many rows it changed.
func (c *connection) Exec(ctx context.Context, s store.Statement) (int64, error) {
	if c.inUse {
		return 0, errInUse
	}
	stmt, err := c.stmts.get(ctx, s.SQL) //nolint:sqlclosecheck // The cache keeps it open for the next time.
	if err != nil {
		return 0, c.note(err)
	}
	args, err := encodeLists(s.Args)
	if err != nil {
		return 0, err
	}
	result, err := stmt.ExecContext(ctx, args...)
	if err != nil {
		return 0, c.note(err)
	}
	n, err := result.RowsAffected()
	if err != nil {
		return 0, err
	}
	return n, s.RowsChanged(n)
}

// Script runs text that may hold several statements.
func (c *connection) Script(ctx context.Context, text string) error {
	_, err := c.conn.ExecContext(ctx, text)
	return c.note(err)
}

// transact runs f between begin and COMMIT, or ROLLBACK when it fails.
func (c *connection) transact(ctx context.Context, begin string, f func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	// Begin and commit do not end with the request: the driver could report
	// the end of ctx for a BEGIN or COMMIT that took place.
	ended := context.WithoutCancel(ctx)
	if _, err := c.Exec(ended, store.Statement{SQL: begin}); err != nil {
		return err
	}
	committed := false
	defer func() {
		if !committed {
			c.rollBack(ended)
		}
	}()
	if err := f(); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	_, err := c.Exec(ended, store.Statement{SQL: "COMMIT"})
	committed = err == nil
	return err
}

// rollBack ends a transaction that failed.
func (c *connection) rollBack(ctx context.Context) {
	c.inUse = false
	if _, err := c.Exec(ctx, store.Statement{SQL: "ROLLBACK"}); err != nil && !rolledBack(err) {
		c.broken = true
	}
}

// note classifies an error, and marks the connection as broken when the driver gave it up, and when the
// file did: SQLite opens a file that it may not write to for reading, and such a
// connection would stay that way when the file can be written again.
func (c *connection) note(err error) error {
	var lite *sqlite.Error
	switch {
	case err == nil:
	case errors.Is(err, driver.ErrBadConn), errors.Is(err, sql.ErrConnDone):
		c.broken = true
	case errors.As(err, &lite) && fileFailed(lite.Code()):
		c.broken = true
	}
	return classified(err)
}

// close closes the statements and the connection.
func (c *connection) close() error { return errors.Join(c.stmts.close(), c.conn.Close()) }

// encodeLists returns the values with lists as JSON arrays, for json_each.
func encodeLists(args []any) ([]any, error) {
	list := make([]any, len(args))
	for i, v := range args {
		switch v.(type) {
		case []int64, []float64, []string:
			text, err := json.Marshal(v)
			if err != nil {
				return nil, err
			}
			list[i] = string(text)
		default:
			list[i] = v
		}
	}
	return list, nil
}

// maxStatements bounds the prepared statements of one connection.
const maxStatements = 256

// statementCache keeps the statements of one connection that were used last.
type statementCache struct {
	conn   *sql.Conn
	byText map[string]*list.Element // Of *cachedStatement.
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

func (s *statementCache) close() error {
	var all []error
	for s.order.Len() > 0 {
		all = append(all, s.evict())
	}
	return errors.Join(all...)
}
