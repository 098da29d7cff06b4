package changefeed

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"almanac/runtime/request"
)

func TestASlowClientGetsNoLaterIDThanItHasRead(t *testing.T) {
	for range 20 { // A heartbeat is due when the stream ends: which of the two comes first is chance.
		synctest.Test(t, func(t *testing.T) {
			x := &Stream{all: &Streams{}, request: &request.Request{}, from: &cursor{}, wake: make(chan struct{}, 1)}
			var sent strings.Builder
			ended := make(chan error)
			go func() {
				ended <- x.Send(t.Context(), func(context.Context) bool { return true }, func(p []byte) error {
					sent.Write(p)
					if strings.Contains(string(p), "first") {
						time.Sleep(beat + time.Second)
					}
					return nil
				})
			}()
			x.add([]byte("data: first\n\n"))
			synctest.Wait()
			x.add(make([]byte, maxWaiting))
			x.add([]byte("data: lost\n\n"))
			if err := <-ended; !errors.Is(err, ErrEnded) {
				t.Fatalf("the stream ends with %v", err)
			}
			if strings.Contains(sent.String(), "lost") || strings.Count(sent.String(), "id: ") != 1 {
				t.Error("a client that was too slow has the ID of what it never got")
			}
		})
	}
}
