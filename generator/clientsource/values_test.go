package client

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestLooseValuesAreRead(t *testing.T) {
	type loose struct {
		Venue  Many[thing]  `json:"venue"`
		Words  Many[string] `json:"words"`
		Image  Image        `json:"image"`
		Author UserID       `json:"author"`
		Flag   Opt[bool]    `json:"flag,omitzero"`
	}
	tests := []struct {
		name, text string
		want       string // As it is written again.
	}{
		{"nothing at all", `{}`, `{"venue":null,"words":null,"image":false,"author":"0"}`},
		{"everything empty", `{"venue":[],"words":false,"image":false,"author":"0","flag":null}`, `{"venue":null,"words":null,"image":false,"author":"0","flag":null}`},
		{"null and text for nothing", `{"venue":null,"words":"","image":"","author":""}`, `{"venue":null,"words":null,"image":false,"author":"0"}`},
		{"an object for one", `{"venue":{"id":1,"unknown":{}},"words":"rsvp","author":7}`, `{"venue":[{"id":1,"name":""}],"words":["rsvp"],"image":false,"author":"7"}`},
		{
			"lists", `{"venue":[{"id":1},{"id":2}],"words":["a","b"],"image":{"url":"u","id":3,"extension":"png"},"author":"12","flag":false}`,
			`{"venue":[{"id":1,"name":""},{"id":2,"name":""}],"words":["a","b"],"image":{"url":"u","id":3,"extension":"png"},"author":"12","flag":false}`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var v loose
			if err := json.Unmarshal([]byte(tt.text), &v); err != nil {
				t.Fatal(err)
			}
			got, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, string(got)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	for _, text := range []string{`{"venue":7}`, `{"image":"x.png"}`, `{"author":"ada"}`, `{"flag":"yes"}`} {
		if err := json.Unmarshal([]byte(text), &loose{}); err == nil {
			t.Errorf("%s is read", text)
		}
	}
}

func TestOptTellsAbsentNullAndValueApart(t *testing.T) {
	for _, tt := range []struct {
		o           Opt[int]
		text        string
		zero, null  bool
		or          int
		description string
	}{
		{Opt[int]{}, `{}`, true, false, 5, "absent"},
		{Null[int](), `{"o":null}`, false, true, 5, "null"},
		{Set(0), `{"o":0}`, false, false, 0, "0"},
	} {
		text, err := json.Marshal(struct {
			O Opt[int] `json:"o,omitzero"`
		}{tt.o})
		if err != nil || string(text) != tt.text {
			t.Errorf("%v is written %s, want %s (%v)", tt.o, text, tt.text, err)
		}
		if _, ok := tt.o.Get(); tt.o.IsZero() != tt.zero || tt.o.IsNull() != tt.null || tt.o.Or(5) != tt.or || tt.o.String() != tt.description || ok == (tt.zero || tt.null) {
			t.Errorf("%v has other answers", tt.o)
		}
	}
}

func TestZonesHaveTheNamesOfTheInterface(t *testing.T) {
	noon := WallTime("2026-07-01 12:00:00")
	for name, want := range map[string]string{
		"UTC": "2026-07-01T12:00:00Z", "Europe/Paris": "2026-07-01T12:00:00+02:00", "UTC+5": "2026-07-01T12:00:00+05:00",
		"UTC-3.5": "2026-07-01T12:00:00-03:30", "UTC+5:45": "2026-07-01T12:00:00+05:45", "+05:30": "2026-07-01T12:00:00+05:30", "-11": "2026-07-01T12:00:00-11:00",
		"UTC+0": "2026-07-01T12:00:00Z",
	} {
		zone, err := Zone(name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got, err := noon.In(zone); err != nil || got.Format(time.RFC3339) != want {
			t.Errorf("%s: got %v, want %s (%v)", name, got, want, err)
		}
	}
	for _, name := range []string{"", "Mars/Base", "UTC5", "UTC+x", "UTC+-5", "+15", "+05:60", "UTC+", "Local/../x"} {
		if zone, err := Zone(name); err == nil {
			t.Errorf("%q is the zone %v", name, zone)
		}
	}
	if _, err := WallTime("soon").In(time.UTC); err == nil {
		t.Error("soon is a wall time")
	}
}

func TestAnInstantIsShownInItsZone(t *testing.T) {
	got, err := instant("2026-03-29 00:30:00", "Europe/Paris")
	if err != nil || got.Format(time.RFC3339) != "2026-03-29T01:30:00+01:00" {
		t.Errorf("got %v (%v)", got, err)
	}
	_, noTime := instant("", "UTC")
	_, noZone := instant("2026-03-29 00:30:00", "")
	if noTime == nil || noZone == nil {
		t.Error("nothing is taken for an instant")
	}
}

func TestDatesAreSentAsWallTimesOrInstants(t *testing.T) {
	day := time.Date(2026, 3, 29, 2, 30, 0, 0, time.FixedZone("", 3600))
	if got := Wall(day).Or(""); got != "2026-03-29 02:30:00" {
		t.Errorf("wall time %s", got)
	}
	if got := At(day).Or(""); got != "2026-03-29T02:30:00+01:00" {
		t.Errorf("instant %s", got)
	}
}
