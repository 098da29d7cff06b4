package main

import (
	"net/http"
	"strings"
	"testing"

	"bookshop/generated"

	"almanac/runtime/audit"
	"almanac/runtime/auth"
	"almanac/runtime/mutate"
	"almanac/runtime/service/servicetest"
)

func TestActionsAreDoneByThoseAndWhereTheDescriptionSays(t *testing.T) {
	servicetest.Each(t, program.Service, func(t *testing.T, s *servicetest.Server) {
		staff(s)
		s.AddUser("staff", auth.RoleContributor)
		s.Send("ed", "POST", "/books", frankenstein)
		own := map[string]any{"customer": "Ada", "books": []int{1}, "total": "8 EUR"}
		take(t, s, []step{
			{"an order that is paid from the start", "ed", "POST", "/orders", map[string]any{"customer": "Ada", "books": []int{9}, "status": "paid"}, 400, []string{`"status":"status of a new order must be one of open."`, `"books":`}},
			{"an order", "staff", "POST", "/orders", own, 201, []string{`"status":"open"`}},
			{"paid by an update", "ed", "PATCH", "/orders/1", map[string]any{"status": "paid", "books": []int{9}}, 400, []string{`"status":"Omit status: only actions change it."`, `"books":`}},
			{"an update with what it has", "ed", "PUT", "/orders/1", map[string]any{"status": "open", "note": "Gift"}, 200, []string{`"note":"Gift"`}},
			{"paid by a visitor", "", "POST", "/orders/1/pay", nil, 401, nil},
			{"paid by its owner", "staff", "POST", "/orders/1/pay", nil, 403, []string{"rest_forbidden"}},
			{"an order that there is none of", "ed", "POST", "/orders/9/pay", nil, 404, nil},
			{"one that its owner has made in the same batch", "staff", "POST", "/batch", map[string]any{"requests": []any{
				map[string]any{"method": "POST", "path": "/orders", "body": own}, map[string]any{"method": "POST", "path": "/orders/$1.id/pay"},
			}}, 403, []string{`"index":2`}},
			{"orders of a user", "ed", "GET", "/orders?account=4", nil, 200, []string{`"total":1`}},
			{"orders of another", "ed", "GET", "/orders?account=2", nil, 200, []string{`"total":0`}},
			{"sent before it is paid", "ed", "POST", "/orders/1/send", nil, 409, []string{`"message":"status cannot change from open to sent, only to paid."`}},
			{"a field of another kind", "ed", "POST", "/orders/1/send", map[string]any{"packed_at": "noon"}, 400, []string{`"packed_at":`}},
			{"a dry run", "ed", "POST", "/orders/1/pay?dry_run=true", nil, 200, []string{`"status":"paid"`}},
			{"paid", "ed", "POST", "/orders/1/pay", map[string]any{"note": "Cash", "customer": "Mallory"}, 200, []string{`"status":"paid"`, `"note":"Cash"`, `"customer":"Ada"`}},
			{"paid once more", "ed", "POST", "/orders/1/pay", nil, 409, []string{`"message":"status is paid already."`}},
			{"by another method", "ed", "GET", "/orders/1/pay", nil, 405, nil},
			{"sent by its owner, with a form", "staff", "POST", "/orders/1/send?packed_at=2026-06-01T10:00:00Z", nil, 200, []string{`"status":"sent"`, `"packed_at":"2026-06-01T10:00:00Z"`}},
			{"paid when it was sent", "ed", "POST", "/orders/1/pay", nil, 409, []string{`"message":"status is sent, and cannot change any more."`}},
		})
		entries, err := audit.List(t.Context(), s.Store.Reader(), audit.Filter{Resource: "order", Record: 1, Limit: 10})
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, e := range entries {
			names = append(names, e.UserName+" "+e.Action)
		}
		if got := strings.Join(names, ", "); got != "staff created, ed updated, ed pay, staff send" {
			t.Errorf("the audit log says %s", got)
		}
	}, withHooks)
}

func TestAnActionIsDoneOnTheVersionThatTheClientSaw(t *testing.T) {
	servicetest.Each(t, program.Service, func(t *testing.T, s *servicetest.Server) {
		staff(s)
		s.Send("ed", "POST", "/books", frankenstein)
		path := order(s, "Ann", "8 EUR")
		seen := s.Send("ed", "GET", path, nil).Header.Get("ETag")
		s.Send("ed", "PATCH", path, map[string]any{"note": "Gift"})
		send := func(header, value string) *http.Response {
			r, err := http.NewRequestWithContext(t.Context(), "POST", s.URL+path+"/pay", nil)
			if err != nil {
				t.Fatal(err)
			}
			r.SetBasicAuth("ed", servicetest.Password)
			r.Header.Set(header, value)
			response, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			_ = response.Body.Close()
			return response
		}
		if r := send("If-Match", seen); r.StatusCode != http.StatusPreconditionFailed {
			t.Errorf("on an old version: %s", r.Status)
		}
		for _, replayed := range []string{"", "true"} {
			if r := send("Idempotency-Key", "k"); r.StatusCode != http.StatusOK || r.Header.Get("Idempotency-Replayed") != replayed {
				t.Errorf("with a key: %s %v", r.Status, r.Header)
			}
		}
	}, withHooks)
}

func TestAProgramWhoseActionsAreNotThoseOfTheDescriptionDoesNotStart(t *testing.T) {
	hooks := mutate.Hooks[*generated.Order]{
		Actions: map[string]mutate.ActionFunc[*generated.Order]{"paid": orders.Actions["pay"]},
	}
	err := mutate.NewEngine(nil, hooks).CheckActions(generated.Service().Resources)
	if err == nil || !strings.Contains(err.Error(), `a hook is of the action "paid", which orders have not`) {
		t.Errorf("%v", err)
	}
}
