package baseline

import (
	"strconv"
	"strings"
)

// mark stands between the texts of a packed record; no text of the data set
// holds it.
const mark = "\x1f"

// A record that responses show is packed: all of it is one text.  Every value that
// is taken from a row costs both sides some calls, which is most of what reading
// a row costs.

// packing returns the expression of a packed record, from those of its parts.
func packing(parts ...string) string { return strings.Join(parts, " || char(31) || ") }

// flags returns the expression of some columns that are true or false, one sign
// each.
func flags(columns string) string {
	list := strings.Fields(columns)
	for i, column := range list {
		list[i] = "CASE WHEN " + column + " THEN '1' ELSE '0' END"
	}
	return strings.Join(list, " || ")
}

// decimal returns the expression of a number as text.
func decimal(column string) string { return "CAST(" + column + " AS text)" }

// idList returns the expression of the ids that a table of links has for an event.
func idList(column, table, order string) string {
	return "(SELECT COALESCE(string_agg(CAST(l." + column + " AS text), ','" + order + "), '') FROM " + table +
		" AS l WHERE l.event_id = e.id)"
}

// unpack sets texts to those that were joined, and returns what remains.
func unpack(all string, texts ...*string) (rest string) {
	for _, text := range texts {
		*text, all, _ = strings.Cut(all, mark)
	}
	return all
}

// unflag sets values to what flags made of them, and returns what remains.
func unflag(all string, values ...*bool) (rest string) {
	for i, value := range values {
		*value = all[i] == '1'
	}
	_, rest, _ = strings.Cut(all, mark)
	return rest
}

// unpackNumber takes a number from what was joined.
func unpackNumber(all string, n *int64) (rest string) {
	text, rest, _ := strings.Cut(all, mark)
	*n, _ = strconv.ParseInt(text, 10, 64) // The database wrote it.
	return rest
}

// eachID calls each with the ids of a list.
func eachID(list string, each func(id int64)) {
	for list != "" {
		var one string
		one, list, _ = strings.Cut(list, ",")
		id, _ := strconv.ParseInt(one, 10, 64) // The database or joinIDs wrote it.
		each(id)
	}
}

// joinIDs writes ids as eachID reads them.
func joinIDs(lists ...[]int64) string {
	var b []byte
	for _, list := range lists {
		for _, id := range list {
			if len(b) > 0 {
				b = append(b, ',')
			}
			b = strconv.AppendInt(b, id, 10)
		}
	}
	return string(b)
}
