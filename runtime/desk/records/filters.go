package records

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"almanac/runtime/desk"
	"almanac/runtime/model"
	"almanac/runtime/records"
)

// filters are the parameters by which a list is narrowed, with the records or texts that those
// by a link choose from, by the name of the parameter. Those with too many have none.
type filters struct {
	args    []*model.Arg
	choices map[string][]choice
}

// addFilters adds the inputs by which a list is narrowed.
func (h *handler) addFilters(p *listPage, asked url.Values, v view, by filters, errors map[string]string) {
	f := h.newForm()
	f.errors = errors
	if a := listParam(h.Resource, "search"); a != nil {
		search := f.plain(field{Arg: a, input: inputText, bare: true}, a.Name, one(asked.Get(a.Name)))
		p.Search = &search
		p.Narrowed = search.Value != ""
	}
	hidden := []string{"orderby", "order", "when", "mine", "per_page"}
	if status, ok := h.statusFilter(f, v); ok {
		p.Filters = append(p.Filters, status)
		p.Active = slices.Contains([]string{model.StatusPublish, model.StatusFuture, model.StatusPrivate}, v.status)
	} else {
		hidden = append(hidden, "status")
	}
	for _, name := range hidden {
		if asked.Get(name) != "" {
			p.Hidden = append(p.Hidden, pair{name, asked.Get(name)})
		}
	}
	for _, a := range by.args {
		value := asked.Get(a.Name)
		p.Active = p.Active || value != ""
		list, few := by.choices[a.Name]
		of := field{Arg: a, input: filterInput(a), bare: true}
		if few {
			of.input = inputSelect
		}
		view := f.plain(of, a.Name, one(value))
		view.Required = false
		switch target := h.desk.Env.Resource(a.Link); {
		case few:
			view.Options = selectable(list, value)
		case view.Input == inputSelect:
			view.Options = h.filterOptions(a, value)
		case target != nil:
			view.Lookup = h.bundle.URL("/records/" + target.Plural + "/lookup")
		}
		p.Filters = append(p.Filters, view)
	}
	if lacks, ok := h.lacksFilter(v); ok {
		p.Filters = append(p.Filters, lacks)
		p.Active = p.Active || v.lacks != ""
	}
	p.Narrowed = p.Narrowed || p.Active
}

// statusFilter returns the input for the status, by which those without a tab are found, and
// false where it is of no use.
func (h *handler) statusFilter(f *form, v view) (fieldView, bool) {
	status := listParam(h.Resource, "status")
	if status == nil || !h.Post || !h.Permissions.CanReadNonPublic(desk.CallerOf(h.r.Context())) {
		return fieldView{}, false
	}
	var list []choice
	for _, status := range model.Statuses() {
		list = append(list, choice{Value: status, Label: h.t(statusWords[status])})
	}
	view := f.plain(field{Arg: status, input: inputText, bare: true}, status.Name, nil)
	view.Input, view.Options = inputSelect, selectable(list, v.status)
	return view, true
}

// maxFilterChoices is how many values a filter has at most that is a list to choose from. For
// more of them one types.
const maxFilterChoices = 100

// outline returns the filters of a list, and how many records of each status there are, in one
// statement. It returns false after it has sent a page about a failure.
func (h *handler) outline(owner int64) (filters, map[string]records.StatusCount, bool) {
	by := filters{choices: map[string][]choice{}}
	var names []string
	var sources []records.ChoiceSource
	for _, a := range h.ListArgs {
		if !isFilter(a) || a.Extension != "" && !h.desk.Env.Deployment.HasExtension(a.Extension) {
			continue
		}
		by.args = append(by.args, a)
		if source := h.choiceSource(a); source.Resource != nil {
			names, sources = append(names, a.Name), append(sources, source)
		}
	}
	found, err := h.desk.API.Records().
		Outline(h.desk.API.Call(h.r.Context()), h.Resource, owner, sources, maxFilterChoices+1)
	if err != nil {
		h.failed(err)
		return filters{}, nil, false
	}
	for i, list := range found.Choices {
		switch {
		case len(list) > maxFilterChoices:
		case sources[i].Resource.Hierarchical && sources[i].Column == "":
			by.choices[names[i]] = branches(list, 0, 0)
		default:
			by.choices[names[i]] = choicesOf(list)
		}
	}
	return by, found.Counts, true
}

// choicesOf returns records by their IDs, and texts that have none by themselves.
func choicesOf(list []records.RecordName) []choice {
	choices := make([]choice, len(list))
	for i, n := range list {
		choices[i] = choice{Value: n.Name, Label: n.Name}
		if n.ID != 0 {
			choices[i].Value = strconv.FormatInt(n.ID, 10)
		}
	}
	return choices
}

// choiceSource returns where the values of a filter come from: the records of a link, or the
// column of linked records that has the name of the filter, such as the city of venues.
func (h *handler) choiceSource(a *model.Arg) records.ChoiceSource {
	if target := h.desk.Env.Resource(a.Link); target != nil && target.NameSort != "" {
		return records.ChoiceSource{Resource: target}
	}
	isText := func(field *model.Arg) bool { return field.Name == a.Name && field.Type == "string" && !field.WriteOnly }
	if a.Link != "" || slices.ContainsFunc(h.Args, isText) || !slices.Contains([]string{"string", ""}, a.Type) {
		return records.ChoiceSource{}
	}
	for _, link := range h.Links {
		if slices.ContainsFunc(link.Target.Args, isText) && slices.Contains(link.Target.Columns, a.Name) {
			return records.ChoiceSource{Resource: link.Target, Column: a.Name}
		}
	}
	return records.ChoiceSource{}
}

// selectable returns the options of a filter with the value that it has, which it may have by
// its label, or although it is none of the options.
func selectable(list []choice, value string) []choice {
	list = append([]choice{{Label: "–"}}, list...)
	if value == "" {
		return list
	}
	i := slices.IndexFunc(list, func(c choice) bool { return c.Value == value || strings.EqualFold(c.Label, value) })
	if i < 0 {
		return append(list, choice{Value: value, Label: value, Checked: true})
	}
	list[i].Checked = true
	return list
}

// filterInput returns how a parameter is entered.
func filterInput(a *model.Arg) input {
	switch {
	case a.Bool || a.Schema.Enum != nil || a.Schema.Items != nil && a.Schema.Items.Enum != nil:
		return inputSelect
	case a.Meaning == "from" || a.Meaning == "to" || a.Schema.Format == "date":
		return inputDate
	}
	return inputText
}

// filterOptions returns the values of a parameter that has certain ones.
func (h *handler) filterOptions(a *model.Arg, value string) []choice {
	var list []choice
	words := filterWords(a)
	for _, word := range words {
		list = append(list, choice{Value: textOf(word), Label: h.t(filterValueLabel(h.Resource, a, textOf(word)))})
	}
	if words == nil {
		list = append(list, choice{Value: "true", Label: h.t("Yes")}, choice{Value: "false", Label: h.t("No")})
	}
	return selectable(list, value)
}

// filterValueLabel returns a value of a filter as people read it, in English: as they read it
// in the field of the same name.
func filterValueLabel(res *model.Resource, filter *model.Arg, value string) string {
	for _, a := range res.Args {
		if a.Name == filter.Name {
			return a.ValueLabel(value)
		}
	}
	return filter.ValueLabel(value)
}

// filterWords returns the values of a parameter that has certain ones, nil for others.
func filterWords(a *model.Arg) []any {
	if a.Schema.Items != nil {
		return a.Schema.Items.Enum
	}
	return a.Schema.Enum
}

// isFilter reports whether lists of the desk have an input for a parameter.
func isFilter(a *model.Arg) bool { return a.In == "query" && !a.NoFilter }
