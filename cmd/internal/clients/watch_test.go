package clients_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"almanac/generated/client"
	"almanac/runtime/auth"
	"almanac/runtime/service"
)

// cutter passes requests on to a service, and cuts streams: stream n has lines(n) lines.  It asks clients to come
// back at once.
type cutter struct {
	service string
	lines   func(stream int) int
	streams atomic.Int64
	left    chan struct{} // Gets an element when the client of a stream has gone.
}

// cut starts a cutter before a service, and returns its address.
func cut(t *testing.T, service string, lines func(stream int) int) (*cutter, string) {
	t.Helper()
	c := &cutter{service: service, lines: lines, left: make(chan struct{}, 1)}
	server := httptest.NewServer(c)
	t.Cleanup(server.Close)
	return c, server.URL
}

// ServeHTTP implements http.Handler.
func (c *cutter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Accept") != "text/event-stream" {
		passOn(w, r, c.service)
		return
	}
	request := r.Clone(r.Context())
	address := *request.URL
	request.RequestURI = ""
	target, err := address.Parse(c.service + r.URL.RequestURI())
	check(err)
	request.URL = target
	resp, err := http.DefaultTransport.RoundTrip(request)
	if err != nil { // The client has gone.
		return
	}
	defer func() { _ = resp.Body.Close() }()
	maps.Copy(w.Header(), resp.Header)
	w.WriteHeader(resp.StatusCode)
	stream := int(c.streams.Add(1))
	most := c.lines(stream)
	lines := bufio.NewScanner(resp.Body)
	lines.Buffer(nil, 8<<20)
	for n := 1; lines.Scan(); n++ {
		line := lines.Text()
		if strings.HasPrefix(line, "retry:") {
			line = "retry: 1"
		}
		_, _ = w.Write([]byte(line + "\n")) // The client may have gone.
		_ = http.NewResponseController(w).Flush()
		if n >= most && stream%2 == 0 {
			panic(http.ErrAbortHandler)
		} else if n >= most {
			return
		}
	}
	if r.Context().Err() != nil {
		c.left <- struct{}{}
	}
}

// uncut lets streams go on.
func uncut(int) int { return 1 << 30 }

// now returns the token of now.
func now(t *testing.T, c *client.Client) (token string) {
	t.Helper()
	for page, err := range c.Changes(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		token = page.Token
	}
	return token
}

// shown returns the changes of a page, of which each makes a tag.
func shown(t *testing.T, page *client.ChangePage) string {
	t.Helper()
	var names []string
	for _, change := range page.Changes {
		tag, err := client.RecordOf[client.Tag](change)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, strings.TrimSpace(change.Type+" "+tag.Name))
	}
	return strings.Join(names, ", ")
}

func TestWatchTellsEachChangeOnceThroughStreamsThatAreCut(t *testing.T) {
	address, _, stop := calendar()
	defer stop()
	// Each line is once the last one of a stream: most cuts are within a change, and some within the catching up.
	proxy, through := cut(t, address, func(stream int) int { return stream%20 + 1 })
	direct, err := client.New(address)
	check(err)
	c, err := client.New(through)
	check(err)
	var want []string
	create := func(name string) {
		worked(direct.Tags.Create(t.Context(), client.TagFields{Name: client.Set(name)}))(t)
		want = append(want, "tag.created "+name)
	}
	together := func(names ...string) {
		var requests []client.BatchRequest
		var all []string
		for _, name := range names {
			requests = append(requests, client.BatchRequest{Method: "POST", Path: "/tags", Body: client.TagFields{Name: client.Set(name)}})
			all = append(all, "tag.created "+name)
		}
		worked(direct.Batch(t.Context(), requests))(t)
		want = append(want, strings.Join(all, ", "))
	}
	token := now(t, direct)
	for i := range 6 {
		create(fmt.Sprint("Before ", i))
		together(fmt.Sprint("One of ", i), fmt.Sprint("Another of ", i), fmt.Sprint("A third of ", i))
	}
	var got []string
	for page, err := range c.Watch(t.Context(), token) {
		if err != nil {
			t.Fatal(err)
		}
		if page.Token == "" || page.RequestID == "" {
			t.Errorf("a page has no token, or is of no request: %+v", page.Received)
		}
		if len(page.Changes) == 0 {
			continue
		}
		switch got = append(got, shown(t, page)); len(got) {
		case 12:
			create("Live")
		case 13:
			together("Live, too", "And this")
		case 14:
			create("Last")
		}
		if len(got) >= 15 {
			break
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("changes (-made +told):\n%s", diff)
	}
	if n := proxy.streams.Load(); n < 10 {
		t.Errorf("there were %d streams: the test proves nothing", n)
	}
	var paged []string
	for page, err := range c.Changes(t.Context(), token, client.Query("per_page", "4")) {
		if err != nil {
			t.Fatal(err)
		}
		paged = append(paged, shown(t, page))
	}
	if diff := cmp.Diff(strings.Join(want, ", "), strings.Join(paged, ", ")); diff != "" || len(paged) < 5 {
		t.Errorf("changes of %d pages (-made +told):\n%s", len(paged), diff)
	}
}

func TestWatchEndsWithATokenThatHasExpired(t *testing.T) {
	var days atomic.Int64
	address, _, stop := calendar(func(c *service.Config) {
		c.Clock = func() time.Time { return noon.AddDate(0, 0, int(days.Load())) }
	})
	defer stop()
	_, through := cut(t, address, func(int) int { return 3 })
	c, err := client.New(through)
	check(err)
	token, pages := now(t, c), 0
	var end error
	for page, err := range c.Watch(t.Context(), "") {
		if end = err; page != nil {
			pages++
			days.Store(400)
		}
	}
	if !client.IsGone(end) || !client.HasCode(end, "rest_sync_expired") || pages == 0 {
		t.Errorf("after %d pages: %v", pages, end)
	}
	for page, err := range c.Changes(t.Context(), token) {
		if !client.IsGone(err) {
			t.Errorf("%+v, %v", page, err)
		}
	}
}

func TestTheEndOfTheLoopEndsTheStream(t *testing.T) {
	address, _, stop := calendar()
	defer stop()
	proxy, through := cut(t, address, uncut)
	c, err := client.New(through)
	check(err)
	store := func(*client.ChangePage) error { return errors.New("the disk is full") }
	handle := func() error {
		for page, err := range c.Watch(t.Context(), "") {
			if err != nil {
				return err
			}
			if err := store(page); err != nil {
				return err
			}
		}
		return nil
	}
	if err := handle(); err == nil || err.Error() != "the disk is full" {
		t.Errorf("error %v", err)
	}
	<-proxy.left
	if n := proxy.streams.Load(); n != 1 {
		t.Errorf("%d streams were opened", n)
	}
}

func TestWatchEndsWithItsTokenAndItsContext(t *testing.T) {
	address, users, stop := calendar(withUsers)
	defer stop()
	_, err := users.Add(t.Context(), "ann", "", auth.RoleEditor, secret)
	check(err)
	password, err := users.CreateToken(t.Context(), "ann", "watch", time.Time{})
	check(err)
	_, through := cut(t, address, uncut)
	c, err := client.New(through, client.WithBearer(password))
	check(err)
	var end error
	for page, err := range c.Watch(t.Context(), "") {
		if end = err; page == nil {
			break
		}
		tokens, err := users.ListTokens(t.Context(), "ann")
		check(err)
		for _, one := range tokens {
			check(users.RevokeToken(t.Context(), one.ID))
		}
	}
	if !client.IsUnauthorized(end) {
		t.Errorf("without the token the error is %v", end)
	}
	visitor, err := client.New(through)
	check(err)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for page, err := range visitor.Watch(ctx, "") {
		cancel()
		if end = err; page != nil {
			end = nil
		}
	}
	if !errors.Is(end, context.Canceled) {
		t.Errorf("without the context the error is %v", end)
	}
}
