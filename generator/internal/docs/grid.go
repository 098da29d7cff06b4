package docs

import (
	"bytes"
	"slices"
	"strings"
)

// nobody is the cell of a case that does not exist; it equals every other cell.
const nobody = "–"

// longest is the length of a list in a cell, so that lines stay readable.
const longest = 80

// grid is a Markdown table.  Cells and headers that are the same in all other
// respects are merged into lists.
type grid struct {
	header []string
	rows   [][]string
}

// join returns what two cells say together, and whether they say the same.
func join(a, b string) (string, bool) {
	switch {
	case a == b || b == nobody:
		return a, true
	case a == nobody:
		return b, true
	}
	return "", false
}

// joinAll returns what two lists of cells say together, and whether they say
// the same.
func joinAll(a, b []string) ([]string, bool) {
	both := make([]string, len(a))
	for i := range a {
		cell, same := join(a[i], b[i])
		if !same {
			return nil, false
		}
		both[i] = cell
	}
	return both, true
}

// column returns the cells of a column.
func (g *grid) column(i int) []string {
	var cells []string
	for _, row := range g.rows {
		cells = append(cells, row[i])
	}
	return cells
}

// mergeColumns makes one column of neighbors with the same cells, from a column
// on.
func (g *grid) mergeColumns(first int) {
	for i := first; i+1 < len(g.header); {
		both, same := joinAll(g.column(i), g.column(i+1))
		if !same {
			i++
			continue
		}
		g.header[i] += ", " + g.header[i+1]
		g.header = slices.Delete(g.header, i+1, i+2)
		for r := range g.rows {
			g.rows[r][i] = both[r]
			g.rows[r] = slices.Delete(g.rows[r], i+1, i+2)
		}
	}
}

// mergeRows makes one row of those that differ in one column alone, whose cells
// become a list.
func (g *grid) mergeRows(differing int) {
	var rows [][]string
next:
	for _, row := range g.rows {
		for i, o := range rows {
			a, b := slices.Clone(o), slices.Clone(row)
			a[differing], b[differing] = "", ""
			both, same := joinAll(a, b)
			list := strings.TrimSuffix(o[differing], suffix(o[differing])) + ", " + row[differing]
			if same && suffix(o[0]) == suffix(row[0]) && len(list) <= longest {
				both[differing], rows[i] = list, both
				continue next
			}
		}
		rows = append(rows, row)
	}
	g.rows = rows
}

// suffix returns what a cell has in parentheses at its end.
func suffix(cell string) string {
	if i := strings.Index(cell, " ("); i >= 0 {
		return cell[i:]
	}
	return ""
}

// write writes the table, without bars around it.
func (g *grid) write(b *bytes.Buffer) {
	b.WriteString("\n" + strings.Join(g.header, " | ") + "\n" + strings.Repeat("---|", len(g.header)-1) + "---\n")
	for _, row := range g.rows {
		b.WriteString(strings.Join(row, " | ") + "\n")
	}
}

// capital returns a text with a capital letter at its beginning.
func capital(text string) string {
	return strings.ToUpper(text[:1]) + text[1:]
}
