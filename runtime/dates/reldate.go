package dates

import (
	"fmt"
	"time"
)

// dayWord reads "now", which keeps the time, and "today", "tomorrow" and
// "yesterday", which begin at midnight.
func (p *parser) dayWord() (bool, error) {
	days := int64(0)
	switch t := p.peek(0); {
	case t.is("now"):
		p.pos++
		return true, nil
	case t.is("tomorrow"):
		days = 1
	case t.is("yesterday"):
		days = -1
	case !t.is("today"):
		return false, nil
	}
	p.pos++
	p.shift.days, p.second = days, 0
	return true, nil
}

// dayOf reads "first day of next month", which keeps the time, and "last day
// of march 2027", which begins at midnight.
func (p *parser) dayOf() (bool, error) {
	n, ok := ordinal(p.peek(0))
	if !ok || n > 1 || !p.peek(1).is("day") || !p.peek(2).is("of") {
		return false, nil
	}
	p.pos += 3
	first, named, ok := p.monthOf()
	if !ok {
		return false, notUnderstood
	}
	p.date, p.placed = first, true
	if n < 0 {
		p.date = first.lastDay()
	}
	if named {
		p.second = 0
	}
	return true, nil
}

// weekdayOf reads "first monday of june 2027" and "last friday of next month".
func (p *parser) weekdayOf() (bool, error) {
	n, ok := ordinal(p.peek(0))
	weekday, named := weekdayName(p.peek(1))
	if !ok || !named || !p.peek(2).is("of") {
		return false, nil
	}
	p.pos += 3
	first, _, ok := p.monthOf()
	if !ok {
		return false, notUnderstood
	}
	date := first.onOrAfter(weekday).plus(0, int64(n-1)*7)
	if n < 0 {
		date = first.lastDay().plus(0, -6).onOrAfter(weekday)
	}
	if date.month != first.month {
		return false, parseError(fmt.Sprintf("%s %04d has four of these weekdays", first.month, first.year))
	}
	p.date, p.second, p.placed = date, 0, true
	return true, nil
}

// monthOf reads a month by its name ("march", "march 2027", "march next year")
// or from now ("next month") and returns its first day.
func (p *parser) monthOf() (first civil, named, ok bool) {
	if month := monthName(p.peek(0)); month != 0 {
		p.pos++
		year := p.yearOr(p.today.year)
		if step, ok := which(p.peek(0)); ok && p.peek(1).is("year") {
			p.pos += 2
			year += int(step)
		}
		return civil{year, month, 1}, true, true
	}
	step, ok := which(p.peek(0))
	if !ok || !p.peek(1).is("month") {
		return civil{}, false, false
	}
	p.pos += 2
	return civil{p.today.year, p.today.month, 1}.plus(step, 0), false, true
}

// period reads "next week", "last month" or "this year"; they keep the time.  A
// week means its Monday, as in PHP, or the weekday that follows it.
func (p *parser) period() (bool, error) {
	step, ok := which(p.peek(0))
	if !ok {
		return false, nil
	}
	unit := p.peek(1)
	p.pos += 2
	switch {
	case unit.is("month"):
		p.shift.months = step
	case unit.is("year"):
		p.shift.months = 12 * step
	case unit.is("week"):
		p.date, p.shift.days = p.today.monday(), 7*step
		if weekday, ok := weekdayName(p.peek(0)); ok {
			p.pos++
			p.date, p.second = p.date.onOrAfter(weekday), 0
		}
	default:
		return false, nil
	}
	return true, nil
}

// weekdayAnchor reads "friday" and "this friday" (today included), "next
// friday" (after today), "last friday" (before today) and "friday next week";
// all begin at midnight.
func (p *parser) weekdayAnchor() (bool, error) {
	step, prefixed := which(p.peek(0))
	if prefixed {
		p.pos++
	}
	weekday, ok := weekdayName(p.peek(0))
	if !ok {
		return false, nil
	}
	p.pos++
	p.date, p.second = p.nearest(weekday, step), 0
	if step, ok := which(p.peek(0)); ok && !prefixed && p.peek(1).is("week") {
		p.pos += 2
		p.date, p.shift.days = p.today.monday().onOrAfter(weekday), 7*step
	}
	return true, nil
}

// nearest returns the nearest weekday after today (step 1), before today (-1)
// or from today on (0).
func (p *parser) nearest(weekday time.Weekday, step int64) civil {
	switch step {
	case 1:
		return p.today.plus(0, 1).onOrAfter(weekday)
	case -1:
		return p.today.plus(0, -7).onOrAfter(weekday)
	}
	return p.today.onOrAfter(weekday)
}
