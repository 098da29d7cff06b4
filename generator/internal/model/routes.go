package model

import "strings"

// Route is one operation.
type Route struct {
	Call    string // Function of runtime that registers it.
	ID      string
	Method  string // Name in net/http, without "Method"; "" for an update, which has three.
	Path    string
	Summary string
	Key     string // Name of the parameter in the path, ID or Slug; "" for none.
}

// Routes returns the operations, one group for each path.
func (r *Resource) Routes() [][]Route {
	groups := [][]Route{{
		{"ListOperation", "list-" + r.Plural, "Get", "/" + r.Plural, "List " + r.Plural, ""},
		{"CreateOperation", "create-" + r.Name, "Post", "/" + r.Plural, "Create " + Article(r.Name), ""},
	}}
	groups = append(groups, r.itemRoutes("", "/"+r.Plural+"/{id}", "ID"))
	if r.Post() {
		groups = append(groups, r.itemRoutes("-by-slug", "/"+r.Plural+"/by-slug/{slug}", "Slug"))
	}
	return groups
}

// itemRoutes lists the operations on one record.
func (r *Resource) itemRoutes(suffix, path, key string) []Route {
	by := " by " + strings.Replace(key, "S", "s", 1)
	return []Route{
		{"ReadOperation", "get-" + r.Name + suffix, "Get", path, "Get " + Article(r.Name) + by, key},
		{"DeleteOperation", "delete-" + r.Name + suffix, "Delete", path, "Delete " + Article(r.Name) + by, key},
		{"UpdateOperation", "update-" + r.Name + suffix, "", path, "Update " + Article(r.Name) + by, key},
	}
}

// Article returns a word with its indefinite article.
func Article(word string) string {
	switch word[0] {
	case 'a', 'e', 'i', 'o', 'u':
		return "an " + word
	}
	return "a " + word
}
