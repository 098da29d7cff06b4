package record

import (
	"strconv"
	"strings"
	"time"

	"almanac/cmd/almanac/internal/pages/frame"
	"almanac/runtime/dates"
	"almanac/runtime/recurrence"
)

// schedule says how a series goes on from the event of the page, as schema.org's Schedule does,
// which search engines read.  It is nil for what Schedule has no words for: days that are counted
// from the end of a month, in the year or among others, and dates alone.
func (s *eventSeries) schedule() linkedData {
	if s == nil || s.pattern.Rule == "" {
		return nil
	}
	_, p, err := s.pattern.Split(s.id)
	if err != nil || p.Rule == "" {
		return nil
	}
	rule, err := recurrence.Parse(p.Rule)
	if err != nil {
		return nil
	}
	first := frame.Day(p.Start)
	rule = rule.WithDays(first)
	if len(rule.BySetPos)+len(rule.ByWeekNo)+len(rule.ByYearDay) > 0 || rule.Skip != recurrence.Omit {
		return nil
	}
	unit := map[recurrence.Frequency]string{
		recurrence.Daily: "D", recurrence.Weekly: "W", recurrence.Monthly: "M", recurrence.Yearly: "Y",
	}[rule.Freq]
	ld := linkedData{
		"@type": "Schedule", "repeatFrequency": "P" + strconv.Itoa(rule.Interval) + unit,
		"startDate": frame.ISO(first), "scheduleTimezone": p.Zone.Name(),
	}
	if rule.Count > 0 {
		ld["repeatCount"] = rule.Count
	}
	if rule.Until != "" {
		ld["endDate"] = frame.ISO(frame.Day(p.Until(rule)))
	}
	if !p.AllDay {
		ld["startTime"], ld["endTime"] = clockOf(p.Start), clockOf(p.End)
	}
	if !addDays(ld, rule) {
		return nil
	}
	var except []string
	for _, left := range p.Except {
		except = append(except, frame.ISO(frame.Day(left)))
	}
	if except != nil {
		ld["exceptDate"] = except
	}
	return ld
}

// addDays names the days of a rule, and reports whether that can be done.
func addDays(ld linkedData, rule recurrence.Rule) bool {
	var days []string
	for _, d := range rule.ByDay {
		switch {
		case d.N == 0:
			days = append(days, schemaOrg+"/"+d.Day.String())
		case rule.Freq == recurrence.Monthly || len(rule.ByMonth) > 0: // As iCalendar writes it, such as 2FR.
			days = append(days, strconv.Itoa(d.N)+strings.ToUpper(d.Day.String()[:2]))
		default:
			return false
		}
	}
	for _, n := range rule.ByMonthDay {
		if n < 0 {
			return false
		}
	}
	if days != nil {
		ld["byDay"] = days
	}
	if rule.ByMonthDay != nil {
		ld["byMonthDay"] = rule.ByMonthDay
	}
	if rule.ByMonth != nil {
		ld["byMonth"] = rule.ByMonth
	}
	return true
}

// clockOf writes the time of day of a wall time.
func clockOf(w dates.WallTime) string { return time.Unix(w.Unix(), 0).UTC().Format(time.TimeOnly) }
