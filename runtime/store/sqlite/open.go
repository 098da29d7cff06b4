package sqlite

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/gofrs/flock"
	"modernc.org/libc"
	"modernc.org/libc/sys/types"
	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"almanac/runtime/store"
	"almanac/runtime/store/internal/copyfile"
)

// openLimit bounds how long the opening of a file that others open too is
// tried: the switch to the write-ahead log does not wait for them.
const openLimit = 15 * time.Second

// readerPages is what a connection that reads adds to the pages that all may keep, as
// SQLite takes it: KiB with a minus.  They get no more than are pooled (poolPages).
const readerPages = "cache_size(-1000)"

// writerKiB is what the connection that writes adds at least, SQLite's own default.
const writerKiB = 2000

// logPages is from how many pages on the log is written into the file, SQLite's own
// default.  An import changes more in each transaction, and mostly the same ones of the
// indexes: with a large cache, the log takes four times what the cache holds, and the
// file gets each page once for many transactions.
const logPages = 1000

// Open opens the file at path, which is made if it is missing unless
// nothing may be changed.
func Open(ctx context.Context, path string, o store.Options) (store.Engine, error) {
	path, err := filePath(path)
	if err != nil {
		return nil, err
	}
	if o.ReadOnly {
		if err := checkExists(path); err != nil {
			return nil, err
		}
	}
	sync := strings.ToUpper(o.Synchronous)
	switch sync {
	case "":
		sync = "FULL"
	case "FULL", "NORMAL":
	default:
		return nil, fmt.Errorf("sync must be full or normal, not %q", o.Synchronous)
	}
	readers := o.MaxConns
	if readers <= 0 {
		readers = max(4, runtime.NumCPU())
	}
	poolOnce.Do(func() {
		poolPages(max(pooledPages, int32(o.CacheBytes/pooledSize))) //nolint:gosec // A part of the memory.
	})
	cache := fmt.Sprintf("cache_size(-%d)", max(writerKiB, o.CacheBytes>>10))
	checkpoint := fmt.Sprintf("wal_autocheckpoint(%d)", max(logPages, 4*o.CacheBytes/pooledSize))
	p := &engine{
		path: path,
		write: newConnPool(1, dsn(path, "rw", "journal_mode(WAL)", "synchronous("+sync+")", "foreign_keys(1)", cache,
			checkpoint)),
		read: newConnPool(readers, dsn(path, "rw", "query_only(1)", readerPages, fmt.Sprintf("mmap_size(%d)", o.MmapBytes))),

		watcher: newConnPool(1, dsn(path, "rw", "query_only(1)", "cache_size(8)")),
	}
	if o.ReadOnly {
		p.write = newConnPool(1, dsn(path, "rw", "query_only(1)"))
	}
	if err := p.lockFile(o); err != nil {
		return nil, errors.Join(err, p.Close())
	}
	if err := p.connect(ctx); err != nil {
		return nil, errors.Join(explainOpen(ctx, path, err), p.Close())
	}
	return p, nil
}

// lockFile makes the file where it is missing, and has it locked and watched.
func (e *engine) lockFile(o store.Options) (err error) {
	if !o.ReadOnly {
		if e.lock, err = lockShared(e.path); err != nil {
			return err
		}
		if err := createPrivate(e.path); err != nil {
			return err
		}
	}
	if e.file, err = rememberFile(e.path, o.Log); err != nil {
		return err
	}
	for _, pool := range []*connPool{e.write, e.read, e.watcher} {
		pool.file = e.file
	}
	e.write.check, e.read.check, e.watcher.check = e.file.check, e.file.recent, e.file.recent
	return nil
}

// filePath checks what can be said about a path without opening it, and makes
// it absolute, as the working directory may change.
func filePath(path string) (string, error) {
	if path == "" || strings.HasPrefix(path, ":memory:") {
		return "", errors.New("specify the SQLite file, as in sqlite:data.db")
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	dir := filepath.Dir(path)
	switch info, err := os.Stat(dir); { //nolint:gosec // The operator names the file.
	case errors.Is(err, fs.ErrNotExist):
		return "", fmt.Errorf("the directory %s of the SQLite file does not exist", dir)
	case err != nil:
		return "", fmt.Errorf("the directory %s of the SQLite file cannot be read: %w", dir, copyfile.Reason(err))
	case !info.IsDir():
		return "", fmt.Errorf("%s is not a directory, so it cannot hold the SQLite file", dir)
	}
	return path, checkFile(path)
}

// createPrivate makes a missing file so that its owner alone can read it: it
// will hold hashes of passwords and drafts.  SQLite gives the files of its log
// the same rights.
func createPrivate(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600) //nolint:gosec // The operator names the file.
	if err != nil {
		return createError(path, err)
	}
	return f.Close()
}

// createError says that the directory of a file takes no new files.
func createError(path string, err error) error {
	return fmt.Errorf("cannot create files in the directory of the SQLite file %s: %w", path, copyfile.Reason(err))
}

// checkExists returns an error when there is no file.
func checkExists(path string) error {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) { //nolint:gosec // The operator names the file.
		return fmt.Errorf("the SQLite file %s does not exist", path)
	}
	return nil
}

// checkFile returns an error for a file that is there but cannot be written.
// SQLite would open it for reading and fail at the first change.
func checkFile(path string) error {
	info, err := os.Stat(path) //nolint:gosec // The operator names the file.
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("the SQLite file %s cannot be read: %w", path, copyfile.Reason(err))
	case info.IsDir():
		return fmt.Errorf("%s is a directory, not an SQLite file", path)
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is not a regular file, so it cannot be an SQLite file", path)
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0) //nolint:gosec // The path is that of the database, which the operator names.
	if err != nil {
		return fmt.Errorf("the SQLite file %s cannot be opened for reading and writing: %w", path, copyfile.Reason(err))
	}
	return f.Close()
}

// dsn describes a connection to path that waits five seconds for locks.  Mode
// ro opens it for reading, rw for writing too; neither makes a missing file.
func dsn(path, mode string, pragmas ...string) string {
	q := url.Values{
		"mode":      {mode},
		"_pragma":   append([]string{"busy_timeout(5000)"}, pragmas...),
		"_error_rc": {"1"},
	}
	return (&url.URL{Scheme: "file", Path: uriPath(path), RawQuery: q.Encode()}).String()
}

// uriPath returns an absolute path as it stands in a URI.  One that begins with
// the letter of a drive would be taken for a host (sqlite.org/uri.html, 3.1).
func uriPath(path string) string {
	return "/" + strings.TrimPrefix(filepath.ToSlash(path), "/")
}

// connect opens the file for writing, then for reading, while others may be
// doing the same.
func (e *engine) connect(ctx context.Context) error {
	begin := time.Now()
	for n := 1; ; n++ {
		err := e.write.use(ctx, func(c *connection) error {
			return c.Query(ctx, store.Statement{SQL: "SELECT count(*) FROM sqlite_schema"})
		})
		if err == nil {
			err = e.Ping(ctx)
		}
		if store.ClassOf(err) != store.ClassBusy || time.Since(begin) > openLimit || !store.Pause(ctx, n) {
			return err
		}
	}
}

// explainOpen makes one sentence of why a file cannot be opened.
func explainOpen(ctx context.Context, path string, err error) error {
	var lite *sqlite.Error
	if !errors.As(err, &lite) {
		return store.Explain(ctx, err, "SQLite file "+path)
	}
	doing := "the SQLite file " + path + " cannot be opened"
	switch primary(lite.Code()) {
	case lib.SQLITE_NOTADB:
		doing = path + " is not an SQLite database"
	case lib.SQLITE_CANTOPEN, lib.SQLITE_READONLY:
		doing = "cannot create files in the directory of the SQLite file " + path
	case lib.SQLITE_BUSY:
		doing = "the SQLite file " + path + " is locked by another program"
	}
	return store.Explain(ctx, err, doing)
}

// pooledPages is how many pages all connections of the program to SQLite files keep
// together, those of the tables that a statement makes for itself included: 6.4 MiB.
// With a third less, lists and single reads call the system for 5 to 18 % more pages;
// with half as many again, for no fewer.
const pooledPages = 1536

// pooledSize is the size in bytes of the pages that are pooled: that of every file
// that the service has made.  Larger ones are allocated one by one.
const pooledSize = 4096

// statementJournalBytes is up to how many bytes of pages a statement that changes them
// keeps in memory to be undone; for more it makes a file.  An event changes more than
// the 16 pages of SQLite's own limit, as many columns have an index.  The limit is also
// the size of a write to such a file, of which SQLite takes no 128 KiB.
const statementJournalBytes = 127 << 10

// poolOnce is done when SQLite has got the memory for its pages.
var poolOnce sync.Once

// poolPages gives SQLite the memory for its pages in one piece.  It changes nothing
// where some other package has opened a file before, as SQLite takes it at its start
// alone, once for the whole program; so this is kept here and not by a store.
//
// Without it each page is allocated by itself, and the driver's allocator knows only
// powers of two: a page and its header take 8 KiB of it instead of 4.3.  Nor is there a
// bound then.  Connections share the sum of their cache_size, to which each table that a
// running statement has made for itself, as for a list of ids, adds 2 MB.
func poolPages(pages int32) {
	tls := libc.NewTLS()
	defer tls.Close()
	size := pooledSize + pageHeader(tls)
	pool := libc.Xmalloc(tls, types.Size_t(pages*size)) //nolint:gosec // Above 0.
	if pool == 0 {
		return
	}
	if !configureLibrary(tls, lib.SQLITE_CONFIG_PAGECACHE, pool, size, pages) {
		libc.Xfree(tls, pool)
	}
	configureLibrary(tls, lib.SQLITE_CONFIG_STMTJRNL_SPILL, int32(statementJournalBytes))
}

// pageHeader returns how many bytes SQLite keeps beside each page.
func pageHeader(tls *libc.TLS) int32 {
	const length = 4
	size := libc.Xcalloc(tls, 1, length)
	defer libc.Xfree(tls, size)
	configureLibrary(tls, lib.SQLITE_CONFIG_PCACHE_HDRSZ, size)
	return int32(binary.NativeEndian.Uint32(libc.GoBytes(size, length))) //nolint:gosec // SQLite keeps some hundred bytes.
}

// configureLibrary calls sqlite3_config, and reports whether SQLite agreed.
func configureLibrary(tls *libc.TLS, option int32, args ...any) bool {
	list := libc.NewVaList(args...)
	defer libc.Xfree(tls, list)
	return lib.Xsqlite3_config(tls, option, list) == lib.SQLITE_OK
}

// lockSuffix names the lock file of an SQLite file.  The lock is not on the
// database itself: that one may be moved away while it is in use, and restore
// must still see that its place is taken.
const lockSuffix = ".lock"

// lockShared locks a database for those who use it together.
func lockShared(path string) (*flock.Flock, error) {
	return lockFile(path, (*flock.Flock).TryRLock, "the SQLite file %s is being restored by another program")
}

// lockExclusive locks a database for one who replaces it.
func lockExclusive(path string) (*flock.Flock, error) {
	return lockFile(path, (*flock.Flock).TryLock,
		"the SQLite file %s is open in another program, such as a server: stop that first")
}

// lockFile locks an SQLite file; taken is the message when others have.  The operating system releases it
// when the process ends, however it ends; the lock file stays, as its removal
// would let two processes lock two different files.  It holds nothing, so
// everybody may read it: a command run by another user must not shut out the
// server.
func lockFile(path string, try func(*flock.Flock) (bool, error), taken string) (*flock.Flock, error) {
	lock := flock.New(path+lockSuffix, flock.SetPermissions(0o644))
	locked, err := try(lock)
	if err != nil {
		return nil, createError(path, err)
	}
	if !locked {
		return nil, fmt.Errorf(taken, path)
	}
	return lock, nil
}
