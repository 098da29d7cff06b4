package conform

import (
	"encoding/json"
	"regexp"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func testScope(t *testing.T) *scope {
	t.Helper()
	answer, err := decode([]byte(`{"id":7,"name":"a & b/c","on":true,"list":[{"id":1},{"id":2}]}`))
	if err != nil {
		t.Fatal(err)
	}
	now := func() time.Time { return time.Date(2026, 11, 20, 23, 30, 0, 0, time.UTC) }
	return &scope{uniq: "word", now: now, zone: time.FixedZone("", 3600), language: "lang", named: map[string]any{"r": answer}}
}

func TestTokensAreReplaced(t *testing.T) {
	s := testScope(t)
	tests := []struct {
		name string
		got  func() (string, error)
		want string
	}{
		{"in text", func() (string, error) { return s.text("x {uniq} {r.id} {r.list.1.id} {lang}", plain) }, "x word 7 2 lang"},
		{"dates of the site's zone", func() (string, error) { return s.text("{day} {day+1} {day-1}", plain) }, "2026-11-21 2026-11-22 2026-11-20"},
		{"instants in UTC", func() (string, error) { return s.text("{now} {now+30m}", plain) }, "2026-11-20 23:30:00 2026-11-21 00:00:00"},
		{"in a path", func() (string, error) { return s.path("/é/{r.name}") }, "/%C3%A9/a%20&%20b%2Fc"},
		{"in a query", func() (string, error) { return s.query("a={r.name}&b=x y") }, "a=a%20%26%20b%2Fc&b=x%20y"},
		{"in a pattern", func() (string, error) { return s.text(`^{r.name}\d{2}$`, regexp.QuoteMeta) }, `^a & b/c\d{2}$`},
		{"not in JSON text", func() (string, error) { return s.text(`{"a":{"b":1}}`, plain) }, `{"a":{"b":1}}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := tt.got()
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestASingleTokenKeepsItsType(t *testing.T) {
	got, err := testScope(t).expand(Object{"a": "{r.id}", "b": Text("{r.id}"), "c": List{"{r.on}", "x{r.id}"}, "{lang}": 1})
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(`{"a":7,"b":"7","c":[true,"x7"],"lang":1}`, string(data)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestBodiesAreEncoded(t *testing.T) {
	s := testScope(t)
	tests := []struct {
		name, kind, want string
		body             Body
	}{
		{"JSON", "application/json", `{"a":"word"}`, Object{"a": "{uniq}"}},
		{"a form", "application/x-www-form-urlencoded", "a=word&b[]=x%20y", Form("a={uniq}&b[]=x y")},
		{"to the letter", "text/x", "{word", RawBody{"text/x", "{{uniq}"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			kind, data, err := tt.body.encode(s)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([]string{tt.kind, tt.want}, []string{kind, string(data)}); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestWordsAreTheirOwn(t *testing.T) {
	seen := map[string]bool{}
	for range 1000 {
		word := newWord()
		if seen[word] || len(word) != 14 {
			t.Fatalf("word %q came twice or is not of 14 letters", word)
		}
		seen[word] = true
	}
}
