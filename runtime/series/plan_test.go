package series_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"almanac/runtime/dates"
	"almanac/runtime/recurrence"
	"almanac/runtime/series"
)

// now is before the first date of tuesdays.
var now = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

// tuesdays returns a series "Jazz" on four Tuesdays in June 2026, 19:00 to 22:00, whose dates are
// the records 1 to 4.
func tuesdays(t *testing.T) (series.Series, []*series.Member) {
	t.Helper()
	zone, err := dates.ParseZone("Europe/Paris")
	if err != nil {
		t.Fatal(err)
	}
	s := series.Series{
		Pattern: recurrence.Pattern{
			Start: "2026-06-02 19:00:00", End: "2026-06-02 22:00:00", Zone: zone, Rule: "FREQ=WEEKLY;COUNT=4",
		},
		ExtendedTo: dates.Last, Links: series.Links{"tags": {7}},
	}
	list, err := s.Pattern.Expand("", dates.Last, 10)
	if err != nil {
		t.Fatal(err)
	}
	var members []*series.Member
	for i, d := range list {
		members = append(members, &series.Member{
			ID: int64(i + 1), Slot: d.ID, Times: series.TimesOf(d), Links: series.Links{"tags": {7}},
			Values: series.Values{"title": "Jazz", "status": "publish"},
		})
	}
	return s, members
}

// write is what a request writes to the date that it names.
type write struct {
	title   string
	tags    []int64
	move    int64 // Seconds by which the date is later.
	longer  int64 // Seconds by which it lasts longer.
	rule    string
	status  string
	replace bool
}

// change returns the write as an edit takes it.
func (w write) change(e *series.Edit) series.Change {
	d := e.Date()
	before := recurrence.Pattern{Start: d.Start.Local, End: d.End.Local, Zone: e.Pattern.Zone}
	after := before
	after.Start, after.End = before.Start.AddSeconds(w.move), before.End.AddSeconds(w.move+w.longer)
	c := series.Change{
		Timing: series.Timing{Before: before, After: after, Now: now}, Months: 24,
		Before: series.Values{"title": "Jazz", "status": "publish"}, Sent: map[string]bool{},
		Links: series.Links{}, SendsTimes: w.move != 0 || w.longer != 0, Replace: w.replace,
		Times: series.Times{Start: after.Start, End: after.End},
	}
	c.After = maps.Clone(c.Before)
	if w.title != "" {
		c.After["title"], c.Sent["title"] = w.title, true
	}
	if w.status != "" {
		c.After["status"], c.Sent["status"] = w.status, true
		c.Trashes, c.TrashesAll = w.status == "trash", w.status == "trash"
	}
	if w.tags != nil {
		c.Links["tags"] = w.tags
	}
	if w.rule != "" {
		c.Timing.Recurrence = &recurrence.Input{Rule: w.rule}
	}
	return c
}

func TestPlansOfEdits(t *testing.T) {
	save := func(w write) func(*series.Edit) (*series.Plan, error) {
		return func(e *series.Edit) (*series.Plan, error) { return e.Change(w.change(e)) }
	}
	trash := func(e *series.Edit) (*series.Plan, error) { return e.Trash(), nil }
	remove := func(e *series.Edit) (*series.Plan, error) { return e.Delete(), nil }
	single := func(e *series.Edit) (*series.Plan, error) { return e.MakeSingle(write{title: "Blues"}.change(e)), nil }
	const hour = 60 * 60
	tests := []struct {
		name   string
		before func(m []*series.Member) // What was done to single dates; m[1] is the record 1.
		scope  series.Scope
		date   int64 // Record that the request names.
		edit   func(*series.Edit) (*series.Plan, error)
		want   string
	}{
		{
			name: "a title of all", scope: series.ScopeAll, date: 2, edit: save(write{title: "Blues"}),
			want: `next FREQ=WEEKLY;COUNT=4 from 06-02 19:00
				update 1: title
				update 2: title
				update 3: title
				update 4: title
				updated 4`,
		},
		{
			name: "a title that one date has of its own", scope: series.ScopeAll, date: 2, edit: save(write{title: "Blues"}),
			before: func(m []*series.Member) { m[3].Values["title"] = "Gala" },
			want: `next FREQ=WEEKLY;COUNT=4 from 06-02 19:00
				update 1: title
				update 2: title
				update 4: title
				updated 3, kept 3`,
		},
		{
			name: "a title that replaces that too", scope: series.ScopeAll, date: 2,
			edit:   save(write{title: "Blues", replace: true}),
			before: func(m []*series.Member) { m[3].Values["title"] = "Gala" },
			want: `next FREQ=WEEKLY;COUNT=4 from 06-02 19:00
				update 1: title
				update 2: title
				update 3: title
				update 4: title
				updated 4`,
		},
		{
			name: "a link that one date has of its own", scope: series.ScopeAll, date: 1, edit: save(write{tags: []int64{8}}),
			before: func(m []*series.Member) { m[4].Links["tags"] = nil },
			want: `next FREQ=WEEKLY;COUNT=4 from 06-02 19:00
				update 1: tags
				update 2: tags
				update 3: tags
				updated 3, kept 4`,
		},
		{
			name: "an hour later, of which one date was moved before", scope: series.ScopeAll, date: 1, edit: save(write{move: hour}),
			before: func(m []*series.Member) {
				m[2].Times.Start, m[2].Times.StartUTC = "2026-06-10 19:00:00", "2026-06-10 17:00:00"
			},
			want: `next FREQ=WEEKLY;COUNT=4 from 06-02 20:00
				update 1: to 06-02 20:00, at 06-02 20:00
				update 2: to 06-09 20:00
				update 3: to 06-16 20:00, at 06-16 20:00
				update 4: to 06-23 20:00, at 06-23 20:00
				updated 4, kept 2`,
		},
		{
			name: "a title from the third date on", scope: series.ScopeFollowing, date: 3, edit: save(write{title: "Blues"}),
			want: `before FREQ=WEEKLY;COUNT=2
				next FREQ=WEEKLY;COUNT=2 from 06-16 19:00
				update 3: title
				update 4: title
				updated 2`,
		},
		{
			name: "from the first date on, which is all", scope: series.ScopeFollowing, date: 1, edit: save(write{title: "Blues"}),
			want: `next FREQ=WEEKLY;COUNT=4 from 06-02 19:00
				update 1: title
				update 2: title
				update 3: title
				update 4: title
				updated 4`,
		},
		{
			name: "two more dates", scope: series.ScopeAll, date: 1, edit: save(write{rule: "FREQ=WEEKLY;COUNT=6"}),
			want: `next FREQ=WEEKLY;COUNT=6 from 06-02 19:00
				create 06-30 19:00
				create 07-07 19:00
				created 2`,
		},
		{
			name: "a rule with half of the dates", scope: series.ScopeAll, date: 1, edit: save(write{rule: "FREQ=WEEKLY;INTERVAL=2;COUNT=2"}),
			before: func(m []*series.Member) { m[4].Values["title"] = "Gala" },
			want: `next FREQ=WEEKLY;INTERVAL=2;COUNT=2 from 06-02 19:00
				trash 2, which leaves
				update 4, which leaves
				removed 1, detached 4`,
		},
		{
			name: "a rule without a date that lies in the trash", scope: series.ScopeAll, date: 1, edit: save(write{rule: "FREQ=WEEKLY;COUNT=3"}),
			before: func(m []*series.Member) { m[4].Trashed = true },
			want: `next FREQ=WEEKLY;COUNT=3 from 06-02 19:00
				update 4, which leaves`,
		},
		{
			name: "a rule that begins on another day", scope: series.ScopeFollowing, date: 3, edit: save(write{rule: "FREQ=WEEKLY;BYDAY=TH;COUNT=2"}),
			want: `before FREQ=WEEKLY;COUNT=2
				next FREQ=WEEKLY;BYDAY=TH;COUNT=2 from 06-18 19:00
				trash 3, which leaves
				trash 4, which leaves
				create 06-18 19:00
				create 06-25 19:00
				created 2, removed 2`,
		},
		{
			name: "an hour longer, with a date in the trash", scope: series.ScopeAll, date: 1, edit: save(write{longer: hour}),
			before: func(m []*series.Member) { m[2].Trashed, m[2].Values["status"] = true, "trash" },
			want: `next FREQ=WEEKLY;COUNT=4 from 06-02 19:00
				update 1: at 06-02 19:00
				update 3: at 06-16 19:00
				update 4: at 06-23 19:00
				update 2: at 06-09 19:00
				updated 4`,
		},
		{
			name: "back from the trash", scope: series.ScopeAll, date: 1, edit: func(e *series.Edit) (*series.Plan, error) {
				c := write{status: "publish"}.change(e)
				c.Before["status"] = "trash"
				return e.Change(c)
			},
			before: func(m []*series.Member) {
				for _, one := range m[1:] {
					one.Trashed, one.Values["status"] = true, "trash"
				}
			},
			want: `next FREQ=WEEKLY;COUNT=4 from 06-02 19:00
				update 1: status
				update 2: status
				update 3: status
				update 4: status
				updated 4`,
		},
		{
			name: "to the trash", scope: series.ScopeAll, date: 1, edit: trash,
			before: func(m []*series.Member) { m[2].Trashed = true },
			want: `next FREQ=WEEKLY;COUNT=4 from 06-02 19:00
				trash 1
				trash 3
				trash 4
				removed 3`,
		},
		{
			name: "to the trash from the third date on", scope: series.ScopeFollowing, date: 3, edit: trash,
			want: `before FREQ=WEEKLY;COUNT=2
				trash 3
				trash 4
				removed 2`,
		},
		{
			name: "deleted permanently", scope: series.ScopeAll, date: 1, edit: remove,
			want: `delete 1
				delete 2
				delete 3
				delete 4
				removed 4`,
		},
		{
			name: "the second date becomes a single record", scope: series.ScopeAll, date: 2, edit: single,
			before: func(m []*series.Member) { m[4].Trashed = true },
			want: `trash 1, which leaves
				update 2: title, which leaves
				trash 3, which leaves
				update 4, which leaves
				removed 2`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, members := tuesdays(t)
			if tt.before != nil {
				tt.before(append([]*series.Member{nil}, members...))
			}
			e, err := series.NewEdit(s, members, tt.scope, tt.date)
			if err != nil {
				t.Fatal(err)
			}
			plan, err := tt.edit(e)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(strings.ReplaceAll(tt.want, "\t", ""), describe(plan)); diff != "" {
				t.Errorf("plan (-want +got)\n%s", diff)
			}
		})
	}
}

func TestAnEditThatTheRuleCannotFollowIsAnError(t *testing.T) {
	s, members := tuesdays(t)
	s.Pattern.Rule = "FREQ=MONTHLY;BYDAY=1TU;COUNT=4"
	e, err := series.NewEdit(s, members[:1], series.ScopeAll, 1)
	if err != nil {
		t.Fatal(err)
	}
	for want, w := range map[string]write{
		recurrence.ErrShift.Error():            {move: 24 * 60 * 60},
		"one date lasts at most 30 days":       {longer: 31 * 24 * 60 * 60},
		"BYSETPOS needs another part":          {rule: "FREQ=WEEKLY;BYSETPOS=1"},
		recurrence.ErrTooMany.Error():          {rule: "FREQ=DAILY;COUNT=2000"},
		"the rule has no date within 10 years": {rule: "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"},
	} {
		w := w.change(e)
		w.Months = 120
		if _, err := e.Change(w); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestRecordsJoinASeries(t *testing.T) {
	s, members := tuesdays(t)
	members[1].Trashed = true
	at := func(id int64, slot dates.WallTime) *series.Member { return &series.Member{ID: id, Slot: slot} }
	wrong := at(5, "2026-06-03 19:00:00")
	members = append(members, wrong)
	steps, left, err := series.Join(s.Pattern, members, []*series.Member{
		at(8, "2026-06-09 19:00:00"), // Whose record is in the trash.
		at(9, "2026-06-16 19:00:00"), // That has a record.
		at(10, "2026-06-17 19:00:00"),
	})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, step := range steps {
		got = append(got, fmt.Sprint(step.Member.ID, " ", step.Slot))
	}
	want := []string{
		"1 2026-06-02 19:00:00", "2 ", "3 2026-06-16 19:00:00", "4 2026-06-23 19:00:00", "5 ", "8 2026-06-09 19:00:00",
	}
	if diff := cmp.Diff(want, got); diff != "" || !slices.Equal(left, []int64{9, 10}) {
		t.Errorf("left are %v; steps (-want +got)\n%s", left, diff)
	}
}

// describe returns a plan in lines.
func describe(p *series.Plan) string {
	short := func(w dates.WallTime) string { return string(w[len("2026-"):len("2026-06-02 19:00")]) }
	var lines []string
	if p.Before != nil {
		lines = append(lines, "before "+p.Before.Rule)
	}
	if p.Next != nil {
		lines = append(lines, "next "+p.Next.Pattern.Rule+" from "+short(p.Next.Pattern.Start))
	}
	for _, step := range p.Steps {
		line := []string{"update", "trash", "delete"}[step.Action] + " " + fmt.Sprint(step.Member.ID)
		what := slices.Concat(step.Columns, step.Links)
		if step.Slot != "" && step.Slot != step.Member.Slot {
			what = append(what, "to "+short(step.Slot))
		}
		if step.Times != nil {
			what = append(what, "at "+short(step.Times.Start))
		}
		if what != nil {
			line += ": " + strings.Join(what, ", ")
		}
		if step.Slot == "" && step.Action != series.ActionDelete {
			line += ", which leaves"
		}
		lines = append(lines, line)
	}
	for _, d := range p.Create {
		lines = append(lines, "create "+short(d.ID))
	}
	var counts []string
	for _, c := range []struct {
		name string
		n    int64
		ids  []int64
	}{
		{"created", p.Changes.Created, nil},
		{"updated", p.Changes.Updated, nil},
		{"removed", p.Changes.Removed, nil},
		{"kept", 0, p.Changes.Kept},
		{"detached", 0, p.Changes.Detached},
	} {
		switch {
		case c.n > 0:
			counts = append(counts, fmt.Sprint(c.name, " ", c.n))
		case len(c.ids) > 0:
			counts = append(counts, c.name+" "+strings.Trim(fmt.Sprint(c.ids), "[]"))
		}
	}
	if counts != nil {
		lines = append(lines, strings.Join(counts, ", "))
	}
	return strings.Join(lines, "\n")
}
