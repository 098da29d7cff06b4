package record

import (
	"net/url"
	"slices"
	"strings"

	"almanac/runtime/recurrence"
)

// Repeat is what the inputs about a recurrence contain: how a record repeats, in the words of
// people.  What it does not say follows from the start.
type Repeat struct {
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

// Ways to repeat that are no frequency, and how a series ends.
const (
	HowDates  = "dates" // On the further dates alone.
	HowRule   = "rule"  // By a rule that no other input can say.
	EndsUntil = "until"
	EndsCount = "count"
)

// Hows are the ways to repeat in the order in which a form offers them, with the keys of their
// messages.
var Hows = [][2]string{
	{"", "Does not repeat"},
	{"DAILY", "Every day"},
	{"WEEKLY", "Every week"},
	{"MONTHLY", "Every month"},
	{"YEARLY", "Every year"},
	{HowDates, "On chosen dates"},
	{HowRule, "Custom rule (RFC 5545)"},
}

// List returns the inputs as the values of a field: those that mean something beside each
// other.
func (p Repeat) List() []string {
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
	case HowDates:
	case HowRule:
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
	case p.How == HowRule || p.How == HowDates:
	case p.Ends == EndsUntil:
		add("until", p.Until)
	case p.Ends == EndsCount:
		add("count", p.Count)
	}
	if p.How != HowDates {
		add("except", p.Except...)
	}
	add("date", p.Dates...)
	return list
}

// ParseRepeat reads what list has written.
func ParseRepeat(list []string) Repeat {
	sent := url.Values{}
	for _, s := range list {
		name, value, _ := strings.Cut(s, "=")
		sent.Add("."+name, value)
	}
	return readRepeat("", sent)
}

// readRepeat reads the inputs of a field.
func readRepeat(name string, form url.Values) Repeat {
	first := func(input string) string { return strings.TrimSpace(form.Get(name + "." + input)) }
	p := Repeat{
		How: first("how"), Every: first("every"), Days: Without(form[name+".day"], ""),
		Month: recurrence.MonthDay(first("month")),
		Ends:  first("ends"), Until: first("until"), Count: first("count"), Rule: first("rule"),
		Except: lines(form[name+".except"]),
	}
	if slices.Equal(p.Days, []string{first("start")}) {
		p.Days = nil // It was selected as the day of the start, and follows from that.
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
func lines(sent []string) []string { return Without(strings.Split(strings.Join(sent, "\n"), "\n"), "") }

// repeatText returns what the inputs about how a record repeats contain, in one line.
func (x *Exchange) repeatText(in Repeat) string {
	var parts []string
	for _, how := range Hows {
		if how[0] == in.How {
			parts = append(parts, x.T(how[1]))
		}
	}
	add := func(label string, values ...string) {
		if text := strings.Join(values, ", "); text != "" {
			parts = append(parts, x.Labeled(label, text))
		}
	}
	if in.Every != "1" {
		add(x.T("Interval"), in.Every)
	}
	days := make([]string, len(in.Days))
	for i, word := range in.Days {
		days[i] = x.Locale().WeekdayAbbr[slices.Index(WeekdayWords, word)]
	}
	add(x.T("Weekdays"), days...)
	if in.Month != recurrence.MonthDayDate {
		parts = append(parts, x.T(MonthDayWords[in.Month]))
	}
	add(x.T("Last day"), in.Until)
	add(x.T("Number of dates"), in.Count)
	add(x.T("Rule"), in.Rule)
	add(x.T("Except on"), in.Except...)
	further := make([]string, len(in.Dates))
	for i, at := range in.Dates {
		further[i] = strings.Replace(at, "T", " ", 1)
	}
	add(x.T("Also on"), further...)
	return strings.Join(parts, "; ")
}

// RepeatView is how a record repeats as the form shows it.
type RepeatView struct {
	Repeat

	Hows, Weekdays, MonthDays, Ending []Choice
	Units                             []Pair   // Label of the interval, by the letter of the frequency in the template.
	Excepts, Further                  []string // Of the inputs for them; nil where a text has them.
	ExceptText, FurtherText           string
	StartDay                          string // Weekday of the start, where the record repeats on that; "" for others.
	AllDay                            bool
	More                              bool     // There are exceptions or further dates.
	Words                             string   // How it repeats.
	Next                              []string // Dates that come next.
	Total                             int      // Of all dates; 0 for no end.
	Shown                             bool     // There is something to show dates of.
}

// MonthDayWords are the days of a month as people read them before there is a start; they are
// keys of messages.
var MonthDayWords = map[recurrence.MonthDay]string{
	recurrence.MonthDayDate:        "On the same day of the month",
	recurrence.MonthDayNth:         "On the same weekday, such as the second Friday",
	recurrence.MonthDayLast:        "On the same weekday, such as the last Friday",
	recurrence.MonthDayEnd:         "On the last day of the month",
	recurrence.MonthDayFirstOfWork: "On the first working day", recurrence.MonthDayLastOfWork: "On the last working day",
}
