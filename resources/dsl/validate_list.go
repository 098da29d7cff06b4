package dsl

import (
	"fmt"
	"slices"
	"strings"
)

// need is what an operation asks of its parameter.
type need uint16

const (
	needsTarget    need = 1 << iota // To names a resource.
	needsBacklink                   // To names a resource that links here.
	needsExtension                  // Of names an extension.
	needsPost                       // The resource is a post.
	needsTerm                       // The resource is a term.
	needsSearch                     // Some field is searchable.
	needsLatitude                   // There is a parameter with the other coordinate.
	needsLongitude
	needsSchedule // The resource that To names has a start.
)

// operation is what a list parameter can do: the types that its value may have,
// what it needs, and which field On has to name; nil for none.
type operation struct {
	types []Type
	needs need
	on    *column
}

// operations lists all of them.
var operations = map[Op]operation{
	Page:          {[]Type{TypeInteger}, 0, nil},
	PerPage:       {[]Type{TypeInteger}, 0, nil},
	From:          {[]Type{TypeString}, 0, &aDate},
	Until:         {[]Type{TypeString}, 0, &aDate},
	Before:        {[]Type{TypeString}, 0, &aDate},
	After:         {[]Type{TypeString}, 0, &aDate},
	StrictDates:   {[]Type{TypeUntyped, TypeBoolean}, 0, nil},
	SearchAll:     {[]Type{TypeString}, needsSearch, nil},
	SearchOne:     {[]Type{TypeString}, needsSearch, nil},
	Contains:      {[]Type{TypeString}, needsSearch, nil},
	LinkedTo:      {[]Type{TypeIntegers}, needsTarget, &aLink},
	LinkedFrom:    {[]Type{TypeInteger}, needsBacklink, nil},
	Is:            {[]Type{TypeBoolean}, 0, &aBoolean},
	Equals:        {[]Type{TypeString, TypeInteger}, 0, &anEqual},
	HasAny:        {[]Type{TypeBoolean}, needsExtension, &aList},
	StatusIn:      {[]Type{TypeString}, needsPost, nil},
	Include:       {[]Type{TypeIntegers}, 0, nil},
	Exclude:       {[]Type{TypeIntegers}, 0, nil},
	ChildOf:       {[]Type{TypeInteger}, needsTarget, &aParent},
	HasLinks:      {[]Type{TypeUntyped, TypeBoolean}, needsBacklink, nil},
	HasUpcoming:   {[]Type{TypeUntyped, TypeBoolean}, needsBacklink | needsSchedule, nil},
	HideEmpty:     {[]Type{TypeBoolean}, needsTerm, nil},
	SlugIs:        {[]Type{TypeString}, 0, nil},
	Direction:     {[]Type{TypeString}, 0, nil},
	OrderBy:       {[]Type{TypeString}, 0, nil},
	Located:       {[]Type{TypeBoolean}, needsExtension, &aPlace},
	NearLatitude:  {[]Type{TypeNumber}, needsExtension | needsLongitude, &aPlace},
	NearLongitude: {[]Type{TypeNumber}, needsExtension | needsLatitude, &aPlace},
}

// params checks the list parameters of a resource.
func (v *validation) params(r Resource) {
	seen := map[string]bool{}
	owner := map[string]string{}
	for _, p := range r.Params {
		v.name(r, "list parameter", p.Name)
		other, same := owner[squash(p.Name)]
		switch {
		case seen[p.Name]:
			v.fault(r, "list parameter %q is described twice", p.Name)
		case same:
			v.fault(r, "list parameter %q: its Go name is also that of %q", p.Name, other)
		case shared[p.Name]:
			v.fault(r, "list parameter %q is one that every resource takes", p.Name)
		case listMembers[squash(p.Name)]:
			v.fault(r, "list parameter %q has the name of a method of generated structs", p.Name)
		}
		seen[p.Name], owner[squash(p.Name)] = true, p.Name
		v.param(r, p)
	}
}

// param checks one list parameter.
func (v *validation) param(r Resource, p Param) {
	what := fmt.Sprintf("list parameter %q", p.Name)
	v.doc(r, what, p.Meaning)
	if _, ok := r.Field(p.Field); p.Field != "" && !ok {
		v.fault(r, "%s is about the field %q, which does not exist", what, p.Field)
	}
	if _, ok := v.kinds[p.Target]; p.Target != "" && !ok {
		v.fault(r, "%s refers to %q, which is no resource", what, p.Target)
	}
	if p.Alias != "" && !slices.ContainsFunc(r.Params, func(o Param) bool { return o.Name == p.Alias && o.Name != p.Name }) {
		v.fault(r, "%s overrides %q, which is no other parameter", what, p.Alias)
	}
	if text, ok := p.Default.Value.(string); ok && len(r.values(p)) > 0 && !slices.Contains(r.values(p), text) {
		v.fault(r, "%s has the default %q, which it does not take", what, text)
	}
	v.operation(r, p, what)
}

// values lists what a parameter takes; nil when it takes anything of its type.
func (r Resource) values(p Param) []string {
	if p.Op != OrderBy {
		return p.Enum
	}
	var names []string
	for _, o := range r.Orders {
		names = append(names, o.Name)
	}
	return names
}

// operation checks that a parameter has what its operation needs.
func (v *validation) operation(r Resource, p Param, what string) {
	op, ok := operations[p.Op]
	if !ok {
		v.fault(r, "%s has the unknown operation %q", what, p.Op)
		return
	}
	if !slices.Contains(op.types, p.Type) {
		v.fault(r, "%s has the type %q, which %s does not take", what, p.Type, p.Op)
	}
	v.column(r, p, op.on, what)
	for _, n := range v.lacks(r, p, op.needs) {
		v.fault(r, "%s: %s needs %s", what, p.Op, n)
	}
}

// lacks lists in words what an operation needs and does not have, beside a field.
func (v *validation) lacks(r Resource, p Param, needs need) []string {
	var list []string
	add := func(n need, there bool, text string) {
		if needs&n != 0 && !there {
			list = append(list, text)
		}
	}
	add(needsTarget, p.Target != "", "To with a resource")
	add(needsBacklink, v.linked[[2]string{p.Target, r.Name}], "To with a resource that links to "+r.Name)
	add(needsExtension, p.Extension != "", "Of with an extension")
	add(needsPost, r.Kind == Post, "a post")
	add(needsTerm, r.Kind == Term, "a term")
	add(needsSearch, slices.ContainsFunc(r.Fields, func(f Field) bool { return f.Search }), "a searchable field")
	add(needsLatitude, r.lists(NearLatitude), string(NearLatitude))
	add(needsLongitude, r.lists(NearLongitude), string(NearLongitude))
	add(needsSchedule, v.starts(p.Target), "To with a resource that has a start")
	return list
}

// starts reports whether records of the resource start at a time.
func (v *validation) starts(name string) bool {
	_, ok := v.kinds[name].Role(Start)
	return ok
}

// lists reports whether a list parameter has the operation.
func (r Resource) lists(op Op) bool {
	return slices.ContainsFunc(r.Params, func(p Param) bool { return p.Op == op })
}

// orders checks the orders of a resource.
func (v *validation) orders(r Resource) {
	if len(r.Orders) == 0 {
		v.fault(r, "no order: a list needs at least one")
	}
	columns := append(r.columns(), "include")
	if r.Kind == Term {
		columns = append(columns, "count")
	}
	seen := map[string]bool{}
	for _, o := range r.Orders {
		if seen[o.Name] {
			v.fault(r, "order %q is described twice", o.Name)
		}
		seen[o.Name] = true
		if !slices.Contains(columns, o.Column) {
			v.fault(r, "order %q compares %q, which is no column", o.Name, o.Column)
		}
	}
}

// indexes checks that the indexes of a table are over its columns.
func (v *validation) indexes(r Resource) {
	columns := r.columns()
	for _, ix := range r.Indexes {
		name := strings.Join(ix.Columns, ", ")
		if len(ix.Columns) == 0 {
			v.fault(r, "an index has no columns")
		}
		for _, c := range ix.Columns {
			if !slices.Contains(columns, c) {
				v.fault(r, "index over %s: %q is no column", name, c)
			}
		}
	}
}

// columns lists the columns of a resource's table.
func (r Resource) columns() []string {
	list := slices.Clone(columnsOf[r.Kind])
	for _, f := range r.Fields {
		switch f.Role {
		case Link, Image, Password:
		case End:
			list = append(append(list, f.Name), scheduleColumns...)
		default:
			list = append(list, f.Name)
		}
		list = append(list, f.folded()...)
	}
	return list
}
