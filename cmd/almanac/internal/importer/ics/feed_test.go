package ics_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/cmd/almanac/internal/importer/ics"
	"almanac/runtime/dates"
	"almanac/runtime/feed"
)

// TestEachPropertyOfAFeedIsReadBack takes each property out of events of feeds: what is
// read of one of them must differ.
func TestEachPropertyOfAFeedIsReadBack(t *testing.T) {
	latitude, longitude := 48.85, 2.29
	whole := feed.Entry{
		ID: 7, GlobalID: "calendar.example?id=7", Version: 3, Title: "Fair", Description: "<p>One</p>",
		Start: "2027-10-31 02:30:00", StartUTC: "2027-10-31 01:30:00", End: "2027-10-31 04:00:00", Zone: zone(t, "Europe/Rome"),
		Status: "private", EventStatus: "canceled", StatusReason: "Storm", OnlineURL: "https://video.example/1", AttendanceMode: "mixed",
		URL: "https://calendar.example/event/fair/", Website: "https://fair.example/", Cost: "12 €", Published: "2026-01-02 03:04:05", Modified: "2026-02-03 04:05:06",
		Image: "https://calendar.example/fair.jpg", ImageType: "image/jpeg",
		Places:     []feed.Place{{Name: "Hall", City: "Rome", Latitude: &latitude, Longitude: &longitude}},
		Organizers: []feed.Person{{Name: "Jane", Email: "jane@x.example"}, {Name: "Joe", Email: "joe@x.example"}},
		Terms:      []feed.Term{{Taxonomy: "categories", Name: "Arts, crafts"}, {Taxonomy: "tags", Name: "Free"}},
	}
	tentative := whole
	tentative.Status, tentative.EventStatus, tentative.StatusReason, tentative.AttendanceMode, tentative.OnlineURL = "draft", "", "", "online", ""
	tentative.Description = `<p>Get <a href="https://x.example/">tickets</a></p>` // HTML says more than plain text.
	last := whole
	last.AllDay, last.Start, last.End, last.StartUTC = true, "9999-12-30 00:00:00", "9999-12-31 23:59:59", ""
	written, isRead := map[string]bool{}, map[string]bool{"DTSTAMP": true} // Which is the same as LAST-MODIFIED.
	for name, e := range map[string]feed.Entry{"an event": whole, "a draft": tentative, "the last days": last} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			w, err := feed.ICal(&out, feed.Channel{Name: "Site", Host: "calendar.example", IDSite: "calendar.example", SiteURL: "https://calendar.example", Zone: zone(t, "Asia/Tokyo"), Outline: feed.OutlineOf([]feed.Entry{e})})
			if err == nil {
				err = w.Add([]feed.Entry{e})
			}
			if err == nil {
				err = w.Close()
			}
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(strings.ReplaceAll(out.String(), "\r\n ", ""), "\r\n")
			begin, end := slices.Index(lines, "BEGIN:VEVENT"), slices.Index(lines, "END:VEVENT")
			event := func(without ...string) []ics.Event {
				rest := slices.DeleteFunc(slices.Clone(lines[begin+1:end]), func(line string) bool { return slices.Contains(without, propertyOf(line)) })
				content := strings.Join(slices.Concat(lines[:begin+1], rest, lines[end:]), "\r\n")
				c := read(t, []byte(content), options(t))
				for i := range c.Events {
					c.Events[i].Line = 0
				}
				return c.Events
			}
			all := event()
			if len(all) != 1 || len(all[0].Notes)+len(all[0].Lost) > 0 {
				t.Fatalf("got %+v\n%s", all, &out)
			}
			same := cmp.Comparer(func(a, b dates.Zone) bool { return a == b })
			for _, line := range lines[begin+1 : end] {
				name := propertyOf(line)
				written[name] = true
				without := []string{name}
				switch name {
				case "ATTACH": // The same as IMAGE.
					without = append(without, "IMAGE")
				case "IMAGE":
					without = append(without, "ATTACH")
				}
				isRead[name] = isRead[name] || !cmp.Equal(all, event(without...), same)
			}
		})
	}
	for name := range written {
		if !slices.Contains(feed.Properties, name) {
			t.Errorf("%s is not among the properties of feeds", name)
		}
	}
	for _, name := range feed.Properties {
		if !written[name] || !isRead[name] {
			t.Errorf("%s is written: %v, and read back: %v", name, written[name], isRead[name])
		}
	}
}

// propertyOf returns the name of the property that a line has.
func propertyOf(line string) string { return line[:strings.IndexAny(line, ":;")] }
