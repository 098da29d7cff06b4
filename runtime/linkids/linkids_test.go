package linkids_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/runtime/linkids"
	"almanac/runtime/model"
	"almanac/runtime/model/modeltest"
	"almanac/runtime/store"
	"almanac/runtime/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

func TestCachedIDsAreValidForOneVersion(t *testing.T) {
	note := &modeltest.Note{Post: model.Post{Named: model.Named{Base: model.Base{ID: 1, Version: 7}}}}
	linkids.Set(modeltest.Notes, note, [][]int64{{3, 2}, nil})
	for _, tt := range []struct {
		name, text string
		version    int64
		valid      bool
	}{
		{"the version", note.Cache, 7, true},
		{"a later version", note.Cache, 8, false},
		{"nothing cached", "", 7, false},
		{"other links", "7.00000000;3,2;", 7, false},
		{"an id that is none", note.Cache[:len("7.12345678;")] + "x;", 7, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ids, valid := linkids.Parse(modeltest.Notes, tt.text, tt.version)
			if valid != tt.valid || valid && !cmp.Equal(linkids.IDs{{3, 2}, {}}, ids) {
				t.Errorf("got %v, %t", ids, valid)
			}
		})
	}
	if _, ok := linkids.Of(modeltest.Labels, new(modeltest.Label)); ok {
		t.Error("a resource without links has cached ids")
	}
}

func TestStatementsWriteWhatParseReads(t *testing.T) {
	storetest.Each(t, func(t *testing.T, url string) {
		s := modeltest.Open(t, url)
		k, format := modeltest.Notes, s.SQL().Format
		modeltest.Exec(t, s, "INSERT INTO notes (id, version) VALUES (1, 7)",
			"INSERT INTO note_labels (note_id, label_id, position) VALUES (1, 8, 1), (1, 9, 0)", "INSERT INTO note_notes (note_id, other_id, position) VALUES (1, 5, 0)")
		check := func(step string, version int64, want linkids.IDs) {
			t.Helper()
			var text string
			err := s.Reader().Query(t.Context(), store.Statement{SQL: "SELECT links_cache FROM notes", ScanRow: func(row store.Row) error { return row.Scan(&text) }})
			if err != nil {
				t.Fatal(err)
			}
			if ids, _ := linkids.Parse(k, text, version); !cmp.Equal(want, ids) {
				t.Errorf("%s: %q has %v, want %v", step, text, ids, want)
			}
		}
		invalid := func() (n int) {
			err := s.Reader().Query(t.Context(), store.Statement{SQL: linkids.InvalidSQL(k, s), ScanRow: func(store.Row) error { n++; return nil }})
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		modeltest.Exec(t, s, format("UPDATE notes SET ?", linkids.WriteSQL(k, s, "r.version", linkids.Deleted{})))
		check("written", 7, linkids.IDs{{9, 8}, {5}})
		modeltest.Exec(t, s, format("UPDATE notes SET ?", linkids.BumpVersionSQL(k)))
		check("of the next version", 8, linkids.IDs{{9, 8}, {5}})
		modeltest.Exec(t, s, "DELETE FROM note_labels WHERE label_id = 8")
		if invalid() != 1 {
			t.Error("want the note among those whose cached ids are wrong")
		}
		modeltest.Exec(t, s, "UPDATE notes SET version = 9")
		if invalid() != 0 {
			t.Error("ids of another version count as valid")
		}
		modeltest.Exec(t, s, format("UPDATE notes SET ?", linkids.BumpVersionSQL(k)))
		check("stale ids are not kept", 10, nil)
	})
}
