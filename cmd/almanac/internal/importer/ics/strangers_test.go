package ics_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// course is an event without a UID.
func course(end, text string) []string {
	return []string{"BEGIN:VEVENT", "SUMMARY:Swimming", "DTSTART:20270105T180000Z", "DTEND:" + end, "DESCRIPTION:" + text, "END:VEVENT"}
}

func TestEventsWithoutUIDThatSayOtherThingsAreSeveral(t *testing.T) {
	const early, late = "20270105T190000Z", "20270105T193000Z"
	uids := func(courses ...[]string) (map[string]string, string) {
		var lines []string
		for _, c := range courses {
			lines = append(lines, c...)
		}
		c := read(t, file(lines...), options(t))
		found := map[string]string{}
		for _, e := range c.Events {
			found[e.UID] = fmt.Sprint(e.End[11:16], " ", e.Description)
		}
		return found, strings.Join(c.Notes, "\n")
	}
	beginners, advanced, divers := course(early, "Beginners"), course(late, "Advanced"), course(late, "Divers")
	got, notes := uids(beginners, advanced, divers, advanced)
	if len(got) != 3 || !strings.Contains(notes, "events without a UID: 4;") || !strings.Contains(notes, "that repeat another one of the file: 1;") {
		t.Errorf("got %q, notes %q", got, notes)
	}
	again, _ := uids(divers, advanced, beginners)
	if diff := cmp.Diff(got, again); diff != "" {
		t.Errorf("in another order (-want +got)\n%s", diff)
	}
	// A database of an earlier release has one of them by this name.
	const earlier = "no-uid-5e1f9003e25579ead534f1ef4bbf06b4"
	for _, c := range [][]string{beginners, advanced} {
		alone, notes := uids(c)
		if alone[earlier] == "" || got[earlier] == "" || strings.Contains(notes, "repeat") {
			t.Errorf("alone it is %q, notes %q", alone, notes)
		}
	}
}

func TestWhatOtherProgramsMeanIsUnderstood(t *testing.T) {
	const start = "DTSTART:20270104T180000Z"
	for _, tt := range []struct{ name, line, want string }{
		{"coordinates of Apple", `X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-ADDRESS="Main St 1\\nTown";X-TITLE="Hall":geo:48.1,11.5`, "48.1 11.5"},
		{"coordinates of Apple with a radius", "X-APPLE-STRUCTURED-LOCATION;VALUE=URI:geo:48.1,11.5;u=70", "48.1 11.5"},
		{"a place of Apple that has none", "X-APPLE-STRUCTURED-LOCATION;VALUE=URI:https://maps.example/1", ""},
		{"an address without a scheme", "URL:www.example.org/x", "https://www.example.org/x"},
		{"an address with one", "URL:http://example.org:80/x", "http://example.org:80/x"},
		{"no address", "URL:see below", "see below"},
		{"an e-mail address", "URL:mailto:a@example.org", "mailto:a@example.org"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := read(t, event(start, tt.line), options(t)).Events[0]
			got := e.URL
			if e.Geo != nil {
				got = fmt.Sprint(e.Geo.Latitude, e.Geo.Longitude)
			}
			if got != tt.want || len(e.Notes) > 0 {
				t.Errorf("got %q, notes %q", got, e.Notes)
			}
		})
	}
}

func TestTitlesOfWordPressPluginsAreHTML(t *testing.T) {
	for product, want := range map[string]string{
		"-//Town - ECPv6.6.4//NONSGML v1.0//EN": "Rock – Roll & more",
		"-//WordPress - MECv6.5.1//EN":          "Rock – Roll & more",
		"-//wp-events-plugin.com//6.4.5//EN":    "Rock – Roll & more",
		"-//Mozilla.org/NONSGML//EN":            "Rock &#8211; Roll &amp; more",
	} {
		lines := string(event("DTSTART:20270104T180000Z"))
		lines = strings.NewReplacer("-//test//EN", product, "SUMMARY:Choir", "SUMMARY:Rock &#8211; Roll &amp; more").Replace(lines)
		if got := read(t, []byte(lines), options(t)).Events[0].Title; got != want {
			t.Errorf("%s: got %q, want %q", product, got, want)
		}
	}
}

func TestResponsesToInvitationsAreNamed(t *testing.T) {
	for method, want := range map[string]string{
		"REPLY": "a response to an invitation", "refresh": "a request for the latest version",
		"COUNTER": "a proposal for a change", "DECLINECOUNTER": "a rejection of a proposal",
	} {
		c := read(t, []byte(strings.Replace(string(event("DTSTART:20270104T180000Z")), "VERSION:2.0", "VERSION:2.0\r\nMETHOD:"+method, 1)), options(t))
		if notes := strings.Join(c.Notes, "\n"); len(c.Events) > 0 || c.Others > 0 || !strings.Contains(notes, want+", not an event: left out 1") {
			t.Errorf("%s: got %d events, %d others, notes %q", method, len(c.Events), c.Others, notes)
		}
	}
}
