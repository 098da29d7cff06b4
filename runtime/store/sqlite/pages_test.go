package sqlite

import (
	"context"
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

// TestAStatementThatFailsLateUndoesAllPages changes more pages than are undone from
// memory, before its last row violates a unique key.
func TestAStatementThatFailsLateUndoesAllPages(t *testing.T) {
	s, _, _ := words(t)
	for _, text := range []string{
		"CREATE TABLE pages(n integer UNIQUE, text text)",
		"WITH RECURSIVE g(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM g WHERE n < 1000) INSERT INTO pages(n, text) SELECT n, printf('%1000s', 'before') FROM g",
	} {
		if err := insert(t.Context(), s, text); err != nil {
			t.Fatal(err)
		}
	}
	changed := int64(-1)
	err := s.Engine().Transact(t.Context(), func(ctx context.Context, tx store.Transaction) (store.Ending, error) {
		_, err := tx.Exec(ctx, store.Statement{SQL: "UPDATE pages SET text = printf('%1000s', 'after'), n = CASE n WHEN 1000 THEN 1 ELSE n END"})
		if store.ClassOf(err) != store.ClassUnique {
			t.Errorf("the update returns %v, want the violation of a unique key", err)
		}
		return store.Ending{}, tx.Query(ctx, store.Statement{SQL: "SELECT count(*) FROM pages WHERE text LIKE '%after'", ScanRow: func(row store.Row) error { return row.Scan(&changed) }})
	})
	if err != nil || changed != 0 {
		t.Errorf("%d rows are changed, want none: %v", changed, err)
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
