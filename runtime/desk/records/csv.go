package records

import (
	"encoding/csv"
	"net/http"
	"strconv"

	"almanac/runtime/request"
	"almanac/runtime/text"
)

// maxCSV is the maximum number of records in a CSV file. A longer list is refused, so that
// nobody takes a part for the whole.
const maxCSV = request.MaxInternalPage

// csv sends the columns of a list as a CSV file, of all its pages.
func (v *visit) csv() {
	asked := v.asked()
	query, _, ok := v.listQuery(asked)
	if !ok {
		return
	}
	fields := v.fieldsOf(v.Resource)
	columns := v.columns(fields, asked)
	header := []string{"id", "title"}
	if v.Post {
		header = append(header, "status")
	}
	for _, c := range columns {
		header = append(header, c.of.Name)
	}
	query.Set("per_page", strconv.Itoa(maxCSV))
	query.Del("page")
	list, total, a := v.listed(v.Resource, query)
	switch {
	case a == nil:
		return
	case !a.OK():
		v.desk.Fail(v.w, v.r, a.Status, v.apiError(a).Message)
		return
	case total > maxCSV:
		v.desk.Fail(v.w, v.r, http.StatusBadRequest, v.t("A file has %d records at most, and this list has %d: narrow it by filters.", maxCSV, total))
		return
	}
	rows := [][]string{header}
	for _, r := range list {
		rows = append(rows, v.csvLine(v.row(r, fields, columns)))
	}
	v.w.Header().Set("Content-Type", "text/csv; charset=utf-8")
	v.w.Header().Set("Content-Disposition", `attachment; filename="`+v.Plural+`.csv"`)
	_ = csv.NewWriter(v.w).WriteAll(rows) // The client may be gone.
}

// csvLine returns a row as a line of the file.
func (v *visit) csvLine(r row) []string {
	line := []string{r.ID, text.Cell(r.Title)}
	if v.Post {
		line = append(line, r.Status)
	}
	for _, c := range r.Cells {
		line = append(line, text.Cell(c.Text))
	}
	return line
}
