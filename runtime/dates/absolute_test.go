package dates

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestAnAbsoluteDateMeansTheSameAtAnyTime(t *testing.T) {
	for text, want := range map[string]bool{
		"2027-03-05": true, "2027-03-05 12:30:00": true, "2027-03-05T12:30:00Z": true, "03/05/2027 9am": true,
		"1809000000": true, "20270305": true, "20270305123000": true, "-1809000000": true, "20271301": false, "@0": true, "2027-03-05 +1 week": true,
		"now": false, "today": false, "9am": false, "+1 week": false, "march 5": false, "next monday": false, "": false, "2027": false,
	} {
		if got := IsAbsolute(text); got != want {
			t.Errorf("%q: got %v", text, got)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SampledFrom([]string{"2027-03-05", "03/05/2027", "1809000000", "20270305", "20270305123000", "@7", "today", "noon", "monday", "march 5"}).Draw(t, "anchor") +
			rapid.SampledFrom([]string{"", " 12:30", " 9pm", " noon", " +1 month", " -3 days", "T10:00:00+02:00"}).Draw(t, "rest")
		if !IsAbsolute(text) {
			return
		}
		now := time.Unix(rapid.Int64Range(0, 4e9).Draw(t, "now"), 0)
		first, err := Parse(text, Zone{}, time.Unix(0, 0))
		second, again := Parse(text, Zone{}, now)
		if first != second || (err == nil) != (again == nil) {
			t.Errorf("%q is %v in 1970 and %v at %v", text, first, second, now)
		}
	})
}
