package query

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"almanac/runtime/apierror"
)

func TestACountBelongsToNoRequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var c sharedCounts
		var all sync.WaitGroup
		first, cancel := context.WithCancel(t.Context())
		count := func(ctx context.Context) error {
			select {
			case <-time.After(time.Second):
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		for n := range 3 {
			ctx, want := t.Context(), error(nil)
			if n == 0 {
				ctx, want = first, context.Canceled
			}
			all.Go(func() {
				if own, err := c.share(ctx, "list", time.Minute, count); own != (n == 0) || !errors.Is(err, want) {
					t.Errorf("request %d: its own %t, %v", n, own, err)
				}
			})
			synctest.Wait()
		}
		cancel()
		all.Wait()
		if len(c.underway) > 0 {
			t.Errorf("%d counts are under way", len(c.underway))
		}
	})
}

func TestACountThatNobodyWaitsForEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var c sharedCounts
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		var ended error
		_, err := c.share(ctx, "list", time.Minute, func(ctx context.Context) error {
			<-ctx.Done()
			ended = ctx.Err()
			return ended
		})
		synctest.Wait()
		if !errors.Is(err, context.DeadlineExceeded) || !errors.Is(ended, context.Canceled) {
			t.Errorf("the request ends with %v, the count with %v", err, ended)
		}
		if own, err := c.share(t.Context(), "list", time.Minute, func(context.Context) error { return nil }); !own || err != nil {
			t.Errorf("the next request: its own %t, %v", own, err)
		}
	})
}

func TestACountEndsAfterItsOwnTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var c sharedCounts
		_, err := c.share(t.Context(), "list", time.Minute, func(ctx context.Context) error {
			<-ctx.Done()
			return ctx.Err()
		})
		var slow *apierror.Error
		if !errors.As(err, &slow) || slow.Status != http.StatusGatewayTimeout {
			t.Errorf("got %v, want a 504", err)
		}
	})
}

func TestAPanicOfACountIsAnError(t *testing.T) {
	var c sharedCounts
	if _, err := c.share(t.Context(), "list", time.Minute, func(context.Context) error { panic("no reason") }); err == nil {
		t.Error("got no error")
	}
}
