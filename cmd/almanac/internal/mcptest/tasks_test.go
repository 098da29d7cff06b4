package mcptest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// tasks are what people ask of an assistant, and how one does it by the tools.  Each has a calendar of its own.
var tasks = []struct {
	name string
	do   func(t *testing.T, c *calendar)
}{
	{"what is on next week?", func(t *testing.T, c *calendar) {
		c.wants(t, c.titles(js{"start_date": "2026-06-08", "end_date": "2026-06-14"}), "Market")
	}},
	{"what is there in Ulm, for free?", func(t *testing.T, c *calendar) {
		c.wants(t, c.titles(js{"city": "Ulm", "free": true}), "Market")
	}},
	{"cancel all Mondays in May, show me first", func(t *testing.T, c *calendar) {
		var mondays []js
		for _, one := range c.all(js{"start_date": "2027-05-01", "end_date": "2027-05-31"}) {
			if at, err := time.Parse(time.DateTime, one["start_date"].(string)); err == nil && at.Weekday() == time.Monday {
				mondays = append(mondays, one)
			}
		}
		cancel := func(dry bool) {
			for _, one := range mondays {
				c.must("update", js{"resource": "events", "id": one["id"], "version": one["version"], "dry_run": dry, "values": js{"event_status": "canceled", "event_status_reason": "Works"}})
			}
		}
		canceled := func() (n int) {
			for _, one := range c.all(js{"start_date": "2027-05-01", "end_date": "2027-06-30"}) {
				if one["event_status"] == "canceled" {
					n++
				}
			}
			return n
		}
		if cancel(true); canceled() != 0 || len(mondays) != 5 {
			t.Errorf("shown first: %d of %d are canceled", canceled(), len(mondays))
		}
		if cancel(false); canceled() != 5 {
			t.Errorf("%d are canceled", canceled())
		}
	}},
	{"move the market an hour later", func(t *testing.T, c *calendar) {
		c.update("Market", js{"start_date": "2026-06-09 11:00", "end_date": "2026-06-09 13:00"})
		if got := c.one("Market")["start_date"]; got != "2026-06-09 11:00:00" {
			t.Errorf("start = %v", got)
		}
	}},
	{"where is the market, and what is the address?", func(t *testing.T, c *calendar) {
		venue := c.must("get", js{"resource": "venues", "id": c.one("Market")["venue"].(js)["id"]}).record()
		if venue["city"] != "Ulm" {
			t.Errorf("venue = %v", venue)
		}
	}},
	{"add a talk at the hall", func(t *testing.T, c *calendar) {
		hall := c.must("find", js{"resource": "venues", "filters": js{"search": "hall"}}).records()[0]
		made := c.create(js{"title": "Talk", "venue": hall["id"]})
		if made["venue"].(js)["venue"] != "Hall" {
			t.Errorf("talk = %v", made)
		}
	}},
	{"add a talk at a new place", func(t *testing.T, c *calendar) {
		c.create(js{"title": "Talk", "venue": js{"venue": "Barn", "city": "Ehingen"}})
		c.wants(t, c.titles(js{"city": "Ehingen"}), "Talk")
	}},
	{"tag everything in May", func(t *testing.T, c *calendar) {
		for _, one := range c.all(js{"start_date": "2027-05-01", "end_date": "2027-05-31"}) {
			c.must("update", js{"resource": "events", "id": one["id"], "version": one["version"], "values": js{"tags": []string{"spring"}}})
		}
		if n := len(c.all(js{"start_date": "2027-05-01", "end_date": "2027-05-31", "tags": "spring"})); n != 5 {
			t.Errorf("%d have the tag", n)
		}
	}},
	{"publish my drafts", func(t *testing.T, c *calendar) {
		c.create(js{"title": "Draft", "status": "draft"})
		for _, one := range c.must("find", js{"resource": "events", "filters": js{"status": "draft"}}).records() {
			c.must("update", js{"resource": "events", "id": one["id"], "version": one["version"], "values": js{"status": "publish"}})
		}
		c.wants(t, c.titles(js{"search": "draft"}), "Draft")
	}},
	{"delete the duplicate", func(t *testing.T, c *calendar) {
		c.create(js{"title": "Market"})
		twins := c.all(js{"search": "market"})
		c.must("delete", js{"resource": "events", "id": twins[1]["id"], "version": twins[1]["version"]})
		c.wants(t, c.titles(js{"search": "market"}), "Market")
	}},
	{"bring back what I deleted", func(t *testing.T, c *calendar) {
		one := c.one("Market")
		gone := c.must("delete", js{"resource": "events", "id": one["id"], "version": one["version"]}).record()
		c.must("update", js{"resource": "events", "id": one["id"], "version": gone["version"], "values": js{"status": "publish"}})
		c.wants(t, c.titles(js{"search": "market"}), "Market")
	}},
	{"what did it say before?", func(t *testing.T, c *calendar) {
		before := c.Clock.Now().Add(time.Minute).Format(time.RFC3339)
		id := c.one("Market")["id"]
		c.Clock.Advance(time.Hour)
		c.update("Market", js{"title": "Fleas"})
		if then := c.must("get", js{"resource": "events", "id": id, "as_of": before}).record(); then["title"] != "Market" {
			t.Errorf("then = %v", then)
		}
	}},
	{"have it every week, six times", func(t *testing.T, c *calendar) {
		one := c.one("Market")
		c.must("update", js{"resource": "events", "id": one["id"], "version": one["version"], "values": js{"recurrence": "FREQ=WEEKLY;COUNT=6"}})
		if n := len(c.titles(js{"search": "market"})); n != 6 {
			t.Errorf("%d dates", n)
		}
	}},
	{"one date of the choir is at eight", func(t *testing.T, c *calendar) {
		one := c.all(js{"search": "choir"})[1]
		day := one["start_date"].(string)[:10]
		c.must("update", js{"resource": "events", "id": one["id"], "version": one["version"], "apply_to": "this", "values": js{"start_date": day + " 20:00", "end_date": day + " 21:00"}})
		if dates := c.all(js{"search": "choir"}); !strings.HasSuffix(dates[1]["start_date"].(string), "20:00:00") || !strings.HasSuffix(dates[2]["start_date"].(string), "19:00:00") {
			t.Errorf("dates = %v", dates)
		}
	}},
	{"from the third on the choir is a concert", func(t *testing.T, c *calendar) {
		one := c.whole(c.all(js{"search": "choir"})[2])
		c.must("update", js{"resource": "events", "id": one["id"], "version": one["version"], "apply_to": "following", "series_version": one["series"].(js)["version"], "values": js{"title": "Concert"}})
		if n := len(c.titles(js{"search": "concert"})); n != 3 {
			t.Errorf("%d concerts", n)
		}
	}},
	{"end the choir after two", func(t *testing.T, c *calendar) {
		one := c.whole(c.all(js{"search": "choir"})[2])
		c.must("delete", js{"resource": "events", "id": one["id"], "version": one["version"], "apply_to": "following", "series_version": one["series"].(js)["version"]})
		if n := len(c.titles(js{"search": "choir"})); n != 2 {
			t.Errorf("%d dates", n)
		}
	}},
	{"rename a category", func(t *testing.T, c *calendar) {
		one := c.must("find", js{"resource": "categories", "filters": js{"search": "music"}}).records()[0]
		c.must("update", js{"resource": "categories", "id": one["id"], "version": one["version"], "values": js{"name": "Concerts"}})
		c.wants(t, c.titles(js{"categories": "concerts", "search": "market"}), "Market")
	}},
	{"do not add it twice", func(t *testing.T, c *calendar) {
		for range 2 {
			c.must("create", js{"resource": "events", "values": fields(js{"title": "Once"}), "idempotency_key": "once"})
		}
		c.wants(t, c.titles(js{"search": "once"}), "Once")
	}},
	{"change it although somebody else did", func(t *testing.T, c *calendar) {
		one := c.one("Market")
		c.update("Market", js{"featured": true})
		args := js{"resource": "events", "id": one["id"], "version": one["version"], "values": js{"cost": "5"}}
		if r := c.use("update", args); r.status() != 412 {
			t.Fatal(r.whole)
		}
		args["version"] = c.must("get", js{"resource": "events", "id": one["id"]}).record()["version"]
		if got := c.must("update", args).record(); got["featured"] != true || got["cost"] != "5" {
			t.Errorf("%v", got)
		}
	}},
	{"postpone it and say why", func(t *testing.T, c *calendar) {
		c.update("Market", js{"event_status": "postponed", "event_status_reason": "Rain"})
		if one := c.one("Market"); one["event_status"] != "postponed" {
			t.Errorf("%v", one)
		}
	}},
	{"it is online too", func(t *testing.T, c *calendar) {
		c.update("Market", js{"attendance_mode": "mixed", "online_url": "https://example.org/live"})
		c.wants(t, c.titles(js{"attendance_mode": []string{"mixed", "online"}}), "Market")
	}},
	{"a wrong name is corrected by what the error says", func(t *testing.T, c *calendar) {
		r := c.use("find", js{"resource": "events", "filters": js{"from_date": "2026-06-08", "town": "Ulm"}})
		if !r.failed {
			t.Fatal(r.whole)
		}
		filters := c.must("describe", js{"resource": "events"}).value["filters"].([]any)
		if !slices.ContainsFunc(filters, func(one any) bool { return one.(js)["name"] == "city" }) {
			t.Errorf("filters = %v", filters)
		}
	}},
	{"list the whole year", func(t *testing.T, c *calendar) {
		if n := len(c.all(js{"start_date": "2026-01-01", "end_date": "2027-12-31"})); n != 6 {
			t.Errorf("%d events", n)
		}
	}},
	{"what may I do here?", func(t *testing.T, c *calendar) {
		reader := as(t, c.Server, "subscriber")
		if may := reader.must("describe", js{"resource": "events"}).value["may"]; fmt.Sprint(may) != "[find get]" {
			t.Errorf("may = %v", may)
		}
		if r := reader.use("create", js{"resource": "events", "values": fields(js{"title": "X"})}); r.status() != 403 {
			t.Error(r.whole)
		}
	}},
	{"change the price, with a wrong value first", func(t *testing.T, c *calendar) {
		one := c.one("Market")
		if r := c.use("update", js{"resource": "events", "id": one["id"], "version": one["version"], "values": js{"event_status": "off"}}); r.status() != 400 || !strings.Contains(r.text, "event_status") {
			t.Error(r.whole)
		}
		c.update("Market", js{"cost": "12"})
	}},
}

// calendar is a program of an editor with a few events: a market in Ulm, and a choir on the Mondays in May.
type calendar struct{ *agent }

// fields are those of an event on a day of July; more go before.
func fields(more js) js {
	all := js{"start_date": "2026-07-01 10:00", "end_date": "2026-07-01 11:00", "status": "publish"}
	for name, value := range more {
		all[name] = value
	}
	return all
}

// create makes an event.
func (c *calendar) create(more js) js {
	return c.must("create", js{"resource": "events", "values": fields(more)}).record()
}

// all returns the events of a list, page by page.
func (c *calendar) all(filters js) (all []js) {
	args := js{"resource": "events", "filters": filters, "limit": 4}
	for {
		page := c.must("find", args)
		all = append(all, page.records()...)
		if page.value["cursor"] == nil {
			return all
		}
		args["cursor"] = page.value["cursor"]
	}
}

// titles returns the titles of a list.
func (c *calendar) titles(filters js) (titles []string) {
	for _, one := range c.all(filters) {
		titles = append(titles, one["title"].(string))
	}
	return titles
}

// one returns the event that a search finds.
func (c *calendar) one(title string) js {
	c.t.Helper()
	found := c.all(js{"search": title})
	if len(found) != 1 {
		c.t.Fatalf("%s: %v", title, found)
	}
	return found[0]
}

// whole returns an event of a list as get has it, with the version of its series.
func (c *calendar) whole(one js) js {
	return c.must("get", js{"resource": "events", "id": one["id"]}).record()
}

// update changes the event that a search finds.
func (c *calendar) update(title string, values js) {
	one := c.one(title)
	c.must("update", js{"resource": "events", "id": one["id"], "version": one["version"], "values": values})
}

// wants compares titles.
func (c *calendar) wants(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
}

func TestTasksAreDoneByTheTools(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		s := open(t, url)
		for _, task := range tasks {
			t.Run(task.name, func(t *testing.T) {
				c := &calendar{as(t, s, "editor")}
				defer c.clear()
				c.create(js{"title": "Market", "start_date": "2026-06-09 10:00", "end_date": "2026-06-09 12:00", "cost": "0", "categories": []string{"Music"}, "venue": js{"venue": "Hall", "city": "Ulm"}})
				c.create(js{"title": "Choir", "start_date": "2027-05-03 19:00", "end_date": "2027-05-03 21:00", "recurrence": "FREQ=WEEKLY;COUNT=5"})
				task.do(t, c)
			})
		}
	})
}

// clear deletes all events and the names that a task made, so that the next task finds an empty calendar.
func (c *calendar) clear() {
	for _, plural := range []string{"events", "venues", "categories", "tags"} {
		for _, status := range []string{"", "?status=any", "?status=trash"} {
			if status != "" && plural != "events" {
				continue
			}
			for {
				var page map[string]any
				sent := c.Send("administrator", "GET", "/"+plural+status+pageOf(status)+"per_page=50&start_date=2020-01-01", nil)
				sent.Decode(c.t, &page)
				list, _ := page[plural].([]any)
				for _, one := range list {
					c.Send("administrator", "DELETE", fmt.Sprintf("/%s/%v?force=true", plural, one.(js)["id"]), nil)
				}
				if len(list) == 0 {
					break
				}
			}
		}
	}
}

// pageOf returns what joins more parameters to a query.
func pageOf(query string) string {
	if query == "" {
		return "?"
	}
	return "&"
}
