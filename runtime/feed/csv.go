package feed

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"

	"almanac/runtime/text"
)

// column is a column of CSV: its name, and what it holds of an entry.
type column struct {
	name  string
	value func(Entry) string
}

// columns lists the columns; those of terms stand before the description.
func columns(groups []string) []column {
	list := []column{
		{"id", func(e Entry) string { return strconv.FormatInt(e.ID, 10) }},
		{"global_id", func(e Entry) string { return cell(e.GlobalID) }},
		{"title", func(e Entry) string { return cell(e.Title) }},
		{"status", func(e Entry) string { return cell(e.Status) }},
		{"start_date", func(e Entry) string { return string(e.Start) }},
		{"end_date", func(e Entry) string { return string(e.End) }},
		{"timezone", func(e Entry) string { return cell(e.Zone.Name()) }},
		{"all_day", allDay},
		{"utc_start_date", func(e Entry) string { return string(e.Zone.Moment(e.Start, e.StartUTC).UTC()) }},
		{"utc_end_date", func(e Entry) string { return string(e.Zone.Moment(e.End, e.EndUTC).UTC()) }},
		{"url", func(e Entry) string { return cell(e.URL) }},
		{"website", func(e Entry) string { return cell(e.Website) }},
		{"cost", func(e Entry) string { return cell(e.Cost) }},
		{"venue", func(e Entry) string { return cell(several(each(e.Places, func(p Place) string { return p.Name }))) }},
		{"address", func(e Entry) string { return cell(several(each(e.Places, Place.postal))) }},
		{"latitude", func(e Entry) string { return coordinate(e, func(p Place) *float64 { return p.Latitude }) }},
		{"longitude", func(e Entry) string { return coordinate(e, func(p Place) *float64 { return p.Longitude }) }},
		{"organizer", func(e Entry) string {
			return cell(several(each(e.Organizers, func(p Person) string { return p.Name })))
		}},
		{"organizer_email", func(e Entry) string {
			return cell(several(each(e.Organizers, func(p Person) string { return p.Email })))
		}},
	}
	for _, group := range groups {
		list = append(list, column{group, func(e Entry) string { return cell(several(e.names(group))) }})
	}
	return append(list,
		column{"description", func(e Entry) string { return cell(text.Lines(text.Paragraphs(e.Description))) }},
		column{"date_utc", func(e Entry) string { return string(e.Published) }},
		column{"modified_utc", func(e Entry) string { return string(e.Modified) }},
		column{"event_status", func(e Entry) string { return cell(cmp.Or(e.EventStatus, "scheduled")) }},
		column{"event_status_reason", func(e Entry) string { return cell(e.StatusReason) }},
		column{"online_url", func(e Entry) string { return cell(e.OnlineURL) }},
	)
}

// csvWriter writes comma-separated values.
type csvWriter struct {
	rows    *csv.Writer
	columns []column
}

// CSV begins comma-separated values (RFC 4180) with a row of names.  An error
// is that of out: no value leads to one.
func CSV(out io.Writer, c Channel) (Writer, error) {
	w := &csvWriter{rows: csv.NewWriter(out), columns: columns(c.Taxonomies)}
	w.rows.UseCRLF = true
	names := make([]string, 0, len(w.columns))
	for _, col := range w.columns {
		names = append(names, col.name)
	}
	return w, w.write([][]string{names})
}

// Add writes a row for each entry.
func (w *csvWriter) Add(entries []Entry) error {
	rows := make([][]string, 0, len(entries))
	for _, e := range entries {
		row := make([]string, 0, len(w.columns))
		for _, col := range w.columns {
			row = append(row, col.value(e))
		}
		rows = append(rows, row)
	}
	return w.write(rows)
}

func (w *csvWriter) write(rows [][]string) error {
	if err := w.rows.WriteAll(rows); err != nil {
		return fmt.Errorf("write CSV: %w", err)
	}
	return nil
}

// Close writes nothing: a table has no end of its own.
func (*csvWriter) Close() error { return nil }

// cell returns a text as a cell of the table has it.
func cell(s string) string { return text.Cell(clean(s)) }

// several writes a list in one cell.
func several(list []string) string { return strings.Join(list, "; ") }

// allDay reports whether the event lasts whole days, nothing where that is
// protected.
func allDay(e Entry) string {
	if e.ContentHidden {
		return ""
	}
	return strconv.FormatBool(e.AllDay)
}

// postal words the address of a place without its name.
func (p Place) postal() string {
	p.Name = ""
	return p.address()
}

// coordinate returns a coordinate of the first place that has one, "" when none
// has.  It is a number, which may begin with a minus.
func coordinate(e Entry, of func(Place) *float64) string {
	for _, p := range e.Places {
		if f := of(p); f != nil {
			return strconv.FormatFloat(*f, 'f', -1, 64)
		}
	}
	return ""
}
