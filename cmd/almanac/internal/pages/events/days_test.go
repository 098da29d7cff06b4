package events

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"almanac/cmd/almanac/internal/pages/frame"
	"almanac/runtime/dates"
	"almanac/runtime/messages"
)

// in returns the translation of a language.
func in(code string) *frame.Translation {
	return frame.NewTranslation(code, messages.Load(os.DirFS("..")), 2027)
}

func TestTimesAreWrittenForPeople(t *testing.T) {
	tests := []struct {
		name               string
		event              Event
		whole, below, inFr string
	}{
		{"an evening", event("2027-03-01 19:00:00", "2027-03-01 21:30:00", false), "Mon 1 Mar · 7 pm – 9:30 pm", "7 pm – 9:30 pm", "lun. 1er mars · 19 h – 21 h 30"},
		{"a moment", event("2027-03-02 00:00:00", "2027-03-02 00:00:00", false), "Tue 2 Mar · 12 am", "12 am", "mar. 2 mars · 0 h"},
		{"noon", event("2027-03-02 12:00:00", "2027-03-02 12:05:00", false), "Tue 2 Mar · 12 pm – 12:05 pm", "12 pm – 12:05 pm", "mar. 2 mars · 12 h – 12 h 05"},
		{"a day", event("2027-03-02 00:00:00", "2027-03-02 23:59:59", true), "Tue 2 Mar · all day", "All day", "mar. 2 mars · toute la journée"},
		{"several days", event("2027-03-02 00:00:00", "2027-03-04 23:59:59", true), "Tue 2 – Thu 4 Mar", "Tue 2 – Thu 4 Mar", "mar. 2 – jeu. 4 mars"},
		{
			"several days with hours", event("2027-04-30 09:00:00", "2027-05-01 15:00:00", false), "Fri 30 Apr – Sat 1 May · 9 am – 3 pm",
			"Fri 30 Apr – Sat 1 May · 9 am – 3 pm", "ven. 30 avr. – sam. 1er mai · 9 h – 15 h",
		},
		{
			"two years", event("2027-12-31 00:00:00", "2028-01-01 23:59:59", true), "Fri 31 Dec – Sat 1 Jan 2028",
			"Fri 31 Dec – Sat 1 Jan 2028", "ven. 31 déc. – sam. 1er janv. 2028",
		},
		{"another year", event("2026-12-30 10:00:00", "2026-12-31 12:00:00", false), "Wed 30 – Thu 31 Dec 2026 · 10 am – 12 pm", "Wed 30 – Thu 31 Dec 2026 · 10 am – 12 pm", "mer. 30 – jeu. 31 déc. 2026 · 10 h – 12 h"},
		{"a night", event("2027-03-02 23:00:00", "2027-03-03 02:00:00", false), "Tue 2 Mar · 11 pm – 2 am", "11 pm – 2 am", "mar. 2 mars · 23 h – 2 h"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := []string{tt.event.Whole(in("en")).Text(), tt.event.below(in("en")).Text(), tt.event.Whole(in("fr")).Text()}
			if diff := cmp.Diff([]string{tt.whole, tt.below, tt.inFr}, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
	fair := event("2027-11-25 09:00:00", "2027-11-26 15:00:00", false)
	if got := fair.Whole(in("de")).Text(); got != "Do. 25. – Fr. 26. Nov. · 9 – 15 Uhr" {
		t.Errorf("in German: %s", got)
	}
	if got := (&Event{Start: "2027-07-01 10:00:00", End: "2027-07-01 11:00:00", TimeZone: "Europe/Paris"}).Whole(in("en")).Start.ISO; got != "2027-07-01T10:00:00+02:00" {
		t.Errorf("programs read %s", got)
	}
}

// event returns an event with times alone.
func event(start, end dates.WallTime, allDay bool) Event {
	return Event{Start: start, End: end, AllDay: allDay, TimeZone: "UTC"}
}

func TestDaysAreWrittenInShort(t *testing.T) {
	day := func(s string) time.Time { at, _ := time.Parse(time.DateOnly, s); return at }
	for language, want := range map[string]string{
		"en": "27–28 Feb, 31 Jan – 1 Feb, 31 Dec 2026 – 1 Jan, 5 Feb",
		"de": "27.–28. Feb., 31. Jan. – 1. Feb., 31. Dez. 2026 – 1. Jan., 5. Feb.",
		"fr": "27–28 févr., 31 janv. – 1er févr., 31 déc. 2026 – 1er janv., 5 févr.",
	} {
		var got []string
		for _, days := range [][2]string{{"2027-02-27", "2027-02-28"}, {"2027-01-31", "2027-02-01"}, {"2026-12-31", "2027-01-01"}, {"2027-02-05", "2027-02-05"}} {
			got = append(got, in(language).Days(day(days[0]), day(days[1])))
		}
		if diff := cmp.Diff(want, strings.Join(got, ", ")); diff != "" {
			t.Errorf("%s (-want +got)\n%s", language, diff)
		}
	}
}

func TestAnEventIsNotOnTheDayThatBeginsWhenItEnds(t *testing.T) {
	for end, want := range map[dates.WallTime]string{"2027-03-03 00:00:00": "2027-03-02", "2027-03-03 00:00:01": "2027-03-03", "2027-03-02 10:00:00": "2027-03-02"} {
		e := event("2027-03-02 10:00:00", end, false)
		if got := e.LastDay().Format(time.DateOnly); got != want {
			t.Errorf("the last day of an event until %s is %s, want %s", end, got, want)
		}
	}
	e := event("2027-03-02 00:00:00", "2027-03-02 00:00:00", false)
	if got := e.LastDay().Format(time.DateOnly); got != "2027-03-02" {
		t.Errorf("the day of a moment is %s", got)
	}
}
