package faulttest

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"almanac/runtime/store/storetest"
)

// failoverLimit is how long after the primary was killed the service has to write
// again.  The test promotes the standby at once.
const failoverLimit = 10 * time.Second

// replication is a primary with standbys, and a role that is no administrator.
type replication struct {
	primary, heir, reader *storetest.Server
}

// newReplication starts a primary whose commits wait for the heir, and a reader.
func newReplication(t *testing.T) replication {
	t.Helper()
	r := replication{primary: storetest.NewPrimary(t)}
	must(t, r.primary.Exec("CREATE ROLE calendar LOGIN"))
	must(t, r.primary.Exec("GRANT pg_read_all_stats TO calendar"))
	must(t, r.primary.Exec("CREATE DATABASE calendar OWNER calendar"))
	r.heir, r.reader = r.primary.Standby(t, "heir"), r.primary.Standby(t, "reader")
	must(t, r.primary.Exec("ALTER SYSTEM SET synchronous_standby_names = 'FIRST 1 (heir)'"))
	must(t, r.primary.Exec("SELECT pg_reload_conf()"))
	must(t, r.primary.Await("SELECT count(*) FROM pg_stat_replication WHERE application_name = 'heir' AND sync_state = 'sync'", 1))
	return r
}

// must ends the test when something it prepares fails.
func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// at returns the URL of the database on servers of which one is the primary.
func at(servers ...*storetest.Server) string {
	var hosts []string
	for _, s := range servers {
		hosts = append(hosts, s.Address())
	}
	q := url.Values{"sslmode": {"disable"}}
	if len(servers) > 1 {
		q.Set("target_session_attrs", "read-write")
	}
	return "postgres://calendar@" + strings.Join(hosts, ",") + "/calendar?" + q.Encode()
}

// servers starts servers of the service that know all of the database's.
func (r replication) servers(t *testing.T, n int, args ...string) (list []*program) {
	t.Helper()
	for range n {
		p := newProgram(t, at(r.primary, r.heir), append(args, "--replica", at(r.heir), "--replica", at(r.reader))...)
		p.serve()
		list = append(list, p)
	}
	return list
}

// transactions returns how many a server of the database has run.
func transactions(t *testing.T, s *storetest.Server) int64 {
	t.Helper()
	n, err := s.Number("SELECT xact_commit FROM pg_stat_database WHERE datname = 'calendar'")
	must(t, err)
	return n
}

func TestThePrimaryIsKilledAndAStandbyPromoted(t *testing.T) {
	r := newReplication(t)
	servers := r.servers(t, 2)
	s := newStorm(t, time.Millisecond, servers[0].root(), servers[1].root())
	s.begin(writers, readers)
	s.mark()
	calm := lasting(6 * time.Second)
	time.Sleep(calm)
	before := s.mark()
	s.onlySuccess(before)

	must(t, r.primary.Kill())
	killed := time.Now()
	ahead := received(t, r.reader) > received(t, r.heir)
	must(t, r.heir.Promote())
	promoted := time.Since(killed)
	recovery, err := s.recovered(killed, failoverLimit)
	if err != nil {
		t.Errorf("%v within %s", err, failoverLimit)
	}
	all := s.awaitRecovery(t, servers, killed)
	t.Logf("promoted after %s, first write after %s, every answer good after %s", ms(promoted), ms(recovery), ms(all))
	during := s.mark()
	t.Logf("meanwhile: writes by status %v, reads by status %v", during.writes, during.reads)

	if ahead {
		t.Log("the other replica had received more of the log than the promoted one, and cannot follow it without pg_rewind")
	} else {
		r.follow(t)
	}
	time.Sleep(calm)
	after := s.mark()
	s.onlySuccess(after)
	s.stop()
	for _, p := range servers {
		if err := p.end(terminate); err != nil {
			t.Errorf("a server ended with %v", err)
		}
	}
	table.add(row{
		fault: "the primary killed, a synchronous standby promoted", store: "PostgreSQL", load: throughput(before, calm),
		acknowledged: int(s.acknowledged.Load()), lost: s.check(at(r.heir)), recovery: ms(recovery),
	})
	s.faultless()
}

// received returns how much of the log a standby has, as a position in bytes.
func received(t *testing.T, s *storetest.Server) int64 {
	t.Helper()
	n, err := s.Number("SELECT pg_wal_lsn_diff(pg_last_wal_receive_lsn(), '0/0')::bigint")
	must(t, err)
	return n
}

// follow has the reader follow the heir, and waits until it answers reads again.
func (r replication) follow(t *testing.T) {
	t.Helper()
	begin := time.Now()
	host, port, _ := strings.Cut(r.heir.Address(), ":")
	must(t, r.reader.Exec(fmt.Sprintf("ALTER SYSTEM SET primary_conninfo = 'host=%s port=%s user=postgres application_name=reader'", host, port)))
	must(t, r.reader.Exec("SELECT pg_reload_conf()"))
	for before := transactions(t, r.reader); transactions(t, r.reader) < before+50; time.Sleep(50 * time.Millisecond) {
		if time.Since(begin) > 20*time.Second {
			t.Error("20 s after it follows the new primary the replica is not read")
			return
		}
	}
	t.Logf("the other replica answers %s after it followed the new primary", ms(time.Since(begin)))
}

// ms writes a time as a table has it.
func ms(d time.Duration) string { return d.Round(time.Millisecond).String() }

// onlySuccess fails the test for responses that are none.
func (s *storm) onlySuccess(got seen) {
	s.t.Helper()
	for _, counts := range []map[int]int{got.writes, got.reads} {
		for status, n := range counts {
			if status != http.StatusOK && status != http.StatusCreated {
				s.t.Errorf("without a fault %d requests are answered with %d (%v)", n, status, s.cut)
			}
		}
	}
}

// awaitRecovery waits until every server is ready and answers with nothing but success,
// and returns how long after the instant that began.
func (s *storm) awaitRecovery(t *testing.T, servers []*program, from time.Time) time.Duration {
	t.Helper()
	const look = 200 * time.Millisecond
	for time.Since(from) < failoverLimit+look {
		begin := time.Since(from)
		good := true
		for _, p := range servers {
			good = good && p.ready()
		}
		s.mu.Lock()
		bad := failures(s.writes) + failures(s.reads)
		s.mu.Unlock()
		time.Sleep(look)
		s.mu.Lock()
		good = good && bad == failures(s.writes)+failures(s.reads)
		s.mu.Unlock()
		if good {
			return begin
		}
	}
	t.Errorf("requests fail still %s after the primary was killed", failoverLimit)
	return failoverLimit
}

// failures counts responses that are no success, and requests without any.
func failures(answers map[int]int) (n int) {
	for status, times := range answers {
		if status != http.StatusOK && status != http.StatusCreated {
			n += times
		}
	}
	return n
}

// TestAWriteIsSeenByTheNextReadOfAnyServer writes by one server and reads by
// another at once, while a replica stands still every other moment.
func TestAWriteIsSeenByTheNextReadOfAnyServer(t *testing.T) {
	r := newReplication(t)
	servers := r.servers(t, 2)
	s := newStorm(t, 0, servers[0].root(), servers[1].root())
	before := []int64{transactions(t, r.primary), transactions(t, r.heir), transactions(t, r.reader)}
	stop := make(chan struct{})
	var lagging sync.WaitGroup
	lagging.Go(func() { r.lag(t, stop) })
	var clients sync.WaitGroup
	begin := time.Now()
	var mu sync.Mutex
	seen := 0
	for client := range 4 {
		clients.Go(func() {
			for n := 0; time.Since(begin) < lasting(12*time.Second); n++ {
				e, ok := s.create(s.roots[(client+n)%2], client, n)
				if !ok {
					t.Errorf("a write fails: %v", s.mark().writes)
					return
				}
				if !s.shown(s.roots[n%2], e, e.title) || !s.change(s.roots[n/2%2], e, n) || !s.shown(s.roots[(n+1)%2], e, e.text) {
					return
				}
				mu.Lock()
				seen++
				mu.Unlock()
			}
		})
	}
	clients.Wait()
	close(stop)
	lagging.Wait()
	lasted := time.Since(begin)
	time.Sleep(1200 * time.Millisecond) // Statistics arrive a second late.
	for i, one := range []*storetest.Server{r.primary, r.heir, r.reader} {
		t.Logf("%s ran %d transactions", []string{"the primary", "the heir", "the reader"}[i], transactions(t, one)-before[i])
	}
	t.Logf("%d writes were each seen by the next two reads, half of them by the other server", 2*seen)
	if seen == 0 {
		t.Error("nothing was written")
	}
	table.add(row{
		fault: "replicas stand still every other moment", store: "PostgreSQL", load: rate(2*seen, lasted),
		acknowledged: int(s.acknowledged.Load()), lost: s.check(at(r.primary)),
	})
	s.faultless()
}

// shown reports whether a server shows a text of an event, alone and in a list,
// and fails the test when it does not.
func (s *storm) shown(root string, e *entry, want string) bool {
	for _, path := range []string{fmt.Sprintf("/events/%d", e.id), fmt.Sprintf("/events?include=%d", e.id)} {
		r, err := http.NewRequest(http.MethodGet, root+path, http.NoBody)
		if err != nil {
			s.t.Error(err)
			return false
		}
		_, text, err := s.do(r)
		if err != nil || !strings.Contains(string(text), want) {
			s.t.Errorf("%s does not show %q, which was written just before: %v %.300s", path, want, err, text)
			return false
		}
	}
	return true
}

// lag has the replicas stand still by turns.
func (r replication) lag(t *testing.T, stop <-chan struct{}) {
	for {
		for _, one := range []*storetest.Server{r.heir, r.reader} {
			for _, do := range []string{"pause", "resume"} {
				if err := one.Exec("SELECT pg_wal_replay_" + do + "()"); err != nil {
					t.Error(err)
				}
				select {
				case <-stop:
					_ = one.Exec("SELECT pg_wal_replay_resume()")
					return
				case <-time.After(100 * time.Millisecond):
				}
			}
		}
	}
}

// TestAPoolerSharesSessions compares the way through PgBouncer with the direct one.
func TestAPoolerSharesSessions(t *testing.T) {
	c := newCluster(t)
	for _, tt := range []struct {
		name   string
		pooled bool
	}{{"directly", false}, {"through PgBouncer, transaction pooling", true}} {
		t.Run(tt.name, func(t *testing.T) {
			direct := c.database(t, "")
			p := newProgram(t, direct, "--max-connections", "16")
			if tt.pooled {
				pooler := storetest.NewPooler(t, direct)
				p = newProgram(t, pooler.URL(direct), "--statements", "unnamed", "--migrate-url", direct, "--max-connections", "16")
			}
			p.serve()
			s := newStorm(t, 0, p.root())
			s.begin(writers, readers)
			time.Sleep(500 * time.Millisecond) // Statements are described once for each connection.
			s.mark()
			d := lasting(12 * time.Second)
			time.Sleep(d)
			got := s.mark()
			s.stop()
			s.onlySuccess(got)
			t.Logf("%s; answers take %s at the median, %s at p95", throughput(got, d), got.percentile(50), got.percentile(95))
			if err := p.end(terminate); err != nil {
				t.Error(err)
			}
			table.add(row{fault: "none, " + tt.name, store: "PostgreSQL", load: throughput(got, d), acknowledged: int(s.acknowledged.Load()), lost: s.check(direct)})
			s.faultless()
		})
	}
}
