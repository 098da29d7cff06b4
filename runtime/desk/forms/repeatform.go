package forms

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"almanac/runtime/dates"
	"almanac/runtime/desk/page"
	"almanac/runtime/desk/record"
	"almanac/runtime/recurrence"
	"almanac/runtime/recurrence/describe"
	"almanac/runtime/series"
)

// typed returns the times of the record as the form has them, and whether these are complete.
func (f *form) typed() (recurrence.Pattern, bool) {
	value := func(meaning string) string {
		of, _ := record.Named(f.fields, meaning)
		return f.values.First(of.FieldName())
	}
	at := func(meaning string) dates.WallTime { return wallTime(value(meaning)) }
	p := recurrence.Pattern{Start: at("start"), End: at("end"), AllDay: value("all_day") == "true"}
	if !p.End.Valid() {
		p.End = p.Start
	}
	if p.AllDay && p.Start.Valid() && p.End.Valid() {
		p.Start, p.End = p.Start.StartOfDay(), p.End.EndOfDay()
	}
	p.Zone = f.Desk.Env.Deployment.Zone
	if name := value("time_zone"); name != "" {
		zone, err := dates.ParseZone(name)
		if err != nil {
			return p, false
		}
		p.Zone = zone
	}
	return p, p.Start.Valid()
}

// wallTime returns what an input for a time or a day contains.
func wallTime(typed string) dates.WallTime {
	if len(typed) == len(record.DayLayout) {
		return dates.WallTime(typed + " 00:00:00")
	}
	return dates.WallTime(strings.Replace(record.FullTime(typed), "T", " ", 1))
}

// shift returns by how many seconds the form moves the date of a series.
func (f *form) shift(to recurrence.Pattern) int64 {
	b, from := parseBase(f.base), dates.WallTime(f.slot)
	moves := func(of record.Field) bool { return isSchedule(of) && b.differs(of.Name, f.values[of.Name]) }
	if !slices.ContainsFunc(f.fields, moves) || !from.Valid() {
		return 0
	}
	return to.Start.Sub(from)
}

// changesRecurrence reports whether the form says how the record repeats, and something else
// than it began with.
func (f *form) changesRecurrence() bool {
	of, ok := record.Named(f.fields, "recurrence")
	return ok && f.sent.Has(of.Name+".how") && parseBase(f.base).differs(of.Name, f.values[of.Name])
}

// pattern returns how the record would repeat, of a series all dates, and what is wrong with
// the inputs; "" for nothing.  It has no start while the form has none.
func (f *form) pattern() (recurrence.Pattern, string) {
	of, _ := record.Named(f.fields, "recurrence")
	in := record.ParseRepeat(f.values[of.FieldName()])
	p, ok := f.typed()
	if !ok {
		return recurrence.Pattern{}, ""
	}
	if f.series != nil {
		s, shift := f.series.Pattern(), f.shift(p)
		moved, err := s.In(p.Zone, p.AllDay)
		if err == nil {
			moved, err = moved.Shifted(shift)
		}
		if !f.changesRecurrence() && err == nil {
			return moved, ""
		}
		p.SetFirst(moved.Start, p.Length())
	}
	return f.resolveRepeat(in, p)
}

// resolveRepeat adds to the times of a record how it repeats as the inputs say, and returns
// what is wrong with them; "" for nothing.
func (f *form) resolveRepeat(in record.Repeat, p recurrence.Pattern) (recurrence.Pattern, string) {
	isNumber := func(s string, most int) bool {
		n, err := strconv.Atoi(s)
		return err == nil && n >= 1 && n <= most
	}
	isDay := func(s string) bool { return dates.WallTime(s + " 00:00:00").Valid() }
	noDay := f.T("Enter a date such as %s.", record.Day(p.Start))
	isFrequency := !slices.Contains([]string{"", record.HowDates, record.HowRule}, in.How)
	switch {
	case isFrequency && in.Every != "" && !isNumber(in.Every, recurrence.MaxInterval):
		return p, f.T("The interval must be a number from 1 to %d.", recurrence.MaxInterval)
	case in.Ends == record.EndsCount && !isNumber(in.Count, series.MaxCreated):
		return p, f.T("The number of dates must be from 1 to %d.", series.MaxCreated)
	case in.Ends == record.EndsUntil && in.Until == "":
		return p, f.T("Choose the last day.")
	case in.Ends == record.EndsUntil && !isDay(in.Until):
		return p, f.Labeled(f.T("Last day"), noDay)
	case in.Ends == record.EndsUntil && in.Until < record.Day(p.Start):
		return p, f.T("The last day is before the start date.")
	case in.How == record.HowRule && in.Rule == "":
		return p, f.T("Enter a rule such as %s.", "FREQ=WEEKLY;BYDAY=TU")
	case in.How == record.HowDates && len(in.Dates) == 0:
		return p, f.T("Add at least one date.")
	}
	if in.How != record.HowDates {
		p.Rule = in.RuleFor(p)
	}
	for _, typed := range in.Dates {
		at := wallTime(typed)
		if len(typed) == len(record.DayLayout) {
			at = at.AddSeconds(p.Start.Sub(p.Start.StartOfDay()))
		}
		if !at.Valid() {
			return p, f.Labeled(f.T("Also on"), noDay)
		}
		p.Dates = append(p.Dates, f.span(at))
	}
	for _, typed := range in.Except {
		if !isDay(typed) {
			return p, f.Labeled(f.T("Except on"), noDay)
		}
		p.Except = append(p.Except, f.exception(typed, p))
	}
	if problem := f.checkExceptions(&p); problem != "" {
		return p, problem
	}
	return p, f.patternProblem(&p)
}

// checkRecurrence notes what is wrong with how the record repeats, so that the form is not
// saved.
func (f *form) checkRecurrence() {
	of, _ := record.Named(f.fields, "recurrence")
	if !f.changesRecurrence() {
		return
	}
	if _, problem := f.pattern(); problem != "" {
		f.errors[of.Name], f.open = problem, true
	}
}

// showDates is the value of the button that shows the dates of a form which is not saved.
const showDates = "dates"

// span returns a date beside the rule with the start: one that the series has keeps its end.
func (f *form) span(start dates.WallTime) recurrence.Span {
	if f.series != nil {
		for _, d := range f.series.Dates {
			if d.Start == start {
				return d
			}
		}
	}
	return recurrence.Span{Start: start}
}

// exception returns the start that is left out on a day.
func (f *form) exception(on string, p recurrence.Pattern) dates.WallTime {
	if f.series != nil {
		for _, left := range f.series.Except {
			isDate := func(d recurrence.Span) bool { return d.Start == left }
			if record.Day(left) == on && !slices.ContainsFunc(p.Dates, isDate) &&
				f.series.Start.Sub(f.series.Start.StartOfDay()) != left.Sub(left.StartOfDay()) {
				return left
			}
		}
	}
	return dates.WallTime(on + " 00:00:00").AddSeconds(p.Start.Sub(p.Start.StartOfDay()))
}

// checkExceptions removes the exceptions that a series has already and that its new rule does not
// need any more, and returns what is wrong with the others; "" for nothing.
func (f *form) checkExceptions(p *recurrence.Pattern) string {
	if len(p.Except) == 0 {
		return ""
	}
	whole := *p
	whole.Except = nil
	list, err := whole.Expand("", slices.Max(p.Except), series.MaxDates)
	if err != nil {
		return "" // Another problem says so.
	}
	var kept []dates.WallTime
	for _, left := range p.Except {
		switch {
		case slices.ContainsFunc(list, func(d recurrence.Date) bool { return d.ID == left }):
			kept = append(kept, left)
		case f.series == nil ||
			!slices.ContainsFunc(f.series.Except, func(e dates.WallTime) bool { return record.Day(e) == record.Day(left) }):
			return f.Labeled(f.T("Except on"), f.T("The series has no date on %s.", f.ShortDay(left)))
		}
	}
	p.Except = kept
	return ""
}

// patternProblem returns what is wrong with a pattern as people read it.
func (f *form) patternProblem(p *recurrence.Pattern) string {
	if f.series != nil {
		series.StartAtRule(p)
	}
	err := p.Check()
	var start *recurrence.StartError
	var part *recurrence.PartError
	switch {
	case errors.As(err, &start):
		return f.T("The start doesn’t fit the rule. The next date that does is %s.", f.ShortTime(start.Next, p.AllDay))
	case p.End.Sub(p.Start) > recurrence.MaxDuration:
		return f.T("Each date can last at most %d days.", recurrence.MaxDuration/record.SecondsOfDay)
	case errors.Is(err, recurrence.ErrNoDate):
		return f.T("This rule produces no dates in the next ten years.")
	case errors.As(err, &part):
		return f.T("This rule doesn’t work: %s.", f.Translated(part.Message()))
	case err != nil:
		return f.T("This rule doesn’t work: %s.", err.Error())
	}
	return ""
}

// sentRecurrence returns what is sent for how the record repeats, nil for a single record.  Of
// the dates of a series the API gets those from one on, "" for all.
func (f *form) sentRecurrence(from dates.WallTime) any {
	of, _ := record.Named(f.fields, "recurrence")
	in := record.ParseRepeat(f.values[of.FieldName()])
	if in.How == "" {
		return nil
	}
	p, _ := f.pattern()
	if from != "" && f.series != nil {
		p = f.following(in, p, from)
	}
	sent := map[string]any{"rule": p.Rule, "except": p.Except, "dates": p.Dates}
	if len(p.Except) == 0 {
		delete(sent, "except")
	}
	// A new series begins with the record by itself, and one of dates alone has it among them.
	if first := max(from, p.Start); p.Rule == "" && f.series != nil &&
		!slices.ContainsFunc(p.Dates, func(d recurrence.Span) bool { return d.Start == first }) {
		sent["dates"] = append([]recurrence.Span{{Start: first}}, p.Dates...)
	}
	return sent
}

// following returns the part of a pattern from a date on: of the number of dates that the
// series had, those before are over.
func (f *form) following(in record.Repeat, p recurrence.Pattern, from dates.WallTime) recurrence.Pattern {
	p.Except = slices.DeleteFunc(slices.Clone(p.Except), func(left dates.WallTime) bool { return left < from })
	p.Dates = slices.DeleteFunc(slices.Clone(p.Dates), func(d recurrence.Span) bool { return d.Start < from })
	rule, err := recurrence.Parse(p.Rule)
	before := record.ParseRepeat(f.series.Inputs().List())
	if err != nil || in.Ends != record.EndsCount || before.Count != in.Count || before.Ends != in.Ends {
		return p
	}
	whole := f.series.Pattern()
	whole.Except, whole.Dates = nil, nil
	if over, err := whole.Expand("", from.AddSeconds(-1), series.MaxDates); err == nil {
		rule.Count = max(rule.Count-len(over), 1)
		p.Rule = rule.String()
	}
	return p
}

// maxNext is how many of its dates a form shows.
const maxNext = 10

// repeatView returns the inputs about how the record repeats.
func (f *form) repeatView(of record.Field) *record.RepeatView {
	in := record.ParseRepeat(f.values[of.Name])
	v := &record.RepeatView{Repeat: in}
	v.Excepts, v.ExceptText = inputsFor(in.Except)
	v.Further, v.FurtherText = inputsFor(in.Dates)
	if v.Every == "" {
		v.Every = "1"
	}
	for _, how := range record.Hows {
		v.Hows = append(v.Hows, record.Choice{Value: how[0], Label: f.T(how[1]), Checked: in.How == how[0]})
	}
	v.Units = []record.Pair{
		{Name: "D", Value: f.T("Repeat every (days)")},
		{Name: "W", Value: f.T("Repeat every (weeks)")},
		{Name: "M", Value: f.T("Repeat every (months)")},
		{Name: "Y", Value: f.T("Repeat every (years)")},
	}
	first := f.Locale().WeekStart(time.Time{}).Weekday()
	for n := range record.DaysOfWeek {
		d := (first + time.Weekday(n)) % record.DaysOfWeek
		v.Weekdays = append(v.Weekdays, record.Choice{
			Value: record.WeekdayWords[d], Label: f.Locale().WeekdayAbbr[d],
			Checked: slices.Contains(in.Days, record.WeekdayWords[d]),
		})
	}
	typed, ok := f.typed()
	v.AllDay = typed.AllDay
	if f.series != nil && ok {
		typed.Start = f.series.Start.AddSeconds(f.shift(typed))
	}
	for _, d := range recurrence.MonthDays() {
		if label := f.monthDayLabel(d, typed.Start, ok); label != "" || d == in.Month {
			v.MonthDays = append(v.MonthDays, record.Choice{Value: string(d), Label: label, Checked: d == in.Month})
		}
	}
	v.Ending = []record.Choice{
		{Label: f.T("Never")},
		{Value: record.EndsUntil, Label: f.T("On a date")},
		{Value: record.EndsCount, Label: f.T("After a set number of dates")},
	}
	record.Check(v.Ending, []string{in.Ends})
	v.More = len(in.Except)+len(in.Dates) > 0
	f.addNext(v, of)
	return v
}

// maxInputs is for how many days a form has an input each; more of them are lines of a text.
const maxInputs = 20

// inputsFor returns what the inputs for days contain, with one for another day, or the text that
// has them all.
func inputsFor(days []string) (inputs []string, text string) {
	if len(days) > maxInputs {
		return nil, strings.ReplaceAll(strings.Join(days, "\n"), "T", " ")
	}
	return append(slices.Clone(days), ""), ""
}

// ordinals are the keys of the messages for a weekday of a month, by its number.
var ordinals = []string{
	1: "On the first %s", 2: "On the second %s", 3: "On the third %s", 4: "On the fourth %s", 5: "On the fifth %s",
}

// monthDayLabel returns a day of a month as people read it: that of a start, "" if the start is
// no such day.
func (f *form) monthDayLabel(word recurrence.MonthDay, start dates.WallTime, known bool) string {
	if !known {
		return f.T(record.MonthDayWords[word])
	}
	if !word.Has(start) {
		return ""
	}
	at := record.ClockOf(start)
	switch weekday := f.Locale().Weekdays[at.Weekday()]; word {
	case recurrence.MonthDayDate:
		return f.T("On day %d of the month", at.Day())
	case recurrence.MonthDayNth:
		return f.T(ordinals[recurrence.NthWeekday(start)], weekday)
	case recurrence.MonthDayLast:
		return f.T("On the last %s", weekday)
	default:
		return f.T(record.MonthDayWords[word])
	}
}

// addNext adds the dates that come next.  What is wrong stands at the field once somebody asks
// for them, or saves.
func (f *form) addNext(v *record.RepeatView, of record.Field) {
	if v.How == "" {
		return
	}
	p, problem := f.pattern()
	if problem != "" {
		if f.sent != nil && f.errors[of.Name] == "" {
			f.errors[of.Name] = problem
		}
		return
	}
	if !p.Start.Valid() {
		return
	}
	if p.Rule != "" {
		v.Words = describe.Pattern(page.FrameOf(f.R.Context()).Language, &p)
	}
	if p.Rule == "" && f.series == nil {
		p.Dates = append(p.Dates, recurrence.Span{Start: p.Start})
	}
	from := dates.WallTime("") // All dates, also some before the start.
	if f.series != nil {
		from = max(p.Start, p.Zone.At(f.Desk.Env.Clock()).StartOfDay())
	}
	next, _ := series.Next(p, from, maxNext)
	for _, d := range next {
		v.Next = append(v.Next, f.ShortTime(d.Start.Local, p.AllDay))
	}
	if v.Shown = len(v.Next) > 0; v.Ends != "" || v.How == record.HowDates {
		if all, err := p.Expand("", dates.Last, series.MaxDates); err == nil {
			v.Total = len(all)
		}
	}
}

// RepeatKeys lists the keys of the messages about recurrences that are not written where they
// are used.
func RepeatKeys() []string {
	var keys []string
	for _, how := range record.Hows {
		keys = append(keys, how[1])
	}
	return slices.Concat(keys, ordinals[1:], slices.Collect(maps.Values(record.MonthDayWords)))
}
