package sqlite

import (
	"encoding/binary"
	"path/filepath"
	"testing"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"

	"almanac/runtime/store"
)

func TestPagesOfSQLiteComeFromThePool(t *testing.T) {
	s, err := openStore(t.Context(), filepath.Join(t.TempDir(), "pages.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	if used, _ := liteStatus(t, lib.SQLITE_STATUS_PAGECACHE_USED); used == 0 {
		t.Error("no page comes from the pool, although a file is open")
	}
	tls := libc.NewTLS()
	defer tls.Close()
	if _, largest := liteStatus(t, lib.SQLITE_STATUS_PAGECACHE_SIZE); largest > pooledSize+pageHeader(tls) {
		t.Errorf("a page takes %d bytes, which do not fit into those of the pool", largest)
	}
}

// liteStatus returns a figure that SQLite keeps for the whole program, now and at its
// highest.
func liteStatus(t *testing.T, figure int32) (now, highest int32) {
	t.Helper()
	tls := libc.NewTLS()
	defer tls.Close()
	const length = 4
	both := libc.Xcalloc(tls, 2, length)
	defer libc.Xfree(tls, both)
	if code := lib.Xsqlite3_status(tls, figure, both, both+length, 0); code != lib.SQLITE_OK {
		t.Fatalf("sqlite3_status is answered %d", code)
	}
	text := libc.GoBytes(both, 2*length)
	return int32(binary.NativeEndian.Uint32(text)), int32(binary.NativeEndian.Uint32(text[length:]))
}
