package desktest

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"almanac/generated"
	"almanac/runtime/auth"
	"almanac/runtime/service"
	"almanac/runtime/service/servicetest"
)

// person is somebody at a browser whose clicks are counted.
type person struct {
	*browser
	at      string // Address of the page.
	page    response
	actions int
}

// opens gets a page, whose address may be relative to the present one.
func (p *person) opens(at string) {
	p.t.Helper()
	to, err := url.Parse(p.at)
	if err == nil {
		to, err = to.Parse(at)
	}
	if err != nil {
		p.t.Fatal(err)
	}
	p.at = to.String()
	p.page = p.get(p.at)
}

// follows clicks the first link whose text begins so.
func (p *person) follows(text string) {
	p.t.Helper()
	root, err := html.Parse(strings.NewReader(p.page.text))
	if err != nil {
		p.t.Fatal(err)
	}
	for n := range root.Descendants() {
		if n.Data == "a" && strings.HasPrefix(content(n), text) {
			p.opens(attribute(n, "href"))
			p.actions++
			return
		}
	}
	p.t.Fatalf("no link %q in %s", text, p.page.text)
}

// sends presses the button of the form that is sent to an address.
func (p *person) sends(to string) {
	p.t.Helper()
	done := p.form(p.page, to).send("")
	done.shows(p.t, http.StatusSeeOther)
	p.opens(done.location)
	p.actions++
}

// took fails if it took more clicks than a number.
func (p *person) took(most int) {
	p.t.Helper()
	if p.actions > most {
		p.t.Errorf("it took %d actions, want %d", p.actions, most)
	}
}

// signsIn returns somebody on the first page of the desk.
func signsIn(t *testing.T, s *servicetest.Server, name string) *person {
	t.Helper()
	p := &person{browser: open(t, s).signIn(name)}
	p.opens("/desk/records/events")
	return p
}

// eachNewsroom runs a test with an editor, eve, who changes something, and another one, ada.
func eachNewsroom(t *testing.T, test func(t *testing.T, s *servicetest.Server)) {
	migrated.Each(t, func(t *testing.T, at string) {
		s := servicetest.New(t, at, generated.Service(), withRecords, func(c *service.Config) { c.Media = "file:" + t.TempDir() })
		s.AddUser("eve", auth.RoleEditor)
		s.AddUser("ada", auth.RoleEditor)
		test(t, s)
	})
}

// patch changes an event.
func patch(t *testing.T, s *servicetest.Server, user, at string, body map[string]any) {
	t.Helper()
	if a := s.Send(user, http.MethodPatch, "events/"+at, body); a.Status != http.StatusOK {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
}

// titleOf returns the title of an event.
func titleOf(t *testing.T, s *servicetest.Server, id string) any {
	t.Helper()
	var r map[string]any
	s.Send("ada", http.MethodGet, "events/"+id+"?context=edit", nil).Decode(t, &r)
	return r["title"]
}

func TestWhoChangedAnEventYesterdayIsFoundAndTakenBackInFourActions(t *testing.T) {
	eachNewsroom(t, func(t *testing.T, s *servicetest.Server) {
		id := adds(t, s, "ada", "Concert", "2026-07-01 20:00", "2026-07-01 22:00", "tags", "jazz")
		patch(t, s, "eve", id, map[string]any{"title": "Cancelled!", "tags": []string{}})
		s.Clock.Advance(24 * time.Hour)
		ada := signsIn(t, s, "ada")
		ada.follows("Cancelled!")
		ada.follows("History")
		ada.page.shows(t, http.StatusOK, "Mon 1 Jun 2026", "· eve · updated", `<th scope="row">Title</th><td data-label="Before">Concert</td><td data-label="After">Cancelled!</td>`,
			`<th scope="row">Tags</th><td data-label="Before">jazz</td><td data-label="After"></td>`, "· ada · created")
		ada.follows("Undo this change")
		ada.page.shows(t, http.StatusOK, `<th scope="row">Concert</th>`, "Changes back")
		if got := titleOf(t, s, id); got != "Cancelled!" {
			t.Errorf("before it is confirmed the title is %v", got)
		}
		ada.sends("/desk/undo")
		ada.took(4)
		ada.page.shows(t, http.StatusOK, "Undone: Concert", "updated (undo)")
		if got := titleOf(t, s, id); got != "Concert" {
			t.Errorf("the title is %v", got)
		}
	})
}

func TestWhatHasChangedSinceIsNamedBeforeAnythingIsUndone(t *testing.T) {
	eachNewsroom(t, func(t *testing.T, s *servicetest.Server) {
		one, two := adds(t, s, "ada", "One", "2026-07-01 20:00", "2026-07-01 22:00"), adds(t, s, "ada", "Two", "2026-07-02 20:00", "2026-07-02 22:00")
		eve := open(t, s).signIn("eve")
		eve.does(t, "events", "draft", one, two)
		patch(t, s, "ada", two, map[string]any{"title": "Two!", "status": "pending"})
		ada := signsIn(t, s, "ada")
		ada.follows("Changes")
		ada.opens(ada.hrefOf(t, "/undo", 2))
		ada.page.shows(t, http.StatusOK, "These stay as they are", "<strong>Two!</strong>: It has changed since.", "· ada · Status, Title", "Undo the rest")
		ada.sends("/desk/undo")
		ada.page.shows(t, http.StatusOK, "Undone: One Two!: It has changed since.")
		var statuses []any
		for _, id := range []string{one, two} {
			var r map[string]any
			s.Send("ada", http.MethodGet, "events/"+id, nil).Decode(t, &r)
			statuses = append(statuses, r["status"])
		}
		if fmt.Sprint(statuses) != "[publish pending]" {
			t.Errorf("they are %v", statuses)
		}
		ada.get(ada.hrefOf(t, "/undo", 3)).shows(t, http.StatusOK, "There is nothing to undo.")
	})
}

// hrefOf returns the address of the nth link of a page whose address has a part.
func (p *person) hrefOf(t *testing.T, part string, nth int) string {
	t.Helper()
	root, err := html.Parse(strings.NewReader(p.page.text))
	if err != nil {
		t.Fatal(err)
	}
	for n := range root.Descendants() {
		if n.Data != "a" || !strings.Contains(attribute(n, "href"), part) {
			continue
		}
		if nth--; nth == 0 {
			return attribute(n, "href")
		}
	}
	t.Fatalf("no such link to %s in %s", part, p.page.text)
	return ""
}

func TestABulkActionOf500EventsAndAnEditOfASeriesAreUndoneInThreeActions(t *testing.T) {
	eachNewsroom(t, func(t *testing.T, s *servicetest.Server) {
		confirm := url.Values{"action": {"trash"}, "collapse": {"series"}, "confirm": {"1"}}
		var first []string
		for i := range 5 {
			first = append(first, adds(t, s, "ada", fmt.Sprint("Series ", i), "2026-07-01 20:00", "2026-07-01 22:00", "recurrence", "FREQ=DAILY;COUNT=100"))
		}
		count := func() string {
			return s.Send("ada", http.MethodGet, "events?per_page=1&start_date=2026-01-01&end_date=2028-01-01", nil).Header.Get("X-Tec-Total")
		}
		whole := count()
		confirm["id"] = first
		open(t, s).signIn("eve").send(http.MethodPost, "/desk/records/events/bulk", confirm).shows(t, http.StatusSeeOther)
		if whole != "500" || count() != "0" {
			t.Fatalf("%s events, in the trash but %s", whole, count())
		}
		ada := signsIn(t, s, "ada")
		ada.follows("Changes")
		ada.page.shows(t, http.StatusOK, `<td data-label="Who">eve</td><td data-label="What">trashed</td>`, "and 499 more")
		ada.follows("Undo")
		ada.page.shows(t, http.StatusOK, "Series 0", "and 480 more")
		ada.sends("/desk/undo")
		ada.took(3)
		if ada.page.shows(t, http.StatusOK, "500 changes undone."); count() != whole {
			t.Errorf("%s of %s are back", count(), whole)
		}

		patch(t, s, "eve", first[1]+"?apply_to=all", map[string]any{"title": "Other", "recurrence": "FREQ=DAILY;COUNT=90"})
		ada = signsIn(t, s, "ada")
		ada.follows("Changes")
		ada.follows("Undo")
		ada.sends("/desk/undo")
		ada.took(3)
		if count() != whole || titleOf(t, s, first[1]) != "Series 1" {
			t.Errorf("%s of %s, %v", count(), whole, titleOf(t, s, first[1]))
		}
	})
}

func TestAVersionIsRestoredOnceItsChangesAreShown(t *testing.T) {
	eachNewsroom(t, func(t *testing.T, s *servicetest.Server) {
		id := adds(t, s, "ada", "Concert", "2026-07-01 20:00", "2026-07-01 22:00", "venue", map[string]any{"venue": "Hall"}, "cost", "$5", "featured", true)
		patch(t, s, "eve", id, map[string]any{"title": "Gig", "cost": "$9", "featured": false, "post_password": "hunter2"})
		patch(t, s, "eve", id, map[string]any{"venue": nil, "status": "draft"})
		at := "/desk/records/events/" + id
		ada := signsIn(t, s, "ada")
		ada.opens(at + "/history")
		ada.page.shows(t, http.StatusOK, `<td data-label="Before">$5</td><td data-label="After">$9</td>`, `<td data-label="Before">Hall</td>`, `<td data-label="Before">Published</td><td data-label="After">Draft</td>`,
			"Changed, former value not kept: Password")
		if strings.Contains(ada.page.text, "hunter2") || strings.Contains(ada.page.text, "version=3") {
			t.Errorf("it has the password, or restores the present version: %s", ada.page.text)
		}
		ada.opens(ada.hrefOf(t, "/restore", 2))
		ada.page.shows(t, http.StatusOK, `<td data-label="Now">Gig</td><td data-label="Restored">Concert</td>`, `<td data-label="Now"></td><td data-label="Restored">Hall</td>`)
		stale := ada.form(ada.page, at+"/restore")
		patch(t, s, "eve", id, map[string]any{"excerpt": "x"})
		ada.get(stale.send("").location).shows(t, http.StatusOK, "Someone changed this in the meantime.")
		ada.opens(at + "/restore?version=1")
		ada.sends(at + "/restore")
		ada.page.shows(t, http.StatusOK, "The version is restored.", "Concert")
		if got := titleOf(t, s, id); got != "Concert" {
			t.Errorf("the title is %v", got)
		}
		ada.sends("/desk/undo")
		if got := titleOf(t, s, id); got != "Gig" {
			t.Errorf("the restoration is undone, the title is %v", got)
		}
		for _, wrong := range []string{"99", "x"} {
			ada.get(at+"/restore?version="+wrong).shows(t, http.StatusBadRequest, "This version cannot be restored:")
		}
		var venues map[string]any
		s.Send("ada", http.MethodGet, "venues", nil).Decode(t, &venues)
		hall := trimZeros(venues["venues"].([]any)[0].(map[string]any)["id"])
		s.Send("ada", http.MethodDelete, "venues/"+hall+"?force=true", nil)
		ada.get(at+"/restore?version=1").shows(t, http.StatusBadRequest, "This version cannot be restored:", "Venue")
	})
}

func TestTheHistoryOfADeletedRecordIsFoundAmongTheChanges(t *testing.T) {
	eachNewsroom(t, func(t *testing.T, s *servicetest.Server) {
		id := adds(t, s, "ada", "Concert", "2026-07-01 20:00", "2026-07-01 22:00")
		s.Send("eve", http.MethodDelete, "events/"+id+"?force=true", nil)
		ada := signsIn(t, s, "ada")
		ada.follows("Changes")
		ada.follows("Concert")
		ada.page.shows(t, http.StatusOK, "eve · deleted", `<td data-label="Before">Concert</td><td data-label="After"></td>`)
		ada.follows("Undo this change")
		ada.page.shows(t, http.StatusOK, "Comes back")
		ada.sends("/desk/undo")
		if got := titleOf(t, s, id); got != "Concert" {
			t.Errorf("the title is %v", got)
		}
	})
}

func TestChangesHavePages(t *testing.T) {
	eachNewsroom(t, func(t *testing.T, s *servicetest.Server) {
		id := adds(t, s, "ada", "Concert", "2026-07-01 20:00", "2026-07-01 22:00")
		for i := range 60 {
			patch(t, s, "eve", id, map[string]any{"title": fmt.Sprint("Concert ", i)})
			if i%7 == 0 {
				s.Clock.Advance(time.Second)
			}
		}
		ada := signsIn(t, s, "ada")
		for _, at := range []string{"/desk/changes", "/desk/records/events/" + id + "/history"} {
			ada.opens(at)
			lines := func() int {
				return strings.Count(ada.page.text, "/desk/undo?")
			}
			if n := lines(); n != 50 {
				t.Errorf("%s has %d changes", at, n)
			}
			if ada.follows("Older"); lines() != 11 {
				t.Errorf("the rest of %s is %d changes", at, lines())
			}
			if strings.Contains(ada.page.text, ">Older<") {
				t.Errorf("%s has a third page", at)
			}
		}
	})
}

// Nobody reads what a record was who may not edit it, by no way of the API or the desk.
func TestTheHistoryShowsNothingToThoseWhoMayNotEditTheRecord(t *testing.T) {
	eachNewsroom(t, func(t *testing.T, s *servicetest.Server) {
		s.AddUser(canary, auth.RoleAdministrator)
		secrets := hide(t, s)
		for _, role := range []auth.Role{auth.RoleSubscriber, auth.RoleContributor, auth.RoleAuthor} {
			name := string(role)
			s.AddUser(name, role)
			b := open(t, s).signIn(name)
			if role == auth.RoleAuthor {
				adds(t, s, name, "Own", "2026-07-01 20:00", "2026-07-01 22:00")
			}
			pages := []string{"/desk/changes"}
			for _, of := range secrets {
				at := of.plural + "/" + of.id
				if of.plural != "events" && of.plural != "venues" {
					continue
				}
				pages = append(pages, "/desk/records/"+at+"/history", "/desk/records/"+at+"/restore?version=1", "/desk/undo?change="+of.change)
				for _, user := range []string{"", name} {
					for path, body := range map[string]any{
						at + "/history": nil, at + "?as_of=2026-06-01T12:00:00Z": nil,
						at + "/restore?dry_run=true": map[string]any{"version": 1}, "undo?dry_run=true": map[string]any{"change": of.change},
					} {
						method := http.MethodGet
						if body != nil {
							method = http.MethodPost
						}
						if a := s.Send(user, method, path, body); a.Status < 400 || strings.Contains(string(a.Body), canary) {
							t.Errorf("%s %s by %q: %d %s", method, path, user, a.Status, a.Body)
						}
					}
				}
			}
			for _, page := range pages {
				a := b.get(page)
				if strings.Contains(a.text, canary) || page != "/desk/changes" && a.status < 400 {
					t.Errorf("%s by the %s: %d %s", page, role, a.status, a.text)
				}
			}
		}
	})
}
