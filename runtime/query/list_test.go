package query_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"almanac/runtime/apierror"
	"almanac/runtime/auth"
	"almanac/runtime/deployment"
	"almanac/runtime/filter"
	"almanac/runtime/model"
	"almanac/runtime/model/modeltest"
	"almanac/runtime/param"
	"almanac/runtime/query"
	"almanac/runtime/request"
	"almanac/runtime/store"
	"almanac/runtime/store/storetest"
)

// params are the parameters of a list.
type params struct{ page, perPage param.Opt[int64] }

func (p *params) Filter(_ context.Context, q *filter.Query) {
	filter.Page(q, p.page)
	filter.PerPage(q, p.perPage)
}

// newRequest returns a request of a caller with the parameters.
func newRequest(s *store.Store, caller auth.Caller, values map[string]any) (*query.Reader, *request.Request) {
	env := &request.Env{Store: s, Deployment: deployment.Deployment{DefaultPerPage: 10}, Clock: time.Now}
	r := env.NewRequest(context.Background(), caller)
	r.SetValues(param.NewValues(values))
	r.DecodeCommon()
	return query.NewReader(env), r
}

// titles returns the names of records.
func titles(records []model.Record) (names []string) {
	for _, m := range records {
		names = append(names, *m.(model.NamedRecord).DisplayName())
	}
	return names
}

func TestPagesOfLists(t *testing.T) {
	tests := []struct {
		name           string
		k              *model.Resource
		page           int64
		want           []string
		code           string // Of the error; "" for none.
		next, previous bool
	}{
		{"the first page", modeltest.Notes, 1, []string{"a", "b"}, "", true, false},
		{"a page between", modeltest.Notes, 2, []string{"c", "d"}, "", true, true},
		{"the last page", modeltest.Notes, 3, []string{"e"}, "", false, true},
		{"a page after the last", modeltest.Notes, 4, nil, "note-archive-page-not-found", false, false},
		{"the last page of terms", modeltest.Labels, 2, []string{"z"}, "", false, true},
		{"a page after the last of terms", modeltest.Labels, 3, nil, "", false, true},
		{"a page far after the last of terms", modeltest.Labels, 9, nil, "", false, true},
	}
	storetest.Each(t, func(t *testing.T, url string) {
		s := modeltest.Open(t, url)
		modeltest.Exec(t, s,
			"INSERT INTO notes (id, title, status) VALUES (1, 'a', 'publish'), (2, 'b', 'publish'), (3, 'c', 'publish'), (4, 'd', 'publish'), (5, 'e', 'publish'), (6, 'f', 'private'), (7, 'g', 'trash')",
			"INSERT INTO labels (id, name) VALUES (8, 'x'), (9, 'y'), (10, 'z')")
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				rd, r := newRequest(s, auth.Caller{}, nil)
				page, err := rd.List(r, tt.k, &params{param.Of(tt.page), param.Of[int64](2)}, query.ListOptions{})
				var failed *apierror.Error
				if errors.As(err, &failed) && failed.Code == tt.code && failed.Status == 404 {
					return
				}
				if err != nil || tt.code != "" {
					t.Fatalf("error %v, want %q", err, tt.code)
				}
				if diff := cmp.Diff(tt.want, titles(page.Records)); diff != "" {
					t.Errorf("records (-want +got):\n%s", diff)
				}
				if tt.k == modeltest.Labels && tt.page == 9 && !strings.HasSuffix(page.Previous, "&page=2") {
					t.Errorf("previous is %s, want the last page", page.Previous)
				}
				total := map[bool]int64{true: 5, false: 3}[tt.k.Post]
				if page.Total != total || page.Pages != (total+1)/2 || (page.Next != "") != tt.next || (page.Previous != "") != tt.previous {
					t.Errorf("total %d, pages %d, next %q, previous %q", page.Total, page.Pages, page.Next, page.Previous)
				}
			})
		}
	})
}

func TestAnEmptyListHasItsFirstPage(t *testing.T) {
	storetest.Each(t, func(t *testing.T, url string) {
		rd, r := newRequest(modeltest.Open(t, url), auth.Caller{}, nil)
		page, err := rd.List(r, modeltest.Notes, &params{}, query.ListOptions{})
		if err != nil || page.Total != 0 || page.Pages != 0 || len(page.Records) != 0 {
			t.Errorf("page %+v, error %v", page, err)
		}
	})
}

func TestLinkedRecordsAreThoseThatTheCallerCanSee(t *testing.T) {
	tests := []struct {
		name   string
		caller auth.Caller
		want   []string
	}{
		{"visitor", auth.Caller{}, []string{"public", "inline"}},
		{"author of another", auth.Caller{User: 2, Role: auth.RoleAuthor}, []string{"private", "public", "inline"}},
		{"author", auth.Caller{User: 1, Role: auth.RoleAuthor}, []string{"private", "public", "draft", "inline"}},
	}
	storetest.Each(t, func(t *testing.T, url string) {
		s := modeltest.Open(t, url)
		modeltest.Exec(t, s,
			"INSERT INTO notes (id, title, status, made_inline) VALUES (1, 'main', 'publish', false), (2, 'public', 'publish', false), (3, 'private', 'private', false), (4, 'draft', 'draft', false), (5, 'inline', 'draft', true), (6, 'trash', 'trash', false)",
			"INSERT INTO labels (id, name, name_sort) VALUES (8, 'Zoo', 'zoo'), (9, 'Ant', 'ant')",
			"INSERT INTO note_notes (note_id, other_id, position) VALUES (1, 6, 4), (1, 5, 3), (1, 4, 2), (1, 3, 0), (1, 2, 1)",
			"INSERT INTO note_labels (note_id, label_id, position) VALUES (1, 8, 0), (1, 9, 1)",
			"INSERT INTO term_counts (term_id, shard, count) VALUES (9, 0, 2), (9, 1, 3)")
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				_, r := newRequest(s, tt.caller, nil)
				note := &modeltest.Note{Post: model.Post{Named: model.Named{Base: model.Base{ID: 1}}}}
				if err := query.Attach(t.Context(), r, s.Reader(), modeltest.Notes, []model.Record{note}); err != nil {
					t.Fatal(err)
				}
				var names []string
				for _, n := range note.Notes {
					names = append(names, n.Title)
				}
				if diff := cmp.Diff(tt.want, names); diff != "" {
					t.Errorf("notes (-want +got):\n%s", diff)
				}
				if i := slices.IndexFunc(note.Labels, func(l *modeltest.Label) bool { return l.Name == "Ant" }); i != 0 || note.Labels[0].Count != 5 {
					t.Errorf("labels %+v, want them by name, with counts", note.Labels)
				}
			})
		}
	})
}

func TestWrongPasswordsAreCounted(t *testing.T) {
	tests := []struct {
		name, password string
		want           bool // Lists are refused after many of them.
	}{
		{"wrong passwords", "wrong", true},
		{"the right password", "sesame", false},
		{"no password", "", false},
	}
	s := modeltest.Open(t, storetest.SQLite(t))
	modeltest.Exec(t, s, "INSERT INTO notes (id, title, password) VALUES (1, 'a', 'sesame'), (2, 'b', 'other')")
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rd, first := newRequest(s, auth.Caller{}, nil)
			refused := false
			for range 40 {
				_, r := newRequest(s, auth.Caller{}, map[string]any{"password": tt.password})
				r.Env, r.Now, r.Address = first.Env, first.Now, "192.0.2.1"
				var failed *apierror.Error
				_, err := rd.List(r, modeltest.Notes, &params{}, query.ListOptions{})
				refused = errors.As(err, &failed) && failed.Status == 429
			}
			if refused != tt.want {
				t.Errorf("refused %t, want %t", refused, tt.want)
			}
		})
	}
}
