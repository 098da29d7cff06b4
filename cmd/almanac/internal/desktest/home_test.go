package desktest

import (
	"context"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"almanac/generated"
	"almanac/runtime/auth"
	"almanac/runtime/dates"
	"almanac/runtime/service"
	"almanac/runtime/service/servicetest"
	"almanac/runtime/store"
)

// eachOverview runs a test on both stores with a site in Paris, where it is Monday, 1 June, two
// in the afternoon, and a browser for each role.
func eachOverview(t *testing.T, test func(t *testing.T, s *servicetest.Server, by map[string]*browser)) {
	t.Helper()
	migrated.Each(t, func(t *testing.T, url string) {
		s := servicetest.New(t, url, generated.Service(), withRecords, func(c *service.Config) {
			zone, err := dates.ParseZone("Europe/Paris")
			if err != nil {
				t.Fatal(err)
			}
			c.Deployment.Zone = zone
		})
		by := map[string]*browser{}
		s.AddUser("root", auth.RoleAdministrator)
		for _, role := range auth.Roles() {
			s.AddUser(string(role), role)
			by[string(role)] = open(t, s).signIn(string(role))
		}
		test(t, s, by)
	})
}

// adds makes an event as a user.
func adds(t *testing.T, s *servicetest.Server, user, title, start, end string, more ...any) string {
	t.Helper()
	body := map[string]any{"title": title, "start_date": start, "end_date": end}
	for i := 0; i < len(more); i += 2 {
		body[more[i].(string)] = more[i+1]
	}
	a := s.Send(user, http.MethodPost, "events", body)
	if a.Status != http.StatusCreated {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	return idIn(a.Header.Get("Location"))
}

// parts returns the texts of a page without its markup and menus, one after the other.
func parts(page response) string {
	_, main, _ := strings.Cut(page.text, "<main")
	text := regexp.MustCompile(`(?s)<script.*?</script>|<button type="button" popover.*?</div>|<[^>]*>`).ReplaceAllString(main, "|")
	return regexp.MustCompile(`[|\s]*\|[|\s]*`).ReplaceAllString(text, "|")
}

func TestTheFirstPageHasTheWeekOfTheSite(t *testing.T) {
	eachOverview(t, func(t *testing.T, s *servicetest.Server, by map[string]*browser) {
		for _, e := range [][]any{
			{"Yesterday", "2026-05-31 20:00", "2026-05-31 22:00"},
			{"Exhibition", "2026-05-20 10:00", "2026-06-20 18:00"},
			{"Last day", "2026-05-30", "2026-06-01", "all_day", true},
			{"Tom & Jerry <3", "2026-06-01 22:30", "2026-06-02 01:00", "timezone", "UTC"},
			{"Market", "2026-06-02", "2026-06-02", "all_day", true, "timezone", "Asia/Tokyo"},
			{"Canceled talk", "2026-06-02 18:00", "2026-06-02 19:00", "event_status", "canceled"},
			{"Secret", "2026-06-03 18:00", "2026-06-03 19:00", "hide_from_listings", true},
			{"In a week", "2026-06-08 23:00", "2026-06-08 23:30"},
			{"Too late", "2026-06-09 00:00", "2026-06-09 01:00"},
		} {
			adds(t, s, "root", e[0].(string), e[1].(string), e[2].(string), append(e[3:], "status", "publish")...)
		}
		adds(t, s, "author", "Not yet", "2026-06-04 18:00", "2026-06-04 19:00", "status", "draft")
		week := "Today and the next seven days|Mon 1 Jun|Today|…|Exhibition|until Sat 20 Jun|All day|Last day|" +
			"Tue 2 Jun|All day|Market|12:30 am|Tom &amp; Jerry &lt;3|6 pm|Canceled talk|Canceled|"
		hidden, draft, end := "Wed 3 Jun|6 pm|Secret|", "Thu 4 Jun|6 pm|Not yet|Draft|", "Mon 8 Jun|11 pm|In a week|Actions|See all: Events|"
		for role, want := range map[string]string{
			"editor": week + hidden + draft + end, "author": week + hidden + draft + end, "contributor": week + hidden + end, "subscriber": week + end,
		} {
			if got := parts(by[role].get("/desk")); !strings.Contains(got, want) {
				t.Errorf("%s: want %s in %s", role, want, got)
			}
		}
	})
}

func TestTheFirstPageHasWhatIsToBeDone(t *testing.T) {
	eachOverview(t, func(t *testing.T, s *servicetest.Server, by map[string]*browser) {
		image := "https://example.org/a.jpg"
		adds(t, s, "root", "Old", "2026-05-01 20:00", "2026-05-01 22:00", "image", image)
		pending := func(title string) string {
			return adds(t, s, "contributor", title, "2026-07-01 20:00", "2026-07-01 22:00", "status", "pending", "image", image, "attendance_mode", "online")
		}
		good, unclear := pending("Good"), pending("Unclear")
		for n, repeats := range []any{nil, nil, "FREQ=WEEKLY;COUNT=3"} { // A series counts once.
			adds(t, s, "author", "Draft "+itoa(int64(n)), "2026-07-02 20:00", "2026-07-02 22:00", "status", "draft", "recurrence", repeats, "venue", map[string]any{"venue": "Hall " + itoa(int64(n)), "status": "publish"})
		}
		adds(t, s, "author", "Soon", "2026-07-03 20:00", "2026-07-03 22:00", "status", "publish", "date", "2026-06-05 09:00")
		adds(t, s, "editor", "Over", "2026-05-01 20:00", "2026-05-01 22:00", "status", "publish")
		adds(t, s, "editor", "Theirs", "2026-07-04 20:00", "2026-07-04 22:00", "status", "publish")

		ed := by["editor"]
		home := ed.get("/desk")
		home.shows(t, http.StatusOK, "Needs your attention", "Events to review", "Good", "Unclear")
		ed.form(home, unclear+"/decision").set("reason", "Where is <b>it</b>?").send("draft").leads(t, "/desk")
		sentBack := "Needs your attention|Sent back to you|Unclear|Mon 1 Jun|Note from editor: Where is &lt;b&gt;it&lt;/b&gt;?|"
		for role, want := range map[string][]string{
			"editor":      {"Needs your attention|Events to review|1|Good|", "|Drafts|4|Missing: Image|5|Missing: Alternative text|2|Missing: Venue|2|", "|Publishes later|Fri 5 Jun · 9 am|Soon|", "New event|Title|", "Create draft"},
			"author":      {"|Drafts|3|Missing: Image|4|Missing: Venue|1|", "|Publishes later|Fri 5 Jun · 9 am|Soon|", "Create draft"},
			"contributor": {sentBack, "|Drafts|1|Pending review|1|", "Create draft"},
			"subscriber":  {"Nothing on the calendar."},
		} {
			page := by[role].get("/desk")
			for _, text := range want {
				if got := parts(page); !strings.Contains(got, text) {
					t.Errorf("%s: want %s in %s", role, text, got)
				}
			}
			for _, text := range []string{"Needs your attention", "Missing", "Unfinished", "Publishes later", "Create draft"} {
				if got := parts(page); strings.Contains(got, "|"+text) && !slices.ContainsFunc(want, func(s string) bool { return strings.Contains(s, text) }) && text != "Unfinished" {
					t.Errorf("%s: has %s: %s", role, text, got)
				}
			}
		}

		// Each count leads to as many records.
		links := regexp.MustCompile(`<li><a href="([^"]+)">[^<]* <span class="count">(\d+)</span>`)
		for _, role := range []string{"editor", "author", "contributor"} {
			found := links.FindAllStringSubmatch(by[role].get("/desk").text, -1)
			for _, link := range found {
				by[role].get(strings.ReplaceAll(link[1], "&amp;", "&")).shows(t, http.StatusOK, "–"+link[2]+" of "+link[2]+"<")
			}
			if len(found) < 2 {
				t.Errorf("%s has %d counts", role, len(found))
			}
		}

		// What was changed since, or published, was not sent back.
		_, _ = by["contributor"].form(by["contributor"].get("/desk/records/events/"+unclear), "record").set("excerpt", "In the barn").saves("pending")
		by["contributor"].get("/desk").lacks(t, "Needs your attention")
		ed.form(home, good+"/decision").send("publish").leads(t, "/desk")
		by["contributor"].get("/desk").lacks(t, "Needs your attention")
	})
}

// roundTrips returns how often a page waits for the store.
func (b *browser) roundTrips(s *servicetest.Server, path string) int64 {
	b.t.Helper()
	ctx, counter := store.WithQueryStats(b.t.Context())
	r := httptest.NewRequestWithContext(ctx, http.MethodGet, b.site+path, nil)
	for _, c := range b.client.Jar.Cookies(r.URL) {
		r.AddCookie(c)
	}
	w := httptest.NewRecorder()
	if s.Handler().ServeHTTP(w, r); w.Code != http.StatusOK {
		b.t.Errorf("%s: %d %s", path, w.Code, w.Body)
	}
	return counter.RoundTrips()
}

func TestTheFirstPageAsksTheStoreAsOftenForManyRecords(t *testing.T) {
	eachOverview(t, func(t *testing.T, s *servicetest.Server, by map[string]*browser) {
		round := func() {
			for _, plural := range []string{"venues", "organizers"} {
				add := map[string]any{strings.TrimSuffix(plural, "s"): unique(), "status": "pending"}
				if a := s.Send("contributor", http.MethodPost, plural, add); a.Status != http.StatusCreated {
					t.Fatalf("%d %s", a.Status, a.Body)
				}
			}
			for _, status := range []string{"pending", "draft"} {
				adds(t, s, "contributor", unique(), "2026-06-02 20:00", "2026-06-02 22:00", "status", status, "tags", []string{unique()}, "venue", map[string]any{"venue": unique()})
			}
			adds(t, s, "author", unique(), "2026-06-02 20:00", "2026-06-02 22:00", "status", "publish", "date", "2026-06-05 09:00")
			sent := adds(t, s, "contributor", unique(), "2026-06-02 20:00", "2026-06-02 22:00", "status", "pending")
			by["editor"].form(by["editor"].get("/desk"), sent+"/decision").set("reason", "Why?").send("draft").leads(t, "/desk")
		}
		// The session, one for all lists and, for an editor, one for each resource of which records
		// wait and one for each link of these; for others one for all notes.
		most := map[string]int64{"editor": 9, "author": 3, "contributor": 3, "subscriber": 2}
		for n := range 4 {
			round()
			for role, most := range most {
				if got := by[role].roundTrips(s, "/desk"); got > most {
					t.Errorf("%s, %d of each kind: %d round trips, want %d at most", role, n+1, got, most)
				}
			}
		}
	})
}

func TestADraftIsMadeOnTheFirstPage(t *testing.T) {
	eachOverview(t, func(t *testing.T, s *servicetest.Server, by map[string]*browser) {
		b := by["contributor"]
		short := func() *form { return b.form(b.get("/desk"), "/desk/records/events/new") }
		at, page := short().set("title", "Dance", "start_date", "2026-07-01T20:00").saves("draft")
		page.shows(t, http.StatusOK, "Saved as draft.", `value="2026-07-01T21:00"`, `value="Europe/Paris"`)
		var event map[string]any
		s.Send("root", http.MethodGet, "events/"+idIn(at)+"?context=edit", nil).Decode(t, &event)
		if event["status"] != "draft" || event["timezone"] != "Europe/Paris" || event["end_date"] != "2026-07-01 21:00:00" {
			t.Errorf("made %v", event)
		}
		faulty := short().set("start_date", "2026-07-01T20:00", "venue.find", "barn").send("draft")
		faulty.shows(t, http.StatusUnprocessableEntity, "No venue called “barn”. Create it?", `id="f-title-fault"`, `value="2026-07-01T21:00"`)
		_, page = b.form(faulty, "record").set("title", "Dance again", "venue.find", "").saves("draft")
		page.shows(t, http.StatusOK, "Saved as draft.")
	})
}

func TestInstantsAreInTheZoneOfTheSite(t *testing.T) {
	eachOverview(t, func(t *testing.T, s *servicetest.Server, by map[string]*browser) {
		id := adds(t, s, "editor", "Fair", "2026-06-08 20:00", "2026-06-08 23:00")
		const now = "Mon 1 Jun 2026 · 2 pm CEST"
		by["editor"].get("/desk/records/events/"+id+"/history").shows(t, http.StatusOK, `<time datetime="2026-06-01T12:00:00Z">`+now)
		by["editor"].get("/desk/account").shows(t, http.StatusOK, `data-label="Last used">`+now)
	})
}

func TestAdministratorsSeeJobsThatFail(t *testing.T) {
	eachOverview(t, func(t *testing.T, s *servicetest.Server, by map[string]*browser) {
		if err := s.Jobs.Ask(t.Context(), "series"); err != nil {
			t.Fatal(err)
		}
		err := s.Store.RunInTx(t.Context(), func(_ context.Context, w store.Writer) error {
			w.Queue(store.Statement{SQL: "UPDATE background_jobs SET failures = 2, error = '2 series were not extended'"})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for role, b := range by {
			got := strings.Contains(parts(b.get("/desk")), "|Job series failed: 2 series were not extended|")
			if got != (role == string(auth.RoleAdministrator)) {
				t.Errorf("that %s sees the job is %v", role, got)
			}
		}
	})
}
