package main

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"almanac/runtime/service/servicetest"
)

func TestOperationsOfTheShop(t *testing.T) {
	servicetest.Each(t, program.Service, func(t *testing.T, s *servicetest.Server) {
		staff(s)
		s.Send("ed", "POST", "/books", map[string]any{"title": "Emma", "price": "8 EUR"})
		paid := func(total string) {
			s.Send("ed", "POST", order(s, "Ann", total)+"/pay", nil)
		}
		paid("8 EUR")
		paid("16 EUR")
		steps := []struct {
			name, user, method, path string
			body                     any
			status                   int
			want                     string
		}{
			{"a report by a visitor", "", "GET", "/sales", nil, 401, "rest_forbidden"},
			{"a report by a customer", "ann", "GET", "/sales", nil, 403, "rest_forbidden"},
			{"a report of a status that there is none of", "ed", "GET", "/sales?status=lost", nil, 400, `"status"`},
			{"a report", "ed", "GET", "/sales?status=paid", nil, 200, `{"orders":2,"sum":"24.00"}`},
			{"a dry run", "ed", "POST", "/orders/send-paid?dry_run=true", nil, 200, `{"sent":[1,2]}`},
			{"what a dry run has left", "ed", "GET", "/sales?status=sent", nil, 200, `"orders":0`},
			{"all that is paid is sent", "ed", "POST", "/orders/send-paid", nil, 200, `{"sent":[1,2]}`},
			{"what was sent", "ed", "GET", "/orders?status=sent", nil, 200, `"total":2`},
		}
		for _, step := range steps {
			if r := s.Send(step.user, step.method, step.path, step.body); r.Status != step.status || !strings.Contains(string(r.Body), step.want) {
				t.Errorf("%s: %d %s, want %d with %s", step.name, r.Status, r.Body, step.status, step.want)
			}
		}
		// The response is kept under its key.
		paid("1 EUR")
		for _, replayed := range []string{"", "true"} {
			r, err := http.NewRequestWithContext(t.Context(), "POST", s.URL+"/orders/send-paid", nil)
			if err != nil {
				t.Fatal(err)
			}
			r.SetBasicAuth("ed", servicetest.Password)
			r.Header.Set("Idempotency-Key", "k")
			response, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			body, _ := io.ReadAll(response.Body)
			_ = response.Body.Close()
			if strings.TrimSpace(string(body)) != `{"sent":[3]}` || response.Header.Get("Idempotency-Replayed") != replayed {
				t.Errorf("with a key: %s %s %v", response.Status, body, response.Header)
			}
		}
		document := string(s.Send("", "GET", "/doc", nil).Body)
		for _, want := range []string{`"/orders/send-paid"`, `"Sends all orders that are paid. Requires the editor role or higher."`, `"send-paid-orders"`} {
			if !strings.Contains(document, want) {
				t.Errorf("the document lacks %s", want)
			}
		}
	}, withHooks)
}
