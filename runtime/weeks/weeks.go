// Package weeks places events in the rows of a calendar, whose columns are the seven
// days of a week.  It knows neither dates nor records: a day is a number, counted from
// the first day of the first row.
package weeks

// Span is the days on which an event is, from the first to the last.  It may lie outside
// of the rows in part or as a whole.
type Span struct{ First, Last int }

// Bar is the part of a span in one row.
type Bar struct {
	Span   int // Index of the span.
	Lane   int // From 0, at the top.
	Start  int // Column of its first day, from 0.
	Length int // Number of its days.
	Before bool
	After  bool // The span continues in the row before, or after.
}

// Row is a week.
type Row struct {
	Bars []Bar    // In the order of the spans.
	More [7][]int // Indices of the spans of a day that have no lane.
}

// Layout places spans in a number of rows.  Each one gets the first lane of a row that is
// free on all of its days, so that earlier spans are higher up; what finds none of the
// lanes free is listed on each of its days.
func Layout(spans []Span, rows, lanes int) []Row {
	list := make([]Row, rows)
	for n := range list {
		list[n].place(spans, n*7, lanes)
	}
	return list
}

// place fills a row that begins with a day.
func (r *Row) place(spans []Span, day, lanes int) {
	taken := make([][7]bool, lanes)
	for n, s := range spans {
		first, last := max(s.First-day, 0), min(s.Last-day, 6)
		if first > last {
			continue
		}
		lane := freeLane(taken, first, last)
		for column := first; column <= last; column++ {
			if lane < lanes {
				taken[lane][column] = true
			} else {
				r.More[column] = append(r.More[column], n)
			}
		}
		if lane < lanes {
			r.Bars = append(r.Bars, Bar{
				Span: n, Lane: lane, Start: first, Length: last - first + 1, Before: s.First < day, After: s.Last > day+6,
			})
		}
	}
}

// freeLane returns the first lane without anything in some columns, or the number of
// lanes.
func freeLane(taken [][7]bool, first, last int) int {
	for lane := range taken {
		free := true
		for column := first; column <= last; column++ {
			free = free && !taken[lane][column]
		}
		if free {
			return lane
		}
	}
	return len(taken)
}
