package dsl

import (
	"slices"
	"strings"
)

// roleRule says where a role may stand.
type roleRule struct {
	kinds  []Kind
	column string // Column that every record has for it, which the field must be named after.
}

// roleRules lists the roles.
var roleRules = map[Role]roleRule{
	Name:         {kinds: []Kind{Post, Term}},
	Slug:         {kinds: []Kind{Post, Term}, column: "slug"},
	Status:       {kinds: []Kind{Post}, column: "status"},
	Author:       {kinds: []Kind{Post}, column: "author"},
	Published:    {kinds: []Kind{Post}, column: "date"},
	PublishedUTC: {kinds: []Kind{Post}, column: "date_utc"},
	Start:        {kinds: []Kind{Post}},
	End:          {kinds: []Kind{Post}},
	TimeZone:     {kinds: []Kind{Post}},
	AllDay:       {kinds: []Kind{Post}},
	Money:        {kinds: []Kind{Post, Term}},
	Image:        {kinds: []Kind{Post}},
	Link:         {kinds: []Kind{Post}},
	Parent:       {kinds: []Kind{Term}, column: "parent"},
	PostParent:   {kinds: []Kind{Post}},
	Password:     {kinds: []Kind{Post}},
	Unlisted:     {kinds: []Kind{Post, Term}},
	List:         {kinds: []Kind{Post, Term}},
	Key:          {kinds: []Kind{Internal}},
}

// fields checks the fields of a resource.
func (v *validation) fields(r Resource) {
	seen, roles := map[string]bool{}, map[Role]bool{}
	owner := map[string]string{}
	for _, f := range r.Fields {
		v.name(r, "field", f.Name)
		if seen[f.Name] {
			v.fault(r, "field %q is described twice", f.Name)
		}
		if roles[f.Role] && f.Role != "" && f.Role != Link && f.Role != List {
			v.fault(r, "field %q: another field has the role %q", f.Name, f.Role)
		}
		if !seen[f.Name] {
			v.distinct(r, f, owner)
		}
		seen[f.Name], roles[f.Role] = true, true
		v.target(r, f)
		if r.Kind != Internal {
			v.field(r, f)
		}
	}
}

// distinct checks that the columns of a field, the folded ones too, have Go
// names of their own.
func (v *validation) distinct(r Resource, f Field, owner map[string]string) {
	for _, name := range append([]string{f.Name}, f.folded()...) {
		if other, ok := owner[squash(name)]; ok {
			v.fault(r, "field %q: the Go name of %q is also that of %q", f.Name, name, other)
		}
		owner[squash(name)] = name
	}
	what, ok := r.taken()[squash(f.Name)]
	if ok && roleRules[f.Role].column != f.Name {
		v.fault(r, "field %q has the name of %s", f.Name, what)
	}
}

// folded returns the names of the columns that searches and orders compare.
func (f Field) folded() []string {
	var names []string
	if f.Search {
		names = append(names, f.Name+"_search")
	}
	if f.Sort {
		names = append(names, f.Name+"_sort")
	}
	return names
}

// target checks what a field refers to.
func (v *validation) target(r Resource, f Field) {
	target, ok := v.kinds[f.Target]
	switch {
	case f.Target == "" && f.Role == Link:
		v.fault(r, "field %q is a link but names no resource", f.Name)
	case f.Target != "" && !ok:
		v.fault(r, "field %q refers to %q, which is no resource", f.Name, f.Target)
	case f.Role == Link && target.Kind == Internal:
		v.fault(r, "field %q links to %q, which has no routes", f.Name, f.Target)
	case f.Role == Link && f.Target == r.Name:
		v.fault(r, "field %q links to its own resource, which only a parent can", f.Name)
	case (f.Role == Parent || f.Role == PostParent) && f.Target != r.Name:
		v.fault(r, "field %q: a parent is of the same resource, not of %q", f.Name, f.Target)
	case f.Alone && (f.Role != Link || target.Kind != Post):
		v.fault(r, "field %q: AloneAsObject is for links to posts", f.Name)
	}
	v.carries(r, f)
}

// carries checks what the rows of a link hold of the record.
func (v *validation) carries(r Resource, f Field) {
	carried, ok := r.Field(f.Carry)
	switch {
	case f.Carry == "":
	case f.Role != Link:
		v.fault(r, "field %q: Carries is for links", f.Name)
	case !ok:
		v.fault(r, "field %q carries %q, which is no field", f.Name, f.Carry)
	case carried.Role != Start && carried.Role != End:
		v.fault(r, "field %q carries %q, which is neither the start nor the end of a record", f.Name, f.Carry)
	case slices.Contains([]string{"position", r.Name + "_id", f.Target + "_id"}, f.Carry):
		v.fault(r, "field %q carries %q, which is another column of its table", f.Name, f.Carry)
	}
}

// field checks one field of a resource with routes.
func (v *validation) field(r Resource, f Field) {
	v.doc(r, "field \""+f.Name+"\"", f.Meaning)
	for _, other := range f.Fallback.Fields {
		if o, ok := r.Field(other); !ok || o.Role == Link {
			v.fault(r, "field %q falls back on %q, which is no field with a column", f.Name, other)
		}
	}
	if f.Role != "" {
		v.role(r, f)
	}
	for _, rule := range fieldRules {
		if rule.broken(f) {
			v.fault(r, "field %q: %s", f.Name, rule.text)
		}
	}
}

// role checks that a role may stand where it does.
func (v *validation) role(r Resource, f Field) {
	rule, ok := roleRules[f.Role]
	switch {
	case !ok:
		v.fault(r, "field %q has the unknown role %q", f.Name, f.Role)
	case !slices.Contains(rule.kinds, r.Kind):
		v.fault(r, "field %q: a %s has no field with the role %q", f.Name, r.Kind, f.Role)
	case rule.column != "" && f.Name != rule.column:
		v.fault(r, "field %q: the field with the role %q is named %q", f.Name, f.Role, rule.column)
	}
}

// fieldRules are what must hold for a field by itself.  Each stands for words
// that would otherwise have no effect, or make code that does not compile.
var fieldRules = []struct {
	broken func(Field) bool
	text   string
}{
	{func(f Field) bool { return f.Role == Name && (!f.Must || !f.Sort) }, "the name of a record is Required and Sortable"},
	{func(f Field) bool { return (f.Search || f.Sort) && !f.foldable() }, "only text is Searchable and Sortable"},
	{func(f Field) bool { return f.Text == Raw }, "Raw text is for internal tables; what clients write is cleaned"},
	{func(f Field) bool { return f.Primary }, "Key is for internal tables"},
	{func(f Field) bool { return f.Null && f.Type != TypeNumber }, "only a Number is Nullable"},
	{func(f Field) bool { return (f.Low != 0 || f.High != 0) && f.Type != TypeNumber }, "only a Number has bounds"},
	{func(f Field) bool { return f.Setter != "" && f.Role != "" }, "a field with a role is written by the role, and takes no SetBy"},
	{func(f Field) bool { return f.Low > f.High }, "the lower bound is above the upper one"},
	{func(f Field) bool { return f.Default.Kind == ValueDefault && !f.keepsDefault() }, "only a switch keeps a default value, which is true or false"},
	{func(f Field) bool { return f.Default.Kind == ComputedDefault }, "a field has no computed default"},
}

// foldable reports whether a field is stored as text of its own, or as the
// slug.
func (f Field) foldable() bool {
	switch f.Role {
	case Link, Image, Money, AllDay, Author, Parent, PostParent, Password, Key:
		return false
	default:
		return f.Text != "" && !f.Switch
	}
}

// keepsDefault reports whether the default value is one that a record can get:
// true or false, and false only where start and end depend on it.
func (f Field) keepsDefault() bool {
	on, ok := f.Default.Value.(bool)
	return ok && f.Type == TypeBoolean && (f.Role == "" || f.Role == Unlisted || !on)
}

// roles checks the roles of a resource together.
func (v *validation) roles(r Resource) {
	if _, ok := r.Role(Name); !ok {
		v.fault(r, "no field has the role name")
	}
	var there, missing []string
	for _, role := range []Role{Start, End, TimeZone, AllDay} {
		if _, ok := r.Role(role); ok {
			there = append(there, string(role))
		} else {
			missing = append(missing, string(role))
		}
	}
	if len(there) > 0 && len(missing) > 0 {
		v.fault(r, "the roles start, end, time_zone and all_day go together; missing: %s", strings.Join(missing, ", "))
	}
}
