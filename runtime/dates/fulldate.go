package dates

import (
	"fmt"
	"time"
)

// numericDate reads YYYY-MM-DD (a T may follow, and then a time must) and
// MM/DD/YYYY.
func (p *parser) numericDate() (bool, error) {
	sep := p.peek(1)
	if p.peek(0).kind != number || !sep.glued || (sep.kind != '-' && sep.kind != '/') {
		return false, nil
	}
	fields := [3]string{}
	for i := range fields {
		t := p.peek(2 * i)
		if t.kind != number || i > 0 && (!t.glued || p.peek(2*i-1) != sep) {
			return false, notUnderstood
		}
		fields[i] = t.text
	}
	p.pos += 5

	if sep.kind == '/' {
		return true, p.setNumeric(fields[2], fields[0], fields[1])
	}
	if err := p.setNumeric(fields[0], fields[1], fields[2]); err != nil {
		return false, err
	}
	if t := p.peek(0); t.is("t") && t.glued {
		p.pos++
		if next := p.peek(0); next.kind != number || !next.glued {
			return false, notUnderstood
		}
		matched, err := p.clock()
		if err == nil && !matched {
			err = notUnderstood
		}
		return matched, err
	}
	return true, nil
}

// isCompact reports whether digits are YYYYMMDD or YYYYMMDDHHMMSS.
func isCompact(digits string) bool {
	return len(digits) == len("YYYYMMDD") || len(digits) == len("YYYYMMDDHHMMSS")
}

// compactDate reads YYYYMMDD and YYYYMMDDHHMMSS, which are the whole text.
func (p *parser) compactDate() (bool, error) {
	t := p.peek(0)
	if t.kind != number || len(p.tokens) != 1 || !isCompact(t.text) {
		return false, nil
	}
	p.pos++
	if err := p.setNumeric(t.text[:4], t.text[4:6], t.text[6:8]); err != nil || len(t.text) == 8 {
		return err == nil, err
	}
	second, err := secondOfDay([3]string{t.text[8:10], t.text[10:12], t.text[12:]}, false, false)
	p.second, p.clocked = second, true
	return err == nil, err
}

// setNumeric sets the date from its digits; the year has four.
func (p *parser) setNumeric(year, month, day string) error {
	y, okYear := digits(year, 4)
	m, okMonth := digits(month, 2)
	d, okDay := digits(day, 2)
	if !okYear || !okMonth || !okDay || len(year) != 4 {
		return notUnderstood
	}
	return p.setDate(civil{y, time.Month(m), d})
}

// setDate makes date the anchor; the day begins at midnight.
func (p *parser) setDate(date civil) error {
	if err := date.check(); err != nil {
		return err
	}
	p.date, p.second, p.dated = date, 0, true
	return nil
}

// namedDate reads "5 March 2027", "March 5th, 2027", "5 March" (this year) and
// "March 2027" (its first day).  A weekday before it must be the right one.
func (p *parser) namedDate() (bool, error) {
	weekday, named := weekdayName(p.peek(0))
	if named {
		p.pos++
		p.accept(',')
	}
	date, matched := p.dayAndMonth()
	if !matched {
		return false, nil
	}
	if err := p.setDate(date); err != nil {
		return false, err
	}
	if got := date.weekday(); named && got != weekday {
		return false, parseError(fmt.Sprintf("%s %d, %04d is a %s", date.month, date.day, date.year, got))
	}
	return true, nil
}

// dayAndMonth reads a day and the name of a month in either order, and the
// year when it follows.
func (p *parser) dayAndMonth() (civil, bool) {
	if day, ok := p.dayNumber(); ok {
		month := monthName(p.peek(0))
		p.pos++
		return civil{p.yearOr(p.today.year), month, day}, month != 0
	}
	month := monthName(p.peek(0))
	if month == 0 {
		return civil{}, false
	}
	p.pos++
	if year, ok := p.year(); ok {
		return civil{year, month, 1}, true
	}
	day, ok := p.dayNumber()
	return civil{p.yearOr(p.today.year), month, day}, ok
}

// dayNumber reads the day of a month with its ending, as in "5" or "5th".
func (p *parser) dayNumber() (int, bool) {
	t := p.peek(0)
	day, ok := digits(t.text, 2)
	if t.kind != number || !ok {
		return 0, false
	}
	p.pos++
	if suffix := p.peek(0); suffix.glued {
		p.acceptWord("st", "nd", "rd", "th")
	}
	return day, true
}

// yearOr reads a year, after a comma or not, and returns other when there is
// none.
func (p *parser) yearOr(other int) int {
	start := p.pos
	p.accept(',')
	if year, ok := p.year(); ok {
		return year
	}
	p.pos = start
	return other
}

// year reads four digits that do not begin a time.
func (p *parser) year() (int, bool) {
	t := p.peek(0)
	year, ok := digits(t.text, 4)
	if t.kind != number || !ok || len(t.text) != 4 || p.peek(1).kind == ':' {
		return 0, false
	}
	p.pos++
	return year, true
}
