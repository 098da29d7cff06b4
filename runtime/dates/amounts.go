package dates

import "strings"

// shift is a sum of relative amounts.  Months are added first, then days, then
// seconds, whatever order they were written in.
type shift struct {
	months, days, seconds int64
}

// add adds n of each part of unit.
func (s *shift) add(n int64, unit shift) {
	s.months += n * unit.months
	s.days += n * unit.days
	s.seconds += n * unit.seconds
}

// sane reports whether s stays within the length of the calendar, so that
// nothing overflows.
func (s shift) sane() bool {
	return within(s.months, 12*maxYears) && within(s.days, 366*maxYears) && within(s.seconds, 366*maxYears*secondsPerDay)
}

// within reports whether n lies in -limit ... limit.
func within(n, limit int64) bool { return -limit <= n && n <= limit }

// amounts reads a run such as "+1 week 2 days", "3 days ago" or "in 2 hours".
func (p *parser) amounts() (bool, error) {
	in := p.acceptWord("in")
	run, signs, count := shift{}, false, 0
	for {
		sign, marked := p.sign()
		n, unit, ok := p.amount()
		if !ok {
			if marked || count == 0 {
				return false, notUnderstood
			}
			break
		}
		run.add(sign*n, unit)
		signs, count = signs || marked, count+1
	}
	// A direction is given once: by signs, by "in" or by "ago".
	direction := int64(1)
	ago := p.acceptWord("ago")
	if ago {
		direction = -1
	}
	if in && (ago || signs) || ago && signs {
		return false, notUnderstood
	}
	p.shift.add(direction, run)
	return true, nil
}

// sign reads "+" or "-" and returns 1 or -1, and 1 when there is none.
func (p *parser) sign() (factor int64, found bool) {
	switch {
	case p.accept('-'):
		return -1, true
	case p.accept('+'):
		return 1, true
	}
	return 1, false
}

// amount reads a number and its unit; when they are not next it reads nothing.
func (p *parser) amount() (int64, shift, bool) {
	t := p.peek(0)
	// Nine digits hold every sensible number, and their sums stay small.
	n, ok := digits(t.text, 9)
	unit, known := unitOf(p.peek(1))
	if t.kind != number || !ok || !known {
		return 0, shift{}, false
	}
	p.pos += 2
	return int64(n), unit, true
}

// unitOf returns the length of a unit by its name in singular or plural.
func unitOf(t token) (shift, bool) {
	if t.kind != word {
		return shift{}, false
	}
	switch strings.TrimSuffix(t.text, "s") {
	case "sec", "second":
		return shift{seconds: 1}, true
	case "min", "minute":
		return shift{seconds: secondsPerMinute}, true
	case "hour":
		return shift{seconds: secondsPerHour}, true
	case "day":
		return shift{days: 1}, true
	case "week":
		return shift{days: 7}, true
	case "fortnight":
		return shift{days: 14}, true
	case "month":
		return shift{months: 1}, true
	case "year":
		return shift{months: 12}, true
	}
	return shift{}, false
}
