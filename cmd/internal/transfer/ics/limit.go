package ics

// mostStarts is how many dates the series of a file may have together, with
// those that are removed and the changes of clocks: a hundred bytes each.
const mostStarts = 1_000_000

// mostEvents is how many events are taken of a file: two thirds of a gigabyte on
// their way into the store.
const mostEvents = 500_000

// limit counts what a file comes to, all its calendars together.
type limit struct{ starts, events int }

// add counts dates that stand at a line, or come of what stands there.
func (l *limit) add(line, starts int) error {
	if l.starts += starts; l.starts > mostStarts {
		return faulty(line, "expected at most %d dates of series and changes of clocks in a file, and with this one there are more: lower --until, or part the file", mostStarts)
	}
	return nil
}

// take counts events that are taken.
func (l *limit) take(line, events int) error {
	if l.events += events; l.events > mostEvents {
		return faulty(line, "expected at most %d events in a file, and with this one there are more: lower --max-occurrences or --until", mostEvents)
	}
	return nil
}
