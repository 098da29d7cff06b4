package record

import (
	"slices"

	"almanac/runtime/desk"
)

// AddLinks adds what a link leads to, and what it can, to its view. Names are those of linked
// records that are known, by Field.Key. It returns false after it has sent a page about a failure.
func (x *Exchange) AddLinks(view *FieldView, of Field, list []string, names map[string]string) bool {
	view.Source, view.Lookup = of.Source(), x.Bundle.URL(of.Lookup())
	if of.Link != "" && of.Target.Hierarchical {
		tree, ok := x.Tree(of.Target)
		if !ok {
			return false
		}
		view.Options, view.Tree = tree, tree != nil
		Check(view.Options, list)
	}
	for _, id := range list {
		if !slices.ContainsFunc(view.Options, func(c Choice) bool { return c.Value == id }) {
			view.Options = append(view.Options,
				Choice{Value: id, Label: x.NameOf(of, id, names), Checked: true, URL: x.recordURL(of, id)})
		}
	}
	view.Creates = of.Input == InputTerms && of.Target.Permissions.CanCreateInline(desk.CallerOf(x.R.Context()))
	return true
}

// recordURL returns the URL of the form of a linked record, "" for terms, users and what
// is to be made.
func (x *Exchange) recordURL(of Field, id string) string {
	if of.Input != InputLinks || of.Target == nil || Number(id) == 0 {
		return ""
	}
	return x.Bundle.URL("/records/" + of.Target.Plural + "/" + id)
}
