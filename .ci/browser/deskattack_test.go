package browser_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// attack is a text that runs a script in a page that writes it out in markup, in an
// attribute, in a script or in a long text.
const attack = `"'></textarea></title></script><script>alert(1)</script><svg onload=alert(2)><img src=x onerror=alert(3)><a href="javascript:alert(4)">{{alert(5)}}${alert(6)}</a>`

// attacked are records with the attack in each text that takes it.
var attacked = map[string]map[string]any{
	"venues": {
		"venue": attack, "address": attack, "city": attack, "country": attack, "province": attack, "state": attack, "zip": attack, "phone": attack,
		"stateprovince": attack, "description": attack, "excerpt": attack,
	},
	"organizers": {"organizer": attack, "phone": attack, "description": attack, "excerpt": attack},
	"categories": {"name": attack, "description": attack},
	"tags":       {"name": attack, "description": attack},
	"events": {
		"title": attack, "start_date": "2027-03-01 18:00", "end_date": "2027-03-01 20:00", "description": attack, "excerpt": attack, "event_status": "postponed",
		"event_status_reason": attack, "ical_uid": attack, "image": "https://images.example/x.png", "venue": map[string]any{"venue": attack, "address": attack},
		"organizer": map[string]any{"organizer": attack, "phone": attack}, "categories": []string{attack + " twice"}, "tags": []string{attack + " twice"},
	},
}

// add makes a record by the API, and returns what it has become.
func (s service) add(t *testing.T, plural string, body map[string]any) map[string]any {
	t.Helper()
	content, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	client := http.Client{Timeout: 10 * time.Second}
	answer, err := client.Post(s.root+"/"+plural, "application/json", bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	var made map[string]any
	if err := json.NewDecoder(answer.Body).Decode(&made); err != nil || answer.StatusCode != http.StatusCreated {
		t.Fatalf("%s: %d %v (%v)", plural, answer.StatusCode, made, err)
	}
	return made
}

// TestNoTextOfARecordRunsAsScript opens every page that shows hostile texts. The policy of
// the pages would refuse a script; it must not even have to.
func TestNoTextOfARecordRunsAsScript(t *testing.T) {
	s := serve(t, build(t), "a", "open")
	p := newPerson(t, s.at(t, "/desk"))
	pages := []string{p.desk, p.desk + "/media", p.desk + "/records/events/new", p.desk + "/records/events?search=script", s.at(t, "/"), s.at(t, "/?view=list&start_date=2027-03-01"), s.at(t, "/?month=2027-03")}
	for plural, body := range attacked {
		made := s.add(t, plural, body)
		id := fmt.Sprintf("%.0f", made["id"])
		pages = append(pages, p.desk+"/records/"+plural, p.desk+"/records/"+plural+"/"+id, p.desk+"/records/"+plural+"/new?from="+id)
		for _, name := range []string{"url", "link"} {
			if public, _ := made[name].(string); strings.HasPrefix(public, "http") {
				pages = append(pages, public)
			}
		}
	}
	for _, address := range pages {
		p.do(t, chromedp.Navigate(address))
		p.wait(t, `document.readyState === "complete"`)
		for _, selector := range []string{"script:not([src]):not([type='application/ld+json'])", "[onload], [onerror]", "[href^='javascript:' i]", "main svg[onload]"} {
			if found := evaluate[string](t, p.tab, fmt.Sprintf(`document.querySelector(%q)?.outerHTML ?? ""`, selector)); found != "" {
				t.Errorf("%s has %.300s", address, found)
			}
		}
	}
	p.visit(t, p.desk+"/records/tags")
	p.wait(t, `document.querySelector("tbody").innerText.includes("{{alert(5)}}")`) // The texts are there, as texts.
	p.staysHome(t, s)
}
