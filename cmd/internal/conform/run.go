package conform

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// Result is the outcome of one case.
type Result struct {
	Case     Case
	Skipped  string   // Why the case is not for the target; empty when it ran.
	Problems []string // What is wrong; empty when the case passed or was skipped.
	Took     time.Duration
}

// Passed reports whether the case ran and nothing was wrong.
func (r Result) Passed() bool { return r.Skipped == "" && len(r.Problems) == 0 }

// Run sends the cases to the target, one after the other, and returns a result for
// each, in order. When ctx ends, the other cases fail.
func Run(ctx context.Context, t Target, cases []Case) []Result {
	results := make([]Result, 0, len(cases))
	for _, c := range cases {
		results = append(results, RunCase(ctx, t, c))
	}
	return results
}

// RunCase sends one case to the target. It is safe for concurrent use.
func RunCase(ctx context.Context, t Target, c Case) Result {
	start := time.Now()
	result := Result{Case: c, Skipped: t.Lacks(c)}
	if result.Skipped == "" {
		result.Problems = runCase(ctx, t, c)
	}
	result.Took = time.Since(start)
	return result
}

// runner sends the requests of one case.
type runner struct {
	target   Target
	client   *http.Client
	base     string // Address of the namespace.
	origin   string // Scheme and host of it.
	zone     *time.Location
	problems []string
}

func newRunner(t Target) (*runner, error) {
	base, err := url.Parse(strings.TrimSuffix(t.Base, "/"))
	if err != nil {
		return nil, fmt.Errorf("read base address: %w", err)
	}
	zone, err := time.LoadLocation(t.TimeZone)
	if err != nil {
		return nil, fmt.Errorf("read time zone of the site: %w", err)
	}
	origin := base.Scheme + "://" + base.Host
	return &runner{target: t, client: t.client(), base: base.String(), origin: origin, zone: zone}, nil
}

// runCase returns what is wrong with a case. A case that depends on the date is
// sent again when the date on the site changed meanwhile.
func runCase(ctx context.Context, t Target, c Case) []string {
	for attempt := 1; ; attempt++ {
		r, err := newRunner(t)
		if err != nil {
			return []string{err.Error()}
		}
		var used time.Time
		now := sync.OnceValue(func() time.Time {
			used = r.now(ctx)
			return used
		})
		r.run(ctx, c, now)
		if attempt > 1 || used.IsZero() || r.sameDay(used, r.now(ctx)) {
			return r.problems
		}
	}
}

func (r *runner) sameDay(a, b time.Time) bool {
	return a.In(r.zone).Format(time.DateOnly) == b.In(r.zone).Format(time.DateOnly)
}

// now returns the server's time: that of its Date header, or our own.
func (r *runner) now(ctx context.Context) time.Time {
	if r.target.Now != nil {
		return r.target.Now()
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodHead, r.base, nil)
	if err != nil {
		return time.Now()
	}
	resp, err := r.client.Do(req)
	if err != nil {
		return time.Now()
	}
	_ = resp.Body.Close()
	if date, err := http.ParseTime(resp.Header.Get("Date")); err == nil {
		return date
	}
	return time.Now()
}

// run sends the steps of a case and checks the response of the last one.
func (r *runner) run(ctx context.Context, c Case, now func() time.Time) {
	s := &scope{uniq: newWord(), now: now, zone: r.zone, language: r.target.language(), named: map[string]any{}}
	for i, step := range c.Setup {
		if !r.prepare(ctx, i, step, s) {
			return
		}
	}
	a, err := r.send(ctx, c.Request, s)
	if err != nil {
		r.problem("%v", err)
		return
	}
	s.named["answer"] = a.body
	before := len(r.problems)
	r.checkWant(a, c.Want, s)
	r.checkAny(a, c.Want.Status, c.Want.OtherFormat)
	if c.Request.Method == http.MethodGet && c.Request.Body == nil {
		r.compareHead(ctx, c.Request, a, s)
	}
	if len(r.problems) > before {
		r.problem("request: %s %s", a.request.Method, a.request.URL)
		r.problem("response: %d %s", a.status, shorten(string(a.data), 600))
	}
}

// prepare sends one setup step and stores its response. It returns false when the
// case cannot continue.
func (r *runner) prepare(ctx context.Context, i int, step Step, s *scope) bool {
	a, err := r.send(ctx, step, s)
	if err != nil {
		r.problem("setup step %d: %v", i+1, err)
		return false
	}
	r.checkAny(a, 0, false)
	expected := a.status == step.Expect
	if step.Expect == 0 {
		expected = a.status/100 == 2
	}
	if !expected {
		r.problem("setup step %d: %s %s answered %d %s", i+1, step.Method, a.request.URL, a.status,
			shorten(string(a.data), 400))
		return false
	}
	if step.Name != "" {
		s.named[step.Name] = a.body
	}
	return true
}

func (r *runner) problem(format string, args ...any) {
	r.problems = append(r.problems, fmt.Sprintf(format, args...))
}

// newWord returns a random word of 14 lower-case letters. Without vowels it has no
// word in it that a case searches for.
func newWord() string {
	const letters = "bcdfghjklmnpqrstvwxz"
	word := make([]byte, 14)
	for i := range word {
		word[i] = letters[rand.IntN(len(letters))] //nolint:gosec // The word names records and protects nothing.
	}
	return string(word)
}
