package main

import (
	"context"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bookshop/generated"

	"almanac/runtime/auth"
	"almanac/runtime/mutate"
	"almanac/runtime/service/servicetest"
	"almanac/runtime/store/storetest"
)

func TestHooksRefuseWritesWithTheStatusThatTheyGive(t *testing.T) {
	servicetest.Each(t, generated.Service(), func(t *testing.T, s *servicetest.Server) {
		staff(s)
		s.AddUser("staff", auth.RoleContributor)
		order := map[string]any{"customer": "Ada", "books": []int{1}, "wanted_on": "2026-07-01"}
		late := map[string]any{"customer": "Ada", "books": []int{9}, "wanted_on": "2026-05-31"}
		take(t, s, []step{
			{"a book", "ed", "POST", "/books", frankenstein, 201, nil},
			{"an order", "staff", "POST", "/orders", order, 201, nil},
			{"all that is wrong at once", "staff", "POST", "/orders", late, 400, []string{`"books":`, `"wanted_on":"wanted_on must not be a day that is over."`}},
			{"it is paid", "ed", "POST", "/orders/1/pay", nil, 409, []string{`"code":"rest_conflict","message":"An order without a total cannot be paid."`}},
			{"a dry run of that", "ed", "POST", "/orders/1/pay?dry_run=true", nil, 409, []string{"without a total"}},
			{"the second request of a batch pays it", "ed", "POST", "/batch", map[string]any{"requests": []any{
				map[string]any{"method": "PATCH", "path": "/orders/1", "body": map[string]any{"note": "Paid"}},
				map[string]any{"method": "POST", "path": "/orders/1/pay"},
			}}, 409, []string{`"index":2`, "without a total"}},
			{"of which nothing stays", "staff", "GET", "/orders/1", nil, 200, []string{`"note":""`, `"status":"open"`}},
			{"it gets a total", "staff", "PATCH", "/orders/1", map[string]any{"total": "8 EUR"}, 200, nil},
			{"a batch pays it then", "ed", "POST", "/batch", map[string]any{"requests": []any{
				map[string]any{"method": "POST", "path": "/orders/1/pay", "body": map[string]any{"note": "Cash"}},
			}}, 200, []string{`"status":"paid"`, `"note":"Cash"`}},
			{"it is sent", "staff", "POST", "/orders/1/send", nil, 200, []string{`"status":"sent"`, `"packed_at":"2026-06-0`}},
			{"its owner changes it", "staff", "PATCH", "/orders/1", map[string]any{"note": "Gift"}, 403, []string{`"code":"rest_forbidden","message":"Only editors can change an order that was sent."`}},
			{"an editor changes it", "ed", "PATCH", "/orders/1", map[string]any{"note": "Gift"}, 200, []string{`"status":"sent"`}},
		})
		var doc document
		s.Send("", "GET", "/doc?version=3.1", nil).Decode(t, &doc)
		update := doc.Paths["/orders/{id}"]["patch"]
		const access = "Requires the editor role or higher. For your own records the contributor role is enough."
		if _, ok := update.Responses["409"]; !ok || !strings.HasSuffix(update.Description, access) {
			t.Errorf("the document has no 409 or another description: %q", update.Description)
		}
	}, withHooks)
}

func TestTheDeskShowsWhatHooksRefuse(t *testing.T) {
	servicetest.Each(t, generated.Service(), func(t *testing.T, s *servicetest.Server) {
		s.Send("", "POST", "/books", frankenstein)
		s.Send("", "POST", "/orders", map[string]any{"customer": "Ada", "books": []int{1}})
		for _, tt := range []struct {
			at, language, want string
			form               url.Values
			status             int
		}{
			{"orders/new", "en", "Wanted on must not be a day that is over.", url.Values{"customer": {"Ann"}, "books": {"1"}, "wanted_on": {"2026-05-31"}}, 400},
			{"orders/new", "de", "Wanted on darf nicht in der Vergangenheit liegen.", url.Values{"customer": {"Ann"}, "books": {"1"}, "wanted_on": {"2026-05-31"}}, 400},
			{"orders/1/act/pay", "de", "Eine Bestellung ohne Summe kann nicht bezahlt werden.", url.Values{}, 409},
		} {
			if status, text := atDesk(t, s, tt.at, tt.form, tt.language); status != tt.status || !strings.Contains(text, tt.want) {
				t.Errorf("%s: %d, no %q in %s", tt.at, status, tt.want, text)
			}
		}
	}, withDesk)
}

// TestAnImportSkipsWhatHooksRefuse refuses records once their rows are written.
func TestAnImportSkipsWhatHooksRefuse(t *testing.T) {
	full := mutate.Hooks[*generated.Author]{
		AfterSave: func(_ context.Context, _ *mutate.Mutation, a mutate.Change[*generated.Author]) error {
			if a.Next.Name == "Ann" {
				return mutate.Conflict("The shop has no room for %s.", a.Next.Name)
			}
			return nil
		},
	}
	was := program.Hooks
	program.Hooks = []mutate.Hook{full}
	t.Cleanup(func() { program.Hooks = was })
	storetest.Each(t, func(t *testing.T, database string) {
		file := filepath.Join(t.TempDir(), "authors-1.json")
		const content = `{"authors":[{"id":1,"name":"Ann"},{"id":2,"name":"Ben"}]}`
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		var said strings.Builder
		run := func(args ...string) error {
			return program.Command(strings.NewReader(""), &said, &said).Run(t.Context(), append([]string{"bookshop"}, args...))
		}
		if err := run("migrate", "up", "--database", database); err != nil {
			t.Fatal(err)
		}
		err := run("import", "--database", database, filepath.Dir(file))
		if err == nil || !strings.Contains(said.String(), "The shop has no room for Ann.") {
			t.Errorf("the import ends with %v: %s", err, said.String())
		}
		s := servicetest.New(t, database, generated.Service())
		if r := s.Send("", http.MethodGet, "/authors", nil); !strings.Contains(string(r.Body), `"total":1`) || !strings.Contains(string(r.Body), `"name":"Ben"`) {
			t.Errorf("the authors are %s", r.Body)
		}
	})
}
