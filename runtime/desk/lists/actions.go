package lists

import (
	"slices"

	"almanac/runtime/desk"
	"almanac/runtime/desk/changes"
	"almanac/runtime/desk/record"
	"almanac/runtime/model"
)

// addBulkActions adds the actions on the records of a list with a status: buttons for those
// that are performed at once, and a list of others.
func addBulkActions(x *record.Exchange, p *listPage, fields []record.Field, status string) {
	caller := desk.CallerOf(x.R.Context())
	var names []string
	for _, a := range x.Actions {
		needs := slices.ContainsFunc(a.Args, func(arg *model.Arg) bool { return arg.Required })
		if x.MayAct(a, caller) && !needs && status != model.StatusTrash {
			names = append(names, "act:"+a.Name)
		}
	}
	mayEdit := x.CanEditOf(caller.User, model.StatusDraft)
	switch {
	case x.Post && !mayEdit:
	case x.Post && status == model.StatusTrash:
		names = []string{"restore", "delete"}
	case x.Post:
		names = append(names, "publish", "draft", "trash")
	case x.Permissions.CanDeleteRecord(caller, caller.User):
		names = append(names, "delete")
	}
	if !mayEdit {
		fields = nil
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
