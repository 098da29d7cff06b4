package app_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"almanac/generated"
	"almanac/runtime/mutate"
	"almanac/runtime/outbox"
	"almanac/runtime/service"
	"almanac/runtime/service/servicetest"
)

// inbox is where entries are delivered.
type inbox struct {
	mu     sync.Mutex
	got    []string
	refuse func(e outbox.Entry) error // Nil to accept all.
}

// handle takes an entry.
func (i *inbox) handle(_ context.Context, e outbox.Entry) error {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.refuse != nil {
		if err := i.refuse(e); err != nil {
			return err
		}
	}
	i.got = append(i.got, string(e.Payload))
	return nil
}

// take returns what was delivered since the last call, sorted.
func (i *inbox) take() []string {
	i.mu.Lock()
	defer i.mu.Unlock()
	got := i.got
	i.got = nil
	slices.Sort(got)
	return got
}

// withTopic makes a service enqueue each save of a venue under the topic venues.
func withTopic(handler outbox.Handler) func(*service.Config) {
	return func(c *service.Config) {
		c.Topics = map[string]outbox.Handler{"venues": handler}
		c.Hooks = []mutate.Hook{mutate.Hooks[*generated.Venue]{
			AfterSave: func(_ context.Context, c *mutate.Mutation, v mutate.Change[*generated.Venue]) error {
				return c.Enqueue("venues", v.Next, v.Next.Venue+" "+v.Next.City)
			},
		}}
	}
}

// deliver delivers what is due, and reports whether there was anything.
func (s *site) deliver() (worked bool) {
	s.t.Helper()
	for {
		more, err := s.Outbox.Deliver(s.t.Context())
		if err != nil {
			s.t.Fatal(err)
		}
		if !more {
			return worked
		}
		worked = true
	}
}

// waiting returns how many entries are not delivered.
func (s *site) waiting() outbox.Sizes {
	s.t.Helper()
	n, err := outbox.Count(s.t.Context(), s.Store.Primary())
	if err != nil {
		s.t.Fatal(err)
	}
	return n
}

func TestEntriesAreCommittedWithTheWriteAndDeliveredInOrder(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		var in inbox
		s := openSite(t, url, withTopic(in.handle))
		path := one("venues", s.must(http.StatusCreated, http.MethodPost, "/venues", js{"venue": "Hall", "city": "1"}).id())
		s.must(http.StatusOK, http.MethodPatch, path, js{"city": "2"})
		s.must(http.StatusOK, http.MethodPatch, path+"?dry_run=true", js{"city": "none"})
		s.must(http.StatusBadRequest, http.MethodPost, "/events", newEvent("Show", js{"venue": js{"venue": "None"}, "organizer": 4711}))
		s.must(http.StatusCreated, http.MethodPost, "/venues", js{"venue": "Barn", "city": "1"})
		var batches [][]string
		for {
			more, err := s.Outbox.Deliver(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if !more {
				break
			}
			batches = append(batches, in.take())
		}
		if diff := cmp.Diff([][]string{{`"Barn 1"`, `"Hall 1"`}, {`"Hall 2"`}}, batches); diff != "" {
			t.Errorf("deliveries (-want +got):\n%s", diff)
		}
		if n := s.waiting(); n != (outbox.Sizes{}) {
			t.Errorf("%+v are left", n)
		}
	})
}

func TestAnEntryThatFailsHoldsBackThoseOfItsRecord(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		now := servicetest.NewClock(time.Now().UTC())
		away := errors.New("the receiver is away")
		in := inbox{refuse: func(e outbox.Entry) error {
			if strings.Contains(string(e.Payload), "Hall") {
				return away
			}
			return nil
		}}
		s := openSite(t, url, withClock(now), withTopic(in.handle))
		path := one("venues", s.must(http.StatusCreated, http.MethodPost, "/venues", js{"venue": "Hall", "city": "1"}).id())
		s.must(http.StatusOK, http.MethodPatch, path, js{"city": "2"})
		s.must(http.StatusCreated, http.MethodPost, "/venues", js{"venue": "Barn"})
		s.deliver()
		if diff := cmp.Diff([]string{`"Barn "`}, in.take()); diff != "" {
			t.Errorf("at first (-want +got):\n%s", diff)
		}
		first := s.entries()[0]
		if first.Attempts != 1 || first.Error != away.Error() || first.Next.Sub(now.Now().Truncate(time.Second)) != 10*time.Second {
			t.Errorf("the entry is %+v at %s", first, now.Now())
		}
		if s.deliver() {
			t.Error("the entry is due at once")
		}
		for range outbox.MaxAttempts - 1 {
			now.Advance(time.Hour)
			s.deliver()
		}
		if n := s.waiting(); n != (outbox.Sizes{Pending: 1, Failed: 1}) {
			t.Fatalf("after all attempts %+v are left", n)
		}
		in.refuse = nil
		now.Advance(24 * time.Hour)
		if s.deliver() {
			t.Error("an entry is attempted although one of its record has failed")
		}
		if _, err := outbox.Retry(t.Context(), s.Store, outbox.Filter{Failed: true}, now.Now()); err != nil {
			t.Fatal(err)
		}
		s.deliver()
		if diff := cmp.Diff([]string{`"Hall 1"`, `"Hall 2"`}, in.take()); diff != "" {
			t.Errorf("in the end (-want +got):\n%s", diff)
		}
		want := map[outbox.Attempts]int64{{Topic: "venues", Delivered: true}: 3, {Topic: "venues"}: outbox.MaxAttempts}
		if diff := cmp.Diff(want, s.Outbox.Counts()); diff != "" {
			t.Errorf("attempts (-want +got):\n%s", diff)
		}
	})
}

func TestATopicWhoseReceiverIsAwayHoldsBackNoOther(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		var in inbox
		s := openSite(t, url, func(c *service.Config) {
			c.Topics = map[string]outbox.Handler{
				"away": func(context.Context, outbox.Entry) error { return errors.New("the receiver is away") }, "mail": in.handle,
			}
			c.Hooks = []mutate.Hook{mutate.Hooks[*generated.Venue]{
				AfterSave: func(_ context.Context, c *mutate.Mutation, v mutate.Change[*generated.Venue]) error {
					return errors.Join(c.Enqueue("away", v.Next, v.Next.City), c.Enqueue("mail", v.Next, v.Next.City))
				},
			}}
		})
		path := one("venues", s.must(http.StatusCreated, http.MethodPost, "/venues", js{"venue": "Hall", "city": "1"}).id())
		s.must(http.StatusOK, http.MethodPatch, path, js{"city": "2"})
		s.deliver()
		if diff := cmp.Diff([]string{`"1"`, `"2"`}, in.take()); diff != "" {
			t.Errorf("mails (-want +got):\n%s", diff)
		}
		if n := s.waiting(); n != (outbox.Sizes{Pending: 2}) {
			t.Errorf("%+v are left", n)
		}
	})
}

// entries returns the entries that are not delivered.
func (s *site) entries() []outbox.Entry {
	s.t.Helper()
	list, err := outbox.List(s.t.Context(), s.Store, outbox.Filter{}, 100)
	if err != nil {
		s.t.Fatal(err)
	}
	return list
}

func TestAnEntryIsDeliveredAgainIfTheProcessEndedBeforeItWasDeleted(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		now := servicetest.NewClock(time.Now().UTC())
		var in inbox
		var first *site
		first = openSite(t, url, withClock(now), withTopic(func(ctx context.Context, e outbox.Entry) error {
			_ = in.handle(ctx, e)
			return first.Close() // So that the entry cannot be deleted.
		}))
		first.must(http.StatusCreated, http.MethodPost, "/venues", js{"venue": "Hall"})
		if _, err := first.Outbox.Deliver(t.Context()); err != nil {
			t.Fatal(err)
		}
		second := openSite(t, url, withClock(now), withTopic(in.handle))
		if second.deliver() {
			t.Error("the entry is due while the first process may be at it")
		}
		now.Advance(2 * time.Minute)
		second.deliver()
		if diff := cmp.Diff([]string{`"Hall "`, `"Hall "`}, in.take()); diff != "" {
			t.Errorf("deliveries (-want +got):\n%s", diff)
		}
		if n := second.waiting(); n != (outbox.Sizes{}) {
			t.Errorf("%+v are left", n)
		}
	})
}

func TestAPanicAndAnUnknownTopicDeliverNothing(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url, withTopic(func(context.Context, outbox.Entry) error { panic("oh") }))
		s.must(http.StatusCreated, http.MethodPost, "/venues", js{"venue": "Hall"})
		s.deliver()
		if e := s.entries()[0]; e.Error != "panic: oh" {
			t.Errorf("the error is %q", e.Error)
		}
		s.execute("UPDATE outbox SET next_utc = created_utc, topic = 'old'")
		if s.deliver() {
			t.Error("an entry whose topic no handler has is attempted")
		}
	})
}

func TestAnEntryBeforeTheRecordHasAnIDIsRefused(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url, withHooks(mutate.Hooks[*generated.Venue]{
			BeforeSave: func(_ context.Context, c *mutate.Mutation, v mutate.Change[*generated.Venue]) error {
				return c.Enqueue("venues", v.Next, nil)
			},
		}))
		s.must(http.StatusInternalServerError, http.MethodPost, "/venues", js{"venue": "Hall"})
	})
}

// webhook receives the records that are posted.
type webhook struct {
	*httptest.Server
	mu     sync.Mutex
	status int
	got    []string
}

// newWebhook starts a receiver that answers with 204.
func newWebhook(t *testing.T) *webhook {
	t.Helper()
	w := &webhook{status: http.StatusNoContent}
	w.Server = httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		w.mu.Lock()
		defer w.mu.Unlock()
		var body struct {
			Title, Status string
			Venue         struct{ Venue string }
		}
		text, _ := io.ReadAll(r.Body)
		err := json.Unmarshal(text, &body)
		out.WriteHeader(w.status)
		w.got = append(w.got, fmt.Sprint(r.Method, " ", r.Header.Get("Content-Type"), " ", r.Header.Get("Idempotency-Key") != "", " ", body, " ", err))
	}))
	t.Cleanup(w.Close)
	return w
}

// publishing makes a service post events to a webhook when they are published.
func publishing(to *webhook) func(*service.Config) {
	return func(c *service.Config) {
		c.Topics = map[string]outbox.Handler{"published": outbox.Webhook(to.URL)}
		c.Hooks = []mutate.Hook{mutate.Hooks[*generated.Event]{
			Published: func(_ context.Context, c *mutate.Mutation, e mutate.Change[*generated.Event]) error {
				record, err := c.JSON(e.Next)
				if err != nil {
					return err
				}
				return c.Enqueue("published", e.Next, record)
			},
		}}
	}
}

func TestAWebhookIsCalledOnceForEachPublication(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		now := servicetest.NewClock(time.Now().UTC())
		to := newWebhook(t)
		servers := []*site{openSite(t, url, withClock(now), publishing(to)), openSite(t, url, withClock(now), publishing(to))}
		s := servers[0]
		date := now.Now().Add(time.Hour).Format(time.DateTime)
		s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Soon", js{"date_utc": date, "venue": js{"venue": "Hall"}}))
		both := func() {
			together(8, func(i int) {
				_ = servers[i%2].API.Writes.PublishDue(t.Context(), now.Now())
				_, _ = servers[i%2].Outbox.Deliver(t.Context())
			})
			s.deliver()
		}
		both()
		if to.got != nil {
			t.Fatalf("before its time: %v", to.got)
		}
		now.Advance(2 * time.Hour)
		to.status = http.StatusBadGateway
		both()
		to.status = http.StatusNoContent
		now.Advance(time.Minute)
		both()
		one := "POST application/json true {Soon publish {Hall}} <nil>"
		if diff := cmp.Diff([]string{one, one}, to.got); diff != "" {
			t.Errorf("requests, of which the first was refused (-want +got):\n%s", diff)
		}
	})
}

func TestTheBackgroundPublishesAndDeliversWithoutRequests(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		now := servicetest.NewClock(time.Now().UTC())
		arrived := make(chan string, 1)
		s := openSite(t, url, withClock(now), publishing(newWebhook(t)), func(c *service.Config) {
			c.Topics["published"] = func(_ context.Context, e outbox.Entry) error {
				arrived <- e.Topic
				return nil
			}
		})
		s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Soon", js{"date_utc": now.Now().Add(time.Hour).Format(time.DateTime)}))
		now.Advance(2 * time.Hour)
		stop := s.Background(t.Context(), time.Minute)
		<-arrived
		stop()
		if n := s.waiting(); n != (outbox.Sizes{}) {
			t.Errorf("%+v are left by a service that has stopped", n)
		}
	})
}

func TestWithoutHooksNothingRunsInTheBackground(t *testing.T) {
	s := openSite(t, prepared.SQLite(t))
	s.Background(t.Context(), time.Minute)() // It returns, as there is nothing to stop.
	if worked, err := s.Outbox.Deliver(t.Context()); worked || err != nil {
		t.Errorf("without topics it says %v, %v", worked, err)
	}
}
