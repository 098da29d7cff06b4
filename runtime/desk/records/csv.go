package records

import (
	"encoding/csv"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"almanac/runtime/dates"
	"almanac/runtime/request"
	"almanac/runtime/text"
)

// maxCSV is the maximum number of records in a CSV file. A longer list is refused, so that
// nobody takes a part for the whole.
const maxCSV = request.MaxInternalPage

// csv sends the columns of a list as a CSV file, of all its pages.
func (h *handler) csv() {
	asked := h.asked()
	v := h.viewOf(asked)
	query, _, ok := h.listQuery(asked, v, filters{})
	if !ok {
		return
	}
	if !h.restrict(v, asked) {
		return
	}
	fields := h.fieldsOf(h.Resource)
	columns := h.columns(fields, v, asked)
	header := []string{"id", "title"}
	if h.Post {
		header = append(header, "status")
	}
	for _, c := range columns {
		header = append(header, c.of.Name)
	}
	query.Set("per_page", strconv.Itoa(maxCSV))
	query.Del("page")
	list, total, ok := h.whole(query)
	switch {
	case !ok:
		return
	case total > maxCSV:
		h.desk.Fail(h.w, h.r, http.StatusBadRequest,
			h.t("Exports are limited to %d rows; this list has %d. Add a filter.", maxCSV, total))
		return
	}
	rows := [][]string{header}
	for _, r := range list {
		rows = append(rows, h.csvLine(r, columns))
	}
	h.w.Header().Set("Content-Type", "text/csv; charset=utf-8")
	h.w.Header().Set("Content-Disposition", `attachment; filename="`+h.Plural+`.csv"`)
	_ = csv.NewWriter(h.w).WriteAll(rows) // The client may be gone.
}

// whole returns the records of a list without pages, and how many the list has. It returns
// false after it has sent a page about a failure.
func (h *handler) whole(query url.Values) ([]record, int64, bool) {
	list, total, resp := h.listed(h.Resource, query)
	if resp == nil {
		return nil, 0, false
	}
	if !resp.OK() {
		h.desk.Fail(h.w, h.r, resp.Status, h.translated(resp.Err.Message))
	}
	return list, total, resp.OK()
}

func (h *handler) csvLine(r record, columns []column) []string {
	line := []string{r.id(), text.Cell(h.title(r))}
	if h.Post {
		line = append(line, r.text("status"))
	}
	for _, c := range columns {
		line = append(line, text.Cell(h.csvText(c.of, r)))
	}
	return line
}

// csvText returns a field of a record as people read it, but times as programs do.
func (h *handler) csvText(f field, r record) string {
	if timeLayouts[f.input] == nil {
		return h.text(f, r)
	}
	s := strings.Replace(values{"": f.valuesOf(r, nil)}.first(""), "T", " ", 1)
	if local := dates.WallTime(fullTime(s)); f.input == inputTimestamp && local.Valid() {
		s += " " + f.zone.Abbreviation(local)
	}
	return s
}
