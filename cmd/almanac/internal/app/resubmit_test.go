package app_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// eventsToSendBack are events with every kind of member, in every state.
func eventsToSendBack() *rapid.Generator[js] {
	any1 := func(values ...any) *rapid.Generator[any] { return rapid.SampledFrom(values) }
	choices := map[string]*rapid.Generator[any]{
		"status":      any1("publish", "draft", "pending", "private", "trash"),
		"image":       any1("https://example.org/a.png", "https://example.org/b", false),
		"venue":       any1(js{"venue": "Hall", "country": "US", "state": "Ohio", "image": "https://example.org/v.png"}, []any{}, []any{js{"venue": "One"}, js{"venue": "Two", "province": "Bavaria"}}),
		"organizer":   any1([]any{}, js{"organizer": "Club", "email": "club@example.org"}, []any{js{"organizer": "B"}, js{"organizer": "A"}}),
		"categories":  any1([]any{}, "Music", "Music, Art & Craft"),
		"tags":        any1([]any{}, "jazz", "jazz,blues"),
		"cost":        any1("", "$20", "5 - 10", "10,50€"),
		"website":     any1("", "https://example.org/?a=1&b=ü", "ftp://example.org/x"),
		"all_day":     any1(true, false),
		"featured":    any1(true, false),
		"ticketed":    any1(false, "woo", []any{"woo", "rsvp"}),
		"timezone":    any1("", "Europe/Berlin", "UTC+5.5"),
		"description": any1("", "<p>Text</p>", "a & b"),
		"date":        any1(time.Now().AddDate(0, 0, -3).Format(time.DateTime), time.Now().AddDate(0, 0, 3).Format(time.DateTime)),
	}
	return rapid.Custom(func(t *rapid.T) js {
		body := newEvent("Event & more", nil)
		for _, name := range sorted(choices) {
			if rapid.Bool().Draw(t, "has "+name) {
				body[name] = choices[name].Draw(t, name)
			}
		}
		return body
	})
}

// unchangedBy reads a record, sends the whole response back and compares the rows of
// the database, but for the version and times of change.
func (s *site) unchangedBy(t *rapid.T, path string) {
	before := s.content()
	a := s.get(path + "?context=edit")
	if a.status != http.StatusOK {
		t.Fatalf("read %s: %s", path, a.text)
	}
	if back := s.send("", http.MethodPut, path, a.body); back.status != http.StatusOK {
		t.Fatalf("what was read is refused: %s: %s", a.text, back.text)
	}
	if diff := cmp.Diff(before, s.content()) + same(a.body, s.get(path+"?context=edit").body); diff != "" {
		t.Fatalf("what was read, sent back, changes the database (-before +after):\n%s", diff)
	}
}

// content returns what the database holds of records and links, without versions
// and times of change, and without HTML, of which paragraphs may be stored or made.
func (s *site) content() []string {
	s.t.Helper()
	all := s.texts(`SELECT 'image ' || id || url FROM images ORDER BY id`)
	post := "id || ' ' || status || ' ' || date || ' ' || date_utc || ' ' || slug || ' ' || original_slug || ' ' || author || ' ' || image_id || ' ' || made_inline || ' '"
	all = append(all, s.texts(`SELECT 'event ' || `+post+` || title || start_date || end_date || utc_start_date || timezone || all_day || cost || website || show_map || sticky || featured || password || ticketed FROM events ORDER BY id`)...)
	all = append(all, s.texts(`SELECT 'venue ' || `+post+` || venue || country || state || province || stateprovince || show_map || website FROM venues ORDER BY id`)...)
	all = append(all, s.texts(`SELECT 'organizer ' || `+post+` || organizer || email || phone || website FROM organizers ORDER BY id`)...)
	for _, resource := range []string{"categories", "tags"} {
		all = append(all, s.texts(`SELECT '`+resource+` ' || id || name || slug || description FROM `+resource+` ORDER BY id`)...)
	}
	for _, link := range []string{"venue", "organizer"} {
		all = append(all, s.texts(`SELECT '`+link+` of ' || event_id || ' ' || `+link+`_id || ' at ' || position FROM event_`+link+`s ORDER BY event_id, position`)...)
	}
	all = append(all, s.texts(`SELECT 'category of ' || event_id || ' ' || category_id FROM event_categories ORDER BY event_id, category_id`)...)
	return append(all, s.texts(`SELECT 'tag of ' || event_id || ' ' || tag_id FROM event_tags ORDER BY event_id, tag_id`)...)
}

func TestARecordSentBackWholeAsItWasReadStaysAsItWas(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		rapid.Check(t, func(rt *rapid.T) {
			a := s.send("", http.MethodPost, "/events", eventsToSendBack().Draw(rt, "event"))
			if a.status != http.StatusCreated {
				rt.Fatalf("%s", a.text)
			}
			s.unchangedBy(rt, one("events", a.id()))
			for _, table := range []string{"venues", "organizers", "categories", "tags"} {
				for id := range s.numbers("SELECT MAX(id), 0 FROM " + table + " HAVING COUNT(*) > 0") {
					s.unchangedBy(rt, one(table, id))
				}
			}
		})
	})
}

func TestWhatIsShownInPlaceOfAnEmptyFieldFollowsOthersOn(t *testing.T) {
	s := openSite(t, prepared.SQLite(t))
	event := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Event", js{"venue": js{"venue": "Hall", "state": "Ohio"}}))
	s.must(http.StatusOK, http.MethodPut, one("events", event.id()), event.body)
	renamed := s.must(http.StatusOK, http.MethodPatch, one("events", event.id()), js{"slug": "renamed"})
	if renamed.body["website"] != renamed.body["url"] {
		t.Errorf("website %v of the event at %v", renamed.body["website"], renamed.body["url"])
	}
	venue := s.get(one("venues", int64At(event, "venue")))
	s.must(http.StatusOK, http.MethodPut, one("venues", venue.id()), venue.body)
	if a := s.must(http.StatusOK, http.MethodPatch, one("venues", venue.id()), js{"state": "Iowa"}); a.body["stateprovince"] != "Iowa" {
		t.Errorf("stateprovince %v", a.body["stateprovince"])
	}
}

func TestImagesThatWritesTake(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		made := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Event", js{"image": "https://example.org/a.png"}))
		id, path := int64At(made, "image"), one("events", made.id())
		for _, tt := range []struct {
			name  string
			image any
			want  int // Status of the response.
			is    int64
		}{
			{"the object of an answer", made.body["image"], http.StatusOK, id},
			{"an object with the id as text", js{"id": list(id), "url": "https://example.org/other.png"}, http.StatusOK, id},
			{"false", false, http.StatusOK, 0},
			{"an object once more", js{"id": id}, http.StatusOK, id},
			{"an object without id", js{"url": "https://example.org/a.png"}, http.StatusBadRequest, id},
			{"an object of an unknown image", js{"id": 999999}, http.StatusBadRequest, id},
			{"an object in an object", js{"id": js{"id": id}}, http.StatusBadRequest, id},
			{"the address of a document", "https://example.org/file.pdf", http.StatusBadRequest, id},
			{"the address of a document in capitals", "https://example.org/FILE.PDF?x=a.png", http.StatusBadRequest, id},
			{"an ftp address", "ftp://example.org/a.png", http.StatusBadRequest, id},
			{"null", nil, http.StatusOK, 0},
		} {
			t.Run(tt.name, func(t *testing.T) {
				a := s.send("", http.MethodPatch, path, js{"image": tt.image})
				if got := int64At(s.get(path), "image"); a.status != tt.want || got != tt.is {
					t.Errorf("status %d, image %d; want %d, %d: %s", a.status, got, tt.want, tt.is, a.text)
				}
			})
		}
		for _, address := range []string{"https://example.org/a.svg", "https://example.org/image.php?id=5", "https://example.org/a", "https://example.org/a.tar.whatever"} {
			s.must(http.StatusOK, http.MethodPatch, path, js{"image": address})
		}
	})
}

func TestARecordIsRepeatedInAnyLetterCase(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		for _, resource := range []struct {
			plural, name string
			fields       js
		}{
			{"venues", "venue", js{"venue": "Große Halle", "address": "Main Street 5", "city": "Köln", "description": "<p>Nice</p>", "website": "https://example.org/A", "zip": "1a", "geo_lat": 5.5, "show_map": false}},
			{"organizers", "organizer", js{"organizer": "Élan Club", "email": "Club@Example.org", "phone": "1-800-CALL", "website": "https://example.org/B"}},
		} {
			first := s.must(http.StatusCreated, http.MethodPost, "/"+resource.plural, resource.fields)
			for _, change := range []func(string) string{strings.ToUpper, strings.ToLower} {
				again := js{}
				for name, value := range resource.fields {
					again[name] = value
					if text, ok := value.(string); ok {
						again[name] = strings.ReplaceAll(change(strings.ReplaceAll(text, "ß", "\x01")), "\x01", "ß")
					}
				}
				before := s.content()
				if a := s.must(http.StatusCreated, http.MethodPost, "/"+resource.plural, again); a.id() != first.id() {
					t.Errorf("%v makes a new record", again)
				}
				if diff := cmp.Diff(before, s.content()); diff != "" {
					t.Errorf("(-before +after)\n%s", diff)
				}
			}
			for name, value := range resource.fields {
				text, ok := value.(string)
				if !ok {
					continue
				}
				other := js{}
				for name, value := range resource.fields {
					other[name] = value
				}
				other[name] = strings.Replace(strings.Replace(text, "é", "e", 1), "a", "b", 1) + "x"
				if a := s.must(http.StatusCreated, http.MethodPost, "/"+resource.plural, other); a.id() == first.id() {
					t.Errorf("%s %q counts as %q", name, other[name], text)
				}
			}
		}
		if a := s.must(http.StatusCreated, http.MethodPost, "/venues", js{"venue": "Grosse Halle"}); a.body["venue"] != "Grosse Halle" {
			t.Errorf("other letters count as the same: %s", a.text)
		}
	})
}

func TestWebsitesTakeFTPAddresses(t *testing.T) {
	s := openSite(t, prepared.SQLite(t))
	const address = "ftp://files.example.org/programme/"
	for path, body := range map[string]js{"/events": newEvent("Event", js{"website": address}), "/venues": {"venue": "V", "website": address}, "/organizers": {"organizer": "O", "website": address}} {
		if a := s.must(http.StatusCreated, http.MethodPost, path, body); a.body["website"] != address {
			t.Errorf("%s: website %v", path, a.body["website"])
		}
		body["website"] = "gopher://example.org/"
		s.must(http.StatusBadRequest, http.MethodPost, path, body)
	}
}
