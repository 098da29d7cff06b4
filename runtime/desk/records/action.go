package records

import (
	"slices"
	"strings"

	"almanac/runtime/model"
)

// action is something that is done with several records.
type action struct {
	name   string // "publish", "trash", "add:categories", "set:featured=true", …
	verb   string // The name without that of a field.
	status string // That posts get by it; "" for their own.
	of     field  // That it changes; without an Arg for none.
	value  string // That the field gets; "" for one that people enter.
	whole  bool   // It is about all dates of the series of a record.
}

// isLinks reports whether the action changes what records link to.
func (a action) isLinks() bool { return a.of.Arg != nil && a.of.Link != "" }

// isImmediate reports whether the action is performed at once, as it can be undone; people
// confirm others.
func (a action) isImmediate() bool { return a.status != "" }

// deletes reports whether the API is sent a DELETE: for good, or to the trash.
func (a action) deletes() bool { return a.verb == "trash" || a.verb == "delete" }

// actionWords are the actions as people read them; those on fields follow from the field.
var actionWords = map[string]string{
	"publish": "Publish", "draft": "Change to draft", "pending": "Submit for review", "trash": "Move to trash",
	"restore": "Restore as draft", "delete": "Delete permanently",
	"add": "Add %s", "remove": "Remove %s", "set": "Change %s",
}

// doneWords say what an action has done with a record, or with a number of them.
var doneWords = map[string]string{
	"publish": "Published: %s", "draft": "Changed to draft: %s", "pending": "Submitted for review: %s",
	"trash": "Moved to trash: %s", "restore": "Restored as draft: %s",
}

// statusAfter has the status that posts get by an action.
var statusAfter = map[string]string{
	"publish": model.StatusPublish, "draft": model.StatusDraft, "pending": model.StatusPending,
	"restore": model.StatusDraft, "trash": model.StatusTrash,
}

// actionNamed returns the action with a name, and whether there is one.
func (h *handler) actionNamed(fields []field, name string) (action, bool) {
	verb, about, _ := strings.Cut(name, ":")
	a := action{name: name, verb: verb, status: statusAfter[verb]}
	switch verb {
	case "add", "remove", "set":
		about, a.value, _ = strings.Cut(about, "=")
		i := slices.IndexFunc(fields, func(f field) bool { return f.Name == about && h.isChangeable(f) })
		if i < 0 || fields[i].Link == "" && verb != "set" {
			return a, false
		}
		a.of = fields[i]
		return a, a.value == "" || slices.ContainsFunc(h.values(a.of), func(c choice) bool { return c.Value == a.value })
	case "delete":
		return a, about == ""
	}
	return a, about == "" && a.status != "" && h.Post
}

// isChangeable reports whether an action changes a field of several records: their links and
// prices, and what is one of a few values.
func (h *handler) isChangeable(f field) bool {
	return f.Link != "" || f.input == inputMoney || f.Meaning == "cost" || h.values(f) != nil
}

// values returns the values of a field that an action names, nil for others.
func (h *handler) values(f field) []choice {
	switch {
	case h.isProperty(f):
		return []choice{{Value: "true", Label: h.t("Yes")}, {Value: "false", Label: h.t("No")}}
	case f.input == inputSelect && f.Default != nil && f.Meaning == "":
		var list []choice
		for _, value := range f.options() {
			list = append(list, choice{Value: value, Label: h.optionWord(f, value)})
		}
		return list
	}
	return nil
}

// links returns what a record links to in the field of the action.
func (a action) links(r record) []choice {
	var list []choice
	for _, linked := range linkedIn(r[a.of.name()]) {
		list = append(list, choice{Value: linked.id(), Label: titleOf(a.of.target, linked)})
	}
	return list
}

// change returns what a record links to after the action, which adds, removes or sets a
// record, or a term that the action makes.
func (a action) change(links []choice, chosen choice) []choice {
	others := slices.DeleteFunc(slices.Clone(links), func(c choice) bool { return c.Value == chosen.Value })
	switch {
	case a.verb == "set":
		return []choice{chosen}
	case a.verb == "remove":
		return others
	case len(others) < len(links):
		return links // It is there already.
	}
	return append(others, chosen)
}

// body returns what is sent for the action: the status of a record, or the field that it
// changes with what its inputs would contain.
func (a action) body(list []string) any {
	switch {
	case a.deletes():
		return nil
	case a.of.Arg == nil:
		return map[string]any{"status": a.status}
	}
	return map[string]any{a.of.Name: a.of.sent(list)}
}

// ids returns the IDs of records.
func ids(list []choice) []string {
	values := make([]string, len(list))
	for i, c := range list {
		values[i] = c.Value
	}
	return values
}

// labels returns the names of records in one line.
func labels(list []choice) string {
	names := make([]string, len(list))
	for i, c := range list {
		names[i] = c.Label
	}
	return strings.Join(names, ", ")
}
