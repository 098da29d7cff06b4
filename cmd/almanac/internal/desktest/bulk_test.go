package desktest

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"almanac/runtime/auth"
	"almanac/runtime/desk/records"
	"almanac/runtime/service/servicetest"
)

// cellOf returns what a column of the first row of a table contains.
func cellOf(page response, label string) string {
	_, cell, _ := strings.Cut(page.text, `<td data-label="`+label+`">`)
	cell, _, _ = strings.Cut(cell, "</td>")
	return cell
}

func TestABulkActionDoesWhatItsPreviewShows(t *testing.T) {
	each(t, false, func(t *testing.T, s *servicetest.Server) {
		o := openOffice(t, s)
		for _, role := range auth.Roles() {
			for _, action := range []string{"delete", "add:tags", "set:featured=true"} {
				for _, state := range []string{"publish", "future", "draft", "private"} {
					for _, whose := range []string{"own", "another's"} {
						where := fmt.Sprintf("%s of an event (%s, %s) by the %s", action, whose, state, role)
						id, _ := o.record(permission{kind: "events", whose: whose, state: state, role: string(role)})
						b := o.browsers[string(role)]
						preview := b.post("/desk/records/events/bulk", "action", action, "id", id, "value.find", "outdoors")
						before := o.status("events", id)
						done := b.form(preview, "/bulk").set("confirm", "1").send("")
						if before != state {
							t.Errorf("%s: the preview makes it %s", where, before)
						}
						for _, label := range []string{"After", "Problem"} {
							if shown, got := cellOf(preview, label), cellOf(done, label); shown != got {
								t.Errorf("%s: %s is %q, the preview shows %q", where, label, got, shown)
							}
						}
						if after := cellOf(done, "After"); (after == "") == (cellOf(done, "Problem") == "") {
							t.Errorf("%s: after %q, problem %q", where, after, cellOf(done, "Problem"))
						}
					}
				}
			}
		}
	}, records.Part)
}

func TestWhatIsDoneAtOnceIsUndone(t *testing.T) {
	each(t, false, func(t *testing.T, s *servicetest.Server) {
		o := openOffice(t, s)
		for _, role := range auth.Roles() {
			for _, action := range []string{"publish", "draft", "pending", "trash", "restore"} {
				for _, state := range []string{"publish", "future", "draft", "private", "trash"} {
					for _, whose := range []string{"own", "another's"} {
						id, _ := o.record(permission{kind: "events", whose: whose, state: state, role: string(role)})
						before := o.status("events", id)
						page := o.browsers[string(role)].does(t, "events", action, id)
						where := fmt.Sprintf("%s of an event (%s, %s) by the %s", action, whose, before, role)
						canUndo, after := strings.Contains(page.text, `form="undo"`), o.status("events", id)
						if canUndo != (before != after) {
							t.Errorf("%s: it is %s, and can be undone: %t", where, after, canUndo)
						}
						if canUndo {
							undo := o.browsers[string(role)].form(page, "/undo")
							undo.send("")
							if now := o.status("events", id); now != before {
								t.Errorf("%s is undone: %s", where, now)
							}
							undo.send("") // Once more, it does nothing.
						}
					}
				}
			}
		}
	}, records.Part)
}

func TestAnUndoLeavesWhatChangedSince(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		one, two := add(t, s, "events", concert()), add(t, s, "events", concert("status", "draft"))
		b := open(t, s)
		page := b.does(t, "events", "trash", one, two)
		page.shows(t, http.StatusOK, "Moved to trash: 2")
		s.Send("", http.MethodPatch, "events/"+two, map[string]any{"status": "pending"})
		b.form(page, "/undo").send("").shows(t, http.StatusSeeOther)
		if a, b := read(t, s, "events/"+one)["status"], read(t, s, "events/"+two)["status"]; a != "publish" || b != "pending" {
			t.Errorf("undone, they are %s and %s", a, b)
		}
		b.post("/desk/records/events/bulk", "row", "set:event_status=canceled "+one).shows(t, http.StatusSeeOther)
		page = b.get("/desk/records/events")
		page.shows(t, http.StatusOK, ": Canceled (Concert)", ">Canceled<")
		b.form(page, "/undo").send("")
		if r := read(t, s, "events/"+one); r["event_status"] != nil {
			t.Errorf("event status %v", r["event_status"])
		}
		b.post("/desk/undo", "change", "nonsense", "change", "0190a1b2-0000-7000-8000-000000000000", "partial", "1").shows(t, http.StatusSeeOther)
	}, records.Part)
}

// does performs an action on records at once, and returns the list, which says so.
func (b *browser) does(t *testing.T, plural, action string, ids ...string) response {
	t.Helper()
	form := []string{"action", action}
	for _, id := range ids {
		form = append(form, "id", id)
	}
	done := b.post("/desk/records/"+plural+"/bulk", form...)
	done.shows(t, http.StatusSeeOther)
	return b.get(done.location)
}

func TestAPreviewShowsLinksAsTheyWillBe(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		id := add(t, s, "events", map[string]any{"title": "Concert", "start_date": "2026-07-01 20:00", "end_date": "2026-07-01 22:00", "tags": []string{"folk", "jazz"}, "venue": map[string]any{"venue": "Barn"}})
		add(t, s, "venues", map[string]any{"venue": "Hall"})
		b := open(t, s)
		for _, tt := range []struct{ action, value, before, after string }{
			{"add:tags", "rock", "folk, jazz", "folk, jazz, rock"},
			{"add:tags", "jazz", "folk, jazz", "folk, jazz"},
			{"add:tags", "rock, jazz, salsa", "folk, jazz", "folk, jazz, rock, salsa"},
			{"remove:tags", "folk", "folk, jazz", "jazz"},
			{"set:venue", "hall", "Barn", "Hall"},
			{"set:cost", "$9", "", "$9"},
			{"set:featured=true", "", "No", "Yes"},
		} {
			name := "value.find"
			if tt.action == "set:cost" {
				name = "value"
			}
			page := b.post("/desk/records/events/bulk", "action", tt.action, name, tt.value, "id", id)
			if before, after := cellOf(page, "Before"), cellOf(page, "After"); page.status != http.StatusOK || before != tt.before || after != tt.after {
				t.Errorf("%s %s: %d, from %q to %q, want from %q to %q", tt.action, tt.value, page.status, before, after, tt.before, tt.after)
			}
		}
	}, records.Part)
}
