package forms

import (
	"cmp"
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

// timing returns what the form changes of when the dates of its series are.
func (f *form) timing() series.Timing {
	of, b := f.series.Pattern(), parseBase(f.base)
	date := of.At(dates.WallTime(f.slot))
	t := series.Timing{Slot: date.ID, Now: f.Desk.Env.Clock()}
	t.Before = recurrence.Pattern{Start: date.Start.Local, End: date.End.Local, Zone: of.Zone, AllDay: of.AllDay}
	t.After = t.Before
	moves := func(of record.Field) bool { return isSchedule(of) && b.differs(of.Name, f.values[of.Name]) }
	if slices.ContainsFunc(f.fields, moves) && date.ID.Valid() {
		t.After, _ = f.typed()
	}
	return t
}

// changesRecurrence reports whether the form says how the record repeats, and something else
// than it began with.
func (f *form) changesRecurrence() bool {
	of, ok := record.Named(f.fields, "recurrence")
	return ok && f.sent.Has(of.Name+".how") && parseBase(f.base).differs(of.Name, f.values[of.Name])
}

// first returns the first date of the series after a change, and whether it has to be said how the
// dates repeat then: that of a rule that follows from the start is, once that moves to another day.
func (f *form) first(t series.Timing) (first recurrence.Pattern, repeats bool) {
	p, _, err := t.Apply(f.series.Pattern())
	first = t.After
	first.SetFirst(p.Start, p.Length())
	of, _ := record.Named(f.fields, "recurrence")
	follows := record.ParseRepeat(f.values[of.FieldName()]).Month != recurrence.MonthDayDate
	return first, f.changesRecurrence() || errors.Is(err, recurrence.ErrShift) && follows
}

// pattern returns how the record would repeat, of a series all dates, and what is wrong with
// the inputs; "" for nothing.  It has no start while the form has none.
func (f *form) pattern() (recurrence.Pattern, string) {
	p, ok := f.typed()
	if !ok {
		return recurrence.Pattern{}, ""
	}
	var in recurrence.Input
	var problem string
	var err error
	if f.series == nil {
		if in, problem = f.input(p, ""); problem == "" {
			p, err = series.Begin(p, in, f.Desk.Env.Clock())
		}
		return p, cmp.Or(problem, f.repeatProblem(p, err))
	}
	t := f.timing()
	if first, repeats := f.first(t); repeats {
		in, problem = f.input(first, "")
		t.Recurrence = &in
	}
	if problem == "" {
		p, _, err = t.Apply(f.series.Pattern())
	}
	return p, cmp.Or(problem, f.repeatProblem(p, err))
}

// input returns how the record repeats as the API takes it, and what is wrong with the inputs; ""
// for nothing.  First is the first date of all; of the dates of a series the input has those from one
// on, "" for all.
func (f *form) input(first recurrence.Pattern, from dates.WallTime) (recurrence.Input, string) {
	of, _ := record.Named(f.fields, "recurrence")
	typed := record.ParseRepeat(f.values[of.FieldName()])
	if problem := f.inputProblem(typed, first); problem != "" {
		return recurrence.Input{}, problem
	}
	in := recurrence.Input{Except: typed.Except}
	if typed.How != record.HowDates {
		in.Rule = typed.RuleFor(first)
	}
	for _, text := range typed.Dates {
		at := wallTime(text)
		if len(text) == len(record.DayLayout) {
			at = at.AddSeconds(first.Start.Sub(first.Start.StartOfDay()))
		}
		in.Dates = append(in.Dates, f.span(at))
	}
	if f.series == nil {
		return in, "" // It begins with the record by itself.
	}
	if p, err := in.Resolve(first, f.Desk.Env.Clock()); err == nil {
		in.Except = nil
		for _, left := range series.NeededExceptions(p, f.series.Except) {
			in.Except = append(in.Except, string(left))
		}
	}
	if from != "" {
		f.beginAt(&in, typed, from)
	}
	begin := max(from, first.Start)
	hasBegin := slices.ContainsFunc(in.Dates, func(d recurrence.SpanInput) bool { return d.Start == string(begin) })
	if in.Rule == "" && !hasBegin && !slices.Contains(f.series.Except, begin) {
		in.Dates = append([]recurrence.SpanInput{{Start: string(begin)}}, in.Dates...)
	}
	return in, ""
}

// inputProblem returns what is wrong with the inputs about a recurrence; "" for nothing.
func (f *form) inputProblem(in record.Repeat, first recurrence.Pattern) string {
	isNumber := func(s string, most int) bool {
		n, err := strconv.Atoi(s)
		return err == nil && n >= 1 && n <= most
	}
	isDay := func(s string) bool { return dates.WallTime(s + " 00:00:00").Valid() }
	noDay := f.T("Enter a date such as %s.", record.Day(first.Start))
	isFrequency := !slices.Contains([]string{"", record.HowDates, record.HowRule}, in.How)
	switch {
	case isFrequency && in.Every != "" && !isNumber(in.Every, recurrence.MaxInterval):
		return f.T("The interval must be a number from 1 to %d.", recurrence.MaxInterval)
	case in.Ends == record.EndsCount && !isNumber(in.Count, series.MaxCreated):
		return f.T("The number of dates must be from 1 to %d.", series.MaxCreated)
	case in.Ends == record.EndsUntil && in.Until == "":
		return f.T("Choose the last day.")
	case in.Ends == record.EndsUntil && !isDay(in.Until):
		return f.Labeled(f.T("Last day"), noDay)
	case in.Ends == record.EndsUntil && in.Until < record.Day(first.Start):
		return f.T("The last day is before the start date.")
	case in.How == record.HowRule && in.Rule == "":
		return f.T("Enter a rule such as %s.", "FREQ=WEEKLY;BYDAY=TU")
	case in.How == record.HowDates && len(in.Dates) == 0:
		return f.T("Add at least one date.")
	case slices.ContainsFunc(in.Dates, func(s string) bool { return !wallTime(s).Valid() }):
		return f.Labeled(f.T("Also on"), noDay)
	case slices.ContainsFunc(in.Except, func(s string) bool { return !isDay(s) }):
		return f.Labeled(f.T("Except on"), noDay)
	}
	return ""
}

// beginAt leaves of an input about all dates of the series those from one on.  A number of dates
// that was not changed is that of all of them.
func (f *form) beginAt(in *recurrence.Input, typed record.Repeat, from dates.WallTime) {
	in.Except = slices.DeleteFunc(in.Except, func(left string) bool { return left < string(from) })
	in.Dates = slices.DeleteFunc(in.Dates, func(d recurrence.SpanInput) bool { return d.Start < string(from) })
	of, before := f.series.Pattern(), record.RepeatOf(f.series)
	rule, err := recurrence.Parse(in.Rule)
	if err != nil || typed.Ends != record.EndsCount || before.Ends != typed.Ends || before.Count != typed.Count {
		return
	}
	rule.Count = 1
	if _, rest, err := of.Split(dates.WallTime(f.slot)); err == nil {
		if left, err := recurrence.Parse(rest.Rule); err == nil {
			rule.Count = max(left.Count, 1)
		}
	}
	in.Rule = rule.String()
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
func (f *form) span(start dates.WallTime) recurrence.SpanInput {
	if f.series != nil {
		for _, d := range f.series.Dates {
			if d.Start == start {
				return recurrence.SpanInput{Start: string(start), End: string(d.End)}
			}
		}
	}
	return recurrence.SpanInput{Start: string(start)}
}

// repeatProblem returns what is wrong with how a record would repeat as people read it, "" for
// nothing.
func (f *form) repeatProblem(p recurrence.Pattern, err error) string {
	var start *recurrence.StartError
	var left *recurrence.ExceptionError
	var part *recurrence.PartError
	switch {
	case err == nil:
		return ""
	case errors.As(err, &start):
		return f.T("The start doesn’t fit the rule. The next date that does is %s.", f.ShortTime(start.Next, p.AllDay))
	case errors.As(err, &left):
		return f.Labeled(f.T("Except on"), f.T("The series has no date on %s.", f.ShortDay(left.Date)))
	case p.Length().Seconds > recurrence.MaxDuration:
		return f.T("Each date can last at most %d days.", recurrence.MaxDuration/record.SecondsOfDay)
	case errors.Is(err, recurrence.ErrNoDate):
		return f.T("This rule produces no dates in the next ten years.")
	case errors.As(err, &part):
		return f.T("This rule doesn’t work: %s.", f.Translated(part.Message()))
	default:
		return f.T("This rule doesn’t work: %s.", err.Error())
	}
}

// sentRecurrence returns what is sent for how the record repeats, nil for a single record.  Of
// the dates of a series the API gets those from one on, "" for all.
func (f *form) sentRecurrence(from dates.WallTime) any {
	if len(f.values[f.recurrenceName()]) == 0 {
		return nil
	}
	first, _ := f.typed()
	if f.series != nil {
		first, _ = f.first(f.timing())
	}
	in, _ := f.input(first, from)
	return in
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
	typed, ok := f.typed()
	v.AllDay = typed.AllDay
	if f.series != nil && ok {
		t := f.timing()
		typed.Start = dates.WallTime(f.series.Start).AddSeconds(t.Shift())
	}
	if len(in.Days) == 0 && ok {
		v.StartDay = record.WeekdayWords[record.ClockOf(typed.Start).Weekday()]
		in.Days = []string{v.StartDay}
	}
	first := f.Locale().WeekStart(time.Time{}).Weekday()
	for n := range record.DaysOfWeek {
		d := (first + time.Weekday(n)) % record.DaysOfWeek
		v.Weekdays = append(v.Weekdays, record.Choice{
			Value: record.WeekdayWords[d], Label: f.Locale().WeekdayAbbr[d],
			Checked: slices.Contains(in.Days, record.WeekdayWords[d]),
		})
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
