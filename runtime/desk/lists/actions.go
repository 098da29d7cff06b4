package lists

import (
	"almanac/runtime/desk"
	"almanac/runtime/desk/changes"
	"almanac/runtime/desk/record"
	"almanac/runtime/model"
)

// addBulkActions adds the actions on the records of a list with a status: buttons for those
// that are performed at once, and a list of others.
func addBulkActions(x *record.Exchange, p *listPage, fields []record.Field, status string) {
	if !x.Permissions.CanWrite(desk.CallerOf(x.R.Context())) {
		return
	}
	names := []string{"delete"}
	switch {
	case x.Post && status == model.StatusTrash:
		names = []string{"restore", "delete"}
	case x.Post:
		names = []string{"publish", "draft", "trash"}
	}
	for _, f := range fields {
		switch {
		case status == model.StatusTrash || !changes.IsChangeable(x, f):
		case f.Input == record.InputTerms:
			names = append(names, "add:"+f.Name, "remove:"+f.Name)
		case changes.Values(x, f) == nil:
			names = append(names, "set:"+f.Name)
		}
		for _, c := range changes.Values(x, f) {
			if status != model.StatusTrash {
				names = append(names, "set:"+f.Name+"="+c.Value)
			}
		}
	}
	for _, name := range names {
		a, ok := changes.ActionNamed(x, fields, name)
		switch c := (record.Choice{Value: name, Label: changes.ActionWord(x, a)}); {
		case !ok:
		case a.Of.Arg == nil:
			p.Buttons = append(p.Buttons, c)
		default:
			p.Changes = append(p.Changes, c)
		}
	}
}
