package changes

import (
	"strconv"

	"almanac/runtime/desk/record"
)

// countDates adds to the rows of an action on whole series how many dates these have.  It returns
// false after it has sent a page about a failure.
func countDates(x *record.Exchange, p *bulkPage, list []previewed) bool {
	for i, c := range list {
		n := int64(1)
		if id := record.SeriesOf(c.record).ID(); id != "" {
			of, err := x.ReadSeries(record.Number(id))
			if err != nil {
				return false
			}
			if of != nil {
				n, p.Rows[i].Version = of.Occurrences, strconv.FormatInt(of.Version, 10)
			}
			p.Rows[i].Title = x.Labeled(p.Rows[i].Title, x.T("%d dates", n))
		}
		p.Dates += n
	}
	return true
}

// Count returns how many records the action is about, for templates.
func (b bulkPage) Count() string {
	if b.Whole {
		return strconv.FormatInt(b.Dates, 10)
	}
	return strconv.Itoa(len(b.Rows))
}
