package records

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"almanac/runtime/auth"
	"almanac/runtime/model"
)

// lookup returns the path of the page that suggests records for the field.
func (f field) lookup() string {
	if f.target == nil {
		return "/authors/lookup"
	}
	return "/records/" + f.target.Plural + "/lookup"
}

// lookupAuthors suggests users to those who may name the author or the owner of a record.
func (v *visit) lookupAuthors() {
	if !slices.ContainsFunc(v.desk.Env.Resources, v.namesUsers) {
		v.desk.Fail(v.w, v.r, http.StatusForbidden, v.t("Your role does not allow this."))
		return
	}
	if found, ok := v.authors(v.asked().Get("q")); ok {
		v.suggest(found)
	}
}

// namesUsers reports whether forms of a resource ask the user for other users.
func (v *visit) namesUsers(k *model.Resource) bool {
	of := &visit{pages: v.pages, Resource: k, w: v.w, r: v.r}
	return slices.ContainsFunc(of.fieldsOf(k), func(f field) bool { return f.isReference() && f.target == nil && of.canChange(f) })
}

// authors returns the users that some words are about. It returns false after it has sent
// a page about a failure.
func (v *visit) authors(words string) ([]choice, bool) {
	users, err := auth.Search(v.r.Context(), v.desk.Env.Users, strings.TrimSpace(words), maxFound)
	if err != nil {
		v.failed(err)
		return nil, false
	}
	var list []choice
	for _, u := range users {
		list = append(list, choice{Value: strconv.FormatInt(u.ID, 10), Label: u.Name})
	}
	return list, true
}

// findFor returns the records or users that a link may lead to, as find does.
func (v *visit) findFor(of field, words string) ([]choice, bool) {
	if of.target == nil {
		return v.authors(words)
	}
	return v.find(of.target, words, maxFound)
}

// nameOf returns the name of a linked record: one of those that are known, the name of a
// term that the form makes, else that of the user or the record, else the ID.
func (v *visit) nameOf(of field, id string, known map[string]string) string {
	if name := known[of.key(id)]; name != "" {
		return name
	}
	if name, made := strings.CutPrefix(id, newTerm); made || !of.isReference() {
		return name
	}
	if of.target == nil {
		if u, err := v.desk.Env.Users.Get(v.r.Context(), number(id)); err == nil {
			return u.Name
		}
		return id
	}
	return v.titleAt(of.target, id)
}

// titleAt returns the title of a record that the user may see, else its ID.
func (v *visit) titleAt(k *model.Resource, id string) string {
	a, err := v.desk.API.Do(v.r.Context(), http.MethodGet, "/"+k.Plural+"/"+url.PathEscape(id), nil, nil, nil)
	var r record
	if err != nil || !a.OK() || a.Decode(&r) != nil {
		return id
	}
	return titleOf(k, r)
}
