package ics

// mostStarts is how many dates the series of a file may have together, with
// those that are removed and the changes of clocks: a hundred bytes each.
const mostStarts = 1_000_000

// mostEvents is how many events are taken of a file: two thirds of a gigabyte on
// their way into the store.
const mostEvents = 500_000

// limit counts what a file comes to, all its calendars together.
type limit struct {
	starts, events int
	err            error // That there is too much.
}

// add counts dates that stand at a line, or come of what stands there, and reports
// whether that is not too much.
func (l *limit) add(line, starts int) bool {
	if l.starts += starts; l.starts > mostStarts && l.err == nil {
		l.err = faulty(line,
			"expected at most %d dates of series and clock changes in a file, found more here: use an earlier "+
				"--until, or split the file", mostStarts)
	}
	return l.err == nil
}

// take counts events that are taken, and reports whether that is not too much.
func (l *limit) take(line, events int) bool {
	if l.events += events; l.events > mostEvents && l.err == nil {
		l.err = faulty(line,
			"expected at most %d events in a file, found more here: use a lower --max-occurrences or an earlier --until",
			mostEvents)
	}
	return l.err == nil
}
