package main

import (
	"strings"
	"testing"

	"bookshop/generated"

	"almanac/runtime/auth"
	"almanac/runtime/service/servicetest"
	"almanac/runtime/store/storetest"
)

// TestOwnersReadTheirOrders sends what each caller may do with orders: editors read them,
// everybody who signs in makes some, and contributors change own ones.
func TestOwnersReadTheirOrders(t *testing.T) {
	servicetest.Each(t, generated.Service(), func(t *testing.T, s *servicetest.Server) {
		for _, user := range []struct {
			name string
			role auth.Role
		}{{"editor", auth.RoleEditor}, {"staff", auth.RoleContributor}, {"ann", auth.RoleSubscriber}, {"other", auth.RoleContributor}} {
			s.AddUser(user.name, user.role) // Their IDs are 1 to 4.
		}
		s.Send("editor", "POST", "/books", map[string]any{"title": "Frankenstein", "isbn": "9780141439471", "price": "9.99 EUR"})
		order := map[string]any{"customer": "Ada", "books": []int{1}}
		steps := []struct {
			name, user, method, path string
			body                     any
			status                   int
			want                     string
		}{
			{"a visitor orders", "", "POST", "/orders", order, 401, ""},
			{"an order is its maker's", "staff", "POST", "/orders", order, 201, `"account":2`},
			{"that of a subscriber too", "ann", "POST", "/orders", with(order, "account", 3), 201, `"account":3`},
			{"nobody else is named", "ann", "POST", "/orders", with(order, "account", 2), 400, "Omit account: only users who can edit all orders"},
			{"but by an editor", "editor", "POST", "/orders", with(order, "account", 2), 201, `"account":2`},
			{"who exists", "editor", "POST", "/orders", with(order, "account", 7), 400, "there is no user with the ID 7"},
			{"or nobody", "editor", "POST", "/orders", with(order, "account", 0), 201, `"account":0`},

			{"an owner reads", "ann", "GET", "/orders/2", nil, 200, `"customer":"Ada"`},
			{"another does not", "other", "GET", "/orders/2", nil, 403, "order-not-accessible"},
			{"nor a visitor", "", "GET", "/orders/4", nil, 403, "order-not-accessible"},
			{"a list has own records", "staff", "GET", "/orders", nil, 200, `"total":2`},
			{"a filter too", "staff", "GET", "/orders?status=open&late=false", nil, 200, `"total":2`},
			{"and none of others", "other", "GET", "/orders", nil, 200, `"total":0`},
			{"nor of nobody", "", "GET", "/orders", nil, 200, `"total":0`},
			{"an editor sees all", "editor", "GET", "/orders", nil, 200, `"total":4`},

			{"an owner changes", "staff", "PATCH", "/orders/1", map[string]any{"customer": "Bo"}, 200, `"customer":"Bo"`},
			{"with what was read", "staff", "PATCH", "/orders/1", map[string]any{"account": 2}, 200, `"account":2`},
			{"but gives nothing away", "staff", "PATCH", "/orders/1", map[string]any{"account": 3}, 400, "Omit account: only users who can edit all orders"},
			{"an owner of a lesser role does not change", "ann", "PATCH", "/orders/2", map[string]any{"customer": "Bo"}, 403, ""},
			{"another does not", "other", "PATCH", "/orders/1", map[string]any{"customer": "Bo"}, 403, ""},
			{"nor delete", "other", "DELETE", "/orders/1", nil, 403, ""},
			{"an owner deletes", "staff", "DELETE", "/orders/1", nil, 200, `"id":1`},
			{"an editor gives away", "editor", "PATCH", "/orders/2", map[string]any{"account": 4}, 200, `"account":4`},
			{"who has it now", "other", "GET", "/orders/2", nil, 200, `"account":4`},
			{"and not who had it", "ann", "GET", "/orders/2", nil, 403, ""},
		}
		for _, step := range steps {
			if r := s.Send(step.user, step.method, step.path, step.body); r.Status != step.status || !strings.Contains(string(r.Body), step.want) {
				t.Errorf("%s: %d %s, want %d with %q", step.name, r.Status, r.Body, step.status, step.want)
			}
		}
	})
}

// TestOrdersMoveWithTheirOwners imports an export into a database that has no users.
func TestOrdersMoveWithTheirOwners(t *testing.T) {
	storetest.Each(t, func(t *testing.T, url string) {
		dir := t.TempDir()
		moves := func(args ...string) {
			var said strings.Builder
			if err := program.Command(strings.NewReader(""), &said, &said).Run(t.Context(), append([]string{"bookshop"}, args...)); err != nil {
				t.Fatalf("%v: %v\n%s", args, err, said.String())
			}
		}
		from := storetest.SQLite(t)
		s := servicetest.New(t, from, generated.Service())
		staff(s)
		s.Send("ed", "POST", "/books", map[string]any{"title": "Frankenstein", "isbn": "9780141439471", "price": "9.99 EUR"})
		s.Send("ben", "POST", "/orders", map[string]any{"customer": "Ben", "books": []int{1}})
		moves("export", "--database", from, dir)
		moves("migrate", "up", "--database", url)
		moves("import", "--database", url, dir)
		to := servicetest.New(t, url, generated.Service())
		to.AddUser("ed", auth.RoleEditor)
		if r := to.Send("ed", "GET", "/orders/1", nil); !strings.Contains(string(r.Body), `"customer":"Ben","account":3`) {
			t.Errorf("the order is %d %s", r.Status, r.Body)
		}
		to.Send("ed", "PATCH", "/orders/1", map[string]any{"account": 0})
		if r := to.Send("ed", "PATCH", "/orders/1", map[string]any{"account": 3}); r.Status != 200 {
			t.Errorf("its owner is no user here: %d %s", r.Status, r.Body)
		}
	})
}
