package lists

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"almanac/runtime/desk"
	"almanac/runtime/desk/record"
	"almanac/runtime/model"
	"almanac/runtime/records"
)

// filters are the parameters by which a list is narrowed, with the records or texts that those
// by a link choose from, by the name of the parameter. Those with too many have none.
type filters struct {
	args    []*model.Arg
	choices map[string][]record.Choice
}

// addFilters adds the inputs by which a list is narrowed.
func addFilters(x *record.Exchange, p *listPage, asked url.Values, v View, by filters, errors map[string]string) {
	if a := record.ListParam(x.Resource, "search"); a != nil {
		of := record.Field{Arg: a, Input: record.InputText, Bare: true}
		search := x.Plain(of, a.Name, record.One(asked.Get(a.Name)), errors[a.Name])
		p.Search = &search
		p.Narrowed = search.Value != ""
	}
	hidden := []string{"orderby", "order", "when", "mine", "per_page"}
	if status, ok := statusFilter(x, v, errors); ok {
		p.Filters = append(p.Filters, status)
		p.Active = slices.Contains([]string{model.StatusPublish, model.StatusFuture, model.StatusPrivate}, v.status)
	} else {
		hidden = append(hidden, "status")
	}
	for _, name := range hidden {
		if asked.Get(name) != "" {
			p.Hidden = append(p.Hidden, record.Pair{Name: name, Value: asked.Get(name)})
		}
	}
	for _, a := range by.args {
		value := asked.Get(a.Name)
		p.Active = p.Active || value != ""
		list, few := by.choices[a.Name]
		of := record.Field{Arg: a, Input: filterInput(a), Bare: true}
		if few {
			of.Input = record.InputSelect
		}
		view := x.Plain(of, a.Name, record.One(value), errors[a.Name])
		view.Required = false
		switch target := x.Desk.Env.Resource(a.Link); {
		case few:
			view.Options = selectable(list, value)
		case view.Input == record.InputSelect:
			view.Options = filterOptions(x, a, value)
		case target != nil:
			view.Lookup = x.Bundle.URL("/records/" + target.Plural + "/lookup")
		}
		p.Filters = append(p.Filters, view)
	}
	if lacks, ok := lacksFilter(x, v); ok {
		p.Filters = append(p.Filters, lacks)
		p.Active = p.Active || v.lacks != ""
	}
	p.Narrowed = p.Narrowed || p.Active
}

// statusFilter returns the input for the status, by which those without a tab are found, and
// false where it is of no use.
func statusFilter(x *record.Exchange, v View, errors map[string]string) (record.FieldView, bool) {
	status := record.ListParam(x.Resource, "status")
	if status == nil || !x.Post || !x.Permissions.CanReadNonPublic(desk.CallerOf(x.R.Context())) {
		return record.FieldView{}, false
	}
	var list []record.Choice
	for _, status := range model.Statuses() {
		list = append(list, record.Choice{Value: status, Label: x.T(record.StatusWords[status])})
	}
	view := x.Plain(record.Field{Arg: status, Input: record.InputText, Bare: true}, status.Name, nil, errors[status.Name])
	view.Input, view.Options = record.InputSelect, selectable(list, v.status)
	return view, true
}

// maxFilterChoices is how many values a filter has at most that is a list to choose from. For
// more of them one types.
const maxFilterChoices = 100

// outline returns the filters of a list, and how many records of each status there are, in one
// statement. It returns false after it has sent a page about a failure.
func outline(x *record.Exchange, owner int64) (filters, map[string]records.StatusCount, bool) {
	by := filters{choices: map[string][]record.Choice{}}
	var names []string
	var sources []records.ChoiceSource
	for _, a := range x.ListArgs {
		if !IsFilter(a) || a.Extension != "" && !x.Desk.Env.Deployment.HasExtension(a.Extension) {
			continue
		}
		by.args = append(by.args, a)
		if source := choiceSource(x, a); source.Resource != nil {
			names, sources = append(names, a.Name), append(sources, source)
		}
	}
	found, err := x.Desk.API.Records().
		Outline(x.Desk.API.Call(x.R.Context()), x.Resource, owner, sources, maxFilterChoices+1)
	if err != nil {
		x.Failed(err)
		return filters{}, nil, false
	}
	for i, list := range found.Choices {
		switch {
		case len(list) > maxFilterChoices:
		case sources[i].Resource.Hierarchical && sources[i].Column == "":
			by.choices[names[i]] = record.Branches(list, 0, 0)
		default:
			by.choices[names[i]] = choicesOf(list)
		}
	}
	return by, found.Counts, true
}

// choicesOf returns records by their IDs, and texts that have none by themselves.
func choicesOf(list []records.RecordName) []record.Choice {
	choices := make([]record.Choice, len(list))
	for i, n := range list {
		choices[i] = record.Choice{Value: n.Name, Label: n.Name}
		if n.ID != 0 {
			choices[i].Value = strconv.FormatInt(n.ID, 10)
		}
	}
	return choices
}

// choiceSource returns where the values of a filter come from: the records of a link, or the
// column of linked records that has the name of the filter, such as the city of venues.
func choiceSource(x *record.Exchange, a *model.Arg) records.ChoiceSource {
	if target := x.Desk.Env.Resource(a.Link); target != nil && target.NameSort != "" {
		return records.ChoiceSource{Resource: target}
	}
	isText := func(field *model.Arg) bool { return field.Name == a.Name && field.Type == "string" && !field.WriteOnly }
	if a.Link != "" || slices.ContainsFunc(x.Args, isText) || !slices.Contains([]string{"string", ""}, a.Type) {
		return records.ChoiceSource{}
	}
	for _, link := range x.Links {
		if slices.ContainsFunc(link.Target.Args, isText) && slices.Contains(link.Target.Columns, a.Name) {
			return records.ChoiceSource{Resource: link.Target, Column: a.Name}
		}
	}
	return records.ChoiceSource{}
}

// selectable returns the options of a filter with the value that it has, which it may have by
// its label, or although it is none of the options.
func selectable(list []record.Choice, value string) []record.Choice {
	list = append([]record.Choice{{Label: "–"}}, list...)
	if value == "" {
		return list
	}
	i := slices.IndexFunc(list,
		func(c record.Choice) bool { return c.Value == value || strings.EqualFold(c.Label, value) })
	if i < 0 {
		return append(list, record.Choice{Value: value, Label: value, Checked: true})
	}
	list[i].Checked = true
	return list
}

// filterInput returns how a parameter is entered.
func filterInput(a *model.Arg) record.Input {
	switch {
	case a.Bool || a.Schema.Enum != nil || a.Schema.Items != nil && a.Schema.Items.Enum != nil:
		return record.InputSelect
	case a.Meaning == "from" || a.Meaning == "to" || a.Schema.Format == "date":
		return record.InputDate
	}
	return record.InputText
}

// filterOptions returns the values of a parameter that has certain ones.
func filterOptions(x *record.Exchange, a *model.Arg, value string) []record.Choice {
	var list []record.Choice
	words := FilterWords(a)
	for _, word := range words {
		value := record.TextOf(word)
		list = append(list, record.Choice{Value: value, Label: x.T(FilterValueLabel(x.Resource, a, value))})
	}
	if words == nil {
		list = append(list, record.Choice{Value: "true", Label: x.T("Yes")}, record.Choice{Value: "false", Label: x.T("No")})
	}
	return selectable(list, value)
}

// FilterValueLabel returns a value of a filter as people read it, in English: as they read it
// in the field of the same name.
func FilterValueLabel(res *model.Resource, filter *model.Arg, value string) string {
	for _, a := range res.Args {
		if a.Name == filter.Name {
			return a.ValueLabel(value)
		}
	}
	return filter.ValueLabel(value)
}

// FilterWords returns the values of a parameter that has certain ones, nil for others.
func FilterWords(a *model.Arg) []any {
	if a.Schema.Items != nil {
		return a.Schema.Items.Enum
	}
	return a.Schema.Enum
}

// IsFilter reports whether lists of the desk have an input for a parameter.
func IsFilter(a *model.Arg) bool { return a.In == "query" && !a.NoFilter }
