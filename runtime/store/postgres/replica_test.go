package postgres_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"almanac/runtime/store"
	"almanac/runtime/store/internal/testdb"
	"almanac/runtime/store/open"
	"almanac/runtime/store/storetest"
)

// onReplica reports whether a statement is answered by a standby.
func onReplica(t *testing.T, r store.Reader) (yes bool) {
	t.Helper()
	err := r.Query(t.Context(), store.Statement{SQL: "SELECT pg_is_in_recovery()", ScanRow: func(row store.Row) error { return row.Scan(&yes) }})
	if err != nil {
		t.Fatal(err)
	}
	return yes
}

// waitForReplica waits until reads are answered as wanted: by a replica, or not.
func waitForReplica(t *testing.T, s *store.Store, want bool) {
	t.Helper()
	for begin := time.Now(); onReplica(t, s.Reader()) != want; time.Sleep(10 * time.Millisecond) {
		if time.Since(begin) > 20*time.Second {
			t.Fatalf("after 20 s reads on a replica: %t, want %t", !want, want)
		}
	}
}

// trio is a primary with two standbys, and two stores that read the first of
// these, as two servers would.
type trio struct {
	primary, standby, heir *storetest.Server
	one, two               *store.Store
}

// newTrio starts the servers and makes a table of notes.
func newTrio(t *testing.T) trio {
	t.Helper()
	p := trio{primary: storetest.NewPrimary(t)}
	p.standby, p.heir = p.primary.Standby(t, "standby"), p.primary.Standby(t, "heir")
	if err := p.primary.Exec("CREATE TABLE notes (id bigint PRIMARY KEY, text text)"); err != nil {
		t.Fatal(err)
	}
	o := store.Options{Replicas: []string{p.standby.URL()}}
	p.one, p.two = testdb.Open(t, p.primary.URL(), o), testdb.Open(t, p.primary.URL(), o)
	return p
}

// admin runs a statement of the administrator.
func admin(t *testing.T, s *storetest.Server, sql string) {
	t.Helper()
	if err := s.Exec(sql); err != nil {
		t.Fatal(err)
	}
}

func note(ctx context.Context, s *store.Store, id int64) error {
	return testdb.Exec(ctx, s, store.Statement{SQL: "INSERT INTO notes (id, text) VALUES ($1, $2)", Args: []any{id, fmt.Sprint("note ", id)}})
}

// noted reports whether a note is read.
func noted(ctx context.Context, r store.Reader, id int64) (found bool, err error) {
	err = r.Batch(ctx, []store.Statement{
		{SQL: "SELECT 1"},
		{SQL: "SELECT text FROM notes WHERE id = $1", Args: []any{id}, ScanRow: func(row store.Row) error {
			var text string
			err := row.Scan(&text)
			found = text == fmt.Sprint("note ", id)
			return err
		}},
	})
	return found, err
}

func TestReplicas(t *testing.T) {
	p := newTrio(t)
	t.Run("reads go to the replica and writes do not", func(t *testing.T) {
		waitForReplica(t, p.one, true)
		if onReplica(t, p.one.Primary()) {
			t.Error("what decides about a write is read on the replica")
		}
		err := p.one.RunInTx(t.Context(), func(_ context.Context, w store.Writer) error {
			if onReplica(t, w) {
				t.Error("a write reads on the replica")
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	})
	t.Run("a replica that is behind does not answer what was written meanwhile", p.testBehind)
	t.Run("what was read on a replica is kept as long as nothing is written", p.testMoment)
	t.Run("what a replica cannot answer is answered once, by the primary", p.testOnce)
	t.Run("values of every type come from a replica as from the primary", p.testValues)
	t.Run("every write is seen by the next read of any server, however far the replica is", p.testStorm)
	t.Run("a write that did not wait for the disk is seen too", p.testAsynchronous)
	t.Run("a connection whose server turns read-only is left", p.testReadOnly)
	if testing.Short() {
		return // What follows stops and starts servers.
	}
	t.Run("a replica that goes is left, and used again when it comes back", func(t *testing.T) {
		waitForReplica(t, p.one, true)
		if err := p.standby.Stop(); err != nil {
			t.Fatal(err)
		}
		for range 20 {
			if onReplica(t, p.one.Reader()) {
				t.Fatal("a stopped server answered")
			}
		}
		if err := p.standby.Start(); err != nil {
			t.Fatal(err)
		}
		waitForReplica(t, p.one, true)
	})
	t.Run("reads are spread over several replicas", p.testSpread)
	t.Run("one of several hosts is the primary", p.testHosts)
	t.Run("what is no replica is told in one sentence", p.testNoReplica)
	t.Run("after a promotion only those who follow it answer", p.testPromotion)
}

func (p trio) testBehind(t *testing.T) {
	waitForReplica(t, p.two, true)
	admin(t, p.standby, "SELECT pg_wal_replay_pause()")
	for id := int64(1); id <= 20; id++ {
		if err := note(t.Context(), p.one, id); err != nil {
			t.Fatal(err)
		}
		for name, s := range map[string]*store.Store{"the server that wrote": p.one, "another server": p.two} {
			if found, err := noted(t.Context(), s.Reader(), id); !found || err != nil {
				t.Errorf("%s does not see note %d: %v", name, id, err)
			}
			if found, err := noted(t.Context(), s.SnapshotReader(), id); !found || err != nil {
				t.Errorf("%s does not see note %d when it may keep it: %v", name, id, err)
			}
		}
	}
	if onReplica(t, p.one.Reader()) {
		t.Error("a replica that stands still is read")
	}
	admin(t, p.standby, "SELECT pg_wal_replay_resume()")
	waitForReplica(t, p.one, true)
	waitForReplica(t, p.two, true)
}

// testAsynchronous has commits not wait for the disk, by a setting of somebody
// else than the sessions that look.
func (p trio) testAsynchronous(t *testing.T) {
	admin(t, p.primary, "ALTER SYSTEM SET wal_writer_delay = '10s'")
	admin(t, p.primary, "SELECT pg_reload_conf()")
	admin(t, p.primary, "CREATE ROLE hasty LOGIN SUPERUSER")
	id := int64(500)
	t.Run("by a role, it is seen", func(t *testing.T) {
		admin(t, p.primary, "ALTER ROLE hasty SET synchronous_commit = off")
		hasty := testdb.Open(t, strings.Replace(p.primary.URL(), "user=postgres", "user=hasty", 1), store.Options{})
		for range 5 {
			id++
			if found, err := p.noteAndLook(t, hasty, p.one.Reader(), id); !found || err != nil {
				t.Errorf("note %d is not read: %v", id, err)
			}
		}
		admin(t, p.primary, "ALTER ROLE hasty RESET synchronous_commit")
	})
	t.Run("by a session, no answer is kept that lacks it", func(t *testing.T) {
		hasty := testdb.Open(t, p.primary.URL()+"&synchronous_commit=off", store.Options{})
		for range 5 {
			id++
			w := p.one.SnapshotReader()
			found, err := p.noteAndLook(t, hasty, w, id)
			if m := w.Snapshot(t.Context()); m != "" && !found || err != nil {
				t.Errorf("note %d is missing in what may be kept at %q: %v", id, m, err)
			}
		}
	})
	admin(t, p.primary, "ALTER SYSTEM RESET wal_writer_delay")
	admin(t, p.primary, "SELECT pg_reload_conf()")
	waitForReplica(t, p.one, true)
}

// noteAndLook writes a note while the replica is in use, and looks for it.
func (p trio) noteAndLook(t *testing.T, by *store.Store, r store.Reader, id int64) (bool, error) {
	t.Helper()
	if err := note(t.Context(), p.one, 1000*id); err != nil { // Brings all that was written to the disk.
		return false, err
	}
	waitForReplica(t, p.one, true)
	if err := note(t.Context(), by, id); err != nil {
		return false, err
	}
	return noted(t.Context(), r, id)
}

func (p trio) testMoment(t *testing.T) {
	waitForReplica(t, p.one, true)
	w := p.one.SnapshotReader()
	if !onReplica(t, w) {
		t.Fatal("a read that may be kept is not on the replica")
	}
	now, err := p.two.Snapshot(t.Context())
	if m := w.Snapshot(t.Context()); err != nil || m == "" || m != now {
		t.Errorf("read at the moment %q, want %q of the primary (%v)", m, now, err)
	}
	w = p.one.SnapshotReader()
	_ = onReplica(t, w)
	if err := note(t.Context(), p.two, 100); err != nil {
		t.Fatal(err)
	}
	if m := w.Snapshot(t.Context()); m != "" {
		t.Errorf("something was written, and it was read at the moment %q", m)
	}
}

func (p trio) testOnce(t *testing.T) {
	waitForReplica(t, p.one, true)
	var got []int64
	each := func(row store.Row) error {
		var n int64
		err := row.Scan(&n)
		got = append(got, n)
		return err
	}
	err := p.one.Reader().Batch(t.Context(), []store.Statement{
		{SQL: "SELECT generate_series(1, 3)", ScanRow: each},
		// A standby has no present position.
		{SQL: "SELECT CASE WHEN pg_current_wal_lsn() IS NULL THEN 0 ELSE 4 END::bigint", ScanRow: each},
	})
	if diff := cmp.Diff([]int64{1, 2, 3, 4}, got); err != nil || diff != "" {
		t.Errorf("rows (-want +got): %v\n%s", err, diff)
	}
	waitForReplica(t, p.one, true)
}

func (p trio) testValues(t *testing.T) {
	waitForReplica(t, p.one, true)
	read := func(r store.Reader) (values []any) {
		text := "SELECT 'é'::text, ''::text, NULL::text, 9007199254740991::bigint, NULL::bigint, 0.1::float8, true, ARRAY['a','b']::text[], 'x'::bytea"
		err := r.Query(t.Context(), store.Statement{SQL: text, ScanRow: func(row store.Row) error {
			var a, b string
			var c *string
			var d int64
			var e *int64
			var f float64
			var g bool
			var h []string
			var i []byte
			err := row.Scan(&a, &b, &c, &d, &e, &f, &g, &h, &i)
			values = []any{a, b, c, d, e, f, g, h, i}
			return err
		}})
		if err != nil {
			t.Fatal(err)
		}
		return values
	}
	if diff := cmp.Diff(read(p.one.Primary()), read(p.one.Reader())); diff != "" {
		t.Errorf("(-primary +replica):\n%s", diff)
	}
}

func (p trio) testStorm(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var pausing sync.WaitGroup
	pausing.Go(func() {
		for ctx.Err() == nil {
			for _, do := range []string{"pause", "resume"} {
				admin(t, p.standby, "SELECT pg_wal_replay_"+do+"()")
				time.Sleep(30 * time.Millisecond)
			}
		}
	})
	var all sync.WaitGroup
	stores := []*store.Store{p.one, p.two}
	var mu sync.Mutex
	spread := map[bool]int{}
	for client := range 4 {
		all.Go(func() {
			for n := range 100 {
				id := int64(1000 + 1000*client + n)
				if err := note(t.Context(), stores[(client+n)%2], id); err != nil {
					t.Error(err)
					return
				}
				if found, err := noted(t.Context(), stores[n/2%2].Reader(), id); !found || err != nil {
					t.Errorf("note %d is not seen: %v", id, err)
				}
				at := onReplica(t, stores[client%2].Reader())
				mu.Lock()
				spread[at]++
				mu.Unlock()
				time.Sleep(time.Millisecond)
			}
		})
	}
	all.Wait()
	cancel()
	pausing.Wait()
	t.Logf("reads on the replica: %d, on the primary: %d", spread[true], spread[false])
	if spread[true] == 0 || spread[false] == 0 {
		t.Error("the test shows nothing: all reads went to one server")
	}
}

func (p trio) testSpread(t *testing.T) {
	s := testdb.Open(t, p.primary.URL(), store.Options{Replicas: []string{p.standby.URL(), p.heir.URL()}})
	waitForReplica(t, s, true)
	answered := map[string]int{}
	const reads = 200
	for range reads {
		err := s.Reader().Query(t.Context(), store.Statement{SQL: "SELECT current_setting('port')", ScanRow: func(row store.Row) error {
			var port string
			err := row.Scan(&port)
			answered["127.0.0.1:"+port]++
			return err
		}})
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("answered: %v (primary %s)", answered, p.primary.Address())
	for _, r := range []*storetest.Server{p.standby, p.heir} {
		if n := answered[r.Address()]; n < reads/3 {
			t.Errorf("%s answered %d of %d reads", r.Address(), n, reads)
		}
	}
}

func (p trio) testHosts(t *testing.T) {
	hosts := p.standby.Address() + "," + p.primary.Address()
	for _, tt := range []struct {
		name, query string
		readOnly    bool
		standby     bool // Who answers.
	}{
		{"by default", "", false, false},
		{"by default, for one who only reads", "", true, false},
		{"by the attributes of the session", "&target_session_attrs=read-write", false, false},
		{"by being the primary", "&target_session_attrs=primary", false, false},
		{"for one who only reads, by the attributes of the session", "&target_session_attrs=read-write", true, false},
		{"or whoever answers first, if the URL says so", "&target_session_attrs=any", false, true},
		{"or whoever answers first, for one who only reads", "&target_session_attrs=any", true, true},
		{"or a standby, for one who only reads and wants it", "&target_session_attrs=standby", true, true},
		{"or a standby, for one who only reads and prefers it", "&target_session_attrs=prefer-standby", true, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := testdb.Open(t, "postgres://postgres@"+hosts+"/postgres?sslmode=disable"+tt.query, store.Options{ReadOnly: tt.readOnly})
			if got := onReplica(t, s.Reader()); got != tt.standby {
				t.Errorf("the standby answers: %t, want %t", got, tt.standby)
			}
		})
	}
	t.Run("one host that is to be writable, for one who only reads", func(t *testing.T) {
		if onReplica(t, testdb.Open(t, p.primary.URL()+"&target_session_attrs=read-write", store.Options{ReadOnly: true}).Reader()) {
			t.Error("the standby answers")
		}
	})
}

func (p trio) testReadOnly(t *testing.T) {
	s := testdb.Open(t, p.primary.URL(), store.Options{MaxConns: 1})
	// Nothing but the session is read-only, as if it led to a former primary.
	if err := s.Reader().Query(t.Context(), store.Statement{SQL: "SELECT set_config('default_transaction_read_only', 'on', false)"}); err != nil {
		t.Fatal(err)
	}
	if err := note(t.Context(), s, 200); err == nil {
		t.Error("a read-only session wrote")
	}
	if err := note(t.Context(), s, 200); err != nil {
		t.Errorf("the next write meets %v", err)
	}
}

func (p trio) testNoReplica(t *testing.T) {
	primary, standby := p.primary, p.standby
	admin(t, primary, "CREATE DATABASE another")
	if err := standby.Await("SELECT count(*) FROM pg_database WHERE datname = 'another'", 1); err != nil {
		t.Fatal(err)
	}
	tests := []struct{ name, url, want string }{
		{"the primary itself", primary.URL(), "is not a replica: nothing is replayed there (pg_is_in_recovery is false)"},
		{"a server of another cluster", storetest.PostgreSQL(t), "is not a replica of --database: it holds a different database"},
		{"another database of the same cluster", strings.Replace(standby.URL(), "///postgres", "///another", 1), "is not a replica of --database: it holds a different database"},
		{"a database that is not there", strings.Replace(standby.URL(), "///postgres", "///nowhere", 1), `cannot be read: database "nowhere" does not exist`},
		{"two hosts", "postgres://one.example,two.example/db", "the URL of a replica must name one host: name each replica by a URL of its own"},
		{"a file", "sqlite:almanac.db", "the URL of a replica must begin with postgres://"},
		{"no pool", standby.URL() + "&pool_max_conns=0", "pool_max_conns"},
		{"a primary, by what its URL wants", standby.URL() + "&target_session_attrs=primary", "target_session_attrs in the URL of a replica must be any, standby, prefer-standby or read-only, or left out, not primary"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, err := open.Store(t.Context(), primary.URL(), store.Options{Replicas: []string{tt.url}})
			if err == nil {
				_ = s.Close()
				t.Fatal("it is taken")
			}
			if !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("said %q, want %q", err, tt.want)
			}
		})
	}
	t.Run("one that is not there yet is no error", func(t *testing.T) {
		if err := standby.Stop(); err != nil {
			t.Fatal(err)
		}
		s := testdb.Open(t, primary.URL(), store.Options{Replicas: []string{standby.URL()}})
		if onReplica(t, s.Reader()) {
			t.Error("a stopped server answered")
		}
		if err := standby.Start(); err != nil {
			t.Fatal(err)
		}
		waitForReplica(t, s, true)
	})
}

func (p trio) testPromotion(t *testing.T) {
	url := "postgres://postgres@" + p.primary.Address() + "," + p.heir.Address() + "/postgres?sslmode=disable"
	s := testdb.Open(t, url, store.Options{Replicas: []string{p.standby.URL()}})
	waitForReplica(t, s, true)
	// The replica gets what the heir lacks, so that its log is the longer one.
	admin(t, p.heir, "ALTER SYSTEM SET primary_conninfo = ''")
	admin(t, p.heir, "SELECT pg_reload_conf()")
	if err := p.heir.Await("SELECT count(*) FROM pg_stat_wal_receiver", 0); err != nil {
		t.Fatal(err)
	}
	admin(t, p.primary, "CREATE TABLE lost AS SELECT generate_series(1, 10000)")
	if err := p.standby.Await("SELECT count(*) FROM lost", 10000); err != nil {
		t.Fatal(err)
	}
	if err := p.primary.Kill(); err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	if err := p.heir.Promote(); err != nil {
		t.Fatal(err)
	}
	for note(t.Context(), s, 300) != nil {
		if time.Since(begin) > 10*time.Second {
			t.Fatal("no write succeeds ten seconds after the primary was killed")
		}
	}
	t.Logf("the first write succeeded %s after the primary was killed", time.Since(begin).Round(time.Millisecond))
	for range 50 {
		if found, err := noted(t.Context(), s.Reader(), 300); !found || err != nil {
			t.Fatalf("what was written after the promotion is not seen: %v", err)
		}
		if onReplica(t, s.Reader()) {
			t.Fatal("a replica answers that did not follow the promotion")
		}
	}
}
