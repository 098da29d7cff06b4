package dates

// clock reads a time of day: "noon", "midnight", "9am", "9:30 pm", "14:00:05",
// each after "at" or not; after a date of the calendar an offset may end the
// text.
func (p *parser) clock() (bool, error) {
	at := p.acceptWord("at")
	second, matched, err := p.timeOfDay()
	if err != nil {
		return false, err
	}
	if !matched {
		if at {
			return false, notUnderstood
		}
		return false, nil
	}
	if p.clocked {
		return false, notUnderstood
	}
	p.second, p.clocked = second, true
	if p.dated {
		return true, p.zoneAtEnd()
	}
	return true, nil
}

// timeOfDay reads the time itself, as seconds since midnight.
func (p *parser) timeOfDay() (second int64, matched bool, err error) {
	switch {
	case p.acceptWord("noon"):
		return 12 * secondsPerHour, true, nil
	case p.acceptWord("midnight"):
		return 0, true, nil
	case p.peek(0).kind != number:
		return 0, false, nil
	}
	fields := [3]string{p.peek(0).text, "00", "00"}
	n := p.clockFields(&fields)
	afternoon, half := p.halfOfDay()
	if n == 1 && !half {
		return 0, false, nil
	}
	second, err = secondOfDay(fields, afternoon, half)
	return second, err == nil, err
}

// clockFields reads H, H:MM, H:MM:SS or H:MM:SS.fraction into fields and
// returns how many there were; the fraction is dropped.
func (p *parser) clockFields(fields *[3]string) int {
	p.pos++
	n := 1
	for n < len(fields) && p.joined(':') {
		fields[n] = p.peek(1).text
		p.pos += 2
		n++
	}
	if n == len(fields) && p.joined('.') {
		p.pos += 2
	}
	return n
}

// joined reports whether the sign and a number follow without blanks.
func (p *parser) joined(sign byte) bool {
	s, digits := p.peek(0), p.peek(1)
	return s.kind == sign && s.glued && digits.kind == number && digits.glued
}

// halfOfDay reads "am", "pm", "a.m." or "p.m.".
func (p *parser) halfOfDay() (afternoon, found bool) {
	t := p.peek(0)
	if p.acceptWord("am", "pm") {
		return t.is("pm"), true
	}
	if t.is("a", "p") && p.peek(1).kind == '.' && p.peek(2).is("m") {
		p.pos += 3
		p.accept('.')
		return t.is("p"), true
	}
	return false, false
}

// secondOfDay checks the fields of a time and joins them.
func secondOfDay(fields [3]string, afternoon, half bool) (int64, error) {
	hour, okHour := digits(fields[0], 2)
	minute, okMinute := digits(fields[1], 2)
	second, okSecond := digits(fields[2], 2)
	okWidth := len(fields[1]) == 2 && len(fields[2]) == 2
	if !okHour || !okMinute || !okSecond || !okWidth || hour > 23 || minute > 59 || second > 59 {
		return 0, noSuchTime
	}
	if half {
		if hour < 1 || hour > 12 {
			return 0, noSuchTime
		}
		hour %= 12
		if afternoon {
			hour += 12
		}
	}
	return int64(hour*secondsPerHour + minute*secondsPerMinute + second), nil
}

// zoneAtEnd reads an explicit offset when it is the rest of the text: "Z",
// "UTC", "GMT", "+02:00", "+0200" or "+02".
func (p *parser) zoneAtEnd() error {
	text := ""
	for i := 0; p.peek(i).kind != end; i++ {
		t := p.peek(i)
		if i > 0 && !t.glued {
			return nil
		}
		text += t.text
	}
	offset, ok := int64(0), true
	switch text {
	case "z", "utc", "gmt":
	default:
		offset, ok = parseOffset(text)
	}
	if !ok {
		return nil
	}
	if offset < -maxDateOffset || offset > maxDateOffset {
		return noSuchOffset
	}
	p.offset, p.pos = &offset, len(p.tokens)
	return nil
}
