package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/crypto/bcrypt"

	"almanac/cmd/internal/deployments"
	"almanac/generated"
	"almanac/runtime/auth"
	"almanac/runtime/service"
	"almanac/runtime/service/servicetest"
	"almanac/runtime/store"
	"almanac/runtime/store/storetest"
)

// prepared is a database with the schema and a user of each role.
var prepared = storetest.NewTemplate(prepare)

// js is a JSON object.
type js = map[string]any

// site is a running service that a test talks to through HTTP.
type site struct {
	*service.Service
	t      *testing.T
	server *httptest.Server
	root   string
	lists  int // How many readInOne has read.

	writtenBeside bool // The test changes records by SQL.
}

// openSite starts a service on a database, by default without users.
func openSite(t *testing.T, url string, options ...func(*service.Config)) *site {
	t.Helper()
	c := service.Config{Database: url, Deployment: deployments.B(), Open: true, SignIn: quickHashes(), Log: quiet()}
	for _, set := range options {
		set(&c)
	}
	a, err := service.Open(t.Context(), generated.Service(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close() })
	server := httptest.NewServer(a.Handler())
	t.Cleanup(server.Close)
	// Content codings have tests of their own; everywhere else tags and lengths
	// are those of the response itself.
	server.Client().Transport.(*http.Transport).DisableCompression = true
	s := &site{Service: a, t: t, server: server, root: server.URL + c.Deployment.APIPath()}
	t.Cleanup(s.checkLog)
	return s
}

// quickHashes makes passwords cheap to verify, which is most of what a short
// test costs otherwise.
func quickHashes() auth.Limits { return auth.Limits{HashCost: bcrypt.MinCost} }

// withUsers makes a service ask who calls.
func withUsers(c *service.Config) { c.Open = false }

// response is what came back for a request.
type response struct {
	status int
	header http.Header
	text   string
	body   js
}

// id returns the id of the record in the response.
func (a response) id() int64 {
	n, _ := a.body["id"].(json.Number)
	id, _ := n.Int64()
	return id
}

// send makes a request as a user, "" for nobody.  It is safe to call from
// several goroutines, so it never ends the test.
func (s *site) send(user, method, path string, body any) response {
	return s.sendWith(nil, user, method, path, body)
}

// sendWith is send with further headers.
func (s *site) sendWith(header map[string]string, user, method, path string, body any) response {
	if body == nil {
		return s.sendText(header, user, method, path, "")
	}
	text, err := json.Marshal(body)
	if err != nil {
		s.t.Error(err)
	}
	return s.sendText(header, user, method, path, string(text))
}

// sendText is sendWith of a body that is JSON unless the header says otherwise.
func (s *site) sendText(header map[string]string, user, method, path, body string) response {
	r, err := http.NewRequestWithContext(s.t.Context(), method, s.root+path, strings.NewReader(body))
	if err != nil {
		s.t.Error(err)
		return response{}
	}
	r.Header.Set("Content-Type", "application/json")
	for name, value := range header {
		r.Header.Set(name, value)
	}
	if user != "" {
		r.SetBasicAuth(user, password)
	}
	got, err := s.server.Client().Do(r)
	if err != nil {
		s.t.Errorf("%s %s: %v", method, path, err)
		return response{}
	}
	return s.read(got)
}

// read reads a response to its end.
func (s *site) read(got *http.Response) response {
	defer func() { _ = got.Body.Close() }()
	text, err := io.ReadAll(got.Body)
	if err != nil {
		s.t.Error(err)
	}
	a := response{status: got.StatusCode, header: got.Header, text: string(text)}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	_ = d.Decode(&a.body) // Probes and pages are no JSON.
	return a
}

// get reads a path as the administrator of a service without users.
func (s *site) get(path string) response { return s.send("", http.MethodGet, path, nil) }

// must sends a request whose answer has to have a status.
func (s *site) must(status int, method, path string, body any) response {
	s.t.Helper()
	return s.mustBy("", status, method, path, body)
}

// mustBy is must as a user.
func (s *site) mustBy(user string, status int, method, path string, body any) response {
	s.t.Helper()
	a := s.send(user, method, path, body)
	if a.status != status {
		s.t.Fatalf("%s %s: status %d, want %d: %s", method, path, a.status, status, a.text)
	}
	return a
}

// newEvent returns the fields of an event next month; more fields go before.
func newEvent(title string, more js) js {
	day := time.Now().AddDate(0, 1, 0).Format(time.DateOnly)
	fields := js{"title": title, "start_date": day + " 10:00:00", "end_date": day + " 12:00:00"}
	for name, value := range more {
		fields[name] = value
	}
	return fields
}

// numbers runs a query of two whole numbers a row and returns them as a map.
func (s *site) numbers(sql string, args ...any) map[int64]int64 {
	s.t.Helper()
	found := map[int64]int64{}
	err := s.Store.Reader().Query(context.Background(), store.Statement{SQL: sql, Args: args, ScanRow: func(row store.Row) error {
		var key, value int64
		err := row.Scan(&key, &value)
		found[key] = value
		return err
	}})
	if err != nil {
		s.t.Fatal(err)
	}
	return found
}

// texts runs a query of one text a row.
func (s *site) texts(sql string, args ...any) []string {
	s.t.Helper()
	var found []string
	err := s.Store.Reader().Query(context.Background(), store.Statement{SQL: sql, Args: args, ScanRow: func(row store.Row) error {
		var one string
		err := row.Scan(&one)
		found = append(found, one)
		return err
	}})
	if err != nil {
		s.t.Fatal(err)
	}
	return found
}

// rows returns the content of the whole database, one text a row.
func (s *site) rows() []string {
	s.t.Helper()
	lite := s.Store.Dialect() == store.SQLite
	tables := "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"
	if lite {
		tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY 1"
	}
	var all []string
	for _, table := range s.texts(tables) {
		content := `SELECT r::text FROM "` + table + `" AS r ORDER BY 1`
		if lite {
			columns := s.texts("SELECT 'quote(\"' || name || '\")' FROM pragma_table_info($1)", table)
			content = "SELECT " + strings.Join(columns, " || ',' || ") + ` FROM "` + table + `" ORDER BY 1`
		}
		for _, row := range s.texts(content) {
			all = append(all, table+": "+row)
		}
	}
	return all
}

// together runs n functions at once and returns when all have ended.
func together(n int, f func(i int)) {
	var all sync.WaitGroup
	start := make(chan struct{})
	for i := range n {
		all.Go(func() {
			<-start
			f(i)
		})
	}
	close(start)
	all.Wait()
}

// fewer returns n, or a fifth of it for a quick run.
func fewer(n int) int {
	if testing.Short() {
		return n / 5
	}
	return n
}

// sample returns a function that says of each case whether it is run: every one,
// or in a quick run one of n.
func sample(t *testing.T, n int) func() bool {
	t.Helper()
	if !testing.Short() {
		n = 1
	}
	return oneIn(t, n)
}

// oneIn returns a function that chooses one of n cases at random.  A test of a name gets the
// same ones each time, and its two stores get different ones.
func oneIn(t *testing.T, n int) func() bool {
	t.Helper()
	chance := rand.New(rand.NewPCG(uint64(n), uint64(crc32.ChecksumIEEE([]byte(t.Name())))))
	return func() bool { return chance.IntN(n) == 0 }
}

// one is the path of a record.
func one(plural string, id int64) string { return "/" + plural + "/" + strconv.FormatInt(id, 10) }

// healthy notes a response that blames the service.
func (s *site) healthy(what string, a response) {
	if a.status == 0 || a.status >= http.StatusInternalServerError {
		s.t.Errorf("%s: status %d: %s", what, a.status, a.text)
	}
}

// shiftedClock runs as the real one, and ahead of it by what a test has let
// pass.
type shiftedClock struct{ ahead atomic.Int64 }

// Now returns the time of the clock.
func (c *shiftedClock) Now() time.Time { return time.Now().Add(time.Duration(c.ahead.Load())) }

// advance moves the clock.
func (c *shiftedClock) advance(by time.Duration) { c.ahead.Add(int64(by)) }

// stopped makes a service's clock stand still, so that what it lets pass again
// after a while does not depend on how fast the test is.
func stopped(config *service.Config) { withClock(servicetest.NewClock(time.Now()))(config) }

// withClock makes a service go by a clock.
func withClock(c *servicetest.Clock) func(*service.Config) {
	return func(config *service.Config) { config.Clock = c.Now }
}

// list writes ids as a parameter.
func list(ids ...int64) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(ids), " ", ","), "[]")
}
