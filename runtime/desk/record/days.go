package record

import (
	"almanac/runtime/dates"
)

// LastDay returns the last day of a record: what ends at midnight is not on the day that begins
// then.
func LastDay(start, end dates.WallTime) string {
	if end == end.StartOfDay() && end != start {
		return Day(end.AddSeconds(-1))
	}
	return Day(end)
}

// Layouts of days and times in inputs, and what a day and a week have.
const (
	DayLayout    = "2006-01-02"
	timeLayout   = "15:04"
	SecondsOfDay = 24 * 60 * 60
	DaysOfWeek   = 7
)

// Day returns the day of a wall time, such as "2026-11-28".
func Day(w dates.WallTime) string {
	if !w.Valid() {
		return ""
	}
	return string(w)[:len(DayLayout)]
}

// Today returns the day of the site.
func (x *Exchange) Today() string { return Day(x.Desk.Env.Deployment.Zone.At(x.Desk.Env.Clock())) }

// StartOf returns the start and the end of a record.
func (x *Exchange) StartOf(r Record) (start, end dates.WallTime) {
	fields := x.FieldsOf(x.Resource)
	from, _ := Named(fields, "start")
	to, _ := Named(fields, "end")
	return dates.WallTime(r.Text(from.FieldName())), dates.WallTime(r.Text(to.FieldName()))
}

// IsScheduled reports whether records of the resource have a start and an end.
func (x *Exchange) IsScheduled() bool { return x.StartColumn != "" && x.EndColumn != "" }
