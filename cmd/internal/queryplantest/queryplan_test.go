package queryplantest

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"almanac/cmd/internal/dataset"
	"almanac/cmd/internal/deployments"
	"almanac/generated"
	"almanac/runtime/deployment"
	"almanac/runtime/model"
	"almanac/runtime/service"
	"almanac/runtime/store"
	"almanac/runtime/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// clock is when the requests are made: the data lies around it.
func clock() time.Time { return time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) }

// copies makes 100,000 events of 2,000, 10,000 places of each kind, and some
// hundred terms.
func copies() map[string]int {
	return map[string]int{"event": 50, "venue": 20, "organizer": 50, "category": 2, "tag": 1}
}

// explainer tells what of the large tables a statement reads from end to end.
type explainer interface {
	whole(t *testing.T, s store.Statement) []string
	// looksUp reports whether a statement looks into the search index of a table.
	looksUp(t *testing.T, s store.Statement, table string) bool
	// bounds reports whether a statement looks events of certain dates up by an
	// index of a table, and by no other one.
	bounds(t *testing.T, s store.Statement, table string) bool
}

func TestNoFilterAndNoOrderReadsAWholeTable(t *testing.T) {
	if testing.Short() {
		t.Skip("100,000 records take a while")
	}
	t.Run("SQLite", func(t *testing.T) {
		location := storetest.SQLite(t)
		fill(t, location)
		t.Run("with statistics", func(t *testing.T) { everyList(t, location, func(s *store.Store) explainer { return lite{s} }) })
		forget(t, location)
		t.Run("without statistics", func(t *testing.T) { everyList(t, location, func(s *store.Store) explainer { return lite{s} }) })
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		location := storetest.PostgreSQL(t)
		fill(t, location)
		for _, mode := range []string{"force_custom_plan", "force_generic_plan"} {
			t.Run(mode, func(t *testing.T) {
				p := connect(t, location, mode)
				everyList(t, location, func(*store.Store) explainer { return p })
			})
		}
	})
}

// open opens the service and tells of the statements that it runs.
func open(t *testing.T, location string, visitor bool, onStatement func(store.Statement)) *service.Service {
	t.Helper()
	a, err := service.Open(t.Context(), generated.Service(), service.Config{
		Database: location, Deployment: testDeployment(), Open: !visitor, Migrate: true, CacheBytes: -1, Clock: clock, Log: slog.New(slog.DiscardHandler),
		Options: store.Options{Synchronous: "normal", OnQuery: func(_ context.Context, c store.QueryInfo) {
			for _, s := range c.Statements {
				onStatement(s)
			}
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close() })
	return a
}

// deployment is one with all extensions.
func testDeployment() deployment.Deployment {
	return deployments.A()
}

// fill fills an empty database.
func fill(t *testing.T, location string) {
	t.Helper()
	begin := time.Now()
	if err := dataset.Load(t.Context(), location, dataset.New(size(), 1, clock())); err != nil {
		t.Fatal(err)
	}
	a := open(t, location, false, func(store.Statement) {})
	if err := load(t.Context(), a.Store, copies()); err != nil {
		t.Fatal(err)
	}
	t.Logf("filled in %s", time.Since(begin).Round(time.Millisecond))
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
}

// forget removes the statistics of SQLite: a database has none until somebody
// asks for them.
func forget(t *testing.T, location string) {
	t.Helper()
	a := open(t, location, false, func(store.Statement) {})
	err := a.Store.RunInTx(t.Context(), func(ctx context.Context, w store.Writer) error {
		_, err := w.Exec(ctx, store.Statement{SQL: "DROP TABLE sqlite_stat1"})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
}

// everyList asks for every list with each of its parameters and in each of its
// orders, as a visitor and as an administrator, and has every statement
// explained.
func everyList(t *testing.T, location string, explains func(*store.Store) explainer) {
	t.Helper()
	for _, visitor := range []bool{true, false} {
		var ran []store.Statement
		a := open(t, location, visitor, func(s store.Statement) { ran = append(ran, s) })
		e := explains(a.Store)
		seen := map[string]bool{}
		for _, c := range cases(t) {
			ran = nil
			w := httptest.NewRecorder()
			a.Handler().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://localhost"+testDeployment().APIPath()+c.path(), nil))
			if w.Code != http.StatusOK && (!visitor || c.name != "status") {
				t.Errorf("GET %s: %d %s", c.path(), w.Code, w.Body)
			}
			statements := slices.Clone(ran)
			if c.indexed() && !slices.ContainsFunc(statements, func(s store.Statement) bool { return e.looksUp(t, s, c.kind.Plural) }) {
				t.Errorf("GET %s does not look into the search index", c.path())
			}
			for _, s := range statements {
				if seen[s.SQL] || !strings.HasPrefix(s.SQL, "SELECT") && !strings.HasPrefix(s.SQL, "WITH") {
					continue
				}
				seen[s.SQL] = true
				for _, table := range e.whole(t, s) {
					key := c.kind.Plural + " " + c.name + " " + c.value
					if _, ok := exceptions()[key]; !ok {
						t.Errorf("GET %s reads all of %s:\n%s", c.path(), table, s.SQL)
					}
				}
			}
		}
		for _, name := range []string{"categories", "tags"} {
			ran = nil
			windowed(t, a, name, func(s store.Statement) bool { return e.bounds(t, s, "event_"+name) }, &ran)
		}
		suggestions(t, a, e, &ran)
	}
}

// windowed asks for the events of four weeks that link to a term, whose statement
// must begin with the links of these weeks.
func windowed(t *testing.T, a *service.Service, name string, begins func(store.Statement) bool, ran *[]store.Statement) {
	t.Helper()
	path := "/events?start_date=2026-12-01&end_date=2026-12-28&" + name + "=" + samples()[name][0]
	w := httptest.NewRecorder()
	a.Handler().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://localhost"+testDeployment().APIPath()+path, nil))
	gathers := func(s store.Statement) bool { return strings.HasPrefix(s.SQL, "WITH hits") && begins(s) }
	if !slices.ContainsFunc(slices.Clone(*ran), gathers) {
		t.Errorf("GET %s does not begin with the links of these dates: %d", path, w.Code)
	}
}

// request is a list with one parameter.
type request struct {
	kind        *model.Resource
	name, value string
}

// indexed reports whether the list has to be found by a search index: by words
// that occur, in a table that is not a short one.
func (r request) indexed() bool {
	return r.name == "search" && strings.HasPrefix(r.value, "copy") && large(r.kind.Plural)
}

// path returns where the list is found.
func (r request) path() string {
	if r.name == "" {
		return "/" + r.route()
	}
	parameters := url.Values{r.name: {r.value}}
	if strings.HasPrefix(r.name, "geoloc_") {
		parameters.Set("geoloc_lat", "40")
		parameters.Set("geoloc_lng", "-80")
	}
	return "/" + r.route() + "?" + parameters.Encode()
}

// route is the path of the resource's list.
func (r request) route() string { return r.kind.Plural }

// cases lists every parameter and every order of every resource.  A parameter that
// is new needs a value in samples.
func cases(t *testing.T) []request {
	t.Helper()
	var all []request
	for _, k := range generated.Service().Resources {
		all = append(all, request{kind: k})
		for _, p := range k.ListArgs {
			values, ok := samples()[k.Plural+" "+p.Name]
			if !ok {
				values, ok = samples()[p.Name]
			}
			if !ok {
				t.Errorf("%s: there is no sample for the parameter %s", k.Plural, p.Name)
			}
			for _, v := range values {
				all = append(all, request{k, p.Name, v})
			}
		}
		for _, o := range k.Orders {
			all = append(all, request{k, "orderby", o.Name})
		}
	}
	return all
}

// samples lists values of parameters that leave few records or as many as the
// default does; which filter lets everything pass is left to who asks.
func samples() map[string][]string {
	year := fmt.Sprint(clock().Year() + 1)
	return map[string][]string{
		"page": {"2", "40"}, "per_page": {"50"}, "order": {"asc", "desc"}, "orderby": {"id"},
		"start_date": {year + "-10-01"}, "end_date": {year + "-01-01"}, "strict_dates": {"1"},
		"starts_before": {"2025-06-15"}, "starts_after": {year + "-10-01"}, "ends_before": {"2025-06-15"}, "ends_after": {year + "-10-01"},
		"search": {"copy7", "copy7 copy17", "copy7 copy1 copy", "copy7 -concert", "ab", "-concert"}, "status": {"publish", "draft", "any"},
		"categories": {"7", "95"}, "tags": {"150"}, "venue": {"7"}, "organizer": {"510"}, "featured": {"1", "0"}, "city": {"Paris"}, "free": {"1", "0"},
		"geoloc": {"1", "0"}, "geoloc_lat": {"40"}, "geoloc_lng": {"-80"}, "geoloc_radius": {"25"}, "attendance_mode": {"online", "offline"}, "ticketed": {"1", "0"},
		"events include": {"800,900"}, "venues include": {"7"}, "include": {"101"}, "categories include": {"7"}, "exclude": {"101"}, "categories exclude": {"7"},
		"post_parent": {"800"}, "series": {"7"}, "collapse": {"series"}, "parent": {"0", "7"}, "tags parent": {"0"}, "event": {"800"}, "post": {"800"}, "has_events": {"1", "0"}, "only_with_upcoming": {"1"},
		"hide_empty": {"1", "0"}, "slug": {"of-7"},
	}
}

// exceptions lists which requests may read a table from end to end, and why.
// With one they are about places: lists of events have a window of dates.
func exceptions() map[string]string {
	const (
		short  = "words under three characters, and words that must not occur alone, have no trigrams: each record is compared"
		every  = "whoever may see them asks for all records, whatever their status"
		joined = "to count what has a place with coordinates, the links of half of all events are joined with the places at once"
		each   = "each published place is looked at: whether an upcoming event leads there"
	)
	return map[string]string{
		"venues search ab": short, "venues search -concert": short, "organizers search ab": short, "organizers search -concert": short,
		"venues status any": every, "organizers status any": every,
		"events geoloc 1": joined, "events geoloc 0": joined,
		"venues only_with_upcoming 1": each, "organizers only_with_upcoming 1": each,
	}
}
