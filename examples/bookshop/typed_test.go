package main

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"bookshop/generated"
	"github.com/danielgtaylor/huma/v2"

	"almanac/runtime/apierror"
	"almanac/runtime/decimal"
	"almanac/runtime/httpapi"
	"almanac/runtime/model"
	"almanac/runtime/mutate"
	"almanac/runtime/param"
	"almanac/runtime/records"
	"almanac/runtime/request"
	"almanac/runtime/service/servicetest"
)

// resource returns the resource with a name.
func resource(name string) *model.Resource {
	for _, res := range generated.Service().Resources {
		if res.Name == name {
			return res
		}
	}
	panic("no resource " + name)
}

func TestGoCodeWritesEveryKindOfField(t *testing.T) {
	order, book, author, shelf := resource("order"), resource("book"), resource("author"), resource("shelf")
	var s *servicetest.Server
	shipped := mutate.Hooks[*generated.Order]{ // After the commit, as m.Store is what hooks before it write by.
		AfterCommit: func(ctx context.Context, o mutate.Change[*generated.Order]) {
			if o.Next.Status == "sent" && o.Previous.Status != "sent" {
				_, err := s.API.Records.Update(s.Env.NewRequest(ctx, s.Env.System(0)), order, records.Key{ID: o.Next.ID},
					mutate.BodyOf(&generated.OrderBody{Note: param.Of("Shipped")}))
				if err != nil {
					t.Error(err)
				}
			}
		},
	}
	servicetest.Each(t, generated.Service(), func(t *testing.T, each *servicetest.Server) {
		s = each
		staff(s)
		r := s.Env.NewRequest(t.Context(), s.Env.System(0)) // That of a command.
		create := func(res *model.Resource, body mutate.Body) {
			t.Helper()
			if _, err := s.API.Records.Create(r, res, body); err != nil {
				t.Fatal(err)
			}
		}
		update := func(res *model.Resource, body mutate.Body) {
			t.Helper()
			if _, err := s.API.Records.Update(r, res, records.Key{ID: 1}, body); err != nil {
				t.Fatal(err)
			}
		}
		shows := func(path string, wants ...string) {
			t.Helper()
			body := string(s.Send("ed", "GET", path, nil).Body)
			for _, want := range wants {
				if !strings.Contains(body, want) {
					t.Errorf("%s: no %s in %s", path, want, body)
				}
			}
		}
		euros := func(units int64) param.Opt[decimal.Amount] {
			return param.Of(decimal.Amount{Units: units, Currency: "EUR"})
		}
		create(author, mutate.BodyOf(&generated.AuthorBody{Name: param.Of("Mary Shelley"), BirthYear: param.Of(1797.0)}))
		create(shelf, mutate.BodyOf(&generated.ShelfBody{Name: param.Of("Novels")}))
		create(shelf, mutate.BodyOf(&generated.ShelfBody{Name: param.Of("Gothic"), Parent: param.Of[int64](1)}))
		create(book, mutate.BodyOf(&generated.BookBody{
			Title: param.Of("Frankenstein"), Price: euros(999), PublishedOn: param.Of("1818-01-01"), Authors: param.Of([]any{1}),
		}))
		create(order, mutate.BodyOf(&generated.OrderBody{Customer: param.Of("Ann"), Books: param.Of([]any{1})}))
		update(author, mutate.BodyOf(&generated.AuthorBody{BirthYear: param.NullOf[float64](), ReadingFee: euros(5000)}))
		shows("/authors/1", `"birth_year":null`, `"reading_fee":{"amount":"50.00","currency":"EUR"}`)
		update(shelf, mutate.BodyOf(&generated.ShelfBody{Name: param.Of("Fiction")}))
		shows("/shelves/1", `"name":"Fiction"`)
		if _, err := s.API.Records.Update(r, shelf, records.Key{ID: 2},
			mutate.BodyOf(&generated.ShelfBody{Parent: param.Of[int64](0)})); err != nil {
			t.Error(err)
		}
		shows("/shelves/2", `"parent":0`)
		update(book, mutate.BodyOf(&generated.BookBody{
			Summary: param.Of("<p>A monster.</p>"), Isbn: param.Of("9780141439471"), Price: euros(1099), PublishedOn: param.NullOf[string](),
			Shelves: param.Of([]any{"Gothic", map[string]any{"id": 1}}), Authors: param.Of([]any{int64(1), map[string]any{"name": "P. B. Shelley"}}),
			Status: param.Of("private"),
		}))
		shows("/books/1", `A monster.`, `"isbn":"9780141439471"`, `"10.99"`, `"published_on":null`, `"name":"Gothic"`,
			`"name":"Fiction"`, `P. B. Shelley`, `"status":"private"`)
		update(book, mutate.BodyOf(&generated.BookBody{Shelves: param.NullOf[[]any](), Authors: param.Of([]any(nil))}))
		shows("/books/1", `"authors":[]`, `"name":"Gothic"`)
		update(order, mutate.BodyOf(&generated.OrderBody{
			WantedOn: param.Of("2026-07-01"), Total: euros(1099), SignedBy: param.Of([]any{1}),
			PackedAt: param.Of("2026-06-02T10:00:00+02:00"),
		}))
		if _, err := generated.PayOrder(s.API.Records.NewCall(r), 1, generated.OrderPayBody{}); err != nil {
			t.Error(err)
		}
		shows("/orders/1", `"status":"paid"`, `"wanted_on":"2026-07-01"`, `"10.99"`, `"Mary Shelley"`, `"packed_at":"2026-06-02T08:00:00Z"`)
		update(order, mutate.BodyOf(&generated.OrderBody{
			WantedOn: param.Of(""), Total: param.NullOf[decimal.Amount](), SignedBy: param.NullOf[[]any](), PackedAt: param.NullOf[string](),
		}))
		shows("/orders/1", `"wanted_on":null`, `"total":null`, `"packed_at":null`)

		type send struct {
			ID int64 `path:"id"`
		}
		type sent struct {
			Body struct {
				Note string `json:"note"`
			}
		}
		op := huma.Operation{OperationID: "ship-order", Method: http.MethodPost, Path: "/orders/{id}/ship", Summary: "Ships an order"}
		httpapi.Handle(s.API, op, order, func(_ *http.Request, r *request.Request, in *send) (*sent, error) {
			_, err := generated.SendOrder(s.API.Records.NewCall(r), in.ID, generated.OrderSendBody{})
			return new(sent), err
		})
		if got := s.Send("ed", "POST", "/orders/1/ship", map[string]any{"customer": "Nobody"}); got.Status != http.StatusOK {
			t.Errorf("%d %s", got.Status, got.Body)
		}
		shows("/orders/1", `"status":"sent"`, `"customer":"Ann"`, `"note":"Shipped"`)
		if got := s.Send("", "POST", "/orders/1/ship", nil); got.Status != http.StatusUnauthorized {
			t.Errorf("as a visitor: %d %s", got.Status, got.Body)
		}
	}, servicetest.WithHooks(shipped))
}

func TestWritesOfGoCodeFollowTheRulesOfRequests(t *testing.T) {
	servicetest.Each(t, generated.Service(), func(t *testing.T, s *servicetest.Server) {
		r := s.Env.NewRequest(t.Context(), s.Env.System(0))
		r.Params.AddError("page", "", "An error of the request, which is not one of the write.")
		_, err := s.API.Records.Create(r, resource("order"), mutate.BodyOf(&generated.OrderBody{
			Status: param.Of("lost"), WantedOn: param.Of("soon"), Total: param.Of(decimal.Amount{Units: -1, Currency: "CHF"}),
			Note: param.Of(strings.Repeat("x", 10001)), Books: param.Of([]any{map[string]any{"title": "Untitled"}, "x"}),
		}))
		f := apierror.As(err)
		if f == nil || f.Status != http.StatusBadRequest {
			t.Fatalf("got %v, want 400", err)
		}
		got := fmt.Sprint(f.Missing)
		for _, name := range []string{"status", "wanted_on", "total", "note", "books[0]"} {
			if _, ok := f.Params[name]; !ok {
				t.Errorf("%s is no error: %v", name, f.Params)
			}
		}
		if got != "[customer]" || len(f.Params) != 6 {
			t.Errorf("missing %s, errors %v", got, f.Params)
		}

		for _, name := range []string{"Ann", "Ben"} {
			created, err := s.API.Records.Create(s.Env.NewRequest(t.Context(), s.Env.System(0)), resource("author"),
				mutate.BodyOf(&generated.AuthorBody{Name: param.Of(name)}))
			if err != nil || created.Record == nil {
				t.Fatal(err)
			}
		}
		r.Idempotency = request.Idempotency{Key: param.Of("k"), Method: "POST", Path: "/renames"}
		rename := func(id int64) error {
			_, err := s.API.Records.Update(r, resource("author"), records.Key{ID: id}, mutate.BodyOf(&generated.AuthorBody{Name: param.Of("Cleo")}))
			return err
		}
		if first, second := rename(1), apierror.As(rename(2)); first != nil || second == nil || second.Status != http.StatusUnprocessableEntity {
			t.Errorf("two writes with one idempotency key: %v and %v, want nil and 422", first, second)
		}
	})
}
