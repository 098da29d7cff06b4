package lists

import (
	"encoding/json"
	"net/http"
	"slices"

	"almanac/runtime/desk/record"
	"almanac/runtime/model"
)

// LookupAuthors suggests users to those who may name the author or the owner of a record.
func LookupAuthors(x *record.Exchange) {
	if !slices.ContainsFunc(x.Desk.Env.Resources, func(res *model.Resource) bool { return namesUsers(x.Of(res)) }) {
		x.Desk.Fail(x.W, x.R, http.StatusForbidden, x.T("You don’t have permission to do this."))
		return
	}
	if found, ok := x.Authors(x.Asked().Get("q")); ok {
		suggest(x, found)
	}
}

// namesUsers reports whether forms of the resource ask the user for other users.
func namesUsers(x *record.Exchange) bool {
	return slices.ContainsFunc(x.FieldsOf(x.Resource),
		func(f record.Field) bool { return f.IsReference() && f.Target == nil && x.CanChange(f) })
}

// Lookup suggests records to a script while somebody types a name, similar ones where none has it: a
// JSON list of IDs and names.
func Lookup(x *record.Exchange) {
	typed := x.Asked().Get("q")
	found, ok := x.Find(x.Resource, typed, record.MaxFound)
	if ok && len(found) == 0 {
		found, ok = x.Similar(x.Resource, typed, record.MaxFound)
	}
	if !ok {
		return
	}
	suggest(x, found)
}

// suggest sends what was found to a script.
func suggest(x *record.Exchange, found []record.Choice) {
	type suggestion struct {
		ID   string `json:"id"`
		Name string `json:"name"`
	}
	list := []suggestion{}
	for _, c := range found {
		list = append(list, suggestion{c.Value, c.Label})
	}
	x.W.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(x.W).Encode(list) // The client may be gone.
}
