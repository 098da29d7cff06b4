package record

import (
	"net/http"
	"net/url"

	"almanac/runtime/apierror"
	"almanac/runtime/records"
)

// SeriesOf returns the series that a record is a date of as the record shows it, with its ID
// and version; an empty one for a single record.
func SeriesOf(r Record) Record { return r.In("series") }

// ReadSeries returns a series of the resource, nil for one that the user may not see.  There is an
// error after it has sent a page about a failure.
func (x *Exchange) ReadSeries(id int64) (*records.Series, error) {
	s, err := x.Desk.API.Records().Series(x.Desk.API.Call(x.R.Context()), x.Resource, id)
	if f := apierror.As(err); f != nil && f.Status == http.StatusNotFound {
		return nil, nil
	}
	if err != nil {
		x.Failed(err)
	}
	return s, err
}

// SeriesMark is what a page shows of the series of a record: a link to all of its dates.
type SeriesMark struct {
	Text, URL string
	When      string // Of the record, on a page that is about this one.
}

// Parameters of lists of records that may be dates of a series.
const (
	SeriesParam   = "series"   // ID of the series whose dates a list has.
	CollapseParam = "collapse" // Lists have each series once if it is collapsed.
	Collapsed     = "series"
)

// SeriesMark returns the mark of a record, nil for a single one.
func (x *Exchange) SeriesMark(r Record) *SeriesMark {
	of := SeriesOf(r)
	if of.ID() == "" {
		return nil
	}
	m := &SeriesMark{Text: x.T("Repeats"), URL: x.URLWith(url.Values{}, "", SeriesParam, of.ID())}
	if n := Number(of.In("dates").Text("count")); n > 0 {
		m.Text = x.T("%d dates", n)
	}
	return m
}

// DateMark returns the mark of a page about one record, which says before anything is changed that
// it is one date of a series; nil for a single one.  The record was read by itself.
func (x *Exchange) DateMark(r Record) *SeriesMark {
	of := SeriesOf(r)
	if of.ID() == "" {
		return nil
	}
	return x.OneOf(of.ID(), Number(of.Text("occurrences")), x.When(r))
}

// OneOf returns the mark of one of some dates of a series.
func (x *Exchange) OneOf(id string, count int64, when string) *SeriesMark {
	return &SeriesMark{
		When: when, Text: x.T("one of %d dates", count), URL: x.URLWith(url.Values{}, "", SeriesParam, id),
	}
}

// DateTitle returns the title of a record, with its day if it is a date of a series, whose dates
// have the same title.
func (x *Exchange) DateTitle(r Record) string {
	start, _ := x.StartOf(r)
	if SeriesOf(r).ID() == "" || !start.Valid() {
		return x.Title(r)
	}
	return x.Title(r) + ", " + x.ShortDay(start)
}
