package records

import (
	"net/url"

	"almanac/runtime/model"
)

func (h *handler) addFilters(p *listPage, asked url.Values, errors map[string]string) {
	for _, name := range []string{"status", "orderby", "order"} {
		if asked.Get(name) != "" {
			p.Hidden = append(p.Hidden, pair{name, asked.Get(name)})
		}
	}
	f := h.newForm()
	f.errors = errors
	if a := listParam(h.Resource, "search"); a != nil {
		search := f.plain(field{Arg: a, input: inputText, bare: true}, a.Name, one(asked.Get(a.Name)))
		p.Search = &search
		p.Narrowed = search.Value != ""
	}
	for _, a := range h.ListArgs {
		if !isFilter(a) || a.Extension != "" && !h.desk.Env.Deployment.HasExtension(a.Extension) {
			continue
		}
		value := asked.Get(a.Name)
		p.Active = p.Active || value != ""
		view := f.plain(field{Arg: a, input: filterInput(a), bare: true}, a.Name, one(value))
		if view.Required = false; view.Input == inputSelect {
			view.Options = h.filterOptions(a, value)
		}
		if target := h.desk.Env.Resource(a.Link); target != nil {
			view.Lookup = h.bundle.URL("/records/" + target.Plural + "/lookup")
		}
		p.Filters = append(p.Filters, view)
	}
	p.Narrowed = p.Narrowed || p.Active
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
	list := []choice{{Label: "–"}}
	words := filterWords(a)
	for _, word := range words {
		list = append(list, choice{Value: textOf(word), Label: h.t(a.ValueLabel(textOf(word)))})
	}
	if words == nil {
		list = append(list, choice{Value: "true", Label: h.t("Yes")}, choice{Value: "false", Label: h.t("No")})
	}
	check(list, []string{value})
	return list
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
