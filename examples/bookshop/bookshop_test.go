package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"bookshop/generated"

	"almanac/runtime/auth"
	"almanac/runtime/service/servicetest"
	"almanac/runtime/store"
	"almanac/runtime/store/migrate"
	"almanac/runtime/store/open"
	"almanac/runtime/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// withHooks runs the hooks of the program: a test that forgets them tests another one.
var withHooks = servicetest.WithHooks(program.Hooks...)

// staff makes an editor, ed, and two customers, ann and ben.
func staff(s *servicetest.Server) {
	s.AddUser("ed", auth.RoleEditor)
	s.AddUser("ann", auth.RoleSubscriber)
	s.AddUser("ben", auth.RoleSubscriber)
}

func TestABookIsSold(t *testing.T) {
	servicetest.Each(t, generated.Service(), func(t *testing.T, s *servicetest.Server) {
		staff(s)
		book := map[string]any{"title": "Frankenstein", "isbn": "9780141439471", "price": "9.99 EUR", "shelves": []string{"Classics"}}
		steps := []struct {
			name, user, method, path string
			body                     any
			status                   int
			want                     string
		}{
			{"an author", "ed", "POST", "/authors", map[string]any{"name": "Mary Shelley", "born": 1797}, 201, `"birth_year":1797`},
			{"a book", "ed", "POST", "/books", with(book, "authors", []int{1}), 201, `"price":{"amount":"9.99","currency":"EUR"}`},
			{"a book with an ISBN that another has", "ed", "POST", "/books", book, 400, `"isbn"`},
			{"a price in a currency that the shop does not take", "ed", "PATCH", "/books/1", map[string]any{"price": "9.99 JPY"}, 400, `"price"`},
			{"a book by a visitor", "", "POST", "/books", with(book, "isbn", "9780141439488"), 401, ""},
			{"books of an author on a shelf", "", "GET", "/books?author=1&shelf=classics&price_to=10&search=frank", nil, 200, `"total":1`},
			{"an order", "ann", "POST", "/orders", map[string]any{"customer": "Ann", "books": []int{1}, "wanted_on": "2026-06-03"}, 201, `"status":"open"`},
			{"an order for yesterday", "ann", "POST", "/orders", map[string]any{"customer": "Ann", "books": []int{1}, "wanted_on": "2026-05-31"}, 400, "wanted_on must not be a day that is over."},
			{"an order that is lost", "ann", "POST", "/orders", map[string]any{"customer": "Ann", "books": []int{1}, "status": "lost"}, 400, `"status"`},
			{"an order of nothing", "ann", "POST", "/orders", map[string]any{"customer": "Ann", "books": []int{}}, 400, "books must not be empty."},
			{"an order loses its books", "ed", "PATCH", "/orders/1", map[string]any{"books": nil}, 400, "books must not be null."},
			{"own orders", "ann", "GET", "/orders", nil, 200, `"total":1`},
			{"orders of others", "ben", "GET", "/orders", nil, 200, `"total":0`},
			{"an order of another", "ben", "GET", "/orders/1", nil, 403, ""},
			{"an order in the name of another", "ben", "POST", "/orders", map[string]any{"customer": "Ann", "books": []int{1}, "account": 2}, 400, `"account"`},
			{"orders for an editor", "ed", "GET", "/orders?status=open,paid&late=false", nil, 200, `"customer":"Ann"`},
			{"a book that an order needs", "ed", "DELETE", "/books/1?force=true", nil, 409, `"code":"book-is-needed"`},
			{"an order gets a total", "ed", "PATCH", "/orders/1", map[string]any{"total": "9.99 EUR"}, 200, `"total":{"amount":"9.99","currency":"EUR"}`},
			{"an order is paid", "ed", "POST", "/orders/1/pay", nil, 200, `"status":"paid"`},
		}
		for _, step := range steps {
			if r := s.Send(step.user, step.method, step.path, step.body); r.Status != step.status || !strings.Contains(string(r.Body), step.want) {
				t.Errorf("%s: %d %s, want %d with %s", step.name, r.Status, r.Body, step.status, step.want)
			}
		}
		s.Clock.Advance(72 * time.Hour)
		if r := s.Send("ed", "GET", "/orders?late=true", nil); !strings.Contains(string(r.Body), `"total":1`) {
			t.Errorf("after three days no order is late: %s", r.Body)
		}
		if err := s.Jobs.RunDue(t.Context()); err != nil {
			t.Error(err)
		}
		if r := s.Send("ed", "GET", "/orders/1", nil); !strings.Contains(string(r.Body), `"note":"Late"`) {
			t.Errorf("in the morning the order is %s", r.Body)
		}
	}, withHooks, servicetest.WithJobs(program.Jobs...))
}

func TestNoOrderLosesItsOnlyBook(t *testing.T) {
	servicetest.Each(t, generated.Service(), func(t *testing.T, s *servicetest.Server) {
		staff(s)
		for n := range 8 {
			isbn := fmt.Sprintf("978014143947%d", n)
			book := s.Send("ed", "POST", "/books", map[string]any{"title": isbn, "isbn": isbn, "price": "9.99 EUR"})
			var made struct{ ID int }
			if err := json.Unmarshal(book.Body, &made); err != nil || book.Status != http.StatusCreated {
				t.Fatalf("%d %s", book.Status, book.Body)
			}
			var order, deleted servicetest.Response
			var both sync.WaitGroup
			both.Go(func() {
				order = s.Send("ann", "POST", "/orders", map[string]any{"customer": "Ann", "books": []int{made.ID}})
			})
			both.Go(func() { deleted = s.Send("ed", "DELETE", fmt.Sprintf("/books/%d?force=true", made.ID), nil) })
			both.Wait()
			ordered := order.Status == http.StatusCreated && deleted.Status == http.StatusConflict
			gone := order.Status == http.StatusBadRequest && deleted.Status == http.StatusOK
			if !ordered && !gone {
				t.Errorf("an order and a deletion at once: %d %s, %d %s", order.Status, order.Body, deleted.Status, deleted.Body)
			}
		}
	}, withHooks)
}

// with returns a copy of an object with another value.
func with(object map[string]any, name string, value any) map[string]any {
	changed := map[string]any{name: value}
	for k, v := range object {
		if k != name {
			changed[k] = v
		}
	}
	return changed
}

// TestADatabaseOfTheFirstVersionIsUpgraded makes the tables of the first release, with
// an order, and opens the present service on them.
func TestADatabaseOfTheFirstVersionIsUpgraded(t *testing.T) {
	first := fstest.MapFS{}
	d := generated.Service()
	err := fs.WalkDir(d.MigrationFiles(), ".", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && strings.HasPrefix(entry.Name(), "0001_") {
			text, readErr := fs.ReadFile(d.MigrationFiles(), path)
			first[path], err = &fstest.MapFile{Data: text}, readErr
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	storetest.Each(t, func(t *testing.T, url string) {
		db, err := open.Store(t.Context(), url, store.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := migrate.Up(t.Context(), db, first, slog.New(slog.DiscardHandler)); err != nil {
			t.Fatal(err)
		}
		err = db.RunInTx(t.Context(), func(ctx context.Context, w store.Writer) error {
			_, err := w.Exec(ctx, store.Statement{SQL: "INSERT INTO orders(id, version, created_utc, modified_utc, customer, status, customer_search, links_cache) " +
				"VALUES(7, 1, '2026-01-01 00:00:00', '2026-01-01 00:00:00', 'Ben', 'open', 'ben', '')"})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		s := servicetest.New(t, url, d)
		staff(s)
		if r := s.Send("ed", http.MethodGet, "/orders/7", nil); r.Status != http.StatusOK || !strings.Contains(string(r.Body), `"customer":"Ben","account":0,"status":"open","wanted_on":null,"total":null`) {
			t.Errorf("the order is %d %s", r.Status, r.Body)
		}
	})
}

// calendarWords are words that only the calendar has.
var calendarWords = []string{"calendar", "venue", "organizer", "tribe", "x-tec-", "deployment a"}

// hasNoWordOfCalendars looks for the words in a text.
func hasNoWordOfCalendars(t *testing.T, what, text string) {
	t.Helper()
	text = strings.ToLower(text)
	for _, word := range calendarWords {
		if i := strings.Index(text, word); i >= 0 {
			t.Errorf("%s has %q: …%s…", what, word, text[max(0, i-60):min(len(text), i+60)])
		}
	}
}

func TestNoWordOfCalendarsIsShown(t *testing.T) {
	s := servicetest.New(t, storetest.SQLite(t), generated.Service())
	for _, path := range []string{"", "/doc", "/openapi.json", "/books", "/books?per_page=some", "/nowhere", "/books/by-slug/none"} {
		r := s.Send("", http.MethodGet, path, nil)
		hasNoWordOfCalendars(t, "GET "+path, fmt.Sprint(r.Header, string(r.Body)))
	}
	for _, help := range [][]string{{"--help"}, {"serve", "--help"}, {"import", "--help"}, {"user", "add", "--help"}, {"migrate", "--help"}} {
		var out strings.Builder
		if err := program.Command(strings.NewReader(""), &out, &out).Run(t.Context(), append([]string{"bookshop"}, help...)); err != nil {
			t.Fatal(err)
		}
		hasNoWordOfCalendars(t, strings.Join(help, " "), out.String())
	}
	for _, dir := range []string{"docs", "generated"} {
		err := fs.WalkDir(os.DirFS(dir), ".", func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			text, err := os.ReadFile(filepath.Join(dir, path))
			hasNoWordOfCalendars(t, path, string(text))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestTheProgramSaysItsNameWhenItStarts(t *testing.T) {
	var log strings.Builder
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	out := writer(func(p []byte) {
		if log.Write(p); strings.Contains(string(p), "server started") {
			stop()
		}
	})
	err := program.Command(strings.NewReader(""), out, out).Run(ctx, []string{
		"bookshop", "serve", "--database", storetest.SQLite(t), "--listen", "127.0.0.1:0", "--admin-listen", "none", "--log-format", "text",
	})
	if err != nil || !strings.Contains(log.String(), "/bookshop/v1") {
		t.Errorf("%v, and it says %s", err, log.String())
	}
	hasNoWordOfCalendars(t, "the log", log.String())
}

// writer is a function that gets what is written.
type writer func(p []byte)

// Write hands the bytes to the function.
func (w writer) Write(p []byte) (int, error) { w(p); return len(p), nil }

func TestNoPackageOfCalendarsIsLinked(t *testing.T) {
	out, err := exec.CommandContext(t.Context(), "go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	const framework = "almanac/"
	calendars := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(framework) + `(resources|generated|runtime/(calendar|feed|cost)|cmd/.*)$`)
	if linked := calendars.FindAllString(string(out), -1); linked != nil || !strings.Contains(string(out), framework+"runtime/cli\n") {
		t.Errorf("the program links %q, want none of the calendar", linked)
	}
}
