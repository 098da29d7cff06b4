package dates

// The grammar.  Words are in any case, blanks may be many, one comma may stand
// between parts:
//
//	phrase  = [ anchor ] { clock | amounts }, not empty, at most one clock
//	anchor  = numeric | named | "now" | "today" | "tomorrow" | "yesterday"
//	        | ("first" | "last") "day" "of" month
//	        | ("first" ... "fifth" | "last") weekday "of" month
//	        | which ("week" [ weekday ] | "month" | "year")
//	        | [ which ] weekday | weekday which "week"
//	numeric = YYYY-MM-DD | MM/DD/YYYY | YYYYMMDD or YYYYMMDDHHMMSS that is the whole text
//	named   = [ weekday ] ( D name [ YYYY ] | name D [ YYYY ] | name YYYY )
//	month   = name [ YYYY | which "year" ] | which "month"
//	which   = "this" | "next" | "last" | "previous"
//	clock   = [ "at" ] ( H:MM [ :SS [ .fraction ] ] [ am | pm ] | H am | H pm | "noon" | "midnight" )
//	          and after a numeric or named date: [ "Z" | "UTC" | "GMT" | +HH:MM | +HHMM | +HH ] at the end
//	amounts = [ "in" ] [ + | - ] N unit { [ + | - ] N unit } [ "ago" ]
//
// An anchor stands first, because PHP lets a later day word throw the time
// away ("9am tomorrow" is midnight there), which nobody means.  Amounts of months
// and years do not follow an anchor with "of": name the month that is meant.

// parser reads one phrase.  The anchor sets the date in the making, clocks the
// time of day, and amounts add up in shift until the end.
type parser struct {
	tokens []token
	pos    int

	zone   Zone
	now    int64 // The present instant, seconds since 1970.
	today  civil // The present local date.
	date   civil // The date in the making.
	second int64 // The time of day in the making, seconds since midnight.
	dated  bool  // The anchor is numeric or named.
	placed bool  // The anchor is a place within a month, such as its last day.

	clocked bool   // A clock was read.
	offset  *int64 // The explicit offset after a clock, seconds east of UTC.
	shift   shift
}

// newParser returns a parser whose date and time in the making are now, an
// instant in seconds since 1970.
func newParser(tokens []token, z Zone, now int64) *parser {
	today, second := civilOf(z.toLocal(now))
	return &parser{tokens: tokens, zone: z, now: now, today: today, date: today, second: second}
}

// phrase reads the whole text.
func (p *parser) phrase() error {
	if p.done() {
		return notUnderstood
	}
	if err := p.anchor(); err != nil {
		return err
	}
	for !p.done() {
		comma := p.pos > 0 && p.accept(',')
		if next := p.peek(0); next.glued && !comma && (next.kind == number || next.kind == word) {
			return notUnderstood
		}
		if err := p.part(); err != nil {
			return err
		}
	}
	return nil
}

// anchor reads the day that the rest counts from, when there is one.
func (p *parser) anchor() error {
	rules := []func() (bool, error){
		p.compactDate, p.numericDate, p.namedDate, p.dayWord, p.dayOf, p.weekdayOf, p.period, p.weekdayAnchor,
	}
	for _, rule := range rules {
		start := p.pos
		if matched, err := rule(); matched || err != nil {
			return err
		}
		p.pos = start
	}
	return nil
}

// part reads a clock or a run of amounts.
func (p *parser) part() error {
	for _, rule := range []func() (bool, error){p.clock, p.amounts} {
		start := p.pos
		if matched, err := rule(); matched || err != nil {
			return err
		}
		p.pos = start
	}
	return notUnderstood
}

// resolve returns the instant that was read and the local time that was written, nil
// beside an offset, both as seconds since 1970.  Amounts count on the calendar and on the
// wall clock, also of hours, as they do in PHP; a change of the clocks matters only when
// the result falls into a gap.
func (p *parser) resolve() (instant int64, written *int64, err error) {
	switch {
	case !p.shift.sane():
		return 0, nil, outOfRange
	case p.placed && p.shift.months != 0:
		// "last day of february +1 month" could be March 28 or 31.
		return 0, nil, notUnderstood
	}
	date := p.date.plus(p.shift.months, p.shift.days)
	local := date.seconds() + p.second + p.shift.seconds
	switch {
	case p.offset != nil:
		return local - *p.offset, nil, nil
	case !p.dated && !p.clocked && local == p.zone.toLocal(p.now):
		return p.now, &local, nil // "now" in the second of two equal hours.
	}
	return p.zone.toUTC(local), &local, nil
}

// peek returns the token i places ahead, or one of kind end.
func (p *parser) peek(i int) token {
	if p.pos+i >= len(p.tokens) {
		return token{}
	}
	return p.tokens[p.pos+i]
}

// done reports whether everything is read.
func (p *parser) done() bool { return p.pos >= len(p.tokens) }

// accept steps over the sign when it is next.
func (p *parser) accept(sign byte) bool {
	if p.peek(0).kind != sign {
		return false
	}
	p.pos++
	return true
}

// acceptWord steps over one of the words when it is next.
func (p *parser) acceptWord(words ...string) bool {
	if !p.peek(0).is(words...) {
		return false
	}
	p.pos++
	return true
}
