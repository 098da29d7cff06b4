package main

import (
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"bookshop/generated"

	"almanac/runtime/desk"
	"almanac/runtime/desk/records"
	"almanac/runtime/httpapi"
	"almanac/runtime/service"
	"almanac/runtime/service/servicetest"
)

// withDesk is a shop without sign-in that has a desk.
func withDesk(c *service.Config) {
	c.Open = true
	withHooks(c)
	c.Pages = func(api *httpapi.API) func(string) (string, http.Handler) { return desk.New(api, records.Part).Lookup }
}

// atDesk opens a page of the desk, or sends a form to it, and returns its status and what
// it shows; redirects are followed.
func atDesk(t *testing.T, s *servicetest.Server, at string, form url.Values, languages ...string) (int, string) {
	t.Helper()
	method, body := http.MethodGet, ""
	if form != nil {
		method, body = http.MethodPost, form.Encode()
	}
	r, err := http.NewRequestWithContext(t.Context(), method, s.Env.Deployment.SiteURL+"/desk/records/"+at, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	r.Header.Set("Accept-Language", strings.Join(languages, ","))
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = a.Body.Close() }()
	text, err := io.ReadAll(a.Body)
	if err != nil {
		t.Fatal(err)
	}
	return a.StatusCode, string(text)
}

func TestTheDeskNamesWhatTheShopTranslates(t *testing.T) {
	servicetest.Each(t, generated.Service(), func(t *testing.T, s *servicetest.Server) {
		for at, want := range map[string]string{"books/new": "<h1>Neues Buch</h1>", "orders/new": "<h1>Neu: Order</h1>"} {
			if status, text := atDesk(t, s, at, nil, "de"); status != http.StatusOK || !strings.Contains(text, want) {
				t.Errorf("%s: %d, no %q in %s", at, status, want, text)
			}
		}
	}, withDesk)
}

func TestTheShopHasADeskThatNobodyWrote(t *testing.T) {
	servicetest.Each(t, generated.Service(), func(t *testing.T, s *servicetest.Server) {
		steps := []struct {
			name, at string
			form     url.Values
			status   int
			want     []string
		}{
			{"the form of a book", "books/new", nil, 200, []string{`name="price.currency"`, `type="date"`, `name="isbn"`, `maxlength="13"`, `name="authors.find"`, `name="shelves.find"`, "Publish"}},
			{"the form of an order", "orders/new", nil, 200, []string{`name="books.find"`, `name="total"`}},
			{"a shelf", "shelves/new", url.Values{"name": {"Classics"}}, 200, []string{"Classics"}},
			{"a book with a new author and shelf", "books/new", url.Values{
				"title": {"Frankenstein"}, "isbn": {"9780141439471"}, "price": {"9.99"}, "price.currency": {"EUR"}, "published_on": {"1818-01-01"},
				"authors.new.name": {"Mary Shelley"}, "authors.new.born": {"1797"}, "shelves.find": {"Novels"}, "do": {"publish"},
			}, 200, []string{`value="9.99"`, `value="1818-01-01"`, "Mary Shelley", "Novels"}},
			{"a book without a price", "books/new", url.Values{"title": {"Emma"}}, 400, []string{`id="f-price-fault"`, `value="Emma"`}},
			{"a book with an ISBN that another has", "books/new", url.Values{"title": {"Emma"}, "price": {"5"}, "price.currency": {"EUR"}, "isbn": {"9780141439471"}}, 400, []string{`id="f-isbn-fault"`}},
			{"a book for too little", "books/new", url.Values{"title": {"Emma"}, "price": {"-1"}, "price.currency": {"EUR"}}, 400, []string{`id="f-price-fault"`}},
			{"an order for a day that is over", "orders/new", url.Values{"customer": {"Ann"}, "books": {"1"}, "wanted_on": {"2026-05-31"}}, 400, []string{`id="f-wanted-on-fault"`, "a day that is over"}},
			{"an order", "orders/new", url.Values{"customer": {"Ann"}, "books": {"1"}}, 200, []string{`value="Ann"`}},
			{"books of an author", "books?author=mary+shelley&price_to=10", nil, 200, []string{"Frankenstein", "9.99 EUR", "1–1 of 1"}},
			{"a draft of the first page", "books/new", url.Values{"brief": {"1"}, "do": {"draft"}, "title": {"Emma"}, "price": {"5"}, "price.currency": {"EUR"}}, 200, []string{">Draft</span>", `value="Emma"`}},
			{"the first page", "..", nil, 200, []string{"Unfinished", `/desk/records/books?status=draft">Drafts`, "New book", `name="title"`, `name="price.currency"`, `name="authors.find"`}},
			{"books without an author", "books?lacks=authors", nil, 200, []string{">Emma<", "1–1 of 1"}},
			{"orders", "orders", nil, 200, []string{">Ann<", "Frankenstein"}},
		}
		for _, step := range steps {
			status, text := atDesk(t, s, step.at, step.form)
			if status != step.status {
				t.Errorf("%s: status %d, want %d: %s", step.name, status, step.status, text)
			}
			for _, want := range step.want {
				if !strings.Contains(text, want) {
					t.Errorf("%s: no %q in %s", step.name, want, text)
				}
			}
		}
	}, withDesk)
}

func TestTheDeskOffersTheActionsThatArePossible(t *testing.T) {
	servicetest.Each(t, program.Service, func(t *testing.T, s *servicetest.Server) {
		s.Send("", "POST", "/books", frankenstein)
		for range 3 {
			s.Send("", "POST", "/orders", map[string]any{"customer": "Ada", "books": []int{1}, "total": "8 EUR"})
		}
		s.Send("", "POST", "/orders", map[string]any{"customer": "Ben", "books": []int{1}})
		for _, step := range []struct {
			name, at string
			form     url.Values
			status   int
			want     string
			lacks    string
		}{
			{"the form of an open order", "orders/1", nil, 200, "Status: Open</p>", "Mark as sent"},
			{"it asks for what it takes", "orders/1/act/pay", nil, 200, `name="note"`, `name="customer"`},
			{"it is paid", "orders/1/act/pay", url.Values{"note": {"Cash"}, "key": {"k"}}, 200, `<span class="mark">Paid</span>`, "Problem"},
			{"its form then", "orders/1", nil, 200, "Mark as sent…</a>", "act/pay"},
			{"an action that is not possible now", "orders/1/act/pay", url.Values{}, 409, "Status is paid already.", "Problem"},
			{"an action that there is none of", "orders/1/act/burn", nil, 404, "Page not found", "Problem"},
			{"a list", "orders", nil, 200, `value="act:pay">Mark as paid</button>`, "set:status"},
			{"many are paid, first shown", "orders/bulk", url.Values{"action": {"act:pay"}, "id": {"1", "2", "3", "4"}}, 200, "Status is paid already.", "2 updated"},
			{"and then done where it is possible", "orders/bulk", url.Values{"action": {"act:pay"}, "id": {"1", "2", "3", "4"}, "confirm": {"1"}, "key": {"b"}}, 200, "2 updated", "cannot change"},
			{"what hooks refuse of them", "orders/4", nil, 200, "Status: Open</p>", "Status: Paid"},
			{"one of them by its row", "orders/2/act/send", url.Values{}, 200, `<span class="mark">Sent</span>`, "Problem"},
		} {
			status, text := atDesk(t, s, step.at, step.form)
			if status != step.status || !strings.Contains(text, step.want) || strings.Contains(text, step.lacks) {
				t.Errorf("%s: %d, want %d with %q and without %q in %s", step.name, status, step.status, step.want, step.lacks, text)
			}
		}
	}, withDesk, withHooks)
}
