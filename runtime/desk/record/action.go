package record

import (
	"net/url"
	"strings"

	"almanac/runtime/desk"
	"almanac/runtime/model"
)

// ActionsOf returns the actions that the user may perform on a record, and that are possible now.
func (x *Exchange) ActionsOf(r Record) []*model.Action {
	if len(x.Actions) == 0 || r.Text("status") == model.StatusTrash {
		return nil
	}
	owner, _ := Named(x.FieldsOf(x.Resource), "owner")
	var list []*model.Action
	for _, a := range x.Actions {
		forbidden, _ := x.ForbidsAction(a, r.Text)
		if forbidden == nil && a.Allows(desk.CallerOf(x.R.Context()), x.Permissions, owner.idIn(r), x.CanEdit(r)) {
			list = append(list, a)
		}
	}
	return list
}

// ActionPath returns the address of an action on a record, seen from the list.
func ActionPath(id string, a *model.Action) string { return url.PathEscape(id) + "/act/" + a.Name }

// ActionFields returns the fields that an action takes.
func (x *Exchange) ActionFields(a *model.Action) []Field { return x.fieldsOf(x.Resource, a.Args) }

// StateText returns what a record has in the fields that an action sets, in words; after says what it
// has after it.
func (x *Exchange) StateText(a *model.Action, r Record, after bool) string {
	var list []string
	for _, f := range x.FieldsOf(x.Resource) {
		for _, set := range a.Values {
			switch {
			case set.Field != f.Name:
			case after:
				list = append(list, x.Readable(f, One(TextOf(set.Value)), nil))
			default:
				list = append(list, x.Text(f, r))
			}
		}
	}
	return strings.Join(list, ", ")
}
