package auth

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

// at returns an instant some time after begin.
func at(d time.Duration) time.Time { return begin.Add(d) }

// try is an attempt of a user with a password from a client.
func try(user, password, client byte) attempt {
	return attempt{
		credential: digest{'c', user, password}, user: digest{'u', user, client}, client: digest{'s', client},
		account: digest{'a', user}, known: digest{'k', user, client},
	}
}

// opened returns a throttle with the limits of the service.
func opened() *loginThrottle {
	return newLoginThrottle(DefaultLimits())
}

// wrong has n wrong passwords verified, one after the other, and returns how
// many were admitted.
func (l *loginThrottle) wrong(now time.Time, n int, next func(i int) attempt) (admitted int) {
	for i := range n {
		if a := l.admit(now, next(i)); a.pending != nil {
			l.finish(now, a.pending, wrong)
			admitted++
		}
	}
	return admitted
}

func TestTenWrongPasswordsAMinuteAreHeard(t *testing.T) {
	g := opened()
	most := g.limits.PerUser
	guess := func(i int) attempt { return try('u', byte(i), 'a') }
	if got := g.wrong(begin, 50, guess); got != most {
		t.Errorf("%d admitted, want %d", got, most)
	}
	if got, want := g.admit(begin, guess(0)).retryAfter, 6*time.Second; got != want {
		t.Errorf("wait = %v, want %v", got, want)
	}
	if got := g.wrong(at(6*time.Second), 50, guess); got != 1 {
		t.Errorf("%d admitted after the wait, want 1", got)
	}
	if got := g.wrong(at(66*time.Second), 50, guess); got != most {
		t.Errorf("%d admitted a minute later, want %d", got, most)
	}
	if got := g.wrong(at(66*time.Second), 1, func(int) attempt { return try('v', 0, 'a') }); got != 1 {
		t.Error("another user is not heard")
	}
	if got := g.wrong(at(66*time.Second), 1, func(int) attempt { return try('u', 0, 'b') }); got != 1 {
		t.Error("another client is not heard")
	}
}

func TestAClientIsLimitedOverAllUsers(t *testing.T) {
	g := opened()
	most := g.limits.PerClient
	if got := g.wrong(begin, 2*most, func(i int) attempt { return try(byte(i), 0, 'a') }); got != most {
		t.Errorf("%d admitted, want %d", got, most)
	}
}

// Many clients together guess at one account once a second; a client that has shown its
// password, another account, and an attempt that has waited are not held up.
func TestManyClientsGuessAtAnAccountOneAfterTheOther(t *testing.T) {
	g := opened()
	home := try('u', 0, 200)
	g.finish(begin, g.admit(begin, home).pending, right)
	most := g.limits.PerAccount
	if got := g.wrong(begin, most, func(i int) attempt { return try('u', byte(i+1), byte(i)) }); got != most {
		t.Fatalf("%d admitted, want %d", got, most)
	}
	for i := range 10 {
		if got, want := g.admit(begin, try('u', 150, byte(100+i))).turn, time.Duration(i+1)*time.Second; got != want {
			t.Errorf("attempt %d waits %v, want %v", i, got, want)
		}
	}
	if got := g.admit(begin, try('u', 150, 130)); got.retryAfter == 0 {
		t.Errorf("an attempt whose turn is too far away: %+v", got)
	}
	if got := g.admit(at(5*time.Second), try('u', 150, 131)).turn; got != 6*time.Second {
		t.Errorf("after five seconds the next turn is in %v, want 6s", got)
	}
	paced := try('u', 151, 132)
	paced.paced = true
	for name, a := range map[string]attempt{"its turn has come": paced, "another account": try('v', 1, 100), "a client that the user has": try('u', 152, 200)} {
		if got := g.admit(begin, a); got.pending == nil {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if got := g.admit(at(2*time.Hour), try('u', 153, 133)); got.pending == nil {
		t.Errorf("two hours later: %+v", got)
	}
}

func TestWhoIsOverTheLimitDoesNotLearnThatAPasswordIsRight(t *testing.T) {
	g := opened()
	good := try('u', 0, 'b')
	g.finish(begin, g.admit(begin, good).pending, right)
	g.wrong(begin, g.limits.PerUser, func(i int) attempt { return try('u', byte(i+1), 'a') })
	if got := g.admit(begin, try('u', 0, 'a')); got.retryAfter == 0 {
		t.Errorf("admit = %+v, want a refusal", got)
	}
	if got := g.admit(begin, good); !got.verified {
		t.Errorf("admit elsewhere = %+v, want known", got)
	}
}

func TestRightPasswordsDoNotCount(t *testing.T) {
	g := opened()
	for i := range 10 * g.limits.PerClient {
		a := try('u', byte(i), 'a')
		a.credential[5] = byte(i >> 8)
		got := g.admit(begin, a)
		if got.pending == nil {
			t.Fatalf("attempt %d: %+v", i, got)
		}
		g.finish(begin, got.pending, right)
	}
}

// TestNothingGivesWrongPasswordsBack mixes what an attacker can do beside sending
// wrong passwords: right ones of an own account, slow ones, and giving up.
func TestNothingGivesWrongPasswordsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := opened()
		now, heard := begin, 0
		var open []*pendingHash
		for i := range 300 {
			now = now.Add(time.Duration(rapid.Int64Range(0, int64(3*time.Second)).Draw(t, "pass")))
			a := try('u', byte(i), 'a')
			a.credential[5] = byte(i >> 8)
			if got := g.admit(now, a); got.pending != nil {
				open = append(open, got.pending)
			}
			for len(open) > 0 && rapid.Bool().Draw(t, "end") {
				next := open[0]
				open = open[1:]
				o := outcome(rapid.IntRange(int(undecided), int(wrong)).Draw(t, "outcome"))
				if !next.hasSlot {
					o = undecided
				}
				g.finish(now, next, o)
				if o == wrong {
					heard++
				}
			}
			if most := g.limits.PerUser + int(now.Sub(begin)/g.users.cost); heard > most {
				t.Fatalf("%d wrong passwords in %v, want at most %d", heard, now.Sub(begin), most)
			}
		}
	})
}

func TestTheSameCredentialIsVerifiedByOneAtATime(t *testing.T) {
	g := opened()
	a := try('u', 0, 'a')
	first := g.admit(begin, a)
	second := g.admit(begin, a)
	if second.inFlight != first.pending || second.inFlight == nil {
		t.Fatalf("second = %+v, want to wait for the first", second)
	}
	g.finish(begin, first.pending, right)
	<-second.inFlight.done
	if got := g.admit(begin, a); !got.verified {
		t.Errorf("afterwards = %+v, want known", got)
	}
}

func TestWhoRepeatsAWrongPasswordIsCountedAndNotHashed(t *testing.T) {
	g := opened()
	a := try('u', 0, 'a')
	first := g.admit(begin, a)
	g.finish(begin, first.pending, wrong)
	heard := 1
	for range 50 {
		if g.countWrong(begin, a) == 0 {
			heard++
		}
	}
	if heard != g.limits.PerUser {
		t.Errorf("%d heard, want %d", heard, g.limits.PerUser)
	}
}

func TestGenerationsAreBoundedInTimeAndNumber(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const span, limit = 30 * time.Second, 5
		g := agingMap[int]{span: span, limit: limit}
		type entry struct {
			value int
			put   time.Time
		}
		model := map[digest]entry{}
		now := begin
		for i := range rapid.IntRange(1, 60).Draw(t, "steps") {
			most := rapid.SampledFrom([]time.Duration{3 * time.Second, 70 * time.Second}).Draw(t, "most")
			now = now.Add(time.Duration(rapid.Int64Range(0, int64(most)).Draw(t, "pass")))
			key := digest{rapid.Byte().Draw(t, "key") % 8}
			if rapid.Bool().Draw(t, "put") {
				g.put(now, key, i)
				model[key] = entry{i, now}
			}
			got, ok := g.get(now, key)
			want, known := model[key]
			if ok && (!known || got != want.value || now.Sub(want.put) >= 2*span) {
				t.Fatalf("get = %d, put %v ago, want %d", got, now.Sub(want.put), want.value)
			}
			if n := len(g.young) + len(g.old); n > 2*limit {
				t.Fatalf("%d entries, want at most %d", n, 2*limit)
			}
		}
	})
}

func TestAnEntryLivesOneSpanUnlessItIsCrowded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := agingMap[int]{span: time.Minute, limit: 100}
		first := at(time.Duration(rapid.Int64Range(0, int64(time.Minute)).Draw(t, "put")))
		g.put(begin, digest{1}, 1)
		g.put(first, digest{2}, 2)
		last := first.Add(time.Duration(rapid.Int64Range(0, int64(time.Minute)-1).Draw(t, "age")))
		if _, ok := g.get(last, digest{2}); !ok {
			t.Fatalf("gone after %v", last.Sub(first))
		}
	})
}

func TestAClockThatIsSetBackForgetsEverything(t *testing.T) {
	g := agingMap[int]{span: time.Minute, limit: 5}
	g.put(begin, digest{1}, 1)
	if _, ok := g.get(at(-time.Hour), digest{1}); ok {
		t.Error("the entry is still there")
	}
}

func TestALimiterNeverPassesMoreThanItsRate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		count := rapid.IntRange(1, 20).Draw(t, "count")
		l := newLimiter(count, time.Minute, 100)
		now, passed := begin, 0
		for range 100 {
			now = now.Add(time.Duration(rapid.Int64Range(0, int64(5*time.Second)).Draw(t, "pass")))
			if l.wait(now, digest{}) == 0 {
				l.spend(now, digest{})
				passed++
			}
			if most := count + int(now.Sub(begin)/l.cost); passed > most {
				t.Fatalf("%d passed in %v, want at most %d", passed, now.Sub(begin), most)
			}
		}
	})
}

func TestSealedPartsDoNotRunTogether(t *testing.T) {
	s := newKeyedHasher()
	seen := map[digest][]string{}
	for _, parts := range [][]string{{"ab", "c"}, {"a", "bc"}, {"abc"}, {"", "abc"}, {"abc", ""}, {}} {
		d := s.sum(parts...)
		if other, ok := seen[d]; ok {
			t.Errorf("%q and %q have the same seal", parts, other)
		}
		seen[d] = parts
	}
	if newKeyedHasher().sum("a") == s.sum("a") {
		t.Error("two processes have the same key")
	}
}
