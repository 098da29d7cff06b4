package seriestest

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"almanac/runtime/dates"
	"almanac/runtime/store"
	"almanac/runtime/zoneinfo/zoneinfotest"
)

// useRules puts the rules of other zones into force for some zones until the test ends.
func useRules(t *testing.T, version string, as map[string]string) {
	t.Helper()
	zones := zoneinfotest.Zones{}
	for name, other := range as {
		zones[name] = zoneinfotest.PeriodsOf(t, other, 2020, 2035)
	}
	before := dates.Rules()
	dates.UseRules(zoneinfotest.Edition(t, version, zones))
	t.Cleanup(func() { dates.UseRules(before) })
}

// applyRules does what a server does in the background after its start, and returns how many
// records it has changed.
func (s *site) applyRules() (n int64) {
	s.t.Helper()
	zones, err := s.API.Writes.ApplyZoneRules(s.t.Context(), false)
	if err != nil {
		s.t.Fatal(err)
	}
	for _, z := range zones {
		n += z.Differ
	}
	return n
}

// checkInstants fails unless each event is stored at the instant of its wall times by the rules
// in force.
func (s *site) checkInstants() {
	s.t.Helper()
	err := s.Store.Reader().Query(s.t.Context(), store.Statement{
		SQL: "SELECT id, start_date, end_date, utc_start_date, utc_end_date, timezone FROM events",
		ScanRow: func(row store.Row) error {
			var id int64
			var start, end, startUTC, endUTC dates.WallTime
			var name string
			if err := row.Scan(&id, (*string)(&start), (*string)(&end), (*string)(&startUTC), (*string)(&endUTC), &name); err != nil {
				return err
			}
			zone, err := dates.ParseZone(name)
			if err != nil {
				return err
			}
			first, last := zone.Moment(start, startUTC).UTC(), zone.Moment(end, endUTC).UTC()
			if startUTC != first || endUTC != last && (last >= first || endUTC < startUTC) {
				s.t.Errorf("event %d: %s to %s in %s is stored as %s to %s, want %s to %s", id, start, end, name, startUTC, endUTC, first, last)
			}
			return nil
		},
	})
	if err != nil {
		s.t.Fatal(err)
	}
}

// stored returns columns of the events, a line for each.
func (s *site) stored(columns string) string {
	s.t.Helper()
	var lines []string
	err := s.Store.Reader().Query(s.t.Context(), store.Statement{
		SQL: "SELECT " + strings.ReplaceAll(columns, ", ", " || ' ' || ") + " FROM events ORDER BY id",
		ScanRow: func(row store.Row) error {
			var line string
			err := row.Scan(&line)
			lines = append(lines, strings.TrimSpace(line))
			return err
		},
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return strings.Join(lines, "\n")
}

// Rules of Vancouver with summer time, and without.
var (
	oldRules = map[string]string{"America/Vancouver": "America/Los_Angeles"}
	newRules = map[string]string{"America/Vancouver": "America/Phoenix"}
)

func TestWallTimesStayWhenTheRulesOfATimeZoneChange(t *testing.T) {
	each(t, func(s *site) {
		useRules(s.t, "2025c", oldRules)
		s.create("FREQ=MONTHLY;UNTIL=20270103T030000Z", js{
			"start_date": "2026-11-02 19:00", "end_date": "2026-11-02 22:00", "timezone": "America/Vancouver",
		})
		s.do(http.MethodPost, "events", js{
			"title": "Summer", "start_date": "2027-07-15 19:00", "end_date": "2027-07-15 20:00", "timezone": "America/Vancouver",
		}, http.StatusCreated)
		s.do(http.MethodPost, "events", js{
			"title": "Paris", "start_date": "2027-01-15 19:00", "end_date": "2027-01-15 20:00", "timezone": "Europe/Paris",
		}, http.StatusCreated)
		if n := s.applyRules(); n != 0 {
			s.t.Errorf("%d records changed by the rules by which they were written", n)
		}
		const columns = "start_date, utc_start_date, version, modified_utc, edited_utc"
		s.equal("before", `2026-11-02 19:00:00 2026-11-03 03:00:00 1 2026-06-01 12:00:00
			2026-12-02 19:00:00 2026-12-03 03:00:00 1 2026-06-01 12:00:00
			2027-01-02 19:00:00 2027-01-03 03:00:00 1 2026-06-01 12:00:00
			2027-07-15 19:00:00 2027-07-16 02:00:00 1 2026-06-01 12:00:00
			2027-01-15 19:00:00 2027-01-15 18:00:00 1 2026-06-01 12:00:00`, s.stored(columns))

		useRules(s.t, "2026f", newRules)
		s.Clock.Advance(time.Hour)
		if n := s.applyRules(); n != 3 {
			s.t.Errorf("%d records changed, want 3", n)
		}
		s.equal("after", `2026-11-02 19:00:00 2026-11-03 02:00:00 2 2026-06-01 13:00:00 2026-06-01 12:00:00 2026-06-01 13:00:00
			2026-12-02 19:00:00 2026-12-03 02:00:00 2 2026-06-01 13:00:00 2026-06-01 12:00:00 2026-06-01 13:00:00
			2027-01-02 19:00:00 2027-01-03 02:00:00 2 2026-06-01 13:00:00 2026-06-01 12:00:00 2026-06-01 13:00:00
			2027-07-15 19:00:00 2027-07-16 02:00:00 1 2026-06-01 12:00:00
			2027-01-15 19:00:00 2027-01-15 18:00:00 1 2026-06-01 12:00:00`, s.stored(columns))
		s.equal("the rule", "FREQ=MONTHLY;UNTIL=20270103T020000Z", s.do(http.MethodGet, "series/1", nil, http.StatusOK)["rule"].(string))
		if n := s.applyRules(); n != 0 {
			s.t.Errorf("%d records changed again", n)
		}

		useRules(s.t, "2027a", oldRules)
		if n := s.applyRules(); n != 3 {
			s.t.Errorf("%d records changed back, want 3", n)
		}
		s.checkInstants()
	})
}

// keepUntil does what a program does before it serves a database.
func (s *site) keepUntil() {
	s.t.Helper()
	if err := s.API.Writes.KeepUntil(s.t.Context()); err != nil {
		s.t.Fatal(err)
	}
}

// TestUntilInTheOtherHalfOfTheYearStays: clocks differ at UNTIL and at the last date that exists.
func TestUntilInTheOtherHalfOfTheYearStays(t *testing.T) {
	each(t, func(s *site) {
		s.create("FREQ=MONTHLY;INTERVAL=6;UNTIL=20280615T170000Z", js{
			"start_date": "2026-06-15 19:00", "end_date": "2026-06-15 22:00",
		})
		s.exec(`UPDATE record_series SET template = replace(template, ',"until":{"utc":"20280615T170000Z","local":"2028-06-15 19:00:00"}', '')`)
		s.keepUntil()
		s.applyRules()
		s.equal("the rule", "FREQ=MONTHLY;INTERVAL=6;UNTIL=20280615T170000Z", s.do(http.MethodGet, "series/1", nil, http.StatusOK)["rule"].(string))
	})
}

// TestASeriesOfAnOlderProgramKeepsTheWallTimeOfUntil: such a program wrote UNTIL in UTC alone.
func TestASeriesOfAnOlderProgramKeepsTheWallTimeOfUntil(t *testing.T) {
	each(t, func(s *site) {
		useRules(s.t, "2025c", oldRules)
		s.create("FREQ=WEEKLY;UNTIL=20261216T030000Z", js{
			"start_date": "2026-12-01 19:00", "end_date": "2026-12-01 22:00", "timezone": "America/Vancouver",
		})
		const until = `,"until":{"utc":"20261216T030000Z","local":"2026-12-15 19:00:00"}`
		s.exec("UPDATE record_series SET template = replace(template, '" + until + "', '')")
		useRules(s.t, "2026f", newRules)
		s.equal("before", "FREQ=WEEKLY;UNTIL=20261216T030000Z", s.do(http.MethodGet, "series/1", nil, http.StatusOK)["rule"].(string))
		s.keepUntil()
		s.equal("after", "FREQ=WEEKLY;UNTIL=20261216T020000Z", s.do(http.MethodGet, "series/1", nil, http.StatusOK)["rule"].(string))
	})
}

// TestWhatOtherRulesWriteLaterFollowsToo: a server that was rolled back may write long after the
// records were brought to newer rules.
func TestWhatOtherRulesWriteLaterFollowsToo(t *testing.T) {
	each(t, func(s *site) {
		useRules(s.t, "2026f", newRules)
		s.applyRules()
		s.Clock.Advance(60 * 24 * time.Hour)
		useRules(s.t, "2025c", oldRules)
		s.do(http.MethodPost, "events", js{
			"title": "Late", "start_date": "2027-01-15 19:00", "end_date": "2027-01-15 20:00", "timezone": "America/Vancouver",
		}, http.StatusCreated)
		useRules(s.t, "2026f", newRules)
		if n := s.applyRules(); n != 1 {
			s.t.Errorf("%d records changed, want 1", n)
		}
		s.checkInstants()
	})
}

func TestAChangeOfRulesIsNoChangeOfADate(t *testing.T) {
	each(t, func(s *site) {
		useRules(s.t, "2025c", oldRules)
		first := s.create("FREQ=WEEKLY;COUNT=4", js{
			"start_date": "2026-12-01 19:00", "end_date": "2026-12-01 22:00", "timezone": "America/Vancouver",
		})
		list := s.dates(seriesOf(first)["id"], "")
		s.do(http.MethodPatch, path(list[1], ""), js{"start_date": "2026-12-08 20:00", "end_date": "2026-12-08 23:00"}, http.StatusOK)
		useRules(s.t, "2026f", newRules)
		changed := s.do(http.MethodPatch, path(list[2], "?apply_to=all"), js{"start_date": "2026-12-15 18:00", "end_date": "2026-12-15 21:00"}, http.StatusOK)
		s.equal("kept", fmt.Sprintf("[%v]", list[1]["id"]), fmt.Sprint(seriesOf(changed)["changes"].(js)["kept"]))
		s.equal("moved", "12-01 18:00 2026-12-02 01:00:00\n12-08 20:00 2026-12-09 03:00:00\n12-15 18:00 2026-12-16 01:00:00\n12-22 18:00 2026-12-23 01:00:00",
			show(s.dates(seriesOf(first)["id"], ""), "utc_start_date"))
		s.checkInstants()
	})
}

func TestInstantsFollowTheRulesOfAnyZone(t *testing.T) {
	places := []string{"America/Los_Angeles", "America/Phoenix", "Africa/Casablanca", "Europe/Dublin", "Asia/Tokyo", "Australia/Lord_Howe"}
	n := 400
	if testing.Short() {
		n = 60
	}
	each(t, func(s *site) {
		random := rand.New(rand.NewPCG(1, 2))
		rules := func() map[string]string {
			as := map[string]string{}
			for _, name := range []string{"America/Vancouver", "America/Winnipeg", "Africa/El_Aaiun"} {
				as[name] = places[random.IntN(len(places))]
			}
			return as
		}
		first := rules()
		useRules(s.t, "2025c", first)
		for i := range n {
			at := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(random.IntN(3*365*96)) * 15 * time.Minute)
			if i%3 == 0 { // About the changes of clocks.
				at = time.Date(2025+i%3, []time.Month{3, 10, 11}[i%9/3], 1+random.IntN(31), random.IntN(4), 15*random.IntN(4), 0, 0, time.UTC)
			}
			body := js{
				"title": fmt.Sprint("Event ", i), "start_date": at.Format(dates.Layout),
				"end_date": at.Add(time.Duration(random.IntN(48)) * 30 * time.Minute).Format(dates.Layout),
				"timezone": []string{"America/Vancouver", "America/Winnipeg", "Africa/El_Aaiun", "Europe/Paris"}[random.IntN(4)],
			}
			if i%20 == 0 {
				body["recurrence"] = "FREQ=WEEKLY;COUNT=20"
			}
			if r := s.Send("editor", http.MethodPost, "events", body); r.Status != http.StatusCreated && r.Status != http.StatusBadRequest {
				s.t.Fatalf("status %d: %s", r.Status, r.Body)
			}
		}
		s.applyRules()
		walls, instants := s.stored("start_date, end_date"), s.stored("utc_start_date, utc_end_date")
		for i := range 3 {
			as := rules()
			if i == 2 {
				as = first
			}
			useRules(s.t, fmt.Sprint("2026", string(rune('a'+i))), as)
			s.applyRules()
			s.checkInstants()
			if s.stored("start_date, end_date") != walls {
				s.t.Fatal("wall times changed")
			}
			if n := s.applyRules(); n != 0 {
				s.t.Errorf("%d records change twice", n)
			}
		}
		s.equal("back", instants, s.stored("utc_start_date, utc_end_date"))
	})
}
