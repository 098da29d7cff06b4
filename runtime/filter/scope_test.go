package filter_test

import (
	"context"
	"slices"
	"testing"

	"github.com/uptrace/bun"
	"pgregory.net/rapid"

	"almanac/runtime/auth"
	"almanac/runtime/filter"
	"almanac/runtime/store"
	"almanac/runtime/store/open"
	"almanac/runtime/store/storetest"
)

func TestSeesIsVisibleWithoutTheStore(t *testing.T) {
	storetest.Each(t, func(t *testing.T, url string) {
		s, err := open.Store(context.Background(), url, store.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		roles := append(auth.Roles(), "", "gone")
		rapid.Check(t, func(t *rapid.T) {
			role := rapid.SampledFrom(roles)
			access := auth.Permissions{
				Create: role.Draw(t, "create"), Edit: role.Draw(t, "edit"), EditDrafts: role.Draw(t, "edit drafts"),
				EditOthers: role.Draw(t, "edit others"), ReadPrivate: role.Draw(t, "read private"),
			}
			scope := filter.Scope{Caller: auth.Caller{User: rapid.Int64Range(0, 2).Draw(t, "caller"), Role: role.Draw(t, "role")}}
			author := rapid.Int64Range(0, 2).Draw(t, "author")
			status := rapid.SampledFrom([]string{"publish", "future", "draft", "pending", "private", "trash"}).Draw(t, "status")
			inline := rapid.Bool().Draw(t, "made inline")
			if rapid.Bool().Draw(t, "through a link") {
				scope = scope.Linked()
			}
			if got, want := scope.CanSee(access, author, status, inline), visible(t, s, scope, access, author, status, inline); got != want {
				t.Errorf("%+v sees a %s of %d, made inline %t: %t, want %t as the store says", scope, status, author, inline, got, want)
			}
		})
	})
}

// visible asks the store whether Visible lets a post pass.
func visible(t *rapid.T, s *store.Store, scope filter.Scope, access auth.Permissions, author int64, status string, inline bool) (found bool) {
	var args store.Args
	post := s.Builder().NewSelect().ColumnExpr("CAST(? AS bigint) AS author, CAST(? AS text) AS status, CAST(? AS boolean) AS made_inline", args.Bind(author), args.Bind(status), args.Bind(inline))
	sq := s.Builder().NewSelect().TableExpr("(?) AS ?", post, bun.Ident("post")).ColumnExpr("1")
	scope.WhereVisible(access, &args, "post", filter.ConditionsOf(sq))
	err := s.Reader().Query(context.Background(), store.Statement{SQL: sq.String(), Args: slices.Clone(args.Values()), ScanRow: func(store.Row) error {
		found = true
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	return found
}
