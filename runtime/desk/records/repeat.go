package records

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"almanac/runtime/dates"
	"almanac/runtime/recurrence"
)

// repeat is what the inputs about a recurrence contain: how a record repeats, in the words of
// people.  What it does not say follows from the start.
type repeat struct {
	How    string   // A frequency of RFC 5545, howDates or howRule; "" for a single record.
	Every  string   // Interval.
	Days   []string // Weekdays of a week, such as MO.
	Month  recurrence.MonthDay
	Ends   string   // endsUntil or endsCount; "" for never.
	Until  string   // Last day.
	Count  string   // Number of dates.
	Rule   string   // As RFC 5545 writes it.
	Except []string // Days that are left out.
	Dates  []string // Further starts.
}

const (
	howDates  = "dates" // On the further dates alone.
	howRule   = "rule"  // By a rule that no other input can say.
	endsUntil = "until"
	endsCount = "count"
)

// hows are the ways to repeat in the order in which a form offers them, with the keys of their
// messages.
var hows = [][2]string{
	{"", "Does not repeat"},
	{"DAILY", "Every day"},
	{"WEEKLY", "Every week"},
	{"MONTHLY", "Every month"},
	{"YEARLY", "Every year"},
	{howDates, "On chosen dates"},
	{howRule, "Custom rule (RFC 5545)"},
}

// list returns the inputs as the values of a field: those that mean something beside each
// other.
func (p repeat) list() []string {
	if p.How == "" {
		return nil
	}
	list := []string{"how=" + p.How}
	add := func(name string, values ...string) {
		for _, v := range values {
			if v != "" {
				list = append(list, name+"="+v)
			}
		}
	}
	switch p.How {
	case howDates:
	case howRule:
		add("rule", p.Rule)
	default:
		add("every", p.Every)
		add("ends", p.Ends)
	}
	switch p.How {
	case "WEEKLY":
		add("day", p.Days...)
	case "MONTHLY", "YEARLY":
		add("month", string(p.Month))
	}
	switch {
	case p.How == howRule || p.How == howDates:
	case p.Ends == endsUntil:
		add("until", p.Until)
	case p.Ends == endsCount:
		add("count", p.Count)
	}
	if p.How != howDates {
		add("except", p.Except...)
	}
	add("date", p.Dates...)
	return list
}

// repeatIn reads what list has written.
func repeatIn(list []string) repeat {
	sent := url.Values{}
	for _, s := range list {
		name, value, _ := strings.Cut(s, "=")
		sent.Add("."+name, value)
	}
	return postedRepeat("", sent)
}

// postedRepeat reads the inputs of a field.
func postedRepeat(name string, form url.Values) repeat {
	first := func(input string) string { return strings.TrimSpace(form.Get(name + "." + input)) }
	p := repeat{
		How: first("how"), Every: first("every"), Days: without(form[name+".day"], ""),
		Month: recurrence.MonthDay(first("month")),
		Ends:  first("ends"), Until: first("until"), Count: first("count"), Rule: first("rule"),
		Except: lines(form[name+".except"]),
	}
	for _, at := range lines(form[name+".date"]) {
		p.Dates = append(p.Dates, wholeMinutes(strings.Replace(at, " ", "T", 1)))
	}
	slices.Sort(p.Except)
	slices.Sort(p.Dates)
	p.Except, p.Dates = slices.Compact(p.Except), slices.Compact(p.Dates)
	return p
}

// lines returns what inputs contain that may have several lines, without blank ones.
func lines(sent []string) []string { return without(strings.Split(strings.Join(sent, "\n"), "\n"), "") }

// shownSeries is how a record repeats, as the API shows it.
type shownSeries struct {
	ID      int64             `json:"id"`
	Version int64             `json:"version"`
	Rule    string            `json:"rule"`
	Except  []dates.WallTime  `json:"except"`
	Dates   []recurrence.Span `json:"dates"`
	Start   dates.WallTime    `json:"start_date"`
	End     dates.WallTime    `json:"end_date"`
	Zone    string            `json:"timezone"`
	AllDay  bool              `json:"all_day"`
	Count   int64             `json:"occurrences"`
}

// pattern returns the pattern of the series.
func (s *shownSeries) pattern() recurrence.Pattern {
	zone, err := dates.ParseZone(s.Zone)
	if err != nil {
		zone = dates.Zone{} // No record has such a zone.
	}
	return recurrence.Pattern{
		Start: s.Start, End: s.End, Zone: zone, AllDay: s.AllDay, Rule: s.Rule, Except: s.Except, Dates: s.Dates,
	}
}

// seriesOf returns the series that a record is a date of as the record shows it, with its ID
// and version; an empty one for a single record.
func seriesOf(r record) record { return r.in("series") }

// readSeries reads a series with the form of one of its dates, which began at a time by its
// rule.  A series that is there no more is left out, as the record then has changed too.  It
// returns false after it has sent a page about a failure.
func (f *form) readSeries(id, slot string) bool {
	f.series, f.slot = nil, slot
	if id == "" || f.SeriesRoute == "" {
		return true
	}
	resp := f.do(http.MethodGet, "/"+f.SeriesRoute+"/"+url.PathEscape(id), nil, nil, nil)
	if resp == nil {
		return false
	}
	s := &shownSeries{}
	if resp.OK() && resp.Decode(s) == nil {
		f.series = s
	}
	return true
}

// addSeries notes the series of a record as the value of its field about the recurrence.  It
// returns false after it has sent a page about a failure.
func (f *form) addSeries(r record) bool {
	if !f.readSeries(seriesOf(r).id(), r.text("recurrence_id")) {
		return false
	}
	if of, ok := named(f.fields, "recurrence"); ok && f.series != nil {
		r[of.Name] = f.series
	}
	return true
}
