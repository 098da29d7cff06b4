package desktest

import (
	"net/http"
	"regexp"
	"testing"

	"almanac/runtime/desk/records"
	"almanac/runtime/service/servicetest"
)

func TestTheCalendarHasBarsOverDaysInTheColorsOfCategories(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		category := add(t, s, "categories", map[string]any{"name": "Fairs", "color": "#1d5c4f"})
		event := func(title, start, end string) {
			add(t, s, "events", map[string]any{"title": title, "start_date": start, "end_date": end, "categories": []string{category}, "all_day": true})
		}
		event("Fair", "2026-06-05", "2026-06-08") // From a Friday to a Monday; weeks begin on Sunday.
		event("Feast", "2026-06-06", "2026-06-07")
		event("Market", "2026-06-06", "2026-06-06")
		b := open(t, s)
		page := b.get("/desk/records/events/calendar?month=2026-06")
		page.shows(t, http.StatusOK,
			`<ol class="lanes-2">`, `class="color c1d5c4f bar lane-1 days-2 after"`, `class="color c1d5c4f bar lane-1 days-2 before"`,
			`class="color c1d5c4f bar lane-2 days-1 after"`, `<ul class="rest below-2">`+"\n"+`<li class="color c1d5c4f" draggable`,
			`Fair <span class="out">– Mon 8 Jun</span>`)
		for _, style := range []string{`/desk/assets/\w+/colors-1d5c4f\.css`, `/desk/assets/\w+/lanes\.css`} {
			b.get(regexp.MustCompile(style).FindString(page.text)).shows(t, http.StatusOK, "--")
		}
	}, records.Part)
}

func TestARowOfThreeVenuesHasTheFirstAndTheNumberOfTheOthers(t *testing.T) {
	each(t, true, func(t *testing.T, s *servicetest.Server) {
		var venues []string
		for _, name := range []string{"Barn", "Hall", "Yard"} {
			venues = append(venues, add(t, s, "venues", map[string]any{"venue": name}))
		}
		one, other := concert(), concert()
		one["venue"], other["venue"] = venues, venues[:2]
		add(t, s, "events", one)
		add(t, s, "events", other)
		b := open(t, s)
		for language, want := range map[string]string{"en": "Barn and 2 more<", "de": "Barn und 2 weitere<", "fr": "Barn et 2 autres<"} {
			b.header.Set("Accept-Language", language)
			b.get("/desk/records/events").shows(t, http.StatusOK, `<span class="below">`+want, `<span class="below">Barn, Hall<`)
		}
	}, records.Part)
}
