package pages

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"almanac/cmd/almanac/internal/pages/locale"
	"almanac/runtime/dates"
	"almanac/runtime/messages"
	"almanac/runtime/views"
)

// in returns the translation of a language.
func in(code string) *translation {
	return &translation{locale.For(code), messages.Load(files)}
}

func TestTimesAreWrittenForPeople(t *testing.T) {
	tests := []struct {
		name               string
		event              Event
		whole, below, inFr string
	}{
		{"an evening", event("2027-03-01 19:00:00", "2027-03-01 21:30:00", false), "Monday, March 1, 2027, 7:00 pm – 9:30 pm", "7:00 pm – 9:30 pm", "lundi 1er mars 2027, 19:00 – 21:30"},
		{"a moment", event("2027-03-02 00:00:00", "2027-03-02 00:00:00", false), "Tuesday, March 2, 2027, 12:00 am", "12:00 am", "mardi 2 mars 2027, 0:00"},
		{"noon", event("2027-03-02 12:00:00", "2027-03-02 12:05:00", false), "Tuesday, March 2, 2027, 12:00 pm – 12:05 pm", "12:00 pm – 12:05 pm", "mardi 2 mars 2027, 12:00 – 12:05"},
		{"a day", event("2027-03-02 00:00:00", "2027-03-02 23:59:59", true), "Tuesday, March 2, 2027, all day", "All day", "mardi 2 mars 2027, toute la journée"},
		{
			"several days", event("2027-12-31 00:00:00", "2028-01-01 23:59:59", true), "Friday, December 31, 2027 – Saturday, January 1, 2028",
			"Friday, December 31, 2027 – Saturday, January 1, 2028", "vendredi 31 décembre 2027 – samedi 1er janvier 2028",
		},
		{
			"over night", event("2027-03-02 23:00:00", "2027-03-03 02:00:00", false), "Tuesday, March 2, 2027, 11:00 pm – Wednesday, March 3, 2027, 2:00 am",
			"Tuesday, March 2, 2027, 11:00 pm – Wednesday, March 3, 2027, 2:00 am", "mardi 2 mars 2027, 23:00 – mercredi 3 mars 2027, 2:00",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			written := func(s span) string { return compact(" – ", s.Start.Text, s.End.Text) }
			got := []string{written(tt.event.whole(in("en"))), written(tt.event.below(in("en"))), written(tt.event.whole(in("fr")))}
			if diff := cmp.Diff([]string{tt.whole, tt.below, tt.inFr}, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
	night := event("2027-03-01 23:00:00", "2027-03-02 02:05:00", false)
	if got := night.whole(in("de")).Text(); got != "Montag, 1. März 2027, 23:00 – Dienstag, 2. März 2027, 02:05" {
		t.Errorf("in German: %s", got)
	}
	if got := (&Event{Start: "2027-07-01 10:00:00", End: "2027-07-01 11:00:00", TimeZone: "Europe/Paris"}).whole(in("en")).Start.ISO; got != "2027-07-01T10:00:00+02:00" {
		t.Errorf("programs read %s", got)
	}
}

// event returns an event with times alone.
func event(start, end dates.WallTime, allDay bool) Event {
	return Event{Start: start, End: end, AllDay: allDay, TimeZone: "UTC"}
}

func TestAnEventIsNotOnTheDayThatBeginsWhenItEnds(t *testing.T) {
	for end, want := range map[dates.WallTime]string{"2027-03-03 00:00:00": "2027-03-02", "2027-03-03 00:00:01": "2027-03-03", "2027-03-02 10:00:00": "2027-03-02"} {
		e := event("2027-03-02 10:00:00", end, false)
		if got := e.lastDay().Format(time.DateOnly); got != want {
			t.Errorf("the last day of an event until %s is %s, want %s", end, got, want)
		}
	}
	e := event("2027-03-02 00:00:00", "2027-03-02 00:00:00", false)
	if got := e.lastDay().Format(time.DateOnly); got != "2027-03-02" {
		t.Errorf("the day of a moment is %s", got)
	}
}

func TestSummariesAreWholeWords(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"nothing", "", ""},
		{"no words", "<p> </p>", ""},
		{"short", "<p>One &amp; <b>two</b></p>", "One & two"},
		{"long", "<p>" + strings.Repeat("word, ", 40) + "</p>", strings.Repeat("word, ", 29) + "word…"},
		{"without blanks", strings.Repeat("é", 200), strings.Repeat("é", 180) + "…"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := summary("", tt.in); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestAMapShowsThePlaceThatIsKnown(t *testing.T) {
	lat, lng := 48.5, -2.25
	for _, tt := range []struct {
		name  string
		venue views.PageData
		want  string
	}{
		{"coordinates", views.PageData{HasMap: true, Latitude: &lat, Longitude: &lng}, "https://www.openstreetmap.org/?mlat=48.5&mlon=-2.25#map=17/48.5/-2.25"},
		{"an address", views.PageData{HasMap: true, Address: views.PageAddress{Street: "1 Rue & Co", Locality: "Paris"}}, "https://www.openstreetmap.org/search?query=1+Rue+%26+Co%2C+Paris"},
		{"no address", views.PageData{HasMap: true, Address: views.PageAddress{Locality: "Paris"}}, ""},
		{"no map", views.PageData{Latitude: &lat, Longitude: &lng}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := mapOf(Record{tt.venue}); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}
