package filter_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/uptrace/bun"

	"almanac/runtime/auth"
	"almanac/runtime/filter"
	"almanac/runtime/model"
	"almanac/runtime/param"
	"almanac/runtime/store"
)

// post is what decides who sees a post.
type post struct {
	author           int64
	status, language string
	inline           bool
}

// allPosts has a post of each combination; its index is its id.
func allPosts() (all []post) {
	for _, author := range []int64{1, 2} {
		for _, status := range model.Statuses() {
			for _, language := range []string{"en", "fr"} {
				all = append(all, post{author, status, language, false}, post{author, status, language, true})
			}
		}
	}
	return all
}

// privatePermissions lets authors read private posts of others, and not edit them.
var privatePermissions = auth.Permissions{Create: auth.RoleContributor, Edit: auth.RoleAuthor, EditDrafts: auth.RoleContributor, EditOthers: auth.RoleEditor, ReadPrivate: auth.RoleAuthor}

// shown runs the conditions of a query on all posts and returns those it finds.
func shown(t *testing.T, q *filter.Query) (found []int64) {
	t.Helper()
	var rows []string
	for id, p := range allPosts() {
		rows = append(rows, fmt.Sprintf("SELECT %d AS id, %d AS author, '%s' AS status, '%s' AS language, %t AS made_inline", id, p.author, p.status, p.language, p.inline))
	}
	sq := q.Store.Builder().NewSelect().TableExpr("(?) AS event", bun.Safe(strings.Join(rows, " UNION ALL "))).ColumnExpr("event.id").OrderExpr("event.id")
	sq = q.Apply(sq)
	err := q.Store.Reader().Query(context.Background(), store.Statement{SQL: sq.String(), Args: q.Args.Values(), ScanRow: func(row store.Row) error {
		var id int64
		err := row.Scan(&id)
		found = append(found, id)
		return err
	}})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestListsFindWhatTheCallerCanSee(t *testing.T) {
	own := []string{"publish", "future", "draft", "pending", "private"}
	callers := []struct {
		name        string
		caller      auth.Caller
		own, others []string // Statuses of the posts that the caller can see.
	}{
		{"visitor", auth.Caller{}, []string{"publish"}, []string{"publish"}},
		{"subscriber", auth.Caller{User: 1, Role: auth.RoleSubscriber}, []string{"publish"}, []string{"publish"}},
		{"contributor", auth.Caller{User: 1, Role: auth.RoleContributor}, own, []string{"publish"}},
		{"author", auth.Caller{User: 1, Role: auth.RoleAuthor}, own, []string{"publish", "private"}},
		{"editor", auth.Caller{User: 1, Role: auth.RoleEditor}, own, own},
	}
	each(t, func(t *testing.T, s *store.Store) {
		for _, tt := range callers {
			t.Run(tt.name, func(t *testing.T) {
				for _, language := range []string{"", "en"} {
					for _, linked := range []bool{false, true} {
						q := newQuery(s, nil, tt.caller)
						q.Resource.Permissions, q.Scope.Language = privatePermissions, language
						if linked {
							q.Scope = q.Scope.Linked()
						}
						q.WhereVisible()
						var want []int64
						for id, p := range allPosts() {
							seen := slices.Contains(tt.others, p.status) || p.author == 1 && slices.Contains(tt.own, p.status)
							inside := linked && p.inline && (p.status == "draft" || p.status == "private")
							if (seen || inside) && (language == "" || p.language == language) {
								want = append(want, int64(id))
							}
						}
						if diff := cmp.Diff(want, shown(t, q)); diff != "" {
							t.Errorf("language %q, linked %t (-want +got):\n%s", language, linked, diff)
						}
						checkCanSee(t, q, want)
					}
				}
			})
		}
	})
}

func TestListsOfStatusesFindWhatTheCallerCanSee(t *testing.T) {
	tests := []struct {
		name     string
		role     auth.Role
		statuses []string
		own      []string
		others   []string
	}{
		{"published posts", auth.RoleAuthor, []string{"publish"}, []string{"publish"}, []string{"publish"}},
		{"private posts of others", auth.RoleAuthor, []string{"private"}, []string{"private"}, []string{"private"}},
		{"no private posts of others", auth.RoleContributor, []string{"private"}, []string{"private"}, nil},
		{"drafts", auth.RoleAuthor, []string{"draft", "publish"}, []string{"draft", "publish"}, []string{"publish"}},
		{"the own trash", auth.RoleAuthor, []string{"trash"}, []string{"trash"}, nil},
		{"all trash", auth.RoleEditor, []string{"trash", "draft"}, []string{"trash", "draft"}, []string{"trash", "draft"}},
		{"a trash without the permission to edit", "reader", []string{"trash", "private"}, []string{"private"}, nil},
	}
	each(t, func(t *testing.T, s *store.Store) {
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				q := newQuery(s, nil, auth.Caller{User: 1, Role: tt.role})
				q.Resource.Permissions, q.Scope.Language = privatePermissions, "en"
				if tt.role == "reader" { // A contributor where only editors edit.
					q.Scope.Caller.Role = auth.RoleContributor
					q.Resource.Permissions.Edit, q.Resource.Permissions.EditDrafts = auth.RoleEditor, auth.RoleEditor
				}
				filter.StatusIn(q, "status", param.Of(tt.statuses))
				q.WhereVisible()
				var want []int64
				for id, p := range allPosts() {
					if p.language == "en" && (p.author == 1 && slices.Contains(tt.own, p.status) || p.author == 2 && slices.Contains(tt.others, p.status)) {
						want = append(want, int64(id))
					}
				}
				if diff := cmp.Diff(want, shown(t, q)); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
				checkCanSee(t, q, want)
			})
		}
	})
}

// checkCanSee checks that a query says of the same posts that the caller can see
// them.
func checkCanSee(t *testing.T, q *filter.Query, want []int64) {
	t.Helper()
	var got []int64
	for id, p := range allPosts() {
		if q.CanSee(p.author, p.status, p.language, p.inline) {
			got = append(got, int64(id))
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("CanSee (-want +got):\n%s", diff)
	}
}

func TestPasswordsOpenPosts(t *testing.T) {
	tests := []struct {
		name  string
		scope filter.Scope
		want  bool
	}{
		{"no password", filter.Scope{}, false},
		{"the password", filter.Scope{Password: "sesame"}, true},
		{"another password", filter.Scope{Password: "sesam"}, false},
		{"an editor who reads", filter.Scope{Caller: auth.Caller{User: 3, Role: auth.RoleEditor}}, false},
		{"an editor who edits", filter.Scope{Caller: auth.Caller{User: 3, Role: auth.RoleEditor}, Editing: true}, true},
		{"a visitor who edits", filter.Scope{Editing: true}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.scope.Opens(access, 1, "publish", "sesame"); got != tt.want {
				t.Errorf("got %t, want %t", got, tt.want)
			}
			if !tt.scope.Opens(access, 1, "publish", "") {
				t.Error("a post without a password is not open")
			}
		})
	}
}
