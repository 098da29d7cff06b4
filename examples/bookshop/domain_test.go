package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bookshop/generated"

	"almanac/runtime/auth"
	"almanac/runtime/dates"
	"almanac/runtime/service"
	"almanac/runtime/service/servicetest"
	"almanac/runtime/store/storetest"
)

// step is a request, and what its response has.
type step struct {
	name, user, method, path string
	body                     any
	status                   int
	want                     []string
}

// take sends requests one after the other.
func take(t *testing.T, s *servicetest.Server, steps []step) {
	t.Helper()
	for _, step := range steps {
		r := s.Send(step.user, step.method, step.path, step.body)
		if r.Status != step.status {
			t.Errorf("%s: %d %s, want %d", step.name, r.Status, r.Body, step.status)
		}
		for _, want := range step.want {
			if !strings.Contains(string(r.Body), want) {
				t.Errorf("%s: no %s in %s", step.name, want, r.Body)
			}
		}
	}
}

var frankenstein = map[string]any{"title": "Frankenstein", "isbn": "9780141439471", "price": "9.99 EUR"}

func TestFormerNamesAreTakenOrRefused(t *testing.T) {
	servicetest.Each(t, generated.Service(), func(t *testing.T, s *servicetest.Server) {
		staff(s)
		author := map[string]any{"name": "Mary Shelley", "born": 1797}
		take(t, s, []step{
			{"a field that takes its former name", "ed", "POST", "/authors", author, 201, []string{`"birth_year":1797`}},
			{"in an update too", "ed", "PATCH", "/authors/1", map[string]any{"born": 1798}, 200, []string{`"birth_year":1798`}},
			{"both names", "ed", "PATCH", "/authors/1", map[string]any{"born": 1797, "birth_year": 1797}, 400, []string{`"born":"born is now called birth_year."`}},
			{"the former name inside of another record", "ed", "POST", "/books", with(frankenstein, "authors", []any{author}), 201, []string{`"birth_year":1797`}},
			{"a field that does not take it", "ed", "PATCH", "/books/1", map[string]any{"description": "A monster"}, 400, []string{`"description":"description is now called summary."`}},
			{"a parameter that takes it", "", "GET", "/books?price_to=9", nil, 200, []string{`"total":0`}},
			{"a name that nothing ever had", "ed", "PATCH", "/books/1", map[string]any{"weight": 1}, 200, nil},
		})
	}, withHooks)
}

func TestAStrictServiceRefusesUnknownNames(t *testing.T) {
	s := servicetest.New(t, storetest.SQLite(t), generated.Service(), withHooks)
	s.Env.Service.Strict = true // As by API.Strict.
	staff(s)
	made := s.Send("ed", "POST", "/books", with(frankenstein, "authors", []any{map[string]any{"name": "Mary Shelley"}}))
	var read map[string]any
	made.Decode(t, &read)
	take(t, s, []step{
		{"an unknown member", "ed", "PATCH", "/books/1", map[string]any{"weight": 1, "height": 2}, 400, []string{`"height":"height is unknown; the valid names are: `, `"weight":"weight is unknown; `}},
		{"an unknown parameter", "", "GET", "/books?colour=red", nil, 400, []string{`"colour":"colour is unknown; `}},
		{"an unknown parameter of one record", "", "GET", "/books/1?colour=red", nil, 400, nil},
		{"an unknown member of a record inside", "ed", "PATCH", "/books/1", map[string]any{"authors": []any{map[string]any{"name": "A", "shoe": 1}}}, 400, []string{`"authors[0].shoe":"authors[0]: shoe is unknown; `}},
		{"parameters of every request", "", "GET", "/books?_fields=id&page=1&per_page=5&search=frank", nil, 200, nil},
		{"what was read is sent back", "ed", "PUT", "/books/1", read, 200, nil},
		{"a dry run", "ed", "DELETE", "/books/1?dry_run=true&force=true", nil, 200, nil},
	})
	desk := servicetest.New(t, storetest.SQLite(t), generated.Service(), withDesk)
	desk.Env.Service.Strict = true
	for _, at := range []string{"books/new", "books", "books?price_max=5&search=emma", "orders/new", "authors"} {
		if status, text := atDesk(t, desk, at, nil); status != http.StatusOK {
			t.Errorf("the desk of a strict service: %s is %d: %s", at, status, text)
		}
	}
	if status, text := atDesk(t, desk, "books/new", url.Values{"title": {"Emma"}, "price": {"5"}, "price.currency": {"EUR"}, "authors.new.name": {"Jane Austen"}, "do": {"publish"}}); status != http.StatusOK || !strings.Contains(text, "Jane Austen") {
		t.Errorf("a book at the desk of a strict service: %d %s", status, text)
	}
}

func TestNothingIsRaisedByAWriteThatChangesNothing(t *testing.T) {
	servicetest.Each(t, generated.Service(), func(t *testing.T, s *servicetest.Server) {
		staff(s)
		book := with(frankenstein, "authors", []any{map[string]any{"name": "Mary Shelley", "birth_year": 1797}})
		s.Send("ed", "POST", "/books", book)
		s.Send("ann", "POST", "/orders", map[string]any{"customer": "Ann", "books": []int{1}})
		before := map[string]servicetest.Response{}
		for _, path := range []string{"/books/1", "/authors/1", "/orders/1"} {
			before[path] = s.Send("ed", "GET", path, nil)
		}
		s.Clock.Advance(1e10)
		take(t, s, []step{
			{"a text", "ed", "PATCH", "/books/1", map[string]any{"title": "Frankenstein"}, 200, nil},
			{"the same amount in another form", "ed", "PATCH", "/books/1", map[string]any{"price": map[string]any{"amount": "9.990", "currency": "EUR"}}, 200, nil},
			{"the same links", "ed", "PATCH", "/books/1", map[string]any{"authors": []int{1}, "status": "publish"}, 200, nil},
			{"a number", "ed", "PATCH", "/authors/1", map[string]any{"birth_year": 1797}, 200, nil},
			{"a record with hooks", "ed", "PUT", "/orders/1", map[string]any{"customer": "Ann", "books": []int{1}, "wanted_on": nil}, 200, []string{`"version":1`}},
		})
		for path, was := range before {
			if now := s.Send("ed", "GET", path, nil); string(now.Body) != string(was.Body) || now.Header.Get("ETag") != was.Header.Get("ETag") {
				t.Errorf("%s: %s\nwas %s", path, now.Body, was.Body)
			}
		}
		take(t, s, []step{
			{"a change beside what stays", "ed", "PATCH", "/authors/1", map[string]any{"name": "Mary Shelley", "birth_year": 1798}, 200, []string{`"version":2`}},
			{"fewer links", "ed", "PATCH", "/books/1", map[string]any{"authors": []int{}}, 200, []string{`"authors":[]`}},
		})
	}, withHooks)
}

func TestEveryRoleSearchesRecords(t *testing.T) {
	servicetest.Each(t, generated.Service(), func(t *testing.T, s *servicetest.Server) {
		totals := map[auth.Role]int{auth.RoleVisitor: 0, auth.RoleSubscriber: 0, auth.RoleContributor: 1, auth.RoleAuthor: 0, auth.RoleEditor: 1, auth.RoleAdministrator: 1}
		for role := range totals {
			if role != auth.RoleVisitor {
				s.AddUser(string(role), role)
			}
		}
		s.Send("editor", "POST", "/books", frankenstein)
		s.Send("contributor", "POST", "/orders", map[string]any{"customer": "Ada Lovelace", "note": "as a present", "books": []int{1}})
		for role, total := range totals {
			user := string(role)
			if role == auth.RoleVisitor {
				user = ""
			}
			take(t, s, []step{
				{user + " searches two fields", user, "GET", "/orders?search=ada+present", nil, 200, []string{fmt.Sprintf(`"total":%d`, total)}},
				{user + " excludes a word", user, "GET", "/orders?search=-nothing", nil, 200, []string{fmt.Sprintf(`"total":%d`, total)}},
				{user + " searches short words", user, "GET", "/orders?search=a", nil, 200, []string{fmt.Sprintf(`"total":%d`, total)}},
			})
		}
	}, withHooks)
}

func TestErrorsOfRecordsInsideAreAllReportedWithTheirPlaces(t *testing.T) {
	s := servicetest.New(t, storetest.SQLite(t), generated.Service(), withHooks)
	staff(s)
	good, bad := map[string]any{"name": "Mary Shelley"}, map[string]any{"name": "X", "reading_fee": "-1 EUR", "birth_year": 0}
	take(t, s, []step{
		{
			"two fields of the second", "ed", "POST", "/books", with(frankenstein, "authors", []any{good, bad, map[string]any{"born": 1}}), 400,
			[]string{`"authors[1].birth_year":"authors[1].birth_year must be`, `"authors[1].reading_fee":"authors[1].reading_fee must be`, `"authors[2]":"authors[2]: a new author needs at least a name`},
		},
		{"one that stands alone", "ed", "POST", "/orders", map[string]any{"customer": "Ann", "books": []any{frankenstein}, "signed_by": bad}, 400, []string{`"signed_by.birth_year":`, `"signed_by.reading_fee":`}},
	})
}

func TestALinkToOneRecordIsDocumentedAsItIsTaken(t *testing.T) {
	s := servicetest.New(t, storetest.SQLite(t), generated.Service(), withHooks)
	staff(s)
	s.Send("ed", "POST", "/authors", map[string]any{"name": "Mary Shelley"})
	s.Send("ed", "POST", "/books", frankenstein)
	take(t, s, []step{
		{"a number", "ed", "POST", "/orders", map[string]any{"customer": "Ann", "books": []int{1}, "signed_by": 1}, 201, []string{`"signed_by":{"id":1`}},
		{"null", "ed", "PATCH", "/orders/1", map[string]any{"signed_by": nil}, 200, []string{`"signed_by":null`}},
	})
	var doc struct {
		Components struct {
			Schemas map[string]struct {
				Properties map[string]struct {
					AnyOf []struct{ Type any }
				}
			}
		}
	}
	s.Send("", "GET", "/doc?version=3.1", nil).Decode(t, &doc)
	first := doc.Components.Schemas["OrderCreate"].Properties["signed_by"].AnyOf
	if len(first) < 4 || fmt.Sprint(first[0].Type) != "[integer null]" || fmt.Sprint(first[1].Type) != "string" {
		t.Errorf("signed_by takes %v, want an integer or null, then a text", first)
	}
}

// TestImportsKnowFormerNames imports an export of the first release, with members that no
// release knows, and as if authors had been called writers.
func TestImportsKnowFormerNames(t *testing.T) {
	authors := generated.Service().Resources[1]
	authors.FormerPlural = "writers" // As by RenamedFrom of a resource.
	t.Cleanup(func() { authors.FormerPlural = "" })
	storetest.Each(t, func(t *testing.T, database string) {
		dir := t.TempDir()
		for name, content := range map[string]string{
			"writers-1.json": `{"writers":[{"id":1,"version":1,"created_utc":"2026-01-01 00:00:00","modified_utc":"2026-01-01 00:00:00","name":"Mary Shelley","born":1797,"shoe_size":38,"hat":""}]}`,
			"books-1.json": `{"books":[{"id":1,"created_utc":"2026-01-01 00:00:00","modified_utc":"2026-01-01 00:00:00","status":"publish","slug":"frankenstein","title":"Frankenstein",
				"description":"A monster","price":{"amount":"9.99","currency":"EUR"},"authors":[{"id":1,"name":"Mary Shelley","born":1797}]}]}`,
		} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		run := func(args ...string) (string, error) {
			var said strings.Builder
			err := program.Command(strings.NewReader(""), &said, &said).Run(t.Context(), append([]string{"bookshop"}, args...))
			return said.String(), err
		}
		if said, err := run("migrate", "up", "--database", database); err != nil {
			t.Fatal(said, err)
		}
		said, err := run("import", "--database", database, dir)
		for _, want := range []string{"incomplete: ", "imported without shoe_size, which is unknown here", "imported without hat, which is unknown here"} {
			if err == nil || !strings.Contains(said, want) {
				t.Errorf("the import says %v and no %q:\n%s", err, want, said)
			}
		}
		s := servicetest.New(t, database, generated.Service())
		take(t, s, []step{
			{"the author", "", "GET", "/authors/1", nil, 200, []string{`"birth_year":1797`}},
			{"the book", "", "GET", "/books/1", nil, 200, []string{`A monster`, `"birth_year":1797`}},
		})
	})
}

// atNoon has a site east of Greenwich.
func atNoon(c *service.Config) {
	withDesk(c)
	zone, err := dates.ParseZone("Europe/Athens")
	if err != nil {
		panic(err)
	}
	c.Deployment.Zone = zone
}

func TestTheDeskKnowsInstantsAndRecordsInside(t *testing.T) {
	s := servicetest.New(t, storetest.SQLite(t), generated.Service(), atNoon)
	s.Send("", "POST", "/books", frankenstein)
	for _, step := range []struct {
		name, at string
		form     url.Values
		status   int
		want     []string
	}{
		{"the form of an order names the zone", "orders/new", nil, 200, []string{`name="packed_at"`, "Time zone: Europe/Athens."}},
		{"an instant is entered in the zone of the site", "orders/new", url.Values{"customer": {"Ann"}, "books": {"1"}, "packed_at": {"2026-07-01T12:00"}}, 200, []string{`value="2026-07-01T12:00"`}},
		{"lists say the zone", "orders?columns=packed_at", nil, 200, []string{"Wed 1 Jul · 12 pm EEST"}},
		{"the form of a book has what a new author costs", "books/new", nil, 200, []string{`name="authors.new.reading_fee"`, `name="authors.new.reading_fee.currency"`}},
		{"a new author with a fee", "books/new", url.Values{"title": {"Emma"}, "price": {"5"}, "price.currency": {"EUR"}, "authors.new.name": {"Jane Austen"}, "authors.new.reading_fee": {"12"}, "authors.new.reading_fee.currency": {"USD"}}, 200, []string{"Jane Austen"}},
		{"a new author with a fee that is none", "books/new", url.Values{"title": {"Emma"}, "price": {"5"}, "price.currency": {"EUR"}, "authors.new.name": {"Ann"}, "authors.new.reading_fee": {"-2"}, "authors.new.reading_fee.currency": {"EUR"}}, 400, []string{`id="f-authors-new-reading-fee-fault"`}},
	} {
		status, text := atDesk(t, s, step.at, step.form)
		if status != step.status || strings.Contains(text, "View site") {
			t.Errorf("%s: status %d, want %d, and no link to a site without pages: %s", step.name, status, step.status, text)
		}
		for _, want := range step.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in %s", step.name, want, text)
			}
		}
	}
	for path, want := range map[string]string{"/orders/1": `"packed_at":"2026-07-01T09:00:00Z"`, "/authors/1": `"reading_fee":{"amount":"12.00","currency":"USD"}`} {
		if r := s.Send("", http.MethodGet, path, nil); !strings.Contains(string(r.Body), want) {
			t.Errorf("no %s in %s", want, r.Body)
		}
	}
	var list struct{ Books []struct{ Title string } }
	if err := json.Unmarshal(s.Send("", "GET", "/books", nil).Body, &list); err != nil || !slices.ContainsFunc(list.Books, func(b struct{ Title string }) bool { return b.Title == "Emma" }) {
		t.Errorf("the books are %v, %v", list, err)
	}
}
