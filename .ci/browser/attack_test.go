package browser_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"image"
	"image/png"
	"net/http"
	"testing"
	"time"
)

// attack is a text that would run a script in a page that does not escape it. Each sets
// the variable xss.
type attack struct {
	text  string
	shown string // What of it people read; the API takes tags out of texts.
}

// markup ends whatever it stands in: an attribute, a long text, the title, JSON-LD.
const markup = `"'></textarea></title></script><script>xss=1</script><svg onload=xss=2><x-xss onclick=xss=3><img src=x onerror=xss=4><a href="javascript:xss=5">{{xss=6}}${xss=7}</a>`

// attacks are what each text of a record gets. Entities remain where tags are taken out,
// and pages decode them, so escaping what is shown decides.
var attacks = []attack{
	{markup + `<img src=x onerror=xss=8 `, `{{xss=6}}${xss=7}`},
	{html.EscapeString(`"></title></script><script>xss=9</script><x-xss onclick=xss=10><img src=x onerror=xss=11>`), `<x-xss onclick=xss=10>`},
	{`"' onload=xss=12 onerror=xss=13 onfocus=xss=14 autofocus x-xss="`, `onload=xss=12`},
	{`javascript:xss=15//`, `javascript:xss=15//`},
}

// attackAddress is an attack that is an address, for what takes nothing else.
const attackAddress = `https://images.example/'onerror='xss=16'x-xss='`

// The attacks of names that the operator of the server gives.
const (
	attackUser   = `"'></title><script>xss=17</script><x-xss onclick=xss>`
	attackSite   = `"'></title></script><script>xss=18</script><x-xss onclick=xss>{{xss}}`
	attackFooter = `"'><script>xss()</script><x-xss>=` + attackAddress
)

// noTexts are the arguments of the type string that take no text: words, dates, numbers
// and a password, which hides the rest of the record.
var noTexts = map[string]bool{
	"date": true, "date_utc": true, "start_date": true, "end_date": true, "timezone": true, "recurrence": true, "status": true, "show_map": true,
	"show_map_link": true, "color": true, "ticketed": true, "post_password": true,
}

// ask sends a request as the attacking administrator.
func (s service) ask(t *testing.T, method, path, mediaType string, body []byte) (status int, answer map[string]any) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, s.root+path, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.SetBasicAuth(attackUser, password)
	r.Header.Set("Content-Type", mediaType)
	if mediaType == "image/png" {
		r.Header.Set("Content-Disposition", `attachment; filename="hall.png"`)
	}
	client := http.Client{Timeout: time.Minute}
	response, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		t.Fatalf("%s %s: %v", method, path, err)
	}
	return response.StatusCode, answer
}

// texts returns the arguments of a POST that take a text, by the index of the API: a new
// field is attacked too.
func (s service) texts(t *testing.T, plural string) (names []string) {
	t.Helper()
	_, index := s.ask(t, http.MethodGet, "/", "application/json", nil)
	content, _ := json.Marshal(index["routes"]) // It has been JSON.
	var routes map[string]struct {
		Endpoints []struct {
			Methods []string
			Args    map[string]struct {
				Type string
				Enum []any
			}
		}
	}
	if err := json.Unmarshal(content, &routes); err != nil {
		t.Fatal(err)
	}
	for _, endpoint := range routes["/calendar/events/v1/"+plural].Endpoints {
		for name, arg := range endpoint.Args {
			if endpoint.Methods[0] == http.MethodPost && (arg.Type == "string" || arg.Type == "") && arg.Enum == nil && !noTexts[name] {
				names = append(names, name)
			}
		}
	}
	if names == nil {
		t.Fatalf("the index has no texts of %s", plural)
	}
	return names
}

// attacked makes a record with an attack in each text, or changes the one with the ID, and
// returns what it has become.
func (s service) attacked(t *testing.T, plural, id string, a attack, rest map[string]any) map[string]any {
	t.Helper()
	path, body := "/"+plural+id, map[string]any{}
	for _, name := range s.texts(t, plural) {
		body[name] = a.text
	}
	for name, value := range rest {
		body[name] = value
	}
	for range 2 {
		content, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		status, made := s.ask(t, http.MethodPost, path, "application/json", content)
		if status == http.StatusCreated || status == http.StatusOK {
			return made
		}
		data, _ := made["data"].(map[string]any)
		refused, _ := data["params"].(map[string]any)
		for name, reason := range refused {
			if body[name] != a.text {
				t.Fatalf("%s refuses %v as %s: %v", path, body[name], name, reason)
			}
			body[name] = attackAddress
		}
		if len(refused) == 0 {
			t.Fatalf("%s: %d %v", path, status, made)
		}
	}
	t.Fatalf("%s refuses %v", path, body)
	return nil
}

// attackedRecords makes a record of each resource with an attack; the event is linked to
// the others, and takes place on a day of March 2027.
func (s service) attackedRecords(t *testing.T, a attack, day int) map[string]map[string]any {
	t.Helper()
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 400+day, 300))); err != nil {
		t.Fatal(err)
	}
	status, uploaded := s.ask(t, http.MethodPost, "/media", "image/png", picture.Bytes())
	if status != http.StatusCreated {
		t.Fatalf("the upload is answered %d %v", status, uploaded)
	}
	made := map[string]map[string]any{"media": s.attacked(t, "media", "/"+id(uploaded), a, nil)}
	pictured := map[string]any{"image": uploaded["id"]}
	for _, plural := range []string{"venues", "organizers", "categories", "tags"} {
		if plural == "categories" {
			pictured = nil
		}
		made[plural] = s.attacked(t, plural, "", a, pictured)
	}
	begins := fmt.Sprintf("2027-03-%02d", day)
	event := map[string]any{
		"start_date": begins + " 18:00", "end_date": begins + " 20:00", "event_status": "postponed", "attendance_mode": "mixed", "image": uploaded["id"],
		"venue": []any{made["venues"]["id"]}, "organizer": []any{made["organizers"]["id"]}, "categories": []any{made["categories"]["id"]}, "tags": []any{made["tags"]["id"]},
	}
	made["events"] = s.attacked(t, "events", "", a, event)
	event["image"] = attackAddress
	event["venue"], event["organizer"] = map[string]any{"venue": a.text, "address": a.text}, map[string]any{"organizer": a.text, "phone": a.text}
	event["categories"], event["tags"] = []string{a.text + " twice"}, []string{a.text + " twice"}
	made["events of another venue"] = s.attacked(t, "events", "", a, event)
	return made
}

// id returns the ID of a record.
func id(record map[string]any) string { return fmt.Sprintf("%.0f", record["id"]) }
