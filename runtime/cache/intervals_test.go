package cache_test

import (
	"fmt"
	"testing"

	"almanac/runtime/cache"
	"almanac/runtime/intervals"
)

func TestIntervalsOfAListAreKeptAndTakeTheirRoomFromResponses(t *testing.T) {
	const bytes = 1 << 20
	responses := cache.NewResponses(nil, bytes)
	var set intervals.Set
	for n := range int64(50_000) {
		set.Add(intervals.Interval{Start: n * 600, End: n*600 + 3600})
	}
	responses.SetIntervals("list", &set, "one")
	for n := range 2000 {
		responses.Put(fmt.Sprint("response ", n), &cache.CachedResponse{Body: make([]byte, 1000)})
		responses.WantsIntervals(fmt.Sprint("list ", n), 10)
		w := intervals.Unbounded()
		w.MinStart = 600
		total, ok := responses.CountIn("list", w, "one", nil)
		if !ok || total != 49_999 {
			t.Fatalf("after %d responses: %d, %t", n, total, ok)
		}
	}
	if used := responses.Stats().Bytes; used > bytes*11/10 {
		t.Errorf("%d bytes are used, of %d", used, bytes)
	}
	if _, ok := responses.CountIn("list", intervals.Unbounded(), "", nil); ok {
		t.Error("a total at no snapshot is known")
	}
}

func TestIntervalsThatHaveNoRoomAreNotReadAgain(t *testing.T) {
	responses := cache.NewResponses(nil, 100<<10)
	var set intervals.Set
	for n := range int64(10_000) {
		set.Add(intervals.Interval{Start: n, End: n})
	}
	responses.SetIntervals("list", &set, "one")
	for range 1000 {
		if responses.WantsIntervals("list", 10_000) {
			t.Fatal("they are to be read again")
		}
	}
	if _, ok := responses.CountIn("list", intervals.Unbounded(), "one", nil); ok {
		t.Error("they were kept")
	}
}

func TestIntervalsAreReadAfterSomeCountsAndSeldomAgain(t *testing.T) {
	responses := cache.NewResponses(nil, 1<<20)
	counts := func(total int64) (n int) {
		for n = 1; !responses.WantsIntervals("list", total); n++ {
			if n == 1000 {
				break
			}
		}
		return n
	}
	if n := counts(1); n != 10 {
		t.Errorf("at first they are read after %d counts, want 10", n)
	}
	var set intervals.Set
	for n := range int64(100) {
		set.Add(intervals.Interval{Start: n, End: n})
	}
	responses.SetIntervals("list", &set, "")
	if n := counts(10); n != 50 {
		t.Errorf("a hundred that were read in vain are read again after %d counts of ten, want 50", n)
	}
	responses.SetIntervals("list", &set, "one")
	if n := counts(10); n != 1000 {
		t.Errorf("a set that cannot tell is read again after %d counts", n)
	}
}
