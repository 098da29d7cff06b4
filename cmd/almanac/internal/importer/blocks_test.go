package importer_test

import (
	"strings"
	"testing"

	"almanac/runtime/transfer"
)

func TestBlocksOfTheEventsCalendarAreTakenOut(t *testing.T) {
	tests := []struct {
		name, in, want string
		removed        int
	}{
		{"no block", `<div class="wp-block-group"><p>tribe-block</p></div>`, `<div class="wp-block-group"><p>tribe-block</p></div>`, 0},
		{
			"date, venue and calendars around the words",
			`<div class="tribe-events-schedule tribe-clearfix"><h2><span>November 22</span><span> @ </span></h2></div><p>Words<br>here</p><div class="tribe-block tribe-block__events-link"><div><svg><path d="M0"/></svg><button>Add to calendar</button><div><a href="webcal://x">iCalendar</a></div></div></div><p>End</p>`,
			`<p>Words<br>here</p><p>End</p>`, 2,
		},
		{"a block within a column", `<div class="wp-block-column"><div class="tribe-block tribe-block__venue"><div>Hall</div></div>x</div>`, `<div class="wp-block-column">x</div>`, 1},
		{"an image of the name stays", `<img class="tribe-events-icon" src="/a.png"><p>a</p>`, `<img class="tribe-events-icon" src="/a.png"><p>a</p>`, 0},
		{"a block that is never closed stays with what follows", `<p>a</p><div class="tribe-block"><p>b</p>`, `<p>a</p><div class="tribe-block"><p>b</p>`, 0},
		{"a field of its own stays", `<div class="tribe-block tribe-block__additional-field">Dress: black</div>`, `<div class="tribe-block tribe-block__additional-field">Dress: black</div>`, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, removed := transfer.WithoutBlocks(tt.in); got != tt.want || removed != tt.removed {
				t.Errorf("got %d removed from %q, want %d from %q", removed, got, tt.removed, tt.want)
			}
		})
	}
}

func TestAnEventOfTheBlockEditorIsImportedWhole(t *testing.T) {
	databases.Sampled(t, func(t *testing.T, url string) {
		a := open(t, url, testDeployment(t))
		content := event(7, map[string]any{"title": "Blocks", "description": `<div class="tribe-events-schedule"><h2>June 1 @ 10:00</h2></div>` +
			`<div class="wp-block-columns is-layout-flex wp-container-1"><div class="wp-block-column">One</div></div>` +
			`<div class="tribe-block tribe-block__events-link"><svg><path/></svg><button>Add to calendar</button><iframe src="https://maps.example/"></iframe></div>`})
		report := importFrom(t, a, list(t, "events", content))
		if report.Lost() > 0 || report.Skipped() > 0 || !strings.Contains(report.String(), "2 blocks of The Events Calendar removed from its description") {
			t.Errorf("the report is\n%s", report)
		}
		want := `<div class="wp-block-columns is-layout-flex"><div class="wp-block-column">One</div></div>`
		if got, _ := get(t, a, "/events/7")["description"].(string); strings.TrimSpace(got) != want {
			t.Errorf("the description is %q, want %q", got, want)
		}
	})
}
