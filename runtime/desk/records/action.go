package records

import (
	"slices"
	"strings"

	"almanac/runtime/model"
)

// action is something that is done with several records.
type action struct {
	name   string // "publish", "trash", "add:categories", …
	verb   string // The name without that of a field.
	status string // That posts get by it; "" for their own.
	link   field  // Whose links it changes; without an Arg for none.
}

// deletes reports whether the API is sent a DELETE: for good, or to the trash.
func (a action) deletes() bool { return a.verb == "trash" || a.verb == "delete" }

// actionWords are the actions as people read them; those on links follow from the field.
var actionWords = map[string]string{
	"publish": "Publish", "draft": "Change to draft", "pending": "Submit for review", "trash": "Move to trash",
	"restore": "Restore as draft", "delete": "Delete permanently",
	"add": "Add: %s", "remove": "Remove: %s", "set": "Change: %s",
}

// statusAfter has the status that posts get by an action.
var statusAfter = map[string]string{
	"publish": model.StatusPublish, "draft": model.StatusDraft, "pending": model.StatusPending,
	"restore": model.StatusDraft, "trash": model.StatusTrash,
}

// actionNamed returns the action with a name, and whether there is one.
func (h *handler) actionNamed(fields []field, name string) (action, bool) {
	verb, linked, _ := strings.Cut(name, ":")
	a := action{name: name, verb: verb, status: statusAfter[verb]}
	switch verb {
	case "add", "remove", "set":
		i := slices.IndexFunc(fields, func(f field) bool { return f.Name == linked && f.Link != "" })
		if i < 0 {
			return a, false
		}
		a.link = fields[i]
		return a, true
	case "delete":
		return a, linked == ""
	}
	return a, linked == "" && a.status != "" && h.Post
}

// links returns what a record links to in the field of the action.
func (a action) links(r record) []choice {
	var list []choice
	for _, linked := range linkedIn(r[a.link.name()]) {
		list = append(list, choice{Value: linked.id(), Label: titleOf(a.link.target, linked)})
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

// body returns what is sent for the action: the links that a record gets, or its status.
func (a action) body(links []choice) any {
	switch {
	case a.deletes():
		return nil
	case a.link.Arg == nil:
		return map[string]any{"status": a.status}
	}
	var list []string
	for _, c := range links {
		list = append(list, c.Value)
	}
	return map[string]any{a.link.Name: a.link.sent(list)}
}

// labels returns the names of records in one line.
func labels(list []choice) string {
	names := make([]string, len(list))
	for i, c := range list {
		names[i] = c.Label
	}
	return strings.Join(names, ", ")
}
