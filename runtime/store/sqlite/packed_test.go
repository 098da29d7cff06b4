package sqlite

import (
	"database/sql"
	"database/sql/driver"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/sqlitedialect"

	"almanac/runtime/store"
)

// scanned is what a row is scanned into.
type scanned struct {
	ID, Last            int64
	Text, Empty, Number string
	Yes, No             bool
	Large               int64
	Real, Whole         float64
	NoText, SomeText    *string
	NoReal, SomeReal    *float64
	Null                sql.Null[int64]
	Blob                string
}

// TestPackedColumnsAreScannedAsOthers: each value and each target, with columns before
// and behind.
func TestPackedColumnsAreScannedAsOthers(t *testing.T) {
	db, err := sql.Open("sqlite", filepath.Join(t.TempDir(), "test.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	const list = "'Zoë' || char(0) || '!', '', 12, 1, 0, -9223372036854775808, 0.1, 3, NULL, 'some', NULL, 1e300, NULL, x'616263'"
	scan := func(text string) (s scanned) {
		rows, err := db.QueryContext(t.Context(), text)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = rows.Close() }()
		row, err := newRow(rows)
		if err != nil || !rows.Next() {
			t.Fatal("no row", err, rows.Err())
		}
		err = row.Scan(&s.ID, &s.Text, &s.Empty, &s.Number, &s.Yes, &s.No, &s.Large, &s.Real, &s.Whole, &s.NoText, &s.SomeText, &s.NoReal, &s.SomeReal, &s.Null, &s.Blob, &s.Last)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	plain := scan("SELECT 7, " + list + ", 8")
	if diff := cmp.Diff(plain, scan("SELECT 7, packed("+list+") AS packed, 8")); diff != "" {
		t.Errorf("packed (-plain +packed)\n%s", diff)
	}
	if plain.Large != math.MinInt64 || plain.Last != 8 {
		t.Errorf("plain: %+v", plain)
	}
}

// TestAsManyColumnsCanBePackedAsSelectPackedPacks: more than those of a resource come
// with those of its image.
func TestAsManyColumnsCanBePackedAsSelectPackedPacks(t *testing.T) {
	const ofImage = 20
	db, err := sql.Open("sqlite", filepath.Join(t.TempDir(), "test.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	builder := bun.NewDB(db, sqlitedialect.New())
	for count, packed := range map[int]bool{store.MaxPacked: true, store.MaxPacked + 1: false} {
		text := store.SelectPacked(builder.NewSelect(), strings.Repeat("1, ", count+ofImage-1)+"1", count).String()
		if got := strings.Contains(text, store.PackedColumn+"("); got != packed {
			t.Errorf("%d columns are packed: %t", count, got)
		}
		if _, err := db.ExecContext(t.Context(), text); err != nil {
			t.Errorf("%d columns: %v", count, err)
		}
	}
}

// TestPackedColumnsMustFitTheTargets: nothing is left out and nothing made up.
func TestPackedColumnsMustFitTheTargets(t *testing.T) {
	packed, err := pack([]driver.Value{int64(1), "text", nil})
	if err != nil {
		t.Fatal(err)
	}
	var n int64
	var text, more string
	var null *string
	for name, targets := range map[string][]any{
		"too few":   {&n, &text},
		"too many":  {&n, &text, &null, &more},
		"NULL":      {&n, &text, &more},
		"no number": {&n, &n, &null},
		"strange":   {&n, &text, t},
	} {
		if err := unpack(packed, targets); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if err := unpack(packed, []any{&n, &text, &null}); err != nil || n != 1 || text != "text" || null != nil {
		t.Errorf("%d, %q, %v, %v", n, text, null, err)
	}
	for i := range packed {
		if err := unpack(packed[:i], []any{&n, &text, &null}); err == nil {
			t.Errorf("no error for the first %d bytes", i)
		}
	}
}
