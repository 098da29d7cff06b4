package records

import (
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"almanac/runtime/desk"
	"almanac/runtime/model"
	"almanac/runtime/records"
)

// maxTree is the maximum number of terms that a form shows as a tree; of more, people
// search for some.
const maxTree = 100

// maxFound is how many records a search for a link shows.
const maxFound = 8

// lookup suggests records to a script while somebody types a name: a JSON list of IDs and
// names.
func (h *handler) lookup() {
	found, ok := h.find(h.Resource, h.asked().Get("q"), maxFound)
	if !ok {
		return
	}
	h.suggest(found)
}

// suggest sends what was found to a script.
func (h *handler) suggest(found []choice) {
	type suggestion struct {
		ID   string `json:"id"`
		Name string `json:"name"`
	}
	list := []suggestion{}
	for _, c := range found {
		list = append(list, suggestion{c.Value, c.Label})
	}
	h.w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(h.w).Encode(list) // The client may be gone.
}

// find returns the records of a resource whose names a text is about, most at most. It
// returns false after it has sent a page about a failure.
func (h *handler) find(res *model.Resource, words string, most int) ([]choice, bool) {
	words = strings.TrimSpace(words)
	if res.NameSort == "" {
		return h.findByTitle(res, words, most)
	}
	list, err := h.desk.API.Suggest(h.r.Context(), res, words, most)
	if err != nil {
		h.failed(err)
		return nil, false
	}
	var found []choice
	for _, n := range list {
		found = append(found, choice{Value: strconv.FormatInt(n.ID, 10), Label: n.Name})
	}
	return found, true
}

// findByTitle is find for a resource without names: the titles of the first records are
// compared here.
func (h *handler) findByTitle(res *model.Resource, words string, most int) ([]choice, bool) {
	query := h.allParams(res)
	query.Set("per_page", "50")
	list, _, resp := h.listed(res, query)
	if resp == nil {
		return nil, false
	}
	var found []choice
	for _, r := range list {
		if name := titleOf(res, r); strings.Contains(strings.ToLower(name), strings.ToLower(words)) {
			found = append(found, choice{Value: r.id(), Label: name})
		}
	}
	return found[:min(len(found), most)], true
}

// allParams returns the parameters of a list of a resource with all records that the
// user may see, whatever their dates and status, but for those in the trash.
func (h *handler) allParams(res *model.Resource) url.Values {
	query := url.Values{"context": {"edit"}}
	status := listParam(res, "status")
	if status != nil && res.Permissions.CanReadNonPublic(desk.CallerOf(h.r.Context())) {
		query.Set(status.Name, "any")
	}
	after, from, to := listParam(res, "after"), listParam(res, "from"), listParam(res, "to")
	switch {
	case after != nil: // It lifts the defaults of the others, which the store would compare.
		query.Set(after.Name, "1000-01-01")
	case from != nil && to != nil:
		query.Set(from.Name, "1000-01-01")
		query.Set(to.Name, "9999-12-31")
	}
	if empty := listParam(res, "hide_empty"); empty != nil {
		query.Set(empty.Name, "false")
	}
	return query
}

// tree returns all terms of a resource, each below its parent. It returns nil if there
// are too many, and false after it has sent a page about a failure.
func (h *handler) tree(res *model.Resource) ([]choice, bool) {
	source := []records.ChoiceSource{{Resource: res}}
	found, err := h.desk.API.Records().Outline(h.desk.API.Call(h.r.Context()), res, 0, source, maxTree+1)
	if err != nil {
		h.failed(err)
		return nil, false
	}
	all := found.Choices[0]
	if len(all) > maxTree {
		return nil, true
	}
	return branches(all, 0, 0), true
}

// branches returns the terms below a parent.
func branches(all []records.RecordName, parent int64, depth int) []choice {
	var list []choice
	for _, t := range all {
		if t.Parent == parent && depth < maxTree {
			list = append(list, choice{Value: strconv.FormatInt(t.ID, 10), Label: t.Name, Depth: depth})
			list = append(list, branches(all, t.ID, depth+1)...)
		}
	}
	return list
}

// addLinks adds what is linked and what can be to the view of a link. It returns false
// after it has sent a page about a failure.
func (f *form) addLinks(view *fieldView, of field) bool {
	view.Source, view.Lookup = of.source(), f.bundle.URL(of.lookup())
	if of.Link != "" && of.target.Hierarchical {
		tree, ok := f.tree(of.target)
		if !ok {
			return false
		}
		view.Options, view.Tree = tree, tree != nil
		check(view.Options, f.values[of.Name])
	}
	for _, id := range f.values[of.Name] {
		if !slices.ContainsFunc(view.Options, func(c choice) bool { return c.Value == id }) {
			view.Options = append(view.Options,
				choice{Value: id, Label: f.nameOf(of, id, f.names), Checked: true, URL: f.recordURL(of, id)})
		}
	}
	view.Found, view.Find = f.found[of.Name], f.sent.Get(of.Name+".find")
	caller := desk.CallerOf(f.r.Context())
	if of.input == inputLinks && of.Link != "" && of.target.Permissions.CanCreate(caller) {
		f.addNew(view, of)
	}
	view.Creates = len(view.New) > 0 || of.input == inputTerms && of.target.Permissions.CanCreateInline(caller)
	return true
}

// recordURL returns the URL of the form of a linked record, "" for terms, users and what
// is to be made.
func (f *form) recordURL(of field, id string) string {
	if of.input != inputLinks || of.target == nil || number(id) == 0 {
		return ""
	}
	return f.bundle.URL("/records/" + of.target.Plural + "/" + id)
}

// maxNew is how many fields of a new record the form around it has.
const maxNew = 9

// addNew adds the inputs of a record that the form makes.
func (f *form) addNew(view *fieldView, of field) {
	for _, inner := range f.fieldsOf(of.target) {
		if !inner.isInline() || len(view.New) >= maxNew && !inner.Required {
			continue
		}
		name := of.Name + ".new." + inner.Name
		input := f.plain(inner, name, inner.posted(f.inside(name, inner)))
		input.Required = false // Of the record, not of the form.
		view.New = append(view.New, input)
		view.NewOpen = view.NewOpen || f.sent.Get(name) != "" || input.Error != ""
	}
}

// isInline reports whether a form has the field for a record that it makes.
func (f field) isInline() bool {
	if f.WriteOnly || f.WhenSet || f.Link != "" || f.input == inputBoolean {
		return false
	}
	return f.Required || f.input == inputText && f.Meaning == "" || f.input == inputURL || f.input == inputMoney
}

// inside returns what was sent for a field of a record that the form makes, by the name that
// the field has in the form of that record.
func (f *form) inside(name string, inner field) url.Values {
	return url.Values{inner.Name: f.sent[name], inner.Name + ".currency": f.sent[name+".currency"]}
}

// inline returns what is sent for the new record of a link, nil for none.
func (f *form) inline(of field) map[string]any {
	if of.input != inputLinks || of.Link == "" {
		return nil
	}
	made := map[string]any{}
	for _, inner := range f.fieldsOf(of.target) {
		name := of.Name + ".new." + inner.Name
		if list := inner.posted(f.inside(name, inner)); inner.isInline() && len(list) > 0 {
			made[inner.Name] = inner.sent(list)
		}
	}
	return made
}

// resolve turns what was typed to find records into links: names of terms, which are
// made if there are none, and names of exactly one record. Other texts are searched for,
// and the form is shown with what was found. It returns false after it has sent a page.
func (f *form) resolve() bool {
	for _, of := range f.inputs() { // Of others, such as the author, the user may not look names up.
		typed := strings.TrimSpace(f.sent.Get(of.Name + ".find"))
		asked := f.sent.Get("look") == of.Name
		switch {
		case of.input == inputImage: // See readPicture.
		case of.input == inputTerms && !asked:
			for _, name := range without(strings.Split(typed, ","), "") {
				f.values[of.Name] = append(f.values[of.Name], newTerm+name)
			}
			f.sent.Del(of.Name + ".find")
		case of.input == inputLinks && typed != "" || asked:
			if !f.findLinks(of, typed) {
				return false
			}
		}
	}
	return true
}

// findSame looks for records that have the name of one that the form makes, and asks once
// whether another one is meant. It returns false after it has sent a page.
func (f *form) findSame(create bool) bool {
	if f.sent.Has("look") {
		return true
	}
	if name, ok := named(f.fields, "name"); create && ok && f.FindOrCreate {
		typed := strings.TrimSpace(f.values.first(name.Name))
		same, ok := f.sameNamed(f.Resource, typed)
		if !ok {
			return false
		}
		if len(same) > 0 && strings.TrimSpace(f.sent.Get(name.Name+".same")) != typed {
			f.open, f.found[name.Name] = true, same
			f.errors[name.Name] = f.t(
				"“%s” already exists. Open it, or add details and save again to create another.", typed)
		}
	}
	for _, of := range f.fields {
		if of.target == nil || !of.target.FindOrCreate || len(f.inline(of)) == 0 {
			continue
		}
		name, _ := named(f.fieldsOf(of.target), "name")
		input := of.Name + ".new." + name.Name
		typed := strings.TrimSpace(f.sent.Get(input))
		same, ok := f.sameNamed(of.target, typed)
		isChosen := func(c choice) bool { return slices.Contains(f.values[of.Name], c.Value) }
		switch {
		case !ok:
			return false
		case len(same) == 0:
		case strings.TrimSpace(f.sent.Get(input+".same")) != typed:
			f.open, f.found[input] = true, same
			f.found[of.Name] = append(f.found[of.Name], slices.DeleteFunc(slices.Clone(same), isChosen)...)
			f.errors[input] = f.t(
				"“%s” already exists. Choose it above, or add details and save again to create another.", typed)
		case slices.ContainsFunc(same, isChosen):
			for sent := range f.sent {
				if strings.HasPrefix(sent, of.Name+".new.") {
					f.sent.Del(sent)
				}
			}
		}
	}
	return true
}

// sameNamed returns the records of a resource that have a name. It returns false after it has
// sent a page about a failure.
func (f *form) sameNamed(res *model.Resource, name string) ([]choice, bool) {
	if name == "" {
		return nil, true
	}
	found, ok := f.find(res, name, maxFound)
	for i, c := range found {
		found[i].URL = f.bundle.URL("/records/" + res.Plural + "/" + c.Value)
	}
	return slices.DeleteFunc(found, func(c choice) bool { return !strings.EqualFold(c.Label, name) }), ok
}

// findLinks searches for the records that a link is to lead to.
func (f *form) findLinks(of field, typed string) bool {
	found, ok := f.findFor(of, typed)
	if !ok {
		return false
	}
	var same []choice
	for _, c := range found {
		if strings.EqualFold(c.Label, typed) {
			same = append(same, c)
		}
	}
	chosen := func(c choice) bool { return slices.Contains(f.values[of.Name], c.Value) }
	if typed == strings.TrimSpace(f.sent.Get(of.Name+".found")) && f.sent.Get("look") != of.Name &&
		slices.ContainsFunc(found, chosen) {
		f.sent.Del(of.Name + ".find") // It was searched for before, and one of what was found is chosen.
		return true
	}
	if len(same) == 1 && !slices.Contains(f.values[of.Name], same[0].Value) {
		f.add(of, same[0])
		return true
	}
	f.open = true
	f.found[of.Name] = slices.DeleteFunc(found, chosen)
	switch {
	case len(f.found[of.Name]) == 0:
		f.errors[of.Name] = f.notFound(of, typed)
	case !f.sent.Has("look"):
		f.errors[of.Name] = f.t("Choose a result or clear the search.")
	}
	return true
}

// notFound returns what the form says about a name that nothing has.
func (f *form) notFound(of field, typed string) string {
	switch {
	case of.target == nil:
		return f.t("No user called “%s”.", typed)
	case of.input == inputLinks && of.target.Permissions.CanCreate(desk.CallerOf(f.r.Context())):
		return f.about("No {record} called “%s”. Create it?", of.target, typed)
	}
	return f.about("No {record} called “%s”.", of.target, typed)
}

func (f *form) add(of field, c choice) {
	if of.one {
		f.values[of.Name] = nil
	}
	f.values[of.Name] = append(f.values[of.Name], c.Value)
	f.names[of.key(c.Value)] = c.Label
	f.sent.Del(of.Name + ".find")
}
