package changes

import (
	"slices"
	"strings"

	"almanac/runtime/desk/record"
	"almanac/runtime/model"
)

// action is something that is done with several records.
type action struct {
	name   string        // "publish", "trash", "add:categories", "set:featured=true", …
	verb   string        // The name without that of a field.
	status string        // That posts get by it; "" for their own.
	Of     record.Field  // That it changes; without an Arg for none.
	value  string        // That the field gets; "" for one that people enter.
	act    *model.Action // That it performs on each record; nil for none.
	whole  bool          // It is about all dates of the series of a record.
}

// fieldName returns the name of the field that the action changes.
func (a action) fieldName() string {
	if a.Of.Arg == nil {
		return "status"
	}
	return a.Of.Name
}

// isLinks reports whether the action changes what records link to.
func (a action) isLinks() bool { return a.Of.Arg != nil && a.Of.Link != "" }

// isImmediate reports whether the action is performed at once, as it can be undone; people
// confirm others.
func (a action) isImmediate() bool { return a.status != "" }

// deletes reports whether the API is sent a DELETE: for good, or to the trash.
func (a action) deletes() bool { return a.verb == "trash" || a.verb == "delete" }

// ActionWords are the actions as people read them; those on fields follow from the field.
var ActionWords = map[string]string{
	"publish": "Publish", "draft": "Change to draft", "pending": "Submit for review", "trash": "Move to trash",
	"restore": "Restore as draft", "delete": "Delete permanently",
	"add": "Add %s", "remove": "Remove %s", "set": "Change %s",
}

// DoneWords say what an action has done with a record, or with a number of them.
var DoneWords = map[string]string{
	"publish": "Published: %s", "draft": "Changed to draft: %s", "pending": "Submitted for review: %s",
	"trash": "Moved to trash: %s", "restore": "Restored as draft: %s",
}

// statusAfter has the status that posts get by an action.
var statusAfter = map[string]string{
	"publish": model.StatusPublish, "draft": model.StatusDraft, "pending": model.StatusPending,
	"restore": model.StatusDraft, "trash": model.StatusTrash,
}

// ActionNamed returns the action with a name, and whether there is one.
func ActionNamed(x *record.Exchange, fields []record.Field, name string) (action, bool) {
	verb, about, _ := strings.Cut(name, ":")
	a := action{name: name, verb: verb, status: statusAfter[verb]}
	switch verb {
	case "add", "remove", "set":
		about, a.value, _ = strings.Cut(about, "=")
		i := slices.IndexFunc(fields, func(f record.Field) bool { return f.Name == about && IsChangeable(x, f) })
		if i < 0 || fields[i].Link == "" && verb != "set" {
			return a, false
		}
		a.Of = fields[i]
		isValue := func(c record.Choice) bool { return c.Value == a.value }
		return a, a.value == "" || slices.ContainsFunc(Values(x, a.Of), isValue)
	case "act":
		a.act = x.ActionNamed(about)
		return a, a.act != nil
	case "delete":
		return a, about == ""
	}
	return a, about == "" && a.status != "" && x.Post
}

// IsChangeable reports whether an action changes a field of several records: their links and
// prices, and what is one of a few values.
func IsChangeable(x *record.Exchange, f record.Field) bool {
	return f.Link != "" || f.Input == record.InputMoney || f.Meaning == "cost" || Values(x, f) != nil
}

// Values returns the values of a field that an action names, nil for others.
func Values(x *record.Exchange, f record.Field) []record.Choice {
	switch {
	case f.State != nil && f.State.ByActions:
		return nil
	case x.IsProperty(f):
		return []record.Choice{{Value: "true", Label: x.T("Yes")}, {Value: "false", Label: x.T("No")}}
	case f.Input == record.InputSelect && f.Default != nil && f.Meaning == "":
		var list []record.Choice
		for _, value := range f.Options() {
			list = append(list, record.Choice{Value: value, Label: x.OptionWord(f, value)})
		}
		return list
	}
	return nil
}

// links returns what a record links to in the field of the action.
func (a action) links(r record.Record) []record.Choice {
	var list []record.Choice
	for _, linked := range record.LinkedIn(r[a.Of.FieldName()]) {
		list = append(list, record.Choice{Value: linked.ID(), Label: record.TitleOf(a.Of.Target, linked)})
	}
	return list
}

// change returns what a record links to after the action, which adds, removes or sets
// records, or terms that the action makes.
func (a action) change(links, chosen []record.Choice) []record.Choice {
	if a.verb == "set" {
		return chosen
	}
	in := func(list []record.Choice) func(record.Choice) bool {
		return func(c record.Choice) bool { return slices.Contains(ids(list), c.Value) }
	}
	if a.verb == "remove" {
		return slices.DeleteFunc(slices.Clone(links), in(chosen))
	}
	return append(slices.Clone(links), slices.DeleteFunc(slices.Clone(chosen), in(links))...)
}

// body returns what is sent for the action: the status of a record, or the field that it
// changes with what its inputs would contain.
func (a action) body(list []string) any {
	switch {
	case a.deletes() || a.act != nil:
		return nil
	case a.Of.Arg == nil:
		return map[string]any{"status": a.status}
	}
	return map[string]any{a.Of.Name: a.Of.Sent(list)}
}

// ids returns the IDs of records.
func ids(list []record.Choice) []string {
	values := make([]string, len(list))
	for i, c := range list {
		values[i] = c.Value
	}
	return values
}

// labels returns the names of records in one line.
func labels(list []record.Choice) string {
	names := make([]string, len(list))
	for i, c := range list {
		names[i] = c.Label
	}
	return strings.Join(names, ", ")
}
