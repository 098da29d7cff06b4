package record

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"almanac/runtime/auth"
	"almanac/runtime/desk"
	"almanac/runtime/model"
	"almanac/runtime/records"
)

// Lookup returns the path of the page that suggests records for the field.
func (f Field) Lookup() string {
	if f.Target == nil {
		return "/authors/lookup"
	}
	return "/records/" + f.Target.Plural + "/lookup"
}

// Authors returns the users that some words are about. It returns false after it has sent
// a page about a failure.
func (x *Exchange) Authors(words string) ([]Choice, bool) {
	users, err := auth.Search(x.R.Context(), x.Desk.Env.Users, strings.TrimSpace(words), MaxFound)
	if err != nil {
		x.Failed(err)
		return nil, false
	}
	var list []Choice
	for _, u := range users {
		list = append(list, Choice{Value: strconv.FormatInt(u.ID, 10), Label: u.Name})
	}
	return list, true
}

// FindFor returns the records or users that a link may lead to, as find does.
func (x *Exchange) FindFor(of Field, words string) ([]Choice, bool) {
	if of.Target == nil {
		return x.Authors(words)
	}
	return x.Find(of.Target, words, MaxFound)
}

// NameOf returns the name of a linked record: one of those that are known, the name of a
// term that the form makes, else that of the user or the record, else the ID.
func (x *Exchange) NameOf(of Field, id string, known map[string]string) string {
	if name := known[of.Key(id)]; name != "" {
		return name
	}
	if name, made := strings.CutPrefix(id, NewTerm); made || !of.IsReference() {
		return name
	}
	if of.Target == nil {
		if u, err := x.Desk.Env.Users.Get(x.R.Context(), Number(id)); err == nil {
			return u.Name
		}
		return id
	}
	return x.TitleAt(of.Target, id)
}

// TitleAt returns the title of a record that the user may see, else its ID.
func (x *Exchange) TitleAt(res *model.Resource, id string) string {
	resp, err := x.Desk.API.Do(x.R.Context(), http.MethodGet, "/"+res.Plural+"/"+url.PathEscape(id), nil, nil, nil)
	var r Record
	if err != nil || !resp.OK() || resp.Decode(&r) != nil {
		return id
	}
	return TitleOf(res, r)
}

// maxTree is the maximum number of terms that a form shows as a tree; of more, people
// search for some.
const maxTree = 100

// MaxFound is how many records a search for a link shows.
const MaxFound = 8

// Find returns the records of a resource whose names a text is about, most at most. It
// returns false after it has sent a page about a failure.
func (x *Exchange) Find(res *model.Resource, words string, most int) ([]Choice, bool) {
	words = strings.TrimSpace(words)
	if res.NameSort == "" {
		return x.findByTitle(res, words, most)
	}
	list, err := x.Desk.API.Records().Suggest(x.Desk.API.Call(x.R.Context()), res, words, most)
	if err != nil {
		x.Failed(err)
		return nil, false
	}
	var found []Choice
	for _, n := range list {
		found = append(found, Choice{Value: strconv.FormatInt(n.ID, 10), Label: n.Name})
		x.noteFound(res, n.ID)
	}
	return found, true
}

// findByTitle is find for a resource without names: the titles of the first records are
// compared here.
func (x *Exchange) findByTitle(res *model.Resource, words string, most int) ([]Choice, bool) {
	query := x.AllParams(res)
	query.Set("per_page", "50")
	list, _, f := x.Listed(res, query)
	if f != nil && f.Status >= http.StatusInternalServerError { // One that the user may not read has none.
		x.Failed(f)
		return nil, false
	}
	var found []Choice
	for _, r := range list {
		if name := TitleOf(res, r); strings.Contains(strings.ToLower(name), strings.ToLower(words)) {
			found = append(found, Choice{Value: r.ID(), Label: name})
		}
	}
	return found[:min(len(found), most)], true
}

// AllParams returns the parameters of a list of a resource with all records that the
// user may see, whatever their dates and status, but for those in the trash.
func (x *Exchange) AllParams(res *model.Resource) url.Values {
	query := url.Values{"context": {"edit"}}
	status := ListParam(res, "status")
	if status != nil && res.Permissions.CanReadNonPublic(desk.CallerOf(x.R.Context())) {
		query.Set(status.Name, "any")
	}
	after, from, to := ListParam(res, "after"), ListParam(res, "from"), ListParam(res, "to")
	switch {
	case after != nil: // It lifts the defaults of the others, which the store would compare.
		query.Set(after.Name, "1000-01-01")
	case from != nil && to != nil:
		query.Set(from.Name, "1000-01-01")
		query.Set(to.Name, "9999-12-31")
	}
	if empty := ListParam(res, "hide_empty"); empty != nil {
		query.Set(empty.Name, "false")
	}
	return query
}

// Tree returns all terms of a resource, each below its parent. It returns nil if there
// are too many, and false after it has sent a page about a failure.
func (x *Exchange) Tree(res *model.Resource) ([]Choice, bool) {
	source := []records.ChoiceSource{{Resource: res}}
	found, err := x.Desk.API.Records().Outline(x.Desk.API.Call(x.R.Context()), res, 0, source, maxTree+1)
	if err != nil {
		x.Failed(err)
		return nil, false
	}
	all := found.Choices[0]
	if len(all) > maxTree {
		return nil, true
	}
	return Branches(all, 0, 0), true
}

// Branches returns the terms below a parent.
func Branches(all []records.RecordName, parent int64, depth int) []Choice {
	var list []Choice
	for _, t := range all {
		if t.Parent == parent && depth < maxTree {
			list = append(list, Choice{Value: strconv.FormatInt(t.ID, 10), Label: t.Name, Depth: depth})
			list = append(list, Branches(all, t.ID, depth+1)...)
		}
	}
	return list
}
