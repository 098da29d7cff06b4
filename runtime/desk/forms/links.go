package forms

import (
	"net/url"
	"slices"
	"strings"

	"almanac/runtime/desk"
	"almanac/runtime/desk/record"
	"almanac/runtime/model"
)

// addLinks adds what is linked and what can be to the view of a link. It returns false
// after it has sent a page about a failure.
func (f *form) addLinks(view *record.FieldView, of record.Field) bool {
	if !f.AddLinks(view, of, f.values[of.Name], f.names) {
		return false
	}
	view.Found, view.Find = f.found[of.Name], f.sent.Get(of.Name+".find")
	canCreate := of.Target != nil && of.Target.Permissions.CanCreate(desk.CallerOf(f.R.Context()))
	if of.Input == record.InputLinks && of.Link != "" && canCreate && !needsLinks(of.Target) {
		f.addNew(view, of)
	}
	view.Creates = view.Creates || len(view.New) > 0
	return true
}

// needsLinks reports whether records of a resource link to others, which no form around them asks for.
func needsLinks(res *model.Resource) bool {
	return slices.ContainsFunc(res.Links, func(l *model.Link) bool { return l.Required })
}

// maxNew is how many fields of a new record the form around it has.
const maxNew = 9

// addNew adds the inputs of a record that the form makes.
func (f *form) addNew(view *record.FieldView, of record.Field) {
	for _, inner := range f.FieldsOf(of.Target) {
		if !isInline(inner) || len(view.New) >= maxNew && !inner.Required {
			continue
		}
		name := of.Name + ".new." + inner.Name
		input := f.Plain(inner, name, inner.Posted(f.inside(name, inner)), f.errors[name])
		if inner.Input != record.InputLinks && inner.Input != record.InputTerms {
			input.Same = f.found[name]
		}
		input.Required = false // Of the record, not of the form.
		view.New = append(view.New, input)
		view.NewOpen = view.NewOpen || f.sent.Get(name) != "" || input.Error != ""
	}
}

// isInline reports whether a form has the field for a record that it makes.
func isInline(f record.Field) bool {
	if f.WriteOnly || f.WhenSet || f.Link != "" || f.Input == record.InputBoolean {
		return false
	}
	return f.Required || f.Input == record.InputText && f.Meaning == "" ||
		f.Input == record.InputURL || f.Input == record.InputMoney
}

// inside returns what was sent for a field of a record that the form makes, by the name that
// the field has in the form of that record.
func (f *form) inside(name string, inner record.Field) url.Values {
	return url.Values{inner.Name: f.sent[name], inner.Name + ".currency": f.sent[name+".currency"]}
}

// inline returns what is sent for the new record of a link, nil for none.
func (f *form) inline(of record.Field) map[string]any {
	if of.Input != record.InputLinks || of.Link == "" {
		return nil
	}
	made := map[string]any{}
	for _, inner := range f.FieldsOf(of.Target) {
		name := of.Name + ".new." + inner.Name
		if list := inner.Posted(f.inside(name, inner)); isInline(inner) && len(list) > 0 {
			made[inner.Name] = inner.Sent(list)
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
		case of.Input == record.InputImage: // See readPicture.
		case of.Input == record.InputTerms && !asked:
			for _, name := range record.Without(strings.Split(typed, ","), "") {
				f.values[of.Name] = append(f.values[of.Name], record.NewTerm+name)
			}
			f.sent.Del(of.Name + ".find")
		case of.Input == record.InputLinks && typed != "" || asked:
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
	if name, ok := record.Named(f.fields, "name"); create && ok && f.FindOrCreate {
		typed := strings.TrimSpace(f.values.First(name.Name))
		same, ok := f.sameNamed(f.Resource, typed)
		if !ok {
			return false
		}
		if len(same) > 0 && strings.TrimSpace(f.sent.Get(name.Name+".same")) != typed {
			f.open, f.found[name.Name] = true, same
			f.errors[name.Name] = f.T(
				"“%s” already exists. Open it, or add details and save again to create another.", typed)
		}
	}
	for _, of := range f.fields {
		if of.Target == nil || !of.Target.FindOrCreate || len(f.inline(of)) == 0 {
			continue
		}
		name, _ := record.Named(f.FieldsOf(of.Target), "name")
		input := of.Name + ".new." + name.Name
		typed := strings.TrimSpace(f.sent.Get(input))
		same, ok := f.sameNamed(of.Target, typed)
		isChosen := func(c record.Choice) bool { return slices.Contains(f.values[of.Name], c.Value) }
		switch {
		case !ok:
			return false
		case len(same) == 0:
		case strings.TrimSpace(f.sent.Get(input+".same")) != typed:
			f.open, f.found[input] = true, same
			f.found[of.Name] = append(f.found[of.Name], slices.DeleteFunc(slices.Clone(same), isChosen)...)
			f.errors[input] = f.T(
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
func (f *form) sameNamed(res *model.Resource, name string) ([]record.Choice, bool) {
	if name == "" {
		return nil, true
	}
	found, ok := f.Find(res, name, record.MaxFound)
	for i, c := range found {
		found[i].URL = f.Bundle.URL("/records/" + res.Plural + "/" + c.Value)
	}
	return slices.DeleteFunc(found, func(c record.Choice) bool { return !strings.EqualFold(c.Label, name) }), ok
}

// findLinks searches for the records that a link is to lead to.
func (f *form) findLinks(of record.Field, typed string) bool {
	found, ok := f.FindFor(of, typed)
	if !ok {
		return false
	}
	var same []record.Choice
	for _, c := range found {
		if strings.EqualFold(c.Label, typed) {
			same = append(same, c)
		}
	}
	chosen := func(c record.Choice) bool { return slices.Contains(f.values[of.Name], c.Value) }
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
		f.errors[of.Name] = f.T("Choose a result or clear the search.")
	}
	return true
}

// notFound returns what the form says about a name that nothing has.
func (f *form) notFound(of record.Field, typed string) string {
	switch {
	case of.Target == nil:
		return f.T("No user called “%s”.", typed)
	case of.Input == record.InputLinks && of.Target.Permissions.CanCreate(desk.CallerOf(f.R.Context())):
		return f.About("No {record} called “%s”. Create it?", of.Target, typed)
	}
	return f.About("No {record} called “%s”.", of.Target, typed)
}

func (f *form) add(of record.Field, c record.Choice) {
	if of.One {
		f.values[of.Name] = nil
	}
	f.values[of.Name] = append(f.values[of.Name], c.Value)
	f.names[of.Key(c.Value)] = c.Label
	f.sent.Del(of.Name + ".find")
}
