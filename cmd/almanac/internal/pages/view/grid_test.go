package view

import (
	"os"
	"testing"
	"time"

	"almanac/cmd/almanac/internal/pages/address"
	"almanac/cmd/almanac/internal/pages/events"
	"almanac/cmd/almanac/internal/pages/frame"
	"almanac/cmd/internal/deployments"
	"almanac/generated"
	"almanac/runtime/dates"
	"almanac/runtime/httpapi"
	"almanac/runtime/records"
	"almanac/runtime/request"
)

func TestAnEventOfManyDaysIsShownOnce(t *testing.T) {
	allocations := func(days int) float64 {
		first := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
		event := &generated.EventView{Title: "Fair", StartDate: "2026-11-01 10:00:00", Description: "<p>One <b>two</b> three</p>"}
		event.EndDate = string(dates.WallTime(event.StartDate).AddSeconds(int64(days-1) * 24 * 60 * 60))
		site := frame.New(&httpapi.API{Env: &request.Env{Deployment: deployments.B()}}, os.DirFS(".."))
		p := &events.Page{Page: &frame.Page{Site: site, API: site.API}}
		p.SetLanguage("en")
		x := extent{first: first, rows: 5, lanes: monthLanes, from: first, until: first.AddDate(0, 0, 29)}
		return testing.AllocsPerRun(10, func() {
			shown := 0
			for _, week := range newGrid(p, address.Address{}, x, shownEvents([]records.Record{{Record: &generated.Event{}, View: event}}), x.until).Weeks {
				for _, cell := range week {
					shown += len(cell.Entries)
				}
			}
			if shown != days {
				t.Fatalf("the event is on %d days, want %d", shown, days)
			}
		})
	}
	one, many := allocations(1), allocations(30)
	if made := (many - one) / 29; made > 10 {
		t.Errorf("each further day takes %.1f allocations", made)
	}
}
