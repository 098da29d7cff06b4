package runtime

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"almanac/runtime/fault"
	"almanac/runtime/filter"
	"almanac/runtime/jsonfields"
)

func TestPublicationWaitsForItsTime(t *testing.T) {
	const before, now, after = "2027-01-01 00:00:00", "2027-01-02 00:00:00", "2027-01-03 00:00:00"
	tests := []struct{ name, status, date, want string }{
		{"published earlier", "publish", before, "publish"},
		{"published this second", "publish", now, "publish"},
		{"published later", "publish", after, "future"},
		{"the future has come", "future", now, "publish"},
		{"the future has not come", "future", after, "future"},
		{"a draft waits for nothing", "draft", after, "draft"},
		{"nor does what is private", "private", after, "private"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := timely(tt.status, tt.date, now); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// namedTerm is a term with a name.
type namedTerm struct {
	Term
	name string
}

func (t *namedTerm) Kind() *Kind          { return nil }
func (t *namedTerm) DisplayName() *string { return &t.name }
func (t *namedTerm) Targets([]any) []any  { return nil }
func (t *namedTerm) Values() []any        { return nil }
func (t *namedTerm) Derive()              {}
func (t *namedTerm) Attach(string, Model) {}

// term makes a term.
func term(id int64, slug, name, language string) Model {
	return &namedTerm{Term: Term{Base: Base{ID: id, Slug: slug, Language: language}}, name: name}
}

func TestTermsThatATextNames(t *testing.T) {
	found := []Model{
		term(1, "jazz", "Jazz", "en"),
		term(2, "jazz-2", "jazz", "fr"),
		term(3, "1", "One", ""),
		term(4, "rock-roll", "Rock & Roll", ""),
	}
	tests := []struct {
		name, wanted, language string
		want                   int64
	}{
		{"an id goes before a slug", "1", "en", 1},
		{"a slug goes before a name", "jazz", "fr", 1},
		{"a name of the record's language", "JAZZ", "fr", 2},
		{"a name of another language", "One", "fr", 3},
		{"a name as answers show it", "rock &amp; roll", "en", 4},
		{"nothing", "blues", "en", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got int64
			if m := matchTerm(found, tt.wanted, tt.language); m != nil {
				got = m.Record().ID
			}
			if got != tt.want {
				t.Errorf("got %d, want %d", got, tt.want)
			}
		})
	}
}

func TestWords(t *testing.T) {
	tests := []struct {
		name string
		sent any
		want []string
		ok   bool
	}{
		{"a list", []any{"eventbrite", "woo"}, []string{"eventbrite", "woo"}, true},
		{"a text", " woo , rsvp,", []string{"woo", "rsvp"}, true},
		{"false", false, nil, true},
		{"the word false", "false", nil, true},
		{"nothing", "", nil, true},
		{"true", true, nil, false},
		{"a number in a list", []any{json.Number("5")}, nil, false},
		{"what is no word", "a b", nil, false},
		{"an object", map[string]any{}, nil, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := words(tt.sent)
			if ok != tt.ok || !cmp.Equal(got, tt.want) {
				t.Errorf("got %q, %v", got, ok)
			}
		})
	}
}

func TestWebAddresses(t *testing.T) {
	for address, want := range map[string]bool{
		"https://example.org/": true, "HTTP://example.org": true, "http://localhost:80/x?y#z": true, "http://münchen.example/": true,
		"": false, "example.org": false, "//example.org": false, "ftp://example.org": false, "javascript:alert(1)": false, "http://": false,
		"http:///x": false, "https://example.org/<script>": false, "https://example.org/a b": false, "http://%zz/": false,
	} {
		if got := addressOf(address, "http", "https"); got != want {
			t.Errorf("%q: got %v, want %v", address, got, want)
		}
	}
}

func TestTheFirstOfSeveralProblemsIsTheSameEachTime(t *testing.T) {
	p := fault.Params{"b": {Message: "second"}, "a": {Message: "first"}, "c": {Message: "third"}}
	for range 20 {
		if name, detail := first(p); name != "a" || detail.Message != "first" {
			t.Fatalf("got %s: %s", name, detail.Message)
		}
	}
}

func TestSelectedFieldsKeepTheirOrderAndValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		record := rapid.MapOf(rapid.String(), rapid.String()).Draw(t, "record")
		body, err := json.Marshal(record)
		if err != nil {
			t.Fatal(err)
		}
		keep, want := jsonfields.Fields{}, map[string]string{}
		// Invalid text becomes U+FFFD on the way, so compare what was written.
		written := map[string]string{}
		if err := json.Unmarshal(body, &written); err != nil {
			t.Fatal(err)
		}
		for name, value := range written {
			if rapid.Bool().Draw(t, "keep") {
				keep[name], want[name] = nil, value
			}
		}
		out, known, err := keep.Pick(body)
		if err != nil {
			t.Fatal(err)
		}
		if known != (len(want) > 0) {
			t.Fatalf("known: %v of %v", known, keep)
		}
		got := map[string]string{}
		if err := json.Unmarshal(out, &got); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
	})
}

func TestLinksAreEncoded(t *testing.T) {
	got := link("http://x/events/", []filter.Pair{{Name: "search", Value: "a&b=c d/é"}, {Name: "page", Value: "2"}})
	if want := "http://x/events/?search=a%26b%3Dc+d%2F%C3%A9&page=2"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := link("http://x/tags/", nil); got != "http://x/tags/" {
		t.Errorf("got %s", got)
	}
}

func TestCountsAddUp(t *testing.T) {
	c := newCounts()
	c.add([]int64{1, 2}, 1)
	c.add([]int64{2, 3}, -1)
	c.add(nil, 1)
	if diff := cmp.Diff(map[int64]int64{1: 1, 2: 0, 3: -1}, c.delta); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestStateOrProvince(t *testing.T) {
	tests := []struct{ name, own, country, state, province, want string }{
		{"the written one", "BC", "US", "NY", "Ontario", "BC"},
		{"the state in the US", "", "United States", "NY", "Ontario", "NY"},
		{"the state without a country", "", "", "NY", "Ontario", "NY"},
		{"the province elsewhere", "", "Canada", "NY", "Ontario", "Ontario"},
		{"the other one where the first is empty", "", "Canada", "NY", "", "NY"},
		{"nothing", "", "US", "", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := StateProvince(nil, nil, tt.own, tt.country, tt.state, tt.province); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
