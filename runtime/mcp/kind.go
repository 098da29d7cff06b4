package mcp

import (
	"cmp"
	"maps"
	"slices"

	"almanac/runtime/httpapi"
	"almanac/runtime/model"
)

// kind is a resource as tools show it: without what leads to resources that agents do not see.
type kind struct {
	*model.Resource

	values  []*model.Arg // What writes take.
	filters []*model.Arg // What lists take, without pages.
	members []string     // That a record has in an answer.
	inputs  map[*model.Action][]*model.Arg
	links   map[string]*model.Resource
	hidden  map[string]bool // Members that show records which agents do not see.
	brief   []string        // Members of a record in a list of which nothing else is said.
}

// seriesMember is the member of records that repeat which says of what series they are.
const seriesMember = "series"

// newKind returns the resource as tools show it.
func newKind(api *httpapi.API, res *model.Resource) *kind {
	k := &kind{
		Resource: res, links: map[string]*model.Resource{}, hidden: map[string]bool{},
		inputs: map[*model.Action][]*model.Arg{},
	}
	visible := func(a *model.Arg) bool {
		of := api.Env.Resource(cmp.Or(a.Link, a.Through))
		return api.Env.Deployment.HasExtension(a.Extension) && (of == nil || !of.NoAgents)
	}
	for _, a := range res.Args {
		if of := api.Env.Resource(a.Link); of != nil {
			k.links[a.Name] = of
			if of.NoAgents { // JSON-LD has the same records.
				k.hidden[a.Name], k.hidden["json_ld"] = true, true
			}
		}
		if visible(a) {
			k.values = append(k.values, a)
		}
	}
	for _, a := range res.ListArgs {
		if a.In == "query" && a.Name != "page" && a.Name != "per_page" && visible(a) {
			k.filters = append(k.filters, a)
		}
	}
	for _, action := range res.Actions {
		for _, a := range action.Args {
			if a.In == "json" && visible(a) {
				k.inputs[action] = append(k.inputs[action], a)
			}
		}
	}
	if name := api.Env.Deployment.LanguageParam; name != "" {
		language := languageArg(name, api.Env.Deployment.Languages)
		k.filters, k.values = append(k.filters, language), append(k.values, language)
	}
	for _, name := range slices.Sorted(maps.Keys(api.Members(res))) {
		if !k.hidden[name] {
			k.members = append(k.members, name)
		}
	}
	k.brief = k.briefMembers()
	return k
}

// languageArg describes the parameter of languages, which no type of input has.
func languageArg(name string, languages []string) *model.Arg {
	a := &model.Arg{Name: name, In: "query", Type: "string", Schema: textSchema("Language of the records")}
	for _, language := range languages {
		a.Schema.Enum = append(a.Schema.Enum, language)
	}
	return a
}

// briefMembers returns what tells a record from others: its name, times, status, links and what is required.
func (k *kind) briefMembers() []string {
	brief := []string{"id"}
	for _, a := range k.values {
		terms := k.links[a.Name] != nil && k.links[a.Name].Term
		switch {
		case a.WriteOnly, a.HTML, terms:
		case a.Name == k.NameField, a.Required, k.links[a.Name] != nil, len(a.Schema.Enum) > 0,
			slices.Contains([]string{"start", "end", "time_zone", "all_day", "status", "parent"}, a.Meaning):
			brief = append(brief, a.Name)
		}
	}
	if k.SeriesRoute != "" {
		brief = append(brief, seriesMember)
	}
	return brief
}

// argNamed returns the argument with a name, nil for none.
func argNamed(args []*model.Arg, name string) *model.Arg {
	i := slices.IndexFunc(args, func(a *model.Arg) bool { return a.Name == name })
	if i < 0 {
		return nil
	}
	return args[i]
}

// namesOf returns the names of arguments.
func namesOf(args []*model.Arg) []string {
	names := make([]string, len(args))
	for i, a := range args {
		names[i] = a.Name
	}
	return names
}

// checkFields returns an error for a field that no answer has.
func (k *kind) checkFields(fields []string) error {
	for _, name := range fields {
		if !slices.Contains(k.members, name) {
			return unknown("field of "+k.Plural, name, k.members)
		}
	}
	return nil
}
