package importer_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/cmd/almanac/internal/importer/icalendar"
	"almanac/cmd/almanac/internal/importer/imported"
	"almanac/runtime/mutate"
	"almanac/runtime/service"
)

// starts returns when the events with a title start, and the status of those that are not
// published, in the order in which they were made.
func starts(t *testing.T, a *service.Service, title string) []string {
	t.Helper()
	list := get(t, a, "/events?status=publish,trash&per_page=50&orderby=id&order=asc&start_date=2026-01-01&end_date=2029-01-01&search="+title)["events"].([]any)
	all := []string{}
	for _, e := range list {
		r := e.(map[string]any)
		all = append(all, strings.TrimSuffix(fmt.Sprint(r["start_date"].(string)[5:16], " ", r["status"]), " publish"))
	}
	return all
}

// weekly is a series of Mondays at 18:00 in January 2027.
func weekly(lines ...string) []string {
	if !slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(line, "DTSTART") }) {
		lines = append(lines, "DTSTART;TZID=Europe/Paris:20270104T180000")
	}
	return vevent("weekly@x", append([]string{"SUMMARY:Choir", "DURATION:PT1H"}, lines...)...)
}

// titled gives events another title and UID.
func titled(title string, lines []string) []string {
	all := []string{}
	for _, line := range lines {
		all = append(all, strings.NewReplacer("Choir", title, "Concert", title+" concert", "weekly@x", title+"@x").Replace(line))
	}
	return all
}

func TestAnOccurrenceIsFoundByItsDate(t *testing.T) {
	first := weekly("RRULE:FREQ=WEEKLY;COUNT=4")
	all := []string{"01-04 18:00", "01-11 18:00", "01-18 18:00", "01-25 18:00"}
	tests := []struct {
		name  string
		first []string
		here  []string // After the first file.
		then  []string
		want  []string // After the second.
		old   []string // The same in a database of an old version, where it differs.
		// The first event is moved here between both.
		change bool
	}{
		{
			name: "in a series that has lost its first", first: first, here: all,
			then: weekly("DTSTART;TZID=Europe/Paris:20270111T180000", "RRULE:FREQ=WEEKLY;COUNT=3", "SEQUENCE:1"),
			want: []string{"01-04 18:00 trash", "01-11 18:00", "01-18 18:00", "01-25 18:00"},
		},
		{
			name: "in a series that begins earlier", first: first, here: all,
			then: weekly("DTSTART;TZID=Europe/Paris:20261228T180000", "RRULE:FREQ=WEEKLY;COUNT=5", "SEQUENCE:1"),
			want: []string{"01-04 18:00", "01-11 18:00", "01-18 18:00", "01-25 18:00", "12-28 18:00"},
		},
		{
			name: "in a series that has another time of the day", first: first, here: all,
			then: weekly("DTSTART;TZID=Europe/Paris:20270104T200000", "RRULE:FREQ=WEEKLY;COUNT=4", "SEQUENCE:1"),
			want: []string{"01-04 20:00", "01-11 20:00", "01-18 20:00", "01-25 20:00"},
		},
		{
			name: "in a series that has moved to another day", first: first, here: all,
			then: weekly("DTSTART;TZID=Europe/Paris:20270105T180000", "RRULE:FREQ=WEEKLY;COUNT=2", "SEQUENCE:1"),
			want: []string{"01-04 18:00 trash", "01-11 18:00 trash", "01-18 18:00 trash", "01-25 18:00 trash", "01-05 18:00", "01-12 18:00"},
		},
		{
			name: "in a single event that becomes a series", first: weekly(), here: all[:1],
			then: weekly("DTSTART;TZID=Europe/Paris:20261228T180000", "RRULE:FREQ=WEEKLY;COUNT=2", "SEQUENCE:1"),
			want: []string{"01-04 18:00", "12-28 18:00"},
		},
		{
			name: "in a series that becomes a single event", first: first, here: all,
			then: weekly("DTSTART;TZID=Europe/Paris:20270111T180000", "SEQUENCE:1"),
			want: []string{"01-04 18:00 trash", "01-11 18:00", "01-18 18:00 trash", "01-25 18:00 trash"},
			old:  []string{"01-11 18:00", "01-11 18:00 trash", "01-18 18:00 trash", "01-25 18:00 trash"}, // Nothing tells the first from a single event.
		},
		{
			name: "in a file that has nothing but a change", first: first, here: all,
			then: vevent("weekly@x", "SUMMARY:Choir", "RECURRENCE-ID;TZID=Europe/Paris:20270104T180000", "DTSTART;TZID=Europe/Paris:20270106T190000", "SEQUENCE:1"),
			want: []string{"01-06 19:00", "01-11 18:00", "01-18 18:00", "01-25 18:00"},
		},
		{
			name: "in a newer version that has removed one with changes", here: []string{"01-04 18:00", "01-12 20:00", "01-18 18:00"},
			first: append(weekly("RRULE:FREQ=WEEKLY;COUNT=3", "SEQUENCE:1"), vevent("weekly@x", "SUMMARY:Choir", "SEQUENCE:1",
				"RECURRENCE-ID;TZID=Europe/Paris:20270111T180000", "DTSTART;TZID=Europe/Paris:20270112T200000")...),
			then: append(weekly("RRULE:FREQ=WEEKLY;COUNT=3", "SEQUENCE:2", "EXDATE;TZID=Europe/Paris:20270111T180000"), vevent("weekly@x", "SUMMARY:Choir", "SEQUENCE:1",
				"RECURRENCE-ID;TZID=Europe/Paris:20270111T180000", "DTSTART;TZID=Europe/Paris:20270112T200000")...),
			want: []string{"01-04 18:00", "01-12 20:00 trash", "01-18 18:00"},
		},
		{
			name: "whose event was changed here", first: first, here: all, change: true,
			then: weekly("RRULE:FREQ=WEEKLY;COUNT=4", "SEQUENCE:1", "DESCRIPTION:x"),
			want: []string{"01-05 09:00", "01-11 18:00", "01-18 18:00", "01-25 18:00"},
		},
	}
	databases.Sampled(t, func(t *testing.T, url string) {
		a := open(t, url, testDeployment(t))
		for i, tt := range tests {
			for _, old := range []bool{false, true} {
				name, title := tt.name, fmt.Sprintf("Choir%d%t", i, old)
				if old {
					name += ", in a database of an old version"
				}
				t.Run(name, func(t *testing.T) {
					path := calendar(t, titled(title, tt.first)...)
					importCalendar(t, a, icalendar.Options{}, path)
					if old {
						forgetTheDateOfTheFirst(t, a)
						if again := importCalendar(t, a, icalendar.Options{}, path).Count("events"); again.Unchanged != len(tt.here) || again.Created+again.Updated > 0 {
							t.Errorf("the same file again: %+v", again)
						}
						forgetTheDateOfTheFirst(t, a)
					}
					if diff := cmp.Diff(tt.here, starts(t, a, title)); diff != "" {
						t.Errorf("the first file: (-want +got)\n%s", diff)
					}
					if tt.change {
						change(t, a, firstOf(t, a, title), mutate.ImportedFields{ModifiedUTC: "2026-12-01 00:00:00"}, map[string]any{"start_date": "2027-01-05 09:00:00", "end_date": "2027-01-05 10:00:00"})
					}
					want := tt.want
					if old && tt.old != nil {
						want = tt.old
					}
					for range 2 {
						report := importCalendar(t, a, icalendar.Options{}, calendar(t, titled(title, tt.then)...))
						if diff := cmp.Diff(want, starts(t, a, title)); diff != "" {
							t.Errorf("the second file: (-want +got)\n%s%s", diff, report)
						}
					}
				})
			}
		}
	})
}

// firstOf returns the ID of the first event with a title.
func firstOf(t *testing.T, a *service.Service, title string) int64 {
	t.Helper()
	e := get(t, a, "/events?per_page=1&orderby=id&order=asc&start_date=2026-01-01&end_date=2029-01-01&search="+title)["events"].([]any)[0]
	return int64(e.(map[string]any)["id"].(float64))
}

// forgetTheDateOfTheFirst keeps the first event of the series as old versions did.
func forgetTheDateOfTheFirst(t *testing.T, a *service.Service) {
	t.Helper()
	all, err := imported.All(t.Context(), a.Env.Store.Reader())
	if err != nil {
		t.Fatal(err)
	}
	if err := a.API.Writes.Bulk(t.Context(), 1, func(b *mutate.BulkWriter) error {
		for key, entry := range all {
			if key.Occurrence == "20270104T180000" {
				if _, err := imported.Rename(t.Context(), b.Writer(), entry, imported.Key{UID: key.UID}); err != nil {
					return err
				}
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

func TestWhatCannotBeReadIsNotRemoved(t *testing.T) {
	all := []string{"01-04 18:00", "01-11 18:00", "01-18 18:00", "01-25 18:00"}
	tests := []struct {
		name  string
		lines []string
		want  string
	}{
		{"the whole event", weekly("RRULE:FREQ=WEEKLY;COUNT=4", "SEQUENCE:1", "DTSTART:20270231T180000"), `"Choir" of `},
		{"its rule", weekly("RRULE:FREQ=SOMETIMES", "SEQUENCE:1"), "may no longer be in its series"},
		{"an empty rule", weekly("RRULE:", "SEQUENCE:1"), "may no longer be in its series"},
		{"a rule of another calendar", weekly("RRULE:RSCALE=CHINESE;FREQ=WEEKLY", "SEQUENCE:1"), "may no longer be in its series"},
		{"an added date", weekly("RRULE:FREQ=WEEKLY;COUNT=2", "RDATE;TZID=Europe/Paris:2027011,20270125T180000", "SEQUENCE:1"), "may no longer be in its series"},
		{"a change", append(weekly("RRULE:FREQ=WEEKLY;COUNT=4", "SEQUENCE:1"), vevent("weekly@x", "SUMMARY:Concert", "RECURRENCE-ID;TZID=Europe/Paris:20270118T180000", "DTSTART:never", "SEQUENCE:1")...), `"Concert" of `},
		{"the name of a change", append(weekly("RRULE:FREQ=WEEKLY;COUNT=3", "SEQUENCE:1"), vevent("weekly@x", "SUMMARY:Concert", "RECURRENCE-ID:never", "DTSTART:20270125T170000Z", "SEQUENCE:1")...), "may no longer be in its series"},
	}
	a := open(t, databases.SQLite(t), testDeployment(t))
	for i, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			title := fmt.Sprintf("Choir%d", i)
			importCalendar(t, a, icalendar.Options{}, calendar(t, titled(title, weekly("RRULE:FREQ=WEEKLY;COUNT=4"))...))
			report := importCalendar(t, a, icalendar.Options{}, calendar(t, titled(title, tt.lines)...))
			if diff := cmp.Diff(all, starts(t, a, title)); diff != "" || !strings.Contains(problems(report), strings.ReplaceAll(strings.ReplaceAll(tt.want, "Choir", title), "Concert", title+" concert")) {
				t.Errorf("(-want +got)\n%s%s", diff, report)
			}
		})
	}
}

func TestTimesThatClocksShowTwiceAreImported(t *testing.T) {
	databases.Sampled(t, func(t *testing.T, url string) {
		a := open(t, url, testDeployment(t))
		importCalendar(t, a, icalendar.Options{}, calendar(t, slices.Concat(
			vevent("1", "SUMMARY:An hour", "DTSTART;TZID=Europe/Paris:20271031T023000", "DURATION:PT1H"),
			vevent("2", "SUMMARY:Later", "DTSTART;TZID=Europe/Paris:20271031T013000Z", "DURATION:PT30M"),
			vevent("3", "SUMMARY:Earlier by the clock", "DTSTART;TZID=Europe/Paris:20271031T023000", "DURATION:PT45M"))...))
		got := map[string]string{}
		for _, e := range listAll(t, a, "events") {
			got[e["title"].(string)] = fmt.Sprint(e["end_date"], " ", e["utc_start_date"], " ", e["utc_end_date"])
		}
		want := map[string]string{
			"An hour":              "2027-10-31 02:30:00 2027-10-31 00:30:00 2027-10-31 01:30:00",
			"Later":                "2027-10-31 03:00:00 2027-10-31 01:30:00 2027-10-31 02:00:00",
			"Earlier by the clock": "2027-10-31 02:15:00 2027-10-31 00:30:00 2027-10-31 01:15:00",
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
		report := importCalendar(t, a, icalendar.Options{}, calendar(t, vevent("1", "SUMMARY:An hour", "SEQUENCE:1", "DTSTART;TZID=Europe/Paris:20271031T013000Z", "DURATION:PT15M")...))
		if e := get(t, a, "/events?search=hour&start_date=2027-01-01&end_date=2028-01-01")["events"].([]any)[0].(map[string]any); e["utc_start_date"] != "2027-10-31 01:30:00" || report.Count("events").Updated != 1 {
			t.Errorf("moved to the second of two equal hours: got %v, %s", e["utc_start_date"], report)
		}
	})
}
