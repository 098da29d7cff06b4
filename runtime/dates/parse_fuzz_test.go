package dates

import (
	"testing"
	"time"
)

// FuzzParse checks that no text panics, and that what is read is a date that
// reads as itself.
func FuzzParse(f *testing.F) {
	seeds := []string{
		"2027-03-14T02:30:00.5+02:00", "03/05/2027 4pm", "@-86400", "tomorrow at 9:30 p.m.", "first monday of june 2027",
		"last day of next month", "Fri, 5 March 2027 10:00 GMT", "+1 week 2 days ago", "sunday next week +3 hours", "march 5th, 2027, noon",
	}
	for _, seed := range seeds {
		f.Add(seed, int64(1795080659))
	}
	zones := []Zone{mustZone(f, "America/New_York"), mustZone(f, "Australia/Lord_Howe"), mustZone(f, "UTC-3.5"), {}}
	f.Fuzz(func(t *testing.T, text string, now int64) {
		present := time.Unix(min(max(now, firstSecond), lastSecond), 0)
		for _, z := range zones {
			got, err := Parse(text, z, present)
			if err != nil {
				continue
			}
			if again, err := Parse(string(got.Local), z, present); !got.Local.Valid() || err != nil || again.Local != got.Local {
				t.Errorf("Parse(%q) = %q in %v, which reads as %q, %v", text, got.Local, z, again.Local, err)
			}
		}
	})
}
