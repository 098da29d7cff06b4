package dates

import "time"

// monthName returns the month that a word names, in full or by its first three
// letters ("sept" too), and 0 when it names none.
func monthName(t token) time.Month {
	if t.is("sept") {
		return time.September
	}
	for m := time.January; m <= time.December; m++ {
		if names(t, m.String()) {
			return m
		}
	}
	return 0
}

// weekdayName returns the day that a word names, in full or by its first three
// letters.
func weekdayName(t token) (time.Weekday, bool) {
	for d := time.Sunday; d <= time.Saturday; d++ {
		if names(t, d.String()) {
			return d, true
		}
	}
	return 0, false
}

// names reports whether t is the name or its first three letters.
func names(t token, name string) bool {
	name = lowerASCII(name)
	return t.is(name, name[:3])
}

// which returns the step of "next", "last" and "this", as in "next week".
func which(t token) (step int64, ok bool) {
	switch {
	case t.is("next"):
		return 1, true
	case t.is("last", "previous"):
		return -1, true
	}
	return 0, t.is("this")
}

// ordinal returns the number of "first" to "fifth", and -1 for "last".
func ordinal(t token) (n int, ok bool) {
	for i, name := range []string{"first", "second", "third", "fourth", "fifth"} {
		if t.is(name) {
			return i + 1, true
		}
	}
	return -1, t.is("last")
}
