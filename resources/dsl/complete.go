package dsl

import (
	"go/token"
	"slices"
	"strings"
)

// Complete returns the resources with all that follows from their descriptions: what
// filters take from their fields, the order of responses, schema.org properties, labels
// and hints.  The generator reads nothing else.  What cannot follow is left as it is, for
// [Validate] to report.
func (a API) Complete(described []Resource) []Resource {
	list, byName := slices.Clone(described), map[string]Resource{}
	for i, r := range list {
		r.Filters, r.Params = slices.Concat(r.Params, r.Filters), nil
		if r.Response == nil && r.ResponseFields != "" {
			r.Response, r.ResponseFields = strings.Fields(r.ResponseFields), ""
		}
		if r.Response == nil {
			r.Response = r.usualOrder()
		}
		r.Response = r.withSeries(r.Response)
		list[i] = a.laidOut(a.labelled(r.withProperties()))
		byName[r.Name] = list[i]
	}
	common := slices.Concat(Paging(), Sorting())
	for i, r := range list {
		r.Filters = slices.Clone(r.Filters)
		for j := range r.Filters {
			r.Filters[j].spec = r.completed(r.Filters[j].spec, byName)
		}
		if f, ok := r.FieldWithBehavior(Repeats); ok {
			r.Filters = withCommon(r.Filters, seriesParams(f))
		}
		if r.hasLists() {
			r.Filters = withCommon(r.Filters, common)
		}
		for j := range r.Filters {
			if p := &r.Filters[j].spec; p.Operation == OpPerPage && p.Default == sizeOfPage {
				p.Default.Text = a.pageSize()
			}
			r.Filters[j].spec.Default = r.describedDefault(r.Filters[j].spec)
		}
		list[i] = r
	}
	return list
}

// withCommon adds the parameters that every list has, where they are not described.
func withCommon(filters, common []Param) []Param {
	for _, p := range common {
		if !slices.ContainsFunc(filters, func(o Param) bool {
			return o.spec.Operation == p.spec.Operation || o.spec.Name == p.spec.Name
		}) {
			p.spec.follows, p.spec.position = false, token.Position{}
			filters = append(filters, p)
		}
	}
	return filters
}

// sizeOfPage is the default of per_page until [API.PageSize] is known.
var sizeOfPage = Default{Kind: DefaultComputed}

// pageSize describes the default of per_page.
func (a API) pageSize() string {
	if a.PageSize == "" {
		return "10, or what the operator chose"
	}
	return a.PageSize
}

// withProperties returns the resource with the schema.org properties of its fields, with
// what follows from them, with the targets of its parents, and with what a slug is made
// from.
func (r Resource) withProperties() Resource {
	r.Fields = slices.Clone(r.Fields)
	for i := range r.Fields {
		f := &r.Fields[i].spec
		if f.Target == "" && (f.Behavior == Parent || f.Behavior == PostParent) {
			f.Target = r.Name
		}
		if name, ok := r.FieldWithBehavior(Name); ok && f.Behavior == Slug && f.Doc == "" {
			f.Doc = "Slug; made from the " + name.Name + " if not sent"
			f.Label, f.Hint = "URL slug", "Leave empty to use the "+name.Name
		}
		property, ok := r.SchemaOrg[f.Name]
		if !ok {
			continue
		}
		f.SchemaOrg = property
		// Whether one event takes place is no matter of its copies; schema.org spells
		// EventCancelled.
		switch property {
		case "eventStatus":
			f.Synonyms, f.NotCopied = [][2]string{{"cancelled", "canceled"}}, true
		case "eventStatusReason":
			f.NotCopied = true
		}
	}
	return r
}
