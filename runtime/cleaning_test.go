package runtime

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"almanac/runtime/fault"
)

func TestFewLongTextsAreCleanedAtATime(t *testing.T) {
	const long, clean = "<p>x</p><script></script>", "<p>x</p>"
	html := strings.Repeat(long, briefHTML/len(long)+1)
	want := strings.Repeat(clean, briefHTML/len(long)+1)
	c := newCleaning(2)
	for range cap(c.queue) {
		c.queue <- struct{}{}
	}
	var f *fault.Error
	if _, err := c.clean(t.Context(), html); !errors.As(err, &f) || f.Status != http.StatusServiceUnavailable || f.Header["Retry-After"] == "" {
		t.Errorf("with a full queue: %v", err)
	}
	if got, err := c.clean(t.Context(), long); got != clean || err != nil {
		t.Errorf("a brief text waits: %q, %v", got, err)
	}
	if got := c.state(); got.Refused != 1 || got.Capacity != 2 {
		t.Errorf("%+v", got)
	}
	<-c.queue
	for range cap(c.seats) {
		c.seats <- struct{}{}
	}
	left, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.clean(left, html); !errors.Is(err, context.Canceled) {
		t.Errorf("whose request has ended: %v", err)
	}
	<-c.seats
	if got, err := c.clean(t.Context(), html); got != want || err != nil {
		t.Errorf("with a seat: %d bytes, %v", len(got), err)
	}
	if len(c.seats) != 1 || len(c.queue) != cap(c.queue)-1 {
		t.Errorf("%d seats and %d places of the queue are taken, want 1 and %d", len(c.seats), len(c.queue), cap(c.queue)-1)
	}
}
