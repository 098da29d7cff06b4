package faulttest

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/crypto/bcrypt"

	"almanac/runtime/auth"
	"almanac/runtime/store"
	"almanac/runtime/store/open"
)

// copies are clients that keep copies of lists by changes_since, beside those who write.
type copies struct {
	*storm
	url    string
	bearer map[auth.Role]string // Tokens of the users, one of each role.
	places places
	kept   []*replica

	state  sync.Mutex
	closed map[string]*closed // Records that were made as drafts, by plural and ID.
	named  []named
	leaks  []string // Responses with the text of a draft of another user.
}

// roles are those who keep copies.
var roles = []auth.Role{auth.RoleAnonymous, auth.RoleAuthor, auth.RoleEditor, auth.RoleAdministrator}

// readsAll reports whether a role may read what others have not published.
func readsAll(role auth.Role) bool { return role == auth.RoleEditor || role == auth.RoleAdministrator }

// closed is a record that was made as a draft.
type closed struct {
	owner  auth.Role
	opened time.Time // When its publication was first asked for; zero if it never was.
}

// named is an ID that a sync said was removed.
type named struct {
	role   auth.Role
	record string // Plural and ID.
	at     time.Time
}

// replica is a copy of a list.
type replica struct {
	role         auth.Role
	plural, list string
	token        string
	records      map[int64]string // JSON.
	brought      map[int64]bool   // By the pages of the sync under way.
	twice        int              // IDs that one sync brought again.
	pages        int
	stride       int // How many pages there are from one noted token to the next.
	noted        []notedToken
}

// notedToken is a token of before, with what the copy had then.
type notedToken struct {
	token   string
	records map[int64]string
	at      time.Time
}

// servesUsers are arguments of programs whose clients keep copies.  They say the same address, so that
// records do not differ by who is asked.
var servesUsers = []string{"--auth", "required", "--site-url", "http://localhost"}

// keepCopies begins to keep copies beside a storm, and starts writers whose records come and go in the lists.
func keepCopies(t *testing.T, s *storm, url string) *copies {
	t.Helper()
	c := &copies{storm: s, url: url, bearer: map[auth.Role]string{}, closed: map[string]*closed{}}
	c.prepare(t)
	s.bearer = c.bearer[auth.RoleAdministrator]
	c.places = c.makePlaces(t)
	// Each list is kept by two roles, in the short form by one; by other ones in the next test.
	turn, apart := int(storms.Load()), len(roles)
	if *long {
		apart = 2
	}
	for i, list := range c.lists() {
		if !strings.Contains(list, "per_page") {
			list = withParam(list, "per_page=50")
		}
		for j, role := range roles {
			if visible := role != auth.RoleAnonymous || !strings.Contains(list, "status="); visible && (i+j+turn)%apart == 0 {
				plural, _, _ := strings.Cut(list, "?")
				c.kept = append(c.kept, &replica{role: role, plural: plural, list: list, stride: 1})
			}
		}
	}
	for i := range movers {
		s.all.Go(func() { c.move(i) })
	}
	for i := range keepers {
		s.all.Go(func() { c.keep(i) })
	}
	return c
}

// keepers is how many clients keep copies at a time.
const keepers = 3

// lateCommits have one in five entries of the log hold up its commit.
var lateCommits = []string{
	`CREATE FUNCTION late_commit() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN PERFORM pg_sleep(0.05); RETURN NULL; END $$`,
	`CREATE CONSTRAINT TRIGGER late_commit AFTER INSERT ON audit_entries DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW WHEN (NEW.id % 5 = 0) EXECUTE FUNCTION late_commit()`,
}

// prepare adds a user of each role, with a token.  On PostgreSQL some commits are late from then on: entries of the
// log with lower IDs than others become visible after them, which is rare otherwise.
func (c *copies) prepare(t *testing.T) {
	t.Helper()
	db, err := open.Store(t.Context(), c.url, store.Options{})
	must(t, err)
	defer func() { _ = db.Close() }()
	if db.Dialect() == store.PostgreSQL {
		must(t, execAll(t.Context(), db, lateCommits...))
	}
	users := auth.NewUsers(db, time.Now, auth.Limits{HashCost: bcrypt.MinCost})
	for _, role := range roles[1:] {
		name := "the-" + string(role)
		_, err := users.Add(t.Context(), name, "", role, "correct horse battery staple")
		must(t, err)
		c.bearer[role], err = users.CreateToken(t.Context(), name, "copies", time.Time{})
		must(t, err)
	}
}

// fields is a long page, with most of what events show.
const fields = "?per_page=500&_fields=id,title,status,start_date,description,featured,venue,organizer,categories,tags"

// execAll runs statements.
func execAll(ctx context.Context, db *store.Store, statements ...string) error {
	return db.RunInTx(ctx, func(ctx context.Context, w store.Writer) error {
		for _, sql := range statements {
			if _, err := w.Exec(ctx, store.Statement{SQL: sql}); err != nil {
				return err
			}
		}
		return nil
	})
}

// analyze counts the rows of the database for its planner, which servers of tests do not do by themselves: with
// tens of thousands of events it would plan for none.
func (c *copies) analyze() {
	c.t.Helper()
	db, err := open.Store(c.t.Context(), c.url, store.Options{})
	must(c.t, err)
	defer func() { _ = db.Close() }()
	must(c.t, execAll(c.t.Context(), db, "ANALYZE"))
}

// lists returns the lists that are copied, by filters of records and of what they link to.
func (c *copies) lists() []string {
	p := c.places
	// Pages of many records, with some of their fields, make the long form bearable.
	return []string{
		"events" + fields, "events?categories=moving-1&" + fields[1:], "events?search=fair&" + fields[1:],
		fmt.Sprint("events?venue=", p.venues[0], "&", fields[1:]),
		fmt.Sprint("events?organizer=", p.organizers[0], "&", fields[1:]),
		"events?city=Paris&" + fields[1:], "events?featured=true&" + fields[1:],
		"events?start_date=2031-03-01&end_date=2031-10-01&" + fields[1:],
		"events?tags=moving&start_date=2031-01-01&" + fields[1:],
		"events?status=any&search=of&" + fields[1:], "events?status=draft,private&" + fields[1:],
		"venues?_fields=id,venue,city,status&per_page=500", "venues?city=Paris",
		"venues?search=part&has_events=true&per_page=500&_fields=id,venue",
		"organizers?per_page=3", "organizers?has_events=true",
	}
}

// response is what a server has replied; the status is 0 when there was none.
type response struct {
	status int
	header http.Header
	text   []byte
}

// ask sends a request as a user.  Statuses that are not expected are wrong, unless a fault excuses them.
func (c *copies) ask(role auth.Role, method, url string, body any, expected ...int) response {
	r, err := newRequest(method, url, body)
	if err != nil {
		c.t.Error(err)
		return response{}
	}
	if role != auth.RoleAnonymous {
		r.Header.Set("Authorization", "Bearer "+c.bearer[role])
	}
	begin := time.Now()
	got, text, err := c.do(r)
	if err != nil {
		c.failed(method, err)
		return response{}
	}
	var refused reply
	_ = json.Unmarshal(text, &refused) // Only errors have a code.
	c.note(method, got, refused, text, slices.Contains(expected, got.StatusCode), time.Since(begin))
	return response{got.StatusCode, got.Header, text}
}

// keep brings copies up to date until the storm ends, by any server.
func (c *copies) keep(client int) {
	for n := 0; !c.over(); n++ {
		for i, r := range c.kept {
			if i%keepers == client && !c.over() {
				_, ok := c.page(r, c.roots[(n+i)%len(c.roots)])
				if ok && r.pages%r.stride == 0 {
					r.remember()
				}
				time.Sleep(5 * time.Millisecond)
			}
		}
	}
}

// remember notes the token of a copy.  When there are many it forgets every other one, and later the oldest: from
// an old token all has changed, and that takes the longer the more there is.
func (r *replica) remember() {
	if len(r.noted) >= max(2, times(4)) {
		if time.Since(r.noted[0].at) > time.Minute {
			r.noted = r.noted[1:]
		} else {
			for i := range r.noted[:len(r.noted)/2] {
				r.noted[i] = r.noted[2*i]
			}
			r.noted, r.stride = r.noted[:len(r.noted)/2], 2*r.stride
		}
	}
	r.noted = append(r.noted, notedToken{r.token, maps.Clone(r.records), time.Now()})
}

// page reads the next page of a sync, and reports whether there is another one now.
func (c *copies) page(r *replica, root string) (more, ok bool) {
	a := c.ask(r.role, http.MethodGet, root+"/"+withParam(r.list, "changes_since="+r.token), nil, http.StatusOK)
	if a.status != http.StatusOK {
		return true, false
	}
	var got struct {
		Events, Venues, Organizers []map[string]any
		Removed                    []int64
		Token                      string `json:"sync_token"`
		More                       bool
	}
	if err := json.Unmarshal(a.text, &got); err != nil || got.Token == "" {
		c.t.Errorf("%s: %v %.300s", r.list, err, a.text)
		return false, false
	}
	c.look(r, a.text, got.Removed)
	if r.records == nil {
		r.records = map[int64]string{}
	}
	if r.brought == nil {
		r.brought = map[int64]bool{}
	}
	brings := func(id int64) {
		if r.brought[id] {
			r.twice++
		}
		r.brought[id] = true
	}
	for _, m := range slices.Concat(got.Events, got.Venues, got.Organizers) {
		id := int64(m["id"].(float64))
		brings(id)
		r.records[id] = withoutCounts(m)
	}
	for _, id := range got.Removed {
		brings(id)
		delete(r.records, id)
	}
	if r.token = got.Token; !got.More {
		r.brought = nil
	}
	r.pages++
	return got.More, true
}

// withParam adds a parameter to a list.
func withParam(list, param string) string {
	if strings.Contains(list, "?") {
		return list + "&" + param
	}
	return list + "?" + param
}

// withoutCounts returns the JSON of a record.  How often its terms are used is no change of it.
func withoutCounts(m map[string]any) string {
	for _, kind := range []string{"categories", "tags"} {
		terms, _ := m[kind].([]any)
		for _, term := range terms {
			delete(term.(map[string]any), "count")
		}
	}
	text, err := json.Marshal(m)
	if err != nil {
		panic(err) // It was JSON.
	}
	return string(text)
}

// look notes what a response tells a user who may not read everything.
func (c *copies) look(r *replica, text []byte, removed []int64) {
	if readsAll(r.role) {
		return
	}
	c.state.Lock()
	defer c.state.Unlock()
	for _, id := range removed {
		c.named = append(c.named, named{r.role, fmt.Sprint(r.plural, "/", id), time.Now()})
	}
	for _, owner := range roles[1:] {
		if owner != r.role && strings.Contains(string(text), canaryOf(owner)) {
			c.leaks = append(c.leaks, fmt.Sprintf("%s shows %q what is %s", r.list, r.role, canaryOf(owner)))
		}
	}
}

// current brings a copy up to date.
func (c *copies) current(r *replica) {
	begin := time.Now()
	for more := true; more; {
		var ok bool
		if more, ok = c.page(r, c.roots[r.pages%len(c.roots)]); ok {
			begin = time.Now()
		} else if time.Sleep(20 * time.Millisecond); time.Since(begin) > 30*time.Second {
			c.t.Errorf("%s cannot be read", r.list)
			return
		}
	}
}

// fresh reads a list again.
func (c *copies) fresh(r *replica) *replica {
	again := &replica{role: r.role, plural: r.plural, list: r.list}
	c.current(again)
	return again
}

// check compares the copies with the lists: as they are, and brought up to date by each token that was noted.
// It is for the end, when all servers response and nobody writes.  It returns what the table says.
func (c *copies) check() string {
	c.t.Helper()
	var mu sync.Mutex
	tokens, lost, twice := 0, 0, 0
	var all sync.WaitGroup
	for i := range keepers {
		all.Go(func() {
			for j, r := range c.kept {
				if j%keepers == i {
					n, l, d := c.checkReplica(r)
					mu.Lock()
					tokens, lost, twice = tokens+n, lost+l, twice+d
					mu.Unlock()
				}
			}
		})
	}
	all.Wait()
	leaked := c.leaked()
	if tokens == 0 || len(c.named) == 0 {
		c.t.Errorf("%d tokens were noted, and %d IDs named: that proves nothing", tokens, len(c.named))
	}
	return fmt.Sprintf("%d of %d tokens, %d lost, %d twice, %d leaked", len(c.kept), tokens, lost, twice, leaked)
}

// checkReplica returns how many tokens of a copy it compared, and how many records were lost or came twice.
func (c *copies) checkReplica(r *replica) (tokens, lost, twice int) {
	list := c.fresh(r)
	twice = r.twice + list.twice
	wrong := differences(c.plain(r), list.records)
	for _, from := range append(r.noted, notedToken{r.token, r.records, time.Now()}) {
		if from.token == "" { // The list was never read.
			continue
		}
		tokens++
		now := &replica{role: r.role, plural: r.plural, list: r.list, token: from.token, records: maps.Clone(from.records)}
		c.current(now)
		found := differences(now.records, list.records)
		if len(found) > 0 { // A write of a program that was killed may have come in between; what is lost stays lost.
			c.current(now)
			list = c.fresh(r)
			found = differences(now.records, list.records)
		}
		wrong, twice = append(wrong, found...), twice+now.twice
	}
	if len(wrong) > 0 {
		c.t.Errorf("%s of %q by tokens is not the list, %d times: %s", r.list, r.role, len(wrong), wrong[0])
	}
	if twice > 0 {
		c.t.Errorf("one sync of %s of %q brings records twice, %d times", r.list, r.role, twice)
	}
	return tokens, len(wrong), twice
}

// plain reads a list page by page, without the fields of its records.
func (c *copies) plain(r *replica) map[int64]string {
	name, filters, _ := strings.Cut(r.list, "?")
	query, err := url.ParseQuery(filters)
	if err != nil {
		c.t.Error(err)
	}
	query.Set("_fields", "id")
	query.Set("per_page", "50")
	if r.plural == "events" && !query.Has("end_date") {
		query.Set("start_date", cmp.Or(query.Get("start_date"), "2000-01-01"))
		query.Set("end_date", "2100-01-01")
	}
	found := map[int64]string{}
	for page := 1; ; page++ {
		query.Set("page", fmt.Sprint(page))
		address := c.roots[page%len(c.roots)] + "/" + name + "?" + query.Encode()
		a := c.ask(r.role, http.MethodGet, address, nil, http.StatusOK, http.StatusNotFound)
		if a.status == http.StatusNotFound {
			return found
		}
		var got struct{ Events, Venues, Organizers []struct{ ID int64 } }
		if err := json.Unmarshal(a.text, &got); err != nil || a.status != http.StatusOK {
			c.t.Errorf("%s cannot be read: %d %v", r.list, a.status, err)
			return found
		}
		for _, m := range slices.Concat(got.Events, got.Venues, got.Organizers) {
			if _, again := found[m.ID]; again {
				c.t.Errorf("%s of %q has %d twice", r.list, r.role, m.ID)
			}
			found[m.ID] = ""
		}
	}
}

// TestACopyHasToBeTheList says what a copy may not be: else copies that are compared would prove nothing.
func TestACopyHasToBeTheList(t *testing.T) {
	list := map[int64]string{1: "one", 2: "two"}
	for _, tt := range []struct {
		what   string
		copied map[int64]string
		want   int
	}{
		{"the list", map[int64]string{1: "one", 2: "two"}, 0},
		{"its IDs", map[int64]string{1: "", 2: ""}, 0},
		{"a list that lost a record", map[int64]string{1: "one"}, 1},
		{"a list that missed a change", map[int64]string{1: "one", 2: "too"}, 1},
		{"a list that kept what is gone", map[int64]string{1: "one", 2: "two", 3: "three"}, 1},
	} {
		if wrong := differences(tt.copied, list); len(wrong) != tt.want {
			t.Errorf("%s has %d differences, want %d: %v", tt.what, len(wrong), tt.want, wrong)
		}
	}
}

// differences says in what a copy is not the list.  A copy without the fields of a record is compared by IDs.
func differences(copied, list map[int64]string) (wrong []string) {
	for id, text := range list {
		switch got, there := copied[id]; {
		case !there:
			wrong = append(wrong, fmt.Sprintf("without %s", text))
		case got != text && got != "":
			wrong = append(wrong, fmt.Sprintf("%s instead of %s", got, text))
		}
	}
	for id, text := range copied {
		if _, there := list[id]; !there {
			wrong = append(wrong, fmt.Sprintf("%d is not in the list: %s", id, text))
		}
	}
	return wrong
}

// leaked returns how often a user got a draft of another user.
func (c *copies) leaked() int {
	c.t.Helper()
	c.findDrafts()
	for _, n := range c.named {
		made := c.closed[n.record]
		if made != nil && made.owner != n.role && (made.opened.IsZero() || n.at.Before(made.opened)) {
			c.leaks = append(c.leaks, fmt.Sprintf("%q is told that %s was removed, a draft of %q", n.role, n.record, made.owner))
		}
	}
	if len(c.leaks) > 0 {
		c.t.Errorf("%d times a user is told of drafts of others: %s", len(c.leaks), c.leaks[0])
	}
	return len(c.leaks)
}

// findDrafts notes drafts whose making was not acknowledged: nobody could publish them.
func (c *copies) findDrafts() {
	c.t.Helper()
	db, err := open.Store(c.t.Context(), c.url, store.Options{ReadOnly: true})
	must(c.t, err)
	defer func() { _ = db.Close() }()
	for plural, name := range map[string]string{"events": "title", "venues": "venue", "organizers": "organizer"} {
		must(c.t, db.Reader().Query(context.Background(), store.Statement{
			SQL: fmt.Sprintf("SELECT id, %s FROM %s", name, plural), ScanRow: func(row store.Row) error {
				var id int64
				var text string
				err := row.Scan(&id, &text)
				record := fmt.Sprint(plural, "/", id)
				for _, owner := range roles[1:] {
					draft := strings.HasPrefix(text, canaryOf(owner)) || strings.HasPrefix(text, draftOf(owner))
					if draft && c.closed[record] == nil {
						c.closed[record] = &closed{owner: owner}
					}
				}
				return err
			},
		}))
	}
}
