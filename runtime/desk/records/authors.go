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
func (h *handler) lookupAuthors() {
	if !slices.ContainsFunc(h.desk.Env.Resources, h.namesUsers) {
		h.desk.Fail(h.w, h.r, http.StatusForbidden, h.t("You don’t have permission to do this."))
		return
	}
	if found, ok := h.authors(h.asked().Get("q")); ok {
		h.suggest(found)
	}
}

// namesUsers reports whether forms of a resource ask the user for other users.
func (h *handler) namesUsers(res *model.Resource) bool {
	of := &handler{pages: h.pages, Resource: res, w: h.w, r: h.r}
	return slices.ContainsFunc(of.fieldsOf(res),
		func(f field) bool { return f.isReference() && f.target == nil && of.canChange(f) })
}

// authors returns the users that some words are about. It returns false after it has sent
// a page about a failure.
func (h *handler) authors(words string) ([]choice, bool) {
	users, err := auth.Search(h.r.Context(), h.desk.Env.Users, strings.TrimSpace(words), maxFound)
	if err != nil {
		h.failed(err)
		return nil, false
	}
	var list []choice
	for _, u := range users {
		list = append(list, choice{Value: strconv.FormatInt(u.ID, 10), Label: u.Name})
	}
	return list, true
}

// findFor returns the records or users that a link may lead to, as find does.
func (h *handler) findFor(of field, words string) ([]choice, bool) {
	if of.target == nil {
		return h.authors(words)
	}
	return h.find(of.target, words, maxFound)
}

// nameOf returns the name of a linked record: one of those that are known, the name of a
// term that the form makes, else that of the user or the record, else the ID.
func (h *handler) nameOf(of field, id string, known map[string]string) string {
	if name := known[of.key(id)]; name != "" {
		return name
	}
	if name, made := strings.CutPrefix(id, newTerm); made || !of.isReference() {
		return name
	}
	if of.target == nil {
		if u, err := h.desk.Env.Users.Get(h.r.Context(), number(id)); err == nil {
			return u.Name
		}
		return id
	}
	return h.titleAt(of.target, id)
}

// titleAt returns the title of a record that the user may see, else its ID.
func (h *handler) titleAt(res *model.Resource, id string) string {
	resp, err := h.desk.API.Do(h.r.Context(), http.MethodGet, "/"+res.Plural+"/"+url.PathEscape(id), nil, nil, nil)
	var r record
	if err != nil || !resp.OK() || resp.Decode(&r) != nil {
		return id
	}
	return titleOf(res, r)
}
