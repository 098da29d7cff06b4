package dsl

import (
	"fmt"
	"go/token"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// requirement is a set of conditions of an operation.
type requirement uint16

const (
	requiresTarget    requirement = 1 << iota // References names a resource.
	requiresBacklink                          // References names a resource that links to this one.
	requiresExtension                         // Extension names one.
	requiresPost                              // The resource is a post.
	requiresTerm                              // The resource is a term.
	requiresSearch                            // Some field is searchable.
	requiresLatitude                          // There is a parameter with the other coordinate.
	requiresLongitude
	requiresSchedule // The referenced resource has a start.
	requiresSlug     // The resource is a post or a term.
)

// operationRule has the types of the values of an operation, what the operation
// requires, and the condition on its field; nil if it has no field.
type operationRule struct {
	types    []Type
	requires requirement
	field    *fieldCondition
}

var operationRules = map[Operation]operationRule{
	OpPage:           {[]Type{TypeInteger}, 0, nil},
	OpPerPage:        {[]Type{TypeInteger}, 0, nil},
	OpOnOrAfter:      {[]Type{TypeString}, 0, &aDate},
	OpOnOrBefore:     {[]Type{TypeString}, 0, &aDate},
	OpBefore:         {[]Type{TypeString}, 0, &aDate},
	OpAfter:          {[]Type{TypeString}, 0, &aDate},
	OpExactTimes:     {[]Type{TypeAny, TypeBoolean}, 0, nil},
	OpSearchAnyField: {[]Type{TypeString}, requiresSearch, nil},
	OpSearchOneField: {[]Type{TypeString}, requiresSearch, nil},
	OpContains:       {[]Type{TypeString}, requiresSearch, nil},
	OpLinkedTo:       {[]Type{TypeIntegers}, requiresTarget, &aLink},
	OpLinkedFrom:     {[]Type{TypeInteger}, requiresBacklink, nil},
	OpBoolEquals:     {[]Type{TypeBoolean}, 0, &aBoolean},
	OpEquals: {
		[]Type{TypeString, TypeInteger, TypeNumber, TypeDecimal, TypeDate, TypeTime, TypeTimestamp},
		0, &anEqual,
	},
	OpIn:             {[]Type{TypeStrings, TypeIntegers, TypeNumbers}, 0, &aMember},
	OpAtLeast:        {[]Type{TypeInteger, TypeNumber, TypeDecimal, TypeDate, TypeTime, TypeTimestamp}, 0, &anEqual},
	OpAtMost:         {[]Type{TypeInteger, TypeNumber, TypeDecimal, TypeDate, TypeTime, TypeTimestamp}, 0, &anEqual},
	OpIsNull:         {[]Type{TypeBoolean}, 0, &aNullable},
	OpListNotEmpty:   {[]Type{TypeBoolean}, requiresExtension, &aList},
	OpStatusIn:       {[]Type{TypeString}, requiresPost, nil},
	OpInclude:        {[]Type{TypeIntegers}, 0, nil},
	OpExclude:        {[]Type{TypeIntegers}, 0, nil},
	OpChildOf:        {[]Type{TypeInteger}, requiresTarget, &aParent},
	OpIsLinked:       {[]Type{TypeAny, TypeBoolean}, requiresBacklink, nil},
	OpHasUpcoming:    {[]Type{TypeAny, TypeBoolean}, requiresBacklink | requiresSchedule, nil},
	OpHideEmpty:      {[]Type{TypeBoolean}, requiresTerm, nil},
	OpSlugEquals:     {[]Type{TypeString}, requiresSlug, nil},
	OpSortDirection:  {[]Type{TypeString}, 0, nil},
	OpOrderBy:        {[]Type{TypeString}, 0, nil},
	OpHasCoordinates: {[]Type{TypeBoolean}, requiresExtension, &aPlace},
	OpNearLatitude:   {[]Type{TypeNumber}, requiresExtension | requiresLongitude, &aPlace},
	OpNearLongitude:  {[]Type{TypeNumber}, requiresExtension | requiresLatitude, &aPlace},
	OpOfSeries:       {[]Type{TypeInteger}, 0, nil},
	OpCollapse:       {[]Type{TypeString}, 0, nil},
	OpNearRadius:     {[]Type{TypeNumber}, requiresExtension | requiresLatitude | requiresLongitude, &aPlace},
}

func (v *validation) params(r Resource) {
	seen := map[string]bool{}
	owner := map[string]string{}
	for _, p := range r.ParamSpecs() {
		v.at(p.position)
		v.name(r, "list parameter", p.Name)
		other, same := owner[squash(p.Name)]
		switch {
		case seen[p.Name]:
			v.errorf(r, "list parameter %q is described twice; rename or remove one", p.Name)
		case same:
			v.errorf(r, "list parameter %q: its Go name is also that of %q; rename one", p.Name, other)
		case sharedParams[p.Name]:
			v.errorf(r, "list parameter %q is a parameter of every resource; choose another name", p.Name)
		case listMembers[squash(p.Name)]:
			v.errorf(r, "list parameter %q has the name of a method of generated structs; choose another name", p.Name)
		}
		seen[p.Name], owner[squash(p.Name)] = true, p.Name
		v.param(r, p)
	}
	v.atMember()
}

func (v *validation) param(r Resource, p ParamSpec) {
	what := fmt.Sprintf("list parameter %q", p.Name)
	v.doc(r, what, p.Doc)
	if p.problem != "" {
		v.errorf(r, "%s: %s", what, p.problem)
	}
	if p.follows {
		v.unfollowed(r, p, what)
		return
	}
	if _, ok := v.resources[p.Target]; p.Target != "" && !ok {
		v.errorf(r, "%s references %q, which is not a resource; the resources are: %s",
			what, p.Target, joined(namesOf(v.resources, false)))
	}
	if p.Overrides != "" &&
		!slices.ContainsFunc(r.ParamSpecs(), func(o ParamSpec) bool { return o.Name == p.Overrides && o.Name != p.Name }) {
		v.errorf(r, "%s overrides %q, which is not another parameter; the others are: %s",
			what, p.Overrides, joined(r.otherParams(p.Name)))
	}
	f, _ := fieldAt(r, p.Field, v.resources)
	if text, ok := p.Default.Value.(string); ok && len(r.EnumOf(p, f)) > 0 && !slices.Contains(r.EnumOf(p, f), text) {
		v.errorf(r, "%s has the default %q, which it does not take; it takes: %s", what, text, joined(r.EnumOf(p, f)))
	}
	if len(p.Enum) > 0 && !p.takesEnum(f) {
		v.errorf(r, "%s: %s of type %q takes no Enum; remove it", what, p.Operation, p.Type)
	}
	for _, value := range p.Enum {
		if value == "" || strings.Contains(value, ",") {
			v.errorf(r, "%s: the value %q of Enum is empty or has a comma; each value is one text without commas", what, value)
		}
	}
	if p.word != "" && strings.Contains(p.Field, ".") && f.Behavior == Link {
		v.behindLink(r, p, what)
		return
	}
	if p.word != "" && p.Field != "" && !v.compares(r, p, p.Field) {
		v.errorf(r, "%s: %s does not compare the field %q; possible fields: %s",
			what, p.word, p.Field, joined(v.comparable(r, p)))
		return
	}
	v.operation(r, p, what)
	v.paramDefault(r, p, what)
}

// behindLink says that filters follow one link, and what they can be about there.
func (v *validation) behindLink(r Resource, p ParamSpec, what string) {
	v.errorf(r, "%s: %s follows one link, and %q leads to another one; fields that it can compare: %s",
		what, p.word, p.Field, joined(v.comparable(r, p)))
}

// compares reports whether a filter can be about the field at a path.
func (v *validation) compares(r Resource, p ParamSpec, path string) bool {
	f, _ := fieldAt(r, path, v.resources)
	if p.word == "FilterBy" {
		p.Operation = operationOf(f)
	}
	p.Type, p.Target = valuesOf(p.Operation, f), f.Target
	rule, ok := operationRules[p.Operation]
	if !ok || !slices.Contains(rule.types, p.Type) {
		return false
	}
	isPath := strings.Contains(path, ".")
	if rule.field == nil {
		return !isPath
	}
	return (rule.field.linked || !isPath) && rule.field.matches(v, f, p)
}

// comparable lists the fields that a filter can be about: those of the resource, or where
// it has a path those of the linked one.
func (v *validation) comparable(r Resource, p ParamSpec) []string {
	of, prefix := r, ""
	if link, _, isPath := strings.Cut(p.Field, "."); isPath {
		f, _ := r.Field(link)
		of, prefix = v.resources[f.Target], link+"."
	}
	return slices.DeleteFunc(of.fieldNames(), func(name string) bool { return !v.compares(r, p, prefix+name) })
}

// unfollowed says why a filter could not be completed.
func (v *validation) unfollowed(r Resource, p ParamSpec, what string) {
	if _, known := fieldAt(r, p.Field, v.resources); known {
		v.errorf(r, "%s: FilterBy compares no dates such as %q; write dsl.OnOrAfter, OnOrBefore, Before or After",
			what, p.Field)
		return
	}
	of, name := r, p.Field
	if link, linked, isPath := strings.Cut(p.Field, "."); isPath {
		f, _ := r.Field(link)
		if f.Behavior != Link {
			v.errorf(r, "%s is about %q, but %q is not a link; the links are: %s", what, p.Field, link, joined(r.linkNames()))
			return
		}
		of, name = v.resources[f.Target], linked
		if strings.Contains(linked, ".") {
			v.behindLink(r, p, what)
			return
		}
	}
	v.errorf(r, "%s is about the field %q, which %s does not have; its fields are: %s",
		what, name, of.Name, joined(of.fieldNames()))
}

func (r Resource) linkNames() []string {
	var names []string
	for _, f := range r.Links() {
		names = append(names, f.Name)
	}
	return names
}

// paramDefault checks that the operation applies the default.
func (v *validation) paramDefault(r Resource, p ParamSpec, what string) {
	months, isDate := p.Default.Value.(int)
	isDate = isDate && p.Default.Kind == DefaultComputed
	switch p.Operation {
	case OpOnOrAfter, OpOnOrBefore:
		if !isDate && p.Default.Kind != DefaultNone {
			v.errorf(r, "%s: the default of %s is DefaultMonthsAhead", what, p.Operation)
		}
		if isDate && (months < 0 || months > 1200) {
			v.errorf(r, "%s: DefaultMonthsAhead is a number from 0 to 1200", what)
		}
		return
	case OpEquals, OpIn, OpBoolEquals, OpAtLeast, OpAtMost, OpIsNull, OpBefore, OpAfter:
		if p.Default.Kind != DefaultNone {
			v.errorf(r, "%s: %s takes no default: a list without the parameter has all records", what, p.Operation)
		}
	default: // The operation says what holds without the parameter.
	}
	if isDate {
		v.errorf(r, "%s: DefaultMonthsAhead is for OnOrAfter and OnOrBefore", what)
	}
	if p.Default.Kind == DefaultValue && !p.canDefault() {
		v.errorf(r, "%s: the default %#v is not a value of the type %q; "+
			"a number is for integers, true and false are for booleans, a text is for texts",
			what, p.Default.Value, p.Type)
	}
}

// canDefault reports whether the default is documented as a value of the type.
func (p ParamSpec) canDefault() bool {
	switch value := p.Default.Value.(type) {
	case int:
		return p.Type == TypeInteger
	case bool:
		return p.Type == TypeBoolean || p.Type == TypeAny
	case string:
		return p.Type == TypeString || p.Type == TypeBoolean && (value == "0" || value == "1")
	default:
		return false
	}
}

// otherParams lists the list parameters but one.
func (r Resource) otherParams(name string) []string {
	var names []string
	for _, p := range slices.Concat(r.Params, r.Filters) {
		if p.spec.Name != name {
			names = append(names, p.spec.Name)
		}
	}
	return names
}

// takesEnum reports whether the parameter is a text, or a set of them, that may be
// restricted to some values.  Values of dates, numbers and amounts are written in
// several ways.
func (p ParamSpec) takesEnum(f FieldSpec) bool {
	isCurrency := f.Type == TypeMoney && p.Operation == OpIn
	switch p.Operation {
	case OpEquals, OpIn:
		return (p.Type == TypeString || p.Type == TypeStrings) && (!f.isChecked() || isCurrency)
	case OpSearchAnyField, OpSearchOneField, OpContains, OpStatusIn, OpOrderBy:
		return false
	default:
		return p.Type == TypeString || p.Type == TypeStrings
	}
}

// EnumOf returns the values of a parameter about a field, which are those of the
// field where Enum names none; nil for any of its type.
func (r Resource) EnumOf(p ParamSpec, f FieldSpec) []string {
	var names []string
	switch {
	case p.Operation == OpOrderBy:
		for _, o := range r.SortOptions {
			names = append(names, o.Name)
		}
	case (p.Operation == OpEquals || p.Operation == OpIn) && p.Enum == nil:
		names = f.Enum
		if p.Type == TypeStrings {
			names = append(names, f.Currencies...)
		}
	default:
		names = p.Enum
	}
	return names
}

// operation checks a parameter against the rule of its operation.
func (v *validation) operation(r Resource, p ParamSpec, what string) {
	op, ok := operationRules[p.Operation]
	if importPath, function, own := p.Operation.Own(); own {
		op, ok = ownRule(p), true
		if !isFunction(importPath, function) {
			v.errorf(r, "%s: OwnFilter "+wantsFunction, what)
		}
	}
	if !ok {
		v.errorf(r, "%s has the unknown operation %q; the operations are: %s",
			what, p.Operation, joined(slices.Sorted(maps.Keys(operationRules))))
		return
	}
	if !slices.Contains(op.types, p.Type) {
		v.errorf(r, "%s has the type %q, which %s does not take; it takes: %s", what, p.Type, p.Operation, joined(op.types))
	}
	v.operationField(r, p, op.field, what)
	for _, n := range v.missing(r, p, op.requires) {
		v.errorf(r, "%s: %s needs %s", what, p.Operation, n)
	}
}

// packagePath is the import path of a package.  Generated code calls it by its last
// part, which has two letters at least, because variables have one.
var packagePath = regexp.MustCompile(`^[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*/[a-z][a-z0-9]+$`)

// wantsFunction says what names a function that generated code calls.
const wantsFunction = "takes the import path of a package and the name of its function, which begins with a capital"

// isFunction reports whether generated code can call a function of that name.
func isFunction(importPath, name string) bool {
	return packagePath.MatchString(importPath) && token.IsExported(name) && token.IsIdentifier(name)
}

func ownRule(p ParamSpec) operationRule {
	rule := operationRule{types: []Type{
		TypeString, TypeInteger, TypeNumber, TypeBoolean, TypeDate, TypeTime, TypeTimestamp, TypeStrings, TypeIntegers,
	}}
	if p.Field != "" {
		rule.field = &aColumn
	}
	return rule
}

// missing describes the requirements of an operation that are not met.
func (v *validation) missing(r Resource, p ParamSpec, needs requirement) []string {
	if needs == 0 { // As most operations do.
		return nil
	}
	var list []string
	add := func(n requirement, there bool, text string) {
		if needs&n != 0 && !there {
			list = append(list, text)
		}
	}
	add(requiresTarget, p.Target != "", "References with a resource")
	add(requiresBacklink, v.linked[[2]string{p.Target, r.Name}], "References with a resource that links to "+r.Name)
	add(requiresExtension, p.Extension != "", "Extension with a name")
	add(requiresPost, r.Kind == KindPost, "a post")
	add(requiresTerm, r.Kind == KindTerm, "a term")
	add(requiresSlug, r.Kind == KindPost || r.Kind == KindTerm, "a post or a term, since a record has no slug")
	isSearchable := func(f Field) bool { return f.spec.Searchable }
	add(requiresSearch, slices.ContainsFunc(r.Fields, isSearchable), "a searchable field")
	add(requiresLatitude, r.hasOperation(OpNearLatitude), string(OpNearLatitude))
	add(requiresLongitude, r.hasOperation(OpNearLongitude), string(OpNearLongitude))
	add(requiresSchedule, v.resources[p.Target].hasStart(), "References with a resource that has a start")
	return list
}

// hasStart reports whether the resource has a field with the behavior start.
func (r Resource) hasStart() bool {
	_, ok := r.FieldWithBehavior(Start)
	return ok
}

func (r Resource) hasOperation(op Operation) bool {
	has := func(p Param) bool { return p.spec.Operation == op }
	return slices.ContainsFunc(r.Params, has) || slices.ContainsFunc(r.Filters, has)
}

func (v *validation) sortOptions(r Resource) {
	if len(r.SortOptions) == 0 {
		v.errorf(r, "no sort option: a list needs at least one, such as dsl.SortBy(\"id\")")
	}
	columns := append(r.columns(), "include")
	if r.Kind == KindTerm {
		columns = append(columns, "count")
	}
	seen := map[string]bool{}
	for _, o := range r.SortOptions {
		v.at(o.position)
		if seen[o.Name] {
			v.errorf(r, "sort option %q is described twice; rename or remove one", o.Name)
		}
		seen[o.Name] = true
		if f, ok := r.Field(o.Column); ok && f.IsList() {
			v.errorf(r, "sort option %q compares the list %q, but lists have no order", o.Name, o.Column)
		} else if !slices.Contains(columns, o.Column) {
			v.errorf(r, "sort option %q compares %q, which is not a column; the columns are: %s", o.Name, o.Column,
				joined(columns))
		}
	}
	v.atMember()
}

// indexes checks that the indexes of a table are over its columns.
func (v *validation) indexes(r Resource) {
	columns := r.columns()
	v.atMember("Indexes")
	for _, ix := range r.Indexes {
		name := strings.Join(ix.Columns, ", ")
		if len(ix.Columns) == 0 {
			v.errorf(r, "an index has no columns; the columns are: %s", joined(columns))
		}
		for _, c := range ix.Columns {
			if !slices.Contains(columns, c) {
				v.errorf(r, "index over %s: %q is not a column; the columns are: %s", name, c, joined(columns))
			}
			if f, _ := r.Field(strings.TrimSuffix(c, "_currency")); ix.Unique && f.Computed != nil {
				v.errorf(r, "index over %s: %q is Computed, so that no client could choose another value; leave it out, or Unique",
					name, c)
			}
		}
	}
	v.atMember()
}

// columns lists the columns of a resource's table that orders and indexes may have.
func (r Resource) columns() []string {
	list := slices.Clone(columnsOf[r.Kind])
	for _, f := range r.FieldSpecs() {
		if f.IsList() {
			continue // Neither compared nor indexed.
		}
		switch f.Behavior {
		case Link, Image, Password:
		case Repeats:
			list = append(list, occurrenceColumns...)
		case End:
			list = append(append(list, f.Name), scheduleColumns...)
		default:
			if !slices.Contains(list, f.Name) {
				list = append(list, f.Name)
			}
		}
		list = append(list, f.foldedColumns()...)
	}
	return list
}
