package store_test

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/uptrace/bun"
	"pgregory.net/rapid"

	"almanac/runtime/store"
	"almanac/runtime/store/internal/testdb"
)

// value is a row of every type that tables use.
type value struct {
	Text  *string
	Int   *int64
	Real  *float64
	Truth *bool
}

const values = "CREATE TABLE vals(id bigint PRIMARY KEY, t text, i bigint, r double precision, b boolean)"

// keep writes a value and reads it back.
func keep(ctx context.Context, s *store.Store, id int64, v value) (value, error) {
	err := testdb.Exec(ctx, s, store.Statement{
		SQL:  "INSERT INTO vals(b, id, t, i, r) VALUES($5, $1, $2, $3, $4)",
		Args: []any{id, v.Text, v.Int, v.Real, v.Truth},
	})
	if err != nil {
		return value{}, err
	}
	var got value
	return got, s.Reader().Query(ctx, store.Statement{
		SQL: "SELECT t, i, r, b FROM vals WHERE id = $1", Args: []any{id},
		ScanRow: func(r store.Row) error { return r.Scan(&got.Text, &got.Int, &got.Real, &got.Truth) },
	})
}

func TestParametersComeBackAsTheyWere(t *testing.T) {
	testdb.Each(t, []string{values}, func(t *testing.T, s *store.Store) {
		var id int64
		rapid.Check(t, func(rt *rapid.T) {
			// PostgreSQL has no NUL in text.
			text := rapid.String().Filter(func(s string) bool { return !strings.Contains(s, "\x00") })
			want := value{
				Text:  rapid.Ptr(text, true).Draw(rt, "text"),
				Int:   rapid.Ptr(rapid.Int64(), true).Draw(rt, "int"),
				Real:  rapid.Ptr(rapid.Float64Range(-1e300, 1e300), true).Draw(rt, "real"),
				Truth: rapid.Ptr(rapid.Bool(), true).Draw(rt, "truth"),
			}
			id++
			got, err := keep(t.Context(), s, id, want)
			if err != nil {
				rt.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				rt.Errorf("row (-want +got):\n%s", diff)
			}
		})
	})
}

func TestRowsScanIntoPlainAndNullTargets(t *testing.T) {
	testdb.Each(t, []string{values}, func(t *testing.T, s *store.Store) {
		testdb.Change(t, s, store.Statement{SQL: "INSERT INTO vals VALUES($1, $2, $3, $4, $5)", Args: []any{int64(1), "é'\"?", int64(-7), 1.5, true}})
		testdb.Change(t, s, store.Statement{SQL: "INSERT INTO vals VALUES($1, $2, $3, $4, $5)", Args: []any{int64(2), nil, nil, nil, nil}})
		var text string
		var i int64
		var r float64
		var b bool
		var nullText sql.NullString
		var nullInt sql.NullInt64
		var nullReal sql.NullFloat64
		var nullTruth sql.NullBool
		err := s.Reader().Batch(t.Context(), []store.Statement{
			{SQL: "SELECT t, i, r, b FROM vals WHERE id = 1", ScanRow: func(row store.Row) error { return row.Scan(&text, &i, &r, &b) }},
			{SQL: "SELECT t, i, r, b FROM vals WHERE id = 2", ScanRow: func(row store.Row) error {
				return row.Scan(&nullText, &nullInt, &nullReal, &nullTruth)
			}},
		})
		if err != nil {
			t.Fatal(err)
		}
		if text != "é'\"?" || i != -7 || r != 1.5 || !b {
			t.Errorf("got %q %d %g %t", text, i, r, b)
		}
		if nullText.Valid || nullInt.Valid || nullReal.Valid || nullTruth.Valid {
			t.Errorf("NULL came back as %v %v %v %v", nullText, nullInt, nullReal, nullTruth)
		}
		err = s.Reader().Query(t.Context(), store.Statement{SQL: "SELECT t FROM vals WHERE id = 2", ScanRow: func(row store.Row) error { return row.Scan(&text) }})
		if err == nil {
			t.Error("NULL was scanned into a string")
		}
	})
}

func TestSetsMatchTheirMembers(t *testing.T) {
	tables := []string{
		"CREATE TABLE things(id bigint PRIMARY KEY, name text, share double precision)",
		`INSERT INTO things VALUES(1, 'a', 0.1), (2, 'é "q" <&>', 0.2), (3, '', 1e300), (9007199254740993, 'big', NULL)`,
	}
	tests := []struct {
		name  string
		where func(s *store.Store, a *store.Args) (string, any)
		want  []int64
	}{
		{"in some ids", func(s *store.Store, a *store.Args) (string, any) {
			return "id ?", s.SQL().In(a, []int64{3, 1, 3, 9007199254740993, 5})
		}, []int64{1, 3, 9007199254740993}},
		{"in the empty set", func(s *store.Store, a *store.Args) (string, any) { return "id ?", s.SQL().In(a, []int64{}) }, []int64{}},
		{"in the nil set", func(s *store.Store, a *store.Args) (string, any) { return "id ?", s.SQL().In(a, nil) }, []int64{}},
		{"outside some ids", func(s *store.Store, a *store.Args) (string, any) {
			return "id ?", s.SQL().NotIn(a, []int64{1, 2, 9007199254740993})
		}, []int64{3}},
		{"outside the empty set", func(s *store.Store, a *store.Args) (string, any) {
			return "id ?", s.SQL().NotIn(a, []int64{})
		}, []int64{1, 2, 3, 9007199254740993}},
		{"outside the nil set", func(s *store.Store, a *store.Args) (string, any) {
			return "id ?", s.SQL().NotIn(a, nil)
		}, []int64{1, 2, 3, 9007199254740993}},
		{"in some texts", func(s *store.Store, a *store.Args) (string, any) {
			return "name ?", s.SQL().InTexts(a, []string{`é "q" <&>`, "", "b"})
		}, []int64{2, 3}},
		{"in no texts", func(s *store.Store, a *store.Args) (string, any) { return "name ?", s.SQL().InTexts(a, nil) }, []int64{}},
		{"in some numbers", func(s *store.Store, a *store.Args) (string, any) {
			return "share ?", store.InValues(s.SQL(), a, []float64{0.1, 1e300, 3})
		}, []int64{1, 3}},
	}
	testdb.Each(t, tables, func(t *testing.T, s *store.Store) {
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				var a store.Args
				text, set := tt.where(s, &a)
				q := s.Builder().NewSelect().Table("things").Column("id").Where(text, set).Order("id")
				if diff := cmp.Diff(tt.want, testdb.Numbers(t, s, q.String(), a.Values()...)); diff != "" {
					t.Errorf("ids (-want +got):\n%s", diff)
				}
			})
		}
	})
}

func TestArraysHaveElements(t *testing.T) {
	tables := []string{
		"CREATE TABLE things(id bigint PRIMARY KEY, names text, sizes text)",
		`INSERT INTO things VALUES(1, '["a","\u003cb\u003e, é"]', '[9007199254740993,2]'), (2, '["A","2"]', '[1,2]'), (3, '[]', '[]')`,
	}
	testdb.Each(t, tables, func(t *testing.T, s *store.Store) {
		find := func(column string, bind func(*store.Args) (string, any)) []int64 {
			var a store.Args
			condition, values := bind(&a)
			return testdb.Numbers(t, s, s.Builder().NewSelect().Table("things").Column("id").Where(condition, bun.Ident(column), values).Order("id").String(), a.Values()...)
		}
		texts := func(values ...string) []int64 {
			return find("names", func(a *store.Args) (string, any) { return store.HasOneOf(s.SQL(), a, values) })
		}
		numbers := func(values ...int64) []int64 {
			return find("sizes", func(a *store.Args) (string, any) { return store.HasOneOf(s.SQL(), a, values) })
		}
		for name, tt := range map[string][2][]int64{
			"one text": {texts("a"), {1}}, "some texts": {texts("<b>, é", "2", "x"), {1, 2}}, "no text": {texts(), {}}, "the empty text": {texts(""), {}},
			"one number": {numbers(9007199254740993), {1}}, "some numbers": {numbers(2, 7), {1, 2}}, "another number": {numbers(9007199254740992), {}},
		} {
			if diff := cmp.Diff(tt[1], tt[0]); diff != "" {
				t.Errorf("%s (-want +got):\n%s", name, diff)
			}
		}
	})
}

func TestTheTextOfAQueryDoesNotDependOnItsValues(t *testing.T) {
	testdb.Each(t, nil, func(t *testing.T, s *store.Store) {
		text := func(ids []int64, name string) (string, []any) {
			var a store.Args
			return s.Builder().NewSelect().Table("things").Column("id").
				Where("id ?", s.SQL().In(&a, ids)).Where("name = ?", a.Bind(name)).String(), a.Values()
		}
		short, _ := text(nil, "")
		long, args := text([]int64{1, 2, 3}, "it's")
		if short != long {
			t.Errorf("texts differ:\n%s\n%s", short, long)
		}
		if diff := cmp.Diff([]any{[]int64{1, 2, 3}, "it's"}, args); diff != "" {
			t.Errorf("values (-want +got):\n%s", diff)
		}
	})
}

func TestTheBuilderRefusesToExecute(t *testing.T) {
	testdb.Each(t, nil, func(t *testing.T, s *store.Store) {
		if _, err := s.Builder().NewSelect().ColumnExpr("1").Exec(t.Context()); err == nil {
			t.Error("the builder executed a statement")
		}
	})
}

func TestABatchKeepsItsOrder(t *testing.T) {
	testdb.Each(t, nil, func(t *testing.T, s *store.Store) {
		var got, want []int64
		var list []store.Statement
		for i := range int64(300) {
			want = append(want, i)
			list = append(list, store.Statement{SQL: fmt.Sprintf("SELECT CAST($1 AS bigint) + %d", i%20), Args: []any{i - i%20}, ScanRow: func(r store.Row) error {
				var n int64
				err := r.Scan(&n)
				got = append(got, n)
				return err
			}})
		}
		if err := s.Reader().Batch(t.Context(), list); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, want) {
			t.Errorf("got %v", got)
		}
	})
}

func TestABatchSeesOneStateOfTheDatabase(t *testing.T) {
	testdb.Each(t, []string{"CREATE TABLE n(v bigint)", "INSERT INTO n VALUES(0)"}, func(t *testing.T, s *store.Store) {
		var seen []int64
		read := store.Statement{SQL: "SELECT v FROM n", ScanRow: func(r store.Row) error {
			var v int64
			err := r.Scan(&v)
			seen = append(seen, v)
			return err
		}}
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() {
			defer close(done)
			for ctx.Err() == nil {
				_ = testdb.Exec(ctx, s, store.Statement{SQL: "UPDATE n SET v = v + 1"})
			}
		}()
		for range 200 {
			seen = nil
			if err := s.Reader().Batch(t.Context(), []store.Statement{read, read, read, read}); err != nil {
				t.Fatal(err)
			}
			if len(slices.Compact(seen)) != 1 {
				t.Fatalf("one batch saw %v", seen)
			}
		}
		stop()
		<-done
	})
}
