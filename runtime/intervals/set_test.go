package intervals_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"almanac/runtime/intervals"
)

// lies reports whether an interval lies in a window.
func lies(i intervals.Interval, w intervals.Window) bool {
	return w.MinStart <= i.Start && i.Start <= w.MaxStart && w.MinEnd <= i.End && i.End <= w.MaxEnd
}

// TestCountsAreThoseOfLookingAtEachInterval draws times from a few days around 1970, so that
// many are equal.
func TestCountsAreThoseOfLookingAtEachInterval(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := rapid.Int64Range(-3*86400, 3*86400)
		length := rapid.Int64Range(rapid.SampledFrom([]int64{0, 0, 0, -5}).Draw(t, "shortest"), 86400)
		low, high := rapid.OneOf(rapid.Just(int64(math.MinInt64)), at), rapid.OneOf(rapid.Just(int64(math.MaxInt64)), at)
		var set intervals.Set
		var all []intervals.Interval
		loaded := rapid.IntRange(0, 20).Draw(t, "loaded")
		for step := range rapid.IntRange(1, 60).Draw(t, "steps") {
			loading := step < loaded
			if step == loaded {
				set.Sort()
			}
			if !loading && len(all) > 0 && rapid.IntRange(0, 3).Draw(t, "removes") == 0 {
				k := rapid.IntRange(0, len(all)-1).Draw(t, "which")
				if !set.Remove(all[k]) {
					t.Fatalf("%v was not there", all[k])
				}
				all = slices.Delete(all, k, k+1)
				continue
			}
			start := at.Draw(t, "start") / 3600 * 3600
			all = append(all, intervals.Interval{Start: start, End: start + length.Draw(t, "length")})
			if loading {
				set.Load(all[len(all)-1])
			} else {
				set.Add(all[len(all)-1])
			}
		}
		set.Sort()
		w := intervals.Window{MinStart: low.Draw(t, "min start"), MaxStart: high.Draw(t, "max start"), MinEnd: low.Draw(t, "min end"), MaxEnd: high.Draw(t, "max end")}
		want := int64(0)
		for _, i := range all {
			if lies(i, w) {
				want++
			}
		}
		if n, ok := set.Count(w); ok && n != want {
			t.Fatalf("%+v: counted %d of %v, want %d", w, n, all, want)
		}
		if set.Len() != int64(len(all)) {
			t.Fatalf("the set holds %d, want %d", set.Len(), len(all))
		}
	})
}

func TestWindowsThatListsAskForAreCounted(t *testing.T) {
	const day = 86400
	var set intervals.Set
	for n := range int64(100) {
		set.Add(intervals.Interval{Start: n * day, End: n*day + n%3*day/2})
	}
	none := intervals.Unbounded()
	tests := []struct {
		name string
		of   func(w *intervals.Window)
	}{
		{"all", func(*intervals.Window) {}},
		{"that begin from a day on", func(w *intervals.Window) { w.MinStart = 90 * day }},
		{"that begin by a day", func(w *intervals.Window) { w.MaxStart = 9 * day }},
		{"that begin from a day on and by another", func(w *intervals.Window) { w.MinStart, w.MaxStart = 10*day, 19*day }},
		{"that begin from a day on and end by another", func(w *intervals.Window) { w.MinStart, w.MaxEnd = 10*day, 19*day }},
		{"that begin from a day on and by another, and end by then", func(w *intervals.Window) { w.MinStart, w.MaxStart, w.MaxEnd = 10*day, 20*day, 20*day }},
		{"that are under way on some days", func(w *intervals.Window) { w.MaxStart, w.MinEnd = 20*day, 12*day }},
		{"that end from a day on", func(w *intervals.Window) { w.MinEnd = 99 * day }},
		{"that begin after they end", func(w *intervals.Window) { w.MinStart, w.MaxEnd = 20*day, 19*day }},
	}
	for _, tt := range tests {
		w := none
		tt.of(&w)
		want := int64(0)
		for n := range int64(100) {
			if lies(intervals.Interval{Start: n * day, End: n*day + n%3*day/2}, w) {
				want++
			}
		}
		if n, ok := set.Count(w); !ok || n != want {
			t.Errorf("%s: %d, %t, want %d", tt.name, n, ok, want)
		}
	}
}

func TestWhatDoesNotFollowFromBeginningsAndEndsIsNotCounted(t *testing.T) {
	var set intervals.Set
	set.Add(intervals.Interval{Start: 0, End: 100})
	narrow := intervals.Unbounded()
	narrow.MinStart, narrow.MaxEnd = 10, 90
	if n, ok := set.Count(narrow); ok {
		t.Errorf("a window that is shorter than an interval: %d", n)
	}
	set.Add(intervals.Interval{Start: 10, End: 9})
	backward := intervals.Unbounded()
	backward.MaxStart, backward.MinEnd = 20, 20
	if n, ok := set.Count(backward); ok {
		t.Errorf("with an interval that ends before it begins: %d", n)
	}
	if set.Remove(intervals.Interval{Start: 5, End: 9}) {
		t.Error("what is not there was removed")
	}
}
