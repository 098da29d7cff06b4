package faulttest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"testing"
	"time"

	"almanac/runtime/store/storetest"
)

// datesOfSeries is how many dates the series has.
const datesOfSeries = 200

// seriesDate is one of them.
type seriesDate struct {
	ID     int64
	Title  string
	Start  string `json:"start_date"`
	Series struct{ ID int64 }
}

// TestAProgramKilledInASplitLeavesItDoneOrUndone splits a series again and again, with a new
// title for what follows, and kills the program meanwhile: no date is lost, none is there twice,
// and all dates of a series have one title.
func TestAProgramKilledInASplitLeavesItDoneOrUndone(t *testing.T) {
	storetest.Each(t, func(t *testing.T, url string) {
		p := newProgram(t, url)
		p.serve()
		body := map[string]any{
			"title": "Title 0", "start_date": "2027-01-01 10:00", "end_date": "2027-01-01 11:00", "timezone": "Europe/Paris",
			"recurrence": fmt.Sprintf("RRULE:FREQ=DAILY;COUNT=%d", datesOfSeries),
		}
		var first seriesDate
		if err := sendJSON(http.MethodPost, p.root()+"/events", body, &first); err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(1, 2))
		begin, splits := time.Now(), 0
		for round := range times(16) {
			index := r.IntN(datesOfSeries)
			at := p.datesOfAllSeries()[index]
			done := make(chan error, 1)
			go func() {
				to := fmt.Sprintf("%s/events/%d?apply_to=following", p.root(), at.ID)
				done <- sendJSON(http.MethodPatch, to, map[string]any{"title": fmt.Sprint("Title ", round+1)}, nil)
			}()
			time.Sleep(time.Duration(r.IntN(60)) * time.Millisecond)
			p.kill()
			acknowledged := <-done == nil
			p.serve()
			splits = p.checkSeries()
			if title := p.datesOfAllSeries()[index].Title; acknowledged && title != fmt.Sprint("Title ", round+1) {
				t.Errorf("a split was acknowledged, and the title is %q", title)
			}
		}
		table.add(row{
			fault: "kill -9 in a split of a series", store: storeOf(url), acknowledged: splits,
			load: rate(splits, time.Since(begin)), recovery: "-",
		})
	})
}

// datesOfAllSeries returns the dates, in order.
func (p *program) datesOfAllSeries() []seriesDate {
	p.t.Helper()
	var all []seriesDate
	for page := 1; page <= datesOfSeries/50; page++ {
		var list struct{ Events []seriesDate }
		to := fmt.Sprintf("%s/events?start_date=2027-01-01&end_date=2028-01-01&per_page=50&page=%d", p.root(), page)
		if err := sendJSON(http.MethodGet, to, nil, &list); err != nil {
			p.t.Fatal(err)
		}
		all = append(all, list.Events...)
	}
	return all
}

// checkSeries checks that all dates are there, and returns how many series they are of.
func (p *program) checkSeries() int {
	p.t.Helper()
	titles, days := map[int64]string{}, map[string]bool{}
	for _, d := range p.datesOfAllSeries() {
		if was := titles[d.Series.ID]; was != "" && was != d.Title {
			p.t.Fatalf("series %d has dates of two titles: %q and %q", d.Series.ID, was, d.Title)
		}
		titles[d.Series.ID], days[d.Start] = d.Title, true
	}
	if len(days) != datesOfSeries {
		p.t.Fatalf("%d different dates, want %d", len(days), datesOfSeries)
	}
	var list []struct{ Occurrences int }
	if err := sendJSON(http.MethodGet, p.root()+"/series?per_page=50", nil, &list); err != nil {
		p.t.Fatal(err)
	}
	if len(list) != len(titles) {
		p.t.Fatalf("%d series, but dates of %d", len(list), len(titles))
	}
	return len(titles)
}

// sendJSON sends a request, and reads the response unless that is an error.
func sendJSON(method, url string, body, into any) error {
	var content bytes.Buffer
	if body != nil {
		if err := json.NewEncoder(&content).Encode(body); err != nil {
			return err
		}
	}
	r, err := http.NewRequest(method, url, &content)
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	answer, err := probe.Do(r)
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode >= http.StatusBadRequest {
		return fmt.Errorf("%s %s: %s", method, url, answer.Status)
	}
	if into == nil {
		into = new(any)
	}
	return json.NewDecoder(answer.Body).Decode(into)
}
