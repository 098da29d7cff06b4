package records

import (
	"slices"

	"almanac/runtime/desk"
	"almanac/runtime/filter"
	"almanac/runtime/model"
	"almanac/runtime/records"
)

// unfinished is how many records of a resource need work, by what they need.
type unfinished struct {
	Label  string
	Counts []*tab
}

// add has records counted for a list of the desk with some parameters, a series once: those of the
// user alone unless the user may edit those of others.
func (u *unfinished) add(d *dashboard, h *handler, label string, list records.SummarizedList, params ...string) {
	caller, v := desk.CallerOf(h.r.Context()), view{once: h.SeriesRoute != ""}
	list.Collapsed = v.once
	if !h.Permissions.CanEditOthers(caller) {
		v.mine, list.Owner = true, caller.User
	}
	t := &tab{Label: label, URL: h.urlWith(v.params(), "", params...)}
	u.Counts = append(u.Counts, t)
	d.read(h, list, func(found records.ListSummary) { t.count(found.Total) })
}

// addUnfinished adds how many drafts there are to the first page, and how many records to come
// lack something.
func (h *handler) addUnfinished(d *dashboard) {
	u := &unfinished{Label: h.t(model.Words(h.Plural))}
	u.add(d, h, h.t("Drafts"), records.SummarizedList{Statuses: []string{model.StatusDraft}}, "status", model.StatusDraft)
	h.addReview(d, u)
	caller := desk.CallerOf(h.r.Context())
	// Nobody is reminded of what they cannot change once it is published.
	if h.isScheduled() && h.Permissions.CanEdit(caller, caller.User, model.StatusPublish) {
		for _, l := range h.lacks() {
			coming := filter.Restriction{EndsFrom: h.desk.Env.Clock(), Lacks: l.lack}
			u.add(d, h, h.t("Missing: %s", l.label), records.SummarizedList{Restriction: coming}, "lacks", l.name)
		}
	}
	d.Unfinished = append(d.Unfinished, u)
}

// lack is something that lists can be narrowed to the records without.
type lack struct {
	name, label string
	lack        filter.Lack
}

// lacks returns what records of the resource mostly have, if only at the end: an image with an
// alternative text, and what they link to first.
func (h *handler) lacks() []lack {
	var list []lack
	fields := h.fieldsOf(h.Resource)
	if image, ok := named(fields, "image"); ok && h.Post {
		list = append(list,
			lack{image.Name, h.t(image.Label), filter.Lack{Image: true}},
			lack{image.Name + ".alt", h.t("Alternative text"), filter.Lack{AltText: true}})
	}
	of, ok := firstLink(fields)
	if !ok || of.Required {
		return list
	}
	without := filter.Lack{Link: h.Links[slices.IndexFunc(h.Links, func(l *model.Link) bool { return l.Name == of.Name })]}
	// What stands beside the link in the form can make it needless, such as a format that is online.
	for _, other := range fields {
		if of.Section != "" && other.Section == of.Section && other.input == inputSelect && other.Default != nil &&
			slices.Contains(h.Columns, other.Name) {
			without.Column, without.Value = other.Name, textOf(other.Default)
		}
	}
	return append(list, lack{of.Name, h.t(of.Label), without})
}

// firstLink returns the first link to records with a form of their own, such as the venue of an
// event, and whether there is one.
func firstLink(fields []field) (field, bool) {
	i := slices.IndexFunc(fields, func(f field) bool { return f.Link != "" && f.input == inputLinks })
	if i < 0 {
		return field{}, false
	}
	return fields[i], true
}

// lackNamed returns what a list is narrowed to the records without, by its name; the zero value
// for none.
func (h *handler) lackNamed(name string) filter.Lack {
	for _, l := range h.lacks() {
		if l.name == name {
			return l.lack
		}
	}
	return filter.Lack{}
}

// lacksFilter returns the input for what records lack, and false where it is of no use.
func (h *handler) lacksFilter(v view) (fieldView, bool) {
	var list []choice
	for _, l := range h.lacks() {
		list = append(list, choice{Value: l.name, Label: l.label})
	}
	if list == nil || !h.Permissions.CanWrite(desk.CallerOf(h.r.Context())) {
		return fieldView{}, false
	}
	return fieldView{
		Name: "lacks", ID: inputID("lacks"), Label: h.t("Missing"), Input: inputSelect, Options: selectable(list, v.lacks),
	}, true
}
