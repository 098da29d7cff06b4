package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
	"time"

	_ "modernc.org/sqlite"

	"almanac/runtime/store"
	"almanac/runtime/store/internal/copyfile"
)

// The driver "sqlite".

// connPool hands out connections to one file, each to one caller at a time,
// and makes them when needed.  It exists beside database/sql's own pool since
// prepared statements belong to a connection, and since a transaction may
// prepare statements only on its own one.
type connPool struct {
	dsn    string
	file   *openFile        // Nil for one that nobody can move.
	check  func() error     // Returns why the file must not be used now, nil when it may.
	slots  chan struct{}    // Holds a token for each connection in use.
	idle   chan *connection // Connections to use again.
	made   atomic.Uint64    // Connections so far.
	waited waitStats        // For a slot.

	mu     sync.Mutex
	db     *sql.DB // Opened on first use.
	closed chan struct{}
}

// newConnPool describes a pool of at most size connections.
func newConnPool(size int, dsn string) *connPool {
	return &connPool{
		dsn:    dsn,
		check:  func() error { return nil },
		slots:  make(chan struct{}, size),
		idle:   make(chan *connection, size),
		closed: make(chan struct{}),
	}
}

// use runs f with a connection, waiting for one if all are in use.
func (p *connPool) use(ctx context.Context, f func(*connection) error) error {
	c, err := p.acquire(ctx)
	if err != nil {
		return err
	}
	defer p.release(c)
	c.commitShared(context.WithoutCancel(ctx), p)
	return f(c)
}

// acquire returns a connection that belongs to the caller until release.
func (p *connPool) acquire(ctx context.Context) (*connection, error) {
	if err := p.acquireSlot(ctx); err != nil {
		return nil, err
	}
	var c *connection
	err := p.check()
	if err == nil {
		c, err = p.connection(ctx)
	}
	if err != nil {
		<-p.slots
	}
	return c, classified(err)
}

// release gives a connection back.
func (p *connPool) release(c *connection) {
	p.keepIdle(c)
	<-p.slots
}

// acquireSlot waits for a slot.
func (p *connPool) acquireSlot(ctx context.Context) error {
	select {
	case <-p.closed:
		return store.ErrClosed
	default:
	}
	select {
	case p.slots <- struct{}{}:
		return nil
	default:
	}
	defer p.waited.add(time.Now())
	select {
	case p.slots <- struct{}{}:
		return nil
	case <-p.closed:
		return store.ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
}

// connection returns an idle connection or a new one.
func (p *connPool) connection(ctx context.Context) (*connection, error) {
	select {
	case c := <-p.idle:
		return c, nil
	default:
	}
	db, err := p.open()
	if err != nil {
		return nil, err
	}
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	if err := p.file.check(); err != nil { // It may have opened another one.
		return nil, errors.Join(err, conn.Close())
	}
	return newConnection(conn, p.made.Add(1)), nil
}

// open returns the database/sql handle.
func (p *connPool) open() (*sql.DB, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.db != nil {
		return p.db, nil
	}
	db, err := sql.Open("sqlite", p.dsn)
	if err != nil {
		return nil, err
	}
	// Connections live in this pool, so that one which is given up is closed.
	db.SetMaxIdleConns(-1)
	p.db = db
	return db, nil
}

// keepIdle keeps a connection for the next caller.
func (p *connPool) keepIdle(c *connection) {
	if c.broken {
		c.endShared(errUndone)
		_ = c.close() // What broke it was returned to the caller.
		return
	}
	p.idle <- c
}

// close waits until no connection is in use and closes all.
func (p *connPool) close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case <-p.closed:
		return nil
	default:
		close(p.closed)
	}
	for range cap(p.slots) {
		p.slots <- struct{}{}
	}
	close(p.idle)
	var all []error
	for c := range p.idle {
		c.commitShared(context.Background(), p)
		all = append(all, c.close())
	}
	if p.db != nil {
		all = append(all, p.db.Close())
	}
	return errors.Join(all...)
}

// PoolStats returns the state of both pools.
func (e *engine) PoolStats() []store.PoolStats {
	return []store.PoolStats{e.read.stats("read"), e.write.stats("write")}
}

// waitStats counts who had to wait for a connection.
type waitStats struct{ times, nanoseconds atomic.Int64 }

// add counts a caller that waited from begin on.
func (w *waitStats) add(begin time.Time) {
	w.times.Add(1)
	w.nanoseconds.Add(int64(time.Since(begin)))
}

func (p *connPool) stats(name string) store.PoolStats {
	used := int64(len(p.slots))
	return store.PoolStats{
		Name: name, MaxOpen: int64(cap(p.slots)), Open: used + int64(len(p.idle)), InUse: used,
		WaitCount: p.waited.times.Load(), WaitDuration: time.Duration(p.waited.nanoseconds.Load()),
	}
}

// fileCheckInterval is how old the last check of the file may be for those who
// read.  Transactions that write check it each time.
const fileCheckInterval = time.Second

// openFile checks that the file of an open database is still the one at its
// path.  It is safe for concurrent use; nil for a file that nobody can move.
type openFile struct {
	path   string
	opened fs.FileInfo // Device and inode, or what the system has instead.
	log    *slog.Logger
	last   atomic.Pointer[fileCheck]
}

// fileCheck is the result of one check.
type fileCheck struct {
	at  time.Time
	err error
}

func rememberFile(path string, log *slog.Logger) (*openFile, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("the SQLite file %s cannot be read: %w", path, copyfile.Reason(err))
	}
	_ = os.SameFile(info, info) // Windows identifies a file at the first comparison, not before.
	f := &openFile{path: path, opened: info, log: log}
	f.last.Store(&fileCheck{at: time.Now()})
	return f, nil
}

// check compares the file at the path with the one that was opened.
func (f *openFile) check() error {
	if f == nil {
		return nil
	}
	now, err := os.Stat(f.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = fmt.Errorf("%w: %s was moved or removed; put it back, or restart the program", store.ErrFileMoved, f.path)
	case err != nil:
		err = fmt.Errorf("%w: %s: %w", store.ErrFileMoved, f.path, copyfile.Reason(err))
	case !os.SameFile(f.opened, now):
		err = fmt.Errorf("%w: %s was replaced; restart the program to use the new file", store.ErrFileMoved, f.path)
	}
	if err != nil {
		err = &store.Error{Class: store.ClassUnavailable, Err: err}
	}
	before := f.last.Swap(&fileCheck{time.Now(), err}).err
	switch {
	case err != nil && (before == nil || before.Error() != err.Error()):
		f.log.Error("database file moved or replaced, all requests are refused", "error", err)
	case err == nil && before != nil:
		f.log.Info("database file found again", "file", f.path)
	}
	return err
}

// recent returns nil when the last check found the file in its place not longer
// than fileCheckInterval ago, else the result of a new one.
func (f *openFile) recent() error {
	if f == nil {
		return nil
	}
	if last := f.last.Load(); last.err == nil && time.Since(last.at) < fileCheckInterval {
		return nil
	}
	return f.check()
}
