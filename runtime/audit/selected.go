package audit

import (
	"strconv"
	"strings"

	"almanac/runtime/store"
)

// Selection is records that are about to be changed by SQL, as parts of a SELECT.
type Selection struct {
	Action, Resource string
	Access           string // model.Resource.AccessSQL of the row r: status, hidden, locked, owner.
	Patch            string // Expression of the text of a Patch; "" for none.
	From             string // FROM and WHERE, with the record as r.
}

// AddSelected adds an entry for each record of a selection to the transaction w, before they get
// the next version.  The values of placeholders in the selection are in args.
func AddSelected(w store.Writer, from Actor, s Selection, args *store.Args) {
	var bound []string
	for _, v := range append(from.values(), s.Action, s.Resource) {
		args.Bind(v)
		bound = append(bound, "CAST($"+strconv.Itoa(len(args.Values()))+" AS "+typeOf(v)+")")
	}
	patch := s.Patch
	if patch == "" {
		patch = "'" + noPatch + "'"
	}
	w.Queue(store.Statement{
		SQL: "INSERT INTO audit_entries (" + columns + ") SELECT " + strings.Join(bound, ", ") +
			", r.id, r.version + 1, true, " + s.Access + ", " + patch + " FROM " + s.From + " ORDER BY r.id",
		Args: args.Values(),
	})
}

// typeOf returns the type of a value in SQL: PostgreSQL knows none for a parameter of a SELECT.
func typeOf(v any) string {
	if _, number := v.(int64); number {
		return "bigint"
	}
	return "text"
}

// LinkPatch is the expression of a Patch by which a link led to the IDs that an expression lists,
// separated by commas.
func LinkPatch(link, ids string) string {
	return `'{"links":{"` + link + `":[' || ` + ids + ` || ']}}'`
}

// NumberPatch is the expression of a Patch by which a column had the number of an expression.
func NumberPatch(column, number string) string {
	return `'{"columns":{"` + column + `":' || CAST(` + number + ` AS text) || '}}'`
}
