package lists

import (
	"encoding/csv"
	"net/http"
	"strconv"
	"strings"

	"almanac/runtime/dates"
	"almanac/runtime/desk/record"
	"almanac/runtime/text"
)

// CSV sends the columns of a list as a CSV file, of all its pages.
func CSV(x *record.Exchange) {
	asked := x.Asked()
	v := viewOf(x, asked)
	query, _, ok := listQuery(x, asked, v, filters{})
	if !ok {
		return
	}
	if !restrict(x, v, asked) {
		return
	}
	fields := x.FieldsOf(x.Resource)
	columns := ColumnsOf(x, fields, v, asked)
	header := []string{"id", "title"}
	if x.Post {
		header = append(header, "status")
	}
	for _, c := range columns {
		header = append(header, c.of.Name)
	}
	query.Set("per_page", strconv.Itoa(record.MaxWhole))
	query.Del("page")
	list, total, ok := x.Whole(query)
	switch {
	case !ok:
		return
	case total > record.MaxWhole:
		x.Desk.Fail(x.W, x.R, http.StatusBadRequest,
			x.T("Exports are limited to %d rows; this list has %d. Add a filter.", record.MaxWhole, total))
		return
	}
	rows := [][]string{header}
	for _, r := range list {
		rows = append(rows, csvLine(x, r, columns))
	}
	x.W.Header().Set("Content-Type", "text/csv; charset=utf-8")
	x.W.Header().Set("Content-Disposition", `attachment; filename="`+x.Plural+`.csv"`)
	_ = csv.NewWriter(x.W).WriteAll(rows) // The client may be gone.
}

func csvLine(x *record.Exchange, r record.Record, columns []column) []string {
	line := []string{r.ID(), text.Cell(x.Title(r))}
	if x.Post {
		line = append(line, r.Text("status"))
	}
	for _, c := range columns {
		line = append(line, text.Cell(csvText(x, c.of, r)))
	}
	return line
}

// csvText returns a field of a record as people read it, but times as programs do.
func csvText(x *record.Exchange, f record.Field, r record.Record) string {
	if record.TimeLayouts[f.Input] == nil {
		return x.Text(f, r)
	}
	s := strings.Replace(record.Values{"": f.ValuesOf(r, nil)}.First(""), "T", " ", 1)
	if local := dates.WallTime(record.FullTime(s)); f.Input == record.InputTimestamp && local.Valid() {
		s += " " + f.Zone.Abbreviation(local)
	}
	return s
}
