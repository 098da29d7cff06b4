package calendar

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"io"
	"slices"

	"almanac/runtime/dates"
	"almanac/runtime/feed"
	"almanac/runtime/model"
	"almanac/runtime/recurrence"
	"almanac/runtime/request"
)

// zoneYears is for how many years after its last date an endless series has its zone defined:
// programs list dates beyond those that have records.
const zoneYears = 10

// seriesWriter writes the dates of a series as one event that repeats.  It is made of the dates
// that the caller may see and of the rule, and of nothing else: a date that the caller may not
// see is a date that the series does not have.
type seriesWriter struct {
	*feedWriter
	series   request.Series
	out      io.Writer
	self     string
	contents map[[sha256.Size]byte]*seriesContent
	dates    []seriesDate
}

// seriesContent is what some dates say, apart from when they are.
type seriesContent struct {
	entry feed.Entry // Of the first of them.
	dates int
}

// seriesDate is a date that the caller may see, without its content.
type seriesDate struct {
	id      dates.WallTime
	own     feed.Entry // What no two dates have in common.
	content *seriesContent
}

// OfSeries implements request.SeriesFeedWriter.
func (w *feedWriter) OfSeries(s request.Series) request.FeedWriter {
	return &seriesWriter{feedWriter: w, series: s, contents: map[[sha256.Size]byte]*seriesContent{}}
}

// Begin implements request.FeedWriter.
func (w *seriesWriter) Begin(out io.Writer, self string, records []model.Record) error {
	w.out, w.self = out, self
	return w.Add(records)
}

// Add implements request.FeedWriter.  Most dates say the same, which is kept once.
func (w *seriesWriter) Add(records []model.Record) error {
	for i, e := range w.entries(records) {
		if e.ContentHidden { // Its times tell, which are shown.
			e.AllDay = w.series.Pattern.AllDay && e.Start == e.Start.StartOfDay() && e.End == e.End.EndOfDay()
		}
		own := feed.Entry{
			ID: e.ID, GlobalID: e.GlobalID, UID: e.UID, Version: e.Version, URL: e.URL, Website: e.Website,
			Start: e.Start, End: e.End, StartUTC: e.StartUTC, EndUTC: e.EndUTC, Published: e.Published, Modified: e.Modified,
		}
		shared := withOwn(e, feed.Entry{})
		if e.Website != e.URL { // It has a website other than its page.
			shared.Website = e.Website
		}
		zone := shared.Zone.Name()
		shared.Zone = dates.Zone{}
		text, err := json.Marshal([]any{zone, shared})
		if err != nil {
			return err
		}
		key := sha256.Sum256(text)
		if w.contents[key] == nil {
			w.contents[key] = &seriesContent{entry: e}
		}
		w.contents[key].dates++
		id := dates.WallTime(model.OccurrenceOf(records[i]).RecurrenceID)
		w.dates = append(w.dates, seriesDate{id, own, w.contents[key]})
	}
	return nil
}

// withOwn returns an entry with what is its own replaced.
func withOwn(e, own feed.Entry) feed.Entry {
	e.ID, e.GlobalID, e.UID, e.Version = own.ID, own.GlobalID, own.UID, own.Version
	e.URL, e.Website = own.URL, own.Website
	e.Start, e.End, e.StartUTC, e.EndUTC = own.Start, own.End, own.StartUTC, own.EndUTC
	e.Published, e.Modified = own.Published, own.Modified
	return e
}

// entry returns what a date says.
func (d seriesDate) entry() feed.Entry { return withOwn(d.content.entry, d.own) }

// End implements request.FeedWriter.
func (w *seriesWriter) End() error {
	c, err := channel(w.request, w.resource, w.self)
	if err != nil {
		return err
	}
	if len(w.dates) == 0 {
		empty, err := w.open(w.out, c)
		if err != nil {
			return err
		}
		return empty.Close()
	}
	slices.SortStableFunc(w.dates, func(a, b seriesDate) int { return cmp.Compare(a.id, b.id) })
	shape := w.shape()
	p := shape.pattern
	common := w.common()
	s := feed.Series{
		ID: w.series.ID, Version: w.series.Version, Event: common.entry,
		Rule: p.Rule, Except: shape.except, Dates: shape.dates, Until: shape.until,
	}
	s.Event.Start, s.Event.StartUTC, s.Event.End, s.Event.EndUTC = p.Start, "", p.End, ""
	first, length := p.At(p.Start), p.Length()
	spans := first.End.Local != p.End || first.End.UTC().Sub(first.Start.UTC()) != length.Seconds
	if !p.AllDay && (length.Exact || spans) { // An end of the first date would not be that of others.
		s.Duration = length.Seconds
	}
	s.Event.Zone, s.Event.AllDay = p.Zone, p.AllDay
	for _, d := range w.dates {
		e := d.entry()
		s.Event.Modified = max(s.Event.Modified, e.Modified)
		switch {
		case d.id < p.Start:
			s.Others = append(s.Others, e)
		case d.content != common || !asExpanded(&p, d):
			s.Changed = append(s.Changed, feed.ChangedDate{ID: d.id, Entry: e})
		}
	}
	return w.openSeries(w.out, c, s)
}

// common returns what most dates say, of those that are in the zone of the series.
func (w *seriesWriter) common() *seriesContent {
	p, found := w.series.Pattern, w.dates[0].content
	fits := func(c *seriesContent) bool {
		return c.entry.Zone.Name() == p.Zone.Name() && c.entry.AllDay == p.AllDay
	}
	for _, d := range w.dates {
		if fits(d.content) && (!fits(found) || d.content.dates > found.dates) {
			found = d.content
		}
	}
	return found
}

// asExpanded reports whether a date is when calendar programs expect it from the rule.  They do
// not agree on times that the clocks skip or show twice, nor on the end of what lasts from before
// a change of the clocks until after it, which most take for the exact length of the first date;
// such dates are written out.
func asExpanded(p *recurrence.Pattern, d seriesDate) bool {
	length := p.Length().Seconds
	if d.own.Start != d.id || d.own.End != d.id.AddSeconds(length) {
		return false
	}
	if p.AllDay {
		return true
	}
	twice := p.Zone.Repeats(d.own.Start) || p.Zone.Repeats(d.own.End)
	return !twice && d.own.StartUTC == p.At(d.id).Start.UTC() && d.own.EndUTC == d.own.StartUTC.AddSeconds(length)
}

// seriesShape is how a series repeats for those who see some of its dates only.
type seriesShape struct {
	pattern       recurrence.Pattern // From the first date on; its dates and exceptions are not used.
	except, dates []dates.WallTime
	until         dates.WallTime
}

// shape returns how the dates that the caller may see repeat.
func (w *seriesWriter) shape() seriesShape {
	if s, ok := w.byRule(); ok {
		return s
	}
	p := w.series.Pattern
	p.Rule, p.Except, p.Dates = "", nil, nil
	p.SetFirst(w.dates[0].id, p.Length())
	s := seriesShape{pattern: p, until: w.dates[len(w.dates)-1].id}
	for _, d := range w.dates { // The first too, which some programs leave out where there is no rule.
		s.dates = append(s.dates, d.id)
	}
	return s
}

// byRule is shape with the rule, and false where dates alone have to say it: there is no rule,
// few programs know it, or it would go on with dates that the caller may not see.
func (w *seriesWriter) byRule() (seriesShape, bool) {
	p := w.series.Pattern
	p.Except, p.Dates = nil, nil
	rule, err := recurrence.Parse(p.Rule)
	last := w.dates[len(w.dates)-1].id
	goesOn := w.series.ExtendedTo != dates.Last
	sees := slices.ContainsFunc(w.dates, func(d seriesDate) bool { return d.content.entry.Status == w.series.Status })
	if err != nil || rule.Skip != recurrence.Omit || goesOn && !sees {
		return seriesShape{}, false
	}
	until := w.series.ExtendedTo
	if !goesOn || len(w.dates) == w.series.MaxDates {
		until = last
	}
	list, err := p.Expand("", until, maxSeriesDates)
	seen := map[dates.WallTime]bool{}
	for _, d := range w.dates {
		seen[d.id] = true
	}
	begin := slices.IndexFunc(list, func(d recurrence.Date) bool { return seen[d.ID] })
	if err != nil || begin < 0 {
		return seriesShape{}, false
	}
	if !goesOn { // It has ended, whatever the rule says.
		if p, _, err = p.Split(last.AddSeconds(1)); err != nil {
			return seriesShape{}, false
		}
	}
	if begin > 0 { // It begins with the first date that the caller may see.
		if _, p, err = p.Split(list[begin].ID); err != nil {
			return seriesShape{}, false
		}
	}
	s := seriesShape{pattern: p, until: max(last, list[len(list)-1].ID)}
	for _, d := range list[begin:] {
		if !seen[d.ID] {
			s.except = append(s.except, d.ID)
		}
		delete(seen, d.ID)
	}
	for _, d := range w.dates {
		if seen[d.id] && d.id > p.Start {
			s.dates = append(s.dates, d.id)
		}
	}
	if rule, err := recurrence.Parse(p.Rule); err == nil && goesOn && rule.Count == 0 {
		s.until = min(s.until.AddMonths(12*zoneYears), max(p.Until(rule), s.until))
	}
	return s, true
}

// maxSeriesDates is more dates than a feed has.
const maxSeriesDates = 10_000
