package app_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"golang.org/x/net/html"

	"almanac/cmd/internal/deployments"
	"almanac/runtime/text"
)

// signs are texts that mean something to SQL, to HTML, to a terminal or to a
// reader's eye, and to the service nothing but themselves.
var signs = map[string]string{
	"a percent sign":          "k%m",
	"an underscore":           "k_m",
	"a backslash":             `k\m`,
	"an escaped wildcard":     `k\%m`,
	"an apostrophe":           "k'm",
	"a closed literal":        "k');DROP-TABLE-events;m",
	"a semicolon":             "k;m",
	"a comment to the end":    "k--m",
	"a comment":               "k/*m*/",
	"a placeholder":           "k$1m",
	"another placeholder":     "k?m",
	"a line separator":        "k\u2028m",
	"a paragraph separator":   "k\u2029m",
	"from right to left":      "k\u202Em\u202C",
	"a mark of direction":     "k\u200Fm",
	"four bytes":              "k\U0001F600m",
	"combining marks":         "ke\u0301\u0323m",
	"a zero-width space":      "k\u200Bm",
	"a zero-width joiner":     "k\u200Dm",
	"a byte order mark":       "k\uFEFFm",
	"a private character":     "k\uE000m",
	"no character":            "k\uFFFEm",
	"the last character":      "k\U0010FFFFm",
	"a replacement character": "k\uFFFDm",
	"curly brackets":          "k{{m}}",
	"a dollar expression":     "k${m}",
	"a line":                  "k\nm",
	"a carriage return":       "k\r\nm",
}

// TestSignsAreLiteralInEveryFilter makes a record of every resource for every sign,
// beside one that the sign would find if it were a wildcard.
func TestSignsAreLiteralInEveryFilter(t *testing.T) {
	prepared.Each(t, func(t *testing.T, database string) {
		s := openSite(t, database)
		const decoy = "kanymore"
		for _, name := range append(slices.Sorted(maps.Values(signs)), decoy, "km") {
			s.must(http.StatusCreated, http.MethodPost, "/venues", js{"venue": "Venue " + name, "address": name})
			s.must(http.StatusCreated, http.MethodPost, "/organizers", js{"organizer": "Organizer " + name, "email": name})
			s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Event "+name, js{"categories": []string{"Category " + name}, "tags": []string{"Tag " + name}}))
		}
		for label, sign := range signs {
			t.Run(label, func(t *testing.T) {
				for _, plural := range []string{"events", "venues", "organizers"} {
					s.finds(t, "/"+plural+"?per_page=50&search="+url.QueryEscape(`"`+sign+`"`), sign)
				}
				for _, plural := range []string{"categories", "tags"} {
					s.finds(t, "/"+plural+"?per_page=50&search="+url.QueryEscape(sign), sign)
					s.finds(t, "/"+plural+"?slug="+url.QueryEscape(sign), "")
				}
				s.finds(t, "/events?categories[]="+url.QueryEscape("Category "+sign), sign)
				s.finds(t, "/events?tags[]="+url.QueryEscape("Tag "+sign), sign)
				for _, path := range []string{"/events?orderby=", "/events?order=", "/venues?orderby="} {
					if a := s.get(path + url.QueryEscape(sign)); a.status >= http.StatusInternalServerError {
						t.Errorf("%s = %d %s", path, a.status, a.text)
					}
				}
				for _, path := range []string{"/events?status=", "/events?start_date=", "/categories?orderby=", "/tags?order=", "/events?categories="} {
					if a := s.get(path + url.QueryEscape(sign)); a.status != http.StatusBadRequest && !strings.HasSuffix(path, "categories=") {
						t.Errorf("%s = %d %s", path, a.status, a.text)
					}
				}
				if a := s.get("/events/by-slug/" + url.PathEscape(sign)); a.status != http.StatusNotFound {
					t.Errorf("by slug = %d %s", a.status, a.text)
				}
			})
		}
	})
}

// finds notes records in a list that do not have the sign in their name, and a
// list that has none; "" means that there shall be none.
func (s *site) finds(t *testing.T, path, sign string) {
	t.Helper()
	a := s.get(path)
	if a.status != http.StatusOK {
		t.Errorf("%s = %d %s", path, a.status, a.text)
		return
	}
	plural, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "?")
	records, _ := a.body[plural].([]any)
	if (len(records) > 0) != (sign != "") {
		t.Errorf("%s finds %d records", path, len(records))
	}
	for _, record := range records {
		fields, _ := record.(js)
		// Terms are found by their slugs as well.
		name := fmt.Sprint(fields["title"], fields["name"], fields["venue"], fields["organizer"], either(fields["title"] == nil, fields["slug"], nil))
		if !strings.Contains(text.Fold(text.Plain(name)), text.Fold(text.Plain(sign))) {
			t.Errorf("%s finds %q", path, name)
		}
	}
}

// TestTextThatIsNoneIsRefused sends what no text may hold, in every place that
// takes text.
func TestTextThatIsNoneIsRefused(t *testing.T) {
	prepared.Each(t, func(t *testing.T, database string) {
		s := openSite(t, database)
		before := s.rows()
		for name, tt := range map[string]struct{ path, media, body, code string }{
			"U+0000 in JSON":                  {"/events", "application/json", `{"title":"a\u0000b"}`, "rest_invalid_param"},
			"U+0000 in a form":                {"/tags", "application/x-www-form-urlencoded", "name=a%00b", "rest_invalid_param"},
			"U+0000 in the query":             {"/tags?name=a%00b", "", "", "rest_invalid_param"},
			"U+0000 in an inner object":       {"/events", "application/json", `{"title":"a","venue":{"venue":"a\u0000"}}`, "rest_invalid_param"},
			"U+0000 in a name":                {"/tags?a%00=1", "", "", "rest_invalid_param"},
			"half a surrogate pair":           {"/tags", "application/json", `{"name":"a\ud800b"}`, "rest_invalid_json"},
			"the other half":                  {"/tags", "application/json", `{"name":"a\udc00b"}`, "rest_invalid_json"},
			"halves in the wrong order":       {"/tags", "application/json", `{"name":"\udc00\ud800"}`, "rest_invalid_json"},
			"half a surrogate pair in a name": {"/tags", "application/json", `{"name":"a","\ud83d":1}`, "rest_invalid_json"},
			"no UTF-8 in JSON":                {"/tags", "application/json", "{\"name\":\"a\xff\"}", "rest_invalid_json"},
			"no UTF-8 in a form":              {"/tags", "application/x-www-form-urlencoded", "name=a%ff", "rest_invalid_json"},
			"no UTF-8 in the query":           {"/tags?name=%c0%af", "", "", "rest_invalid_json"},
			"a surrogate in UTF-8":            {"/tags", "application/json", "{\"name\":\"\xed\xa0\x80\"}", "rest_invalid_json"},
			"a name that is too long":         {"/events", "application/json", `{"title":"` + strings.Repeat("x", 10_001) + `"}`, "rest_missing_callback_param"},
			"a term's name that is too long":  {"/tags", "application/json", `{"name":"` + strings.Repeat("\u00e9", 201) + `"}`, "rest_invalid_param"},
			"a script for a website":          {"/venues", "application/json", `{"venue":"v","website":"JaVaScRiPt:alert(1)"}`, "rest_invalid_param"},
			"a hidden script for a website":   {"/venues", "application/json", `{"venue":"v","website":"java\tscript:alert(1)"}`, "rest_invalid_param"},
			"data for a website":              {"/venues", "application/json", `{"venue":"v","website":"data:text/html,x"}`, "rest_invalid_param"},
			"markup in a website":             {"/venues", "application/json", `{"venue":"v","website":"https://x.example/\"><script>"}`, "rest_invalid_param"},
			"a script for an image":           {"/venues", "application/json", `{"venue":"v","image":"javascript:alert(1)"}`, "rest_invalid_param"},
		} {
			t.Run(name, func(t *testing.T) {
				r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.root+tt.path, strings.NewReader(tt.body))
				if err != nil {
					t.Fatal(err)
				}
				r.Header.Set("Content-Type", tt.media)
				response, err := s.server.Client().Do(r)
				if err != nil {
					t.Fatal(err)
				}
				if a := s.read(response); a.status != http.StatusBadRequest || a.body["code"] != tt.code {
					t.Errorf("status %d, want 400 %s: %s", a.status, tt.code, a.text)
				}
			})
		}
		if !slices.Equal(before, s.rows()) {
			t.Error("what was refused changed the store")
		}
	})
}

// scripts are ways to get a script into a page that shows a text.
var scripts = []string{
	"x<script>alert(1)</script>y", "<img src=x onerror=alert(1)>", "<svg/onload=alert(1)>", `<a href="javascript:alert(1)">x</a>`, "<a href='java\tscript:alert(1)'>x</a>",
	"&lt;script&gt;alert(1)&lt;/script&gt;", "&amp;lt;script&amp;gt;", "<scr<script>ipt>alert(1)</script>", "<x onclick=alert(1)>y", "<x/onfocus=alert(1) autofocus tabindex=1 ",
	"<img src=x onerror=alert(1)//", `"><script>alert(1)</script>`, "' onmouseover='alert(1)", "</script><script>alert(1)</script>", "<!--<img src=--><img src=x onerror=alert(1)>",
	"<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>", `<iframe srcdoc="<script>alert(1)</script>">`, "<style>@import 'x'</style>", "<p style='x:expression(y)' onclick=z>p</p>",
	"<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">", "\u2028<script\u2028>alert(1)</script>", "<ſcript>alert(1)</ſcript>", "{{constructor.constructor('alert(1)')()}}",
}

// TestScriptsStayHarmless writes scripts into every text field of every resource,
// found in the served document, and looks for them in every response.
func TestScriptsStayHarmless(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, database string) {
		s := subjectOn(t, database, deployments.A(), true)
		chosen := sample(t, 3)
		for _, op := range s.operations() {
			if op.method != http.MethodPost || op.item() {
				continue
			}
			for _, field := range slices.Sorted(maps.Keys(op.fields())) {
				if op.fields()[field].Value.Type.Is(openapi3.TypeBoolean) {
					continue
				}
				t.Run(op.resource()+" "+field, func(t *testing.T) {
					for _, script := range scripts {
						if chosen() {
							s.plant(t, op, field, script)
						}
					}
				})
			}
			for page := range 10 {
				got := s.send(t, operation{method: http.MethodGet}, wish{path: op.path, query: url.Values{"per_page": {"50"}, "page": {fmt.Sprint(page + 1)}, "hide_empty": {"0"}}})
				harmless(t, got)
			}
		}
		s.plantInside(t)
	})
}

// plant creates a record with a script in one field and looks at the responses.
func (s *subject) plant(t *testing.T, op operation, field, script string) {
	t.Helper()
	body := s.required(op)
	body[field] = script
	got := s.send(t, op, wish{path: op.path, media: "application/json", body: body})
	harmless(t, got)
	var record struct{ ID int64 }
	if got.status != http.StatusCreated {
		if got.status != http.StatusBadRequest || !strings.Contains(string(got.body), field) && !strings.Contains(string(got.body), "term_exists") {
			t.Errorf("%q = %d %.300s", script, got.status, got.body)
		}
		return
	}
	if err := json.Unmarshal(got.body, &record); err != nil {
		t.Fatal(err)
	}
	harmless(t, s.send(t, operation{method: http.MethodGet}, wish{path: one(op.resource(), record.ID)}))
}

// plantInside creates events with new records inside them that are nothing but
// scripts, and looks at the events.
func (s *subject) plantInside(t *testing.T) {
	t.Helper()
	create := operation{Operation: s.doc.Paths.Value("/events").Post, path: "/events", method: http.MethodPost}
	for i, script := range scripts {
		body := s.required(create)
		named := fmt.Sprintf("%d %s", i, script)
		maps.Copy(body, js{
			"title": named, "description": script, "excerpt": script, "cost": script, "categories": []string{"c" + named}, "tags": []string{"t" + named},
			"venue": js{"venue": named, "address": script, "city": script, "phone": script, "description": script}, "organizer": []js{{"organizer": named, "email": script, "phone": script}},
		})
		got := s.send(t, create, wish{path: "/events", media: "application/json", body: body})
		if got.status != http.StatusCreated {
			t.Errorf("%q = %d %.300s", script, got.status, got.body)
			continue
		}
		harmless(t, got)
		var record struct{ ID int64 }
		if err := json.Unmarshal(got.body, &record); err != nil {
			t.Fatal(err)
		}
		harmless(t, s.send(t, operation{method: http.MethodGet}, wish{path: one("events", record.ID)}))
	}
}

// harmless looks at a response: as a whole it can stand in a page, and so can
// every text in it.
func harmless(t *testing.T, got reply) {
	t.Helper()
	if got.header.Get("Content-Type") != "application/json; charset=UTF-8" || got.header.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("the answer may be taken for something else: %v", got.header)
	}
	if strings.ContainsAny(string(got.body), "<>\u2028\u2029") {
		t.Errorf("the answer is not safe within a script element: %.300s", got.body)
	}
	var value any
	if err := json.Unmarshal(got.body, &value); err != nil {
		t.Fatal(err)
	}
	inert(t, value)
}

// inert looks at every text of a value as a page would that does not escape it.
func inert(t *testing.T, value any) {
	t.Helper()
	switch v := value.(type) {
	case string:
		inertText(t, v)
	case []any:
		for _, item := range v {
			inert(t, item)
		}
	case map[string]any:
		for _, item := range v {
			inert(t, item)
		}
	}
}

// live are the elements that run, load or hide something.
var live = []string{"script", "iframe", "object", "embed", "svg", "math", "style", "link", "meta", "base", "form", "template", "noscript"}

// scripted matches an address that is a script, as browsers read it.
var scripted = regexp.MustCompile(`(?i)^[\x00-\x20]*j\s*a\s*v\s*a\s*s\s*c\s*r\s*i\s*p\s*t\s*:|^[\x00-\x20]*(vbscript|data):`)

// inertText looks at one text, with markup behind it that could complete its.
func inertText(t *testing.T, s string) {
	t.Helper()
	for z := html.NewTokenizer(strings.NewReader(s + "</p>")); z.Next() != html.ErrorToken; {
		token := z.Token()
		if token.Type != html.StartTagToken && token.Type != html.SelfClosingTagToken {
			continue
		}
		if slices.Contains(live, token.Data) {
			t.Errorf("live element %s: %q", token.Data, s)
		}
		for _, a := range token.Attr {
			if strings.HasPrefix(a.Key, "on") && a.Val != "" || a.Key == "style" || a.Key == "srcdoc" || scripted.MatchString(a.Val) {
				t.Errorf("live attribute %s of %s: %q", a.Key, token.Data, s)
			}
		}
	}
}

// TestTheDocumentationShowsNoRecord fills the service with scripts and asks for
// its page.
func TestTheDocumentationShowsNoRecord(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, database string) {
		s := openSite(t, database)
		const mark = "Zzyzx"
		s.must(http.StatusCreated, http.MethodPost, "/events", newEvent(mark+scripts[0], js{"description": mark + scripts[0], "venue": js{"venue": mark}, "tags": mark}))
		for _, accept := range []string{"text/html", "application/json"} {
			for _, path := range []string{"/doc", "/doc?x=" + url.QueryEscape(scripts[0]), "/doc/?version=" + url.QueryEscape(scripts[0]), "/doc?namespace=" + url.QueryEscape(scripts[11])} {
				r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.root+path, http.NoBody)
				if err != nil {
					t.Fatal(err)
				}
				r.Header.Set("Accept", accept)
				response, err := s.server.Client().Do(r)
				if err != nil {
					t.Fatal(err)
				}
				a := s.read(response)
				if strings.Contains(a.text, mark) || strings.Contains(a.text, "alert(1)") {
					t.Errorf("%s as %s shows what was sent", path, accept)
				}
				page := strings.HasPrefix(a.header.Get("Content-Type"), "text/html")
				policy := a.header.Get("Content-Security-Policy")
				if page && (!strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe")) {
					t.Errorf("%s has the policy %q", path, policy)
				}
				if a.header.Get("X-Content-Type-Options") != "nosniff" || !page && !strings.HasPrefix(a.header.Get("Content-Type"), "application/json") {
					t.Errorf("%s as %s: %v", path, accept, a.header)
				}
			}
		}
	})
}
