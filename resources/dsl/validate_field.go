package dsl

import (
	"maps"
	"slices"
	"strings"
)

// behaviorRule says which kinds of resource may have a behavior.
type behaviorRule struct {
	kinds  []Kind
	column string // Name that the field must have, because all records have the column; "" for any.
}

var behaviorRules = map[Behavior]behaviorRule{
	Name:           {kinds: []Kind{KindPost, KindTerm, KindRecord}},
	Slug:           {kinds: []Kind{KindPost, KindTerm}, column: "slug"},
	Status:         {kinds: []Kind{KindPost}, column: "status"},
	Author:         {kinds: []Kind{KindPost}, column: "author"},
	Owner:          {kinds: []Kind{KindRecord}},
	PublishDate:    {kinds: []Kind{KindPost}, column: "date"},
	PublishDateUTC: {kinds: []Kind{KindPost}, column: "date_utc"},
	Start:          {kinds: []Kind{KindPost}},
	End:            {kinds: []Kind{KindPost}},
	TimeZone:       {kinds: []Kind{KindPost}},
	AllDay:         {kinds: []Kind{KindPost}},
	Cost:           {kinds: []Kind{KindPost, KindTerm, KindRecord}},
	Image:          {kinds: []Kind{KindPost}},
	Link:           {kinds: []Kind{KindPost, KindRecord}},
	Parent:         {kinds: []Kind{KindTerm}, column: "parent"},
	PostParent:     {kinds: []Kind{KindPost}},
	Password:       {kinds: []Kind{KindPost}},
	HideFromLists:  {kinds: []Kind{KindPost, KindTerm, KindRecord}},
	StringList:     {kinds: []Kind{KindPost, KindTerm, KindRecord}},
	Repeats:        {kinds: []Kind{KindPost}},
	AutoID:         {kinds: []Kind{KindInternal}},
	Transaction:    {kinds: []Kind{KindInternal}},
}

func (v *validation) fields(r Resource) {
	seen, behaviors := map[string]bool{}, map[Behavior]bool{}
	owner, taken := map[string]string{}, r.takenNames()
	properties := map[string]string{}
	for _, f := range r.FieldSpecs() {
		v.at(f.position)
		v.name(r, "field", f.Name)
		if seen[f.Name] {
			v.errorf(r, "field %q is described twice; rename or remove one", f.Name)
		}
		if behaviors[f.Behavior] && f.Behavior != "" && f.Behavior != Link && f.Behavior != StringList {
			v.errorf(r, "field %q: another field has the behavior %q; remove one", f.Name, f.Behavior)
		}
		if !seen[f.Name] {
			v.distinct(r, f, owner, taken)
		}
		seen[f.Name], behaviors[f.Behavior] = true, true
		v.target(r, f)
		v.schemaOrg(r, f, properties)
		checkComputed(v, r, f)
		v.transitions(r, f)
		if r.Kind != KindInternal {
			v.field(r, f)
		}
	}
	v.atMember()
}

// distinct checks that no two columns, folded ones included, have the same Go
// name.
func (v *validation) distinct(r Resource, f FieldSpec, owner, taken map[string]string) {
	for _, name := range append([]string{f.Name}, f.foldedColumns()...) {
		if other, ok := owner[squash(name)]; ok {
			v.errorf(r, "field %q: the Go name of %q is also that of %q; rename one", f.Name, name, other)
		}
		owner[squash(name)] = name
	}
	what, ok := taken[squash(f.Name)]
	if ok && behaviorRules[f.Behavior].column != f.Name {
		v.errorf(r, "field %q has the name of %s; choose another", f.Name, what)
	}
}

// foldedColumns returns the names of the columns for searching and sorting, and for a
// currency.
func (f FieldSpec) foldedColumns() []string {
	var names []string
	if f.Type == TypeMoney {
		names = append(names, f.Name+"_currency")
	}
	if f.Searchable {
		names = append(names, f.Name+"_search")
	}
	if f.Sortable {
		names = append(names, f.Name+"_sort")
	}
	return names
}

func (v *validation) target(r Resource, f FieldSpec) {
	target, ok := v.resources[f.Target]
	switch {
	case f.Target == "" && f.Behavior == Link:
		v.errorf(r, "field %q is a link but names no resource; write dsl.ManyToMany(%q, target) with one of: %s",
			f.Name, f.Name, joined(namesOf(v.resources, true)))
	case f.Target != "" && !ok:
		v.errorf(r, "field %q references %q, which is not a resource; the resources are: %s",
			f.Name, f.Target, joined(namesOf(v.resources, f.Behavior == Link)))
	case f.Behavior == Link && target.Kind == KindInternal:
		v.errorf(r, "field %q links to %q, which has no routes; link to one of: %s",
			f.Name, f.Target, joined(namesOf(v.resources, f.Behavior == Link)))
	case f.Behavior == Link && f.Target == r.Name:
		v.errorf(r, "field %q links to its own resource, which only a parent can; use dsl.Integer(…).As(dsl.PostParent)",
			f.Name)
	case (f.Behavior == Parent || f.Behavior == PostParent) && f.Target != r.Name:
		v.errorf(r, "field %q: a parent is of the same resource, not of %q; write References(%q)", f.Name, f.Target, r.Name)
	case f.SingleAsObject && f.IsToOne():
		v.errorf(r, "field %q: a ManyToOne always shows as an object; remove SingleAsObject", f.Name)
	case f.SingleAsObject && (f.Behavior != Link || target.Kind == KindTerm):
		v.errorf(r, "field %q: SingleAsObject is for links to posts and records; remove it", f.Name)
	}
	v.denormalized(r, f)
}

// denormalized checks the column that is copied to a link table.
func (v *validation) denormalized(r Resource, f FieldSpec) {
	copied, ok := r.Field(f.Denormalize)
	switch {
	case f.Denormalize == "":
	case f.Behavior != Link:
		v.errorf(r, "field %q: Denormalize is for links; remove it", f.Name)
	case !ok:
		v.errorf(r, "field %q denormalizes %q, which is not a field; possible fields: %s",
			f.Name, f.Denormalize, joined(r.scheduleFields()))
	case copied.Behavior != Start && copied.Behavior != End:
		v.errorf(r, "field %q denormalizes %q, which is neither the start nor the end of a record; possible fields: %s",
			f.Name, f.Denormalize, joined(r.scheduleFields()))
	case slices.Contains([]string{"position", r.Name + "_id", f.Target + "_id"}, f.Denormalize):
		v.errorf(r, "field %q denormalizes %q, which is another column of its table; rename the field", f.Name, f.Denormalize)
	}
}

func (v *validation) field(r Resource, f FieldSpec) {
	v.doc(r, "field \""+f.Name+"\"", f.Doc)
	if f.problem != "" {
		v.errorf(r, "field %q: %s", f.Name, f.problem)
	}
	if strings.ContainsAny(f.Hint, "\n\r") {
		v.errorf(r, "field %q has a Hint with several lines; write one line", f.Name)
	}
	for _, other := range f.Fallback.Fields {
		if o, ok := r.Field(other); !ok || slices.Contains([]Behavior{Link, Image, Password}, o.Behavior) {
			v.errorf(r, "field %q falls back on %q, which is not a field with a column; the fields are: %s",
				f.Name, other, joined(r.fieldNames()))
		}
	}
	if f.Behavior != "" {
		v.behavior(r, f)
	}
	for _, rule := range fieldRules {
		if rule.broken(f) {
			v.errorf(r, "field %q: %s", f.Name, rule.text)
		}
	}
	if f.Default.Kind == DefaultValue && !f.canDefault() {
		v.errorf(r, "field %q: %s", f.Name, f.defaultFault())
	}
}

func (v *validation) behavior(r Resource, f FieldSpec) {
	rule, ok := behaviorRules[f.Behavior]
	switch {
	case !ok:
		v.errorf(r, "field %q has the unknown behavior %q; the behaviors are: %s",
			f.Name, f.Behavior, joined(behaviorsOf(r.Kind)))
	case !slices.Contains(rule.kinds, r.Kind):
		v.errorf(r, "field %q: a %s has no field with the behavior %q; its behaviors are: %s",
			f.Name, r.Kind, f.Behavior, joined(behaviorsOf(r.Kind)))
	case rule.column != "" && f.Name != rule.column:
		v.errorf(r, "field %q: the field with the behavior %q must be named %q; rename it", f.Name, f.Behavior, rule.column)
	}
}

// fieldRules are the rules of single fields.  They reject what would otherwise
// have no effect, or generate code that does not compile.
var fieldRules = []struct {
	broken func(FieldSpec) bool
	text   string
}{
	{
		func(f FieldSpec) bool { return f.Behavior == Name && (!f.Required || !f.Sortable) },
		"the name of a record is Required and Sortable; write As(dsl.Name).Required().Sortable()",
	},
	{
		func(f FieldSpec) bool { return (f.Searchable || f.Sortable) && !f.canFold() },
		"only text is Searchable and Sortable",
	},
	{
		func(f FieldSpec) bool { return f.Text == TextRaw },
		"Raw text is for internal tables; what clients write is cleaned",
	},
	{func(f FieldSpec) bool {
		return f.Target != "" && !slices.Contains([]Behavior{Link, Parent, PostParent}, f.Behavior)
	}, "References is for parents, and checks nothing elsewhere; describe the field as a link with dsl.ManyToMany"},
	{func(f FieldSpec) bool { return f.PrimaryKey }, "PrimaryKey is for internal tables; remove it"},
	{
		func(f FieldSpec) bool { return f.Nullable && f.Type != TypeNumber && !f.isChecked() },
		"only a Number, Decimal, Money, Date, Time or Timestamp is Nullable",
	},
	{
		func(f FieldSpec) bool { return (f.Min != nil || f.Max != nil) && !f.isStoredNumber() },
		"only an Integer, Number, Decimal, Money or Integers without behavior and Setter has a Range, Min or Max",
	},
	{func(f FieldSpec) bool {
		return f.Setter != (Setter{}) && !isFunction(f.Setter.ImportPath, f.Setter.Func)
	}, "Setter " + wantsFunction},
	{
		func(f FieldSpec) bool {
			return f.Fallback.ImportPath+f.Fallback.Func != "" && !isFunction(f.Fallback.ImportPath, f.Fallback.Func)
		},
		"Fallback " + wantsFunction,
	},
	{
		func(f FieldSpec) bool { return f.Setter.Func != "" && f.Behavior != "" },
		"a field with a behavior is written by the behavior, and takes no Setter",
	},
	{
		func(f FieldSpec) bool { return f.Min != nil && f.Max != nil && *f.Min > *f.Max },
		"the minimum is above the maximum",
	},
	{
		func(f FieldSpec) bool { return !f.isBound(f.Min) || !f.isBound(f.Max) },
		"a bound is a number, that of an Integer a whole one, that of a Decimal or Money one of its scale, " +
			"of at most 15 digits",
	},
	{
		func(f FieldSpec) bool {
			return !f.isInRange(0) && !f.IsList() && !f.Required && !f.Nullable && f.Default.Kind != DefaultValue
		},
		"0, which a create without it stores, is out of range: make it Required, Nullable, or give it a Default",
	},
	{
		func(f FieldSpec) bool { return (f.MaxLength != 0 || f.Pattern != "") && !f.isStoredText() },
		"only a String without another behavior than name, Setter or HTML, and Strings, have a MaxLength or Pattern",
	},
	{
		func(f FieldSpec) bool { return f.Unique && !f.canBeUnique() },
		"only a String with a MaxLength of up to 500, and a date or number that is Required or Nullable, is Unique; " +
			"it has no Default",
	},
	{
		func(f FieldSpec) bool { return f.UniqueReason != "" && (!f.Unique || !isOneLine(f.UniqueReason)) },
		"UniqueReason is one line about a Unique field",
	},
	{func(f FieldSpec) bool { return f.MaxLength < 0 || f.MaxLength > maxText }, "MaxLength is 1 to 10000"},
	{
		func(f FieldSpec) bool { return f.Pattern != "" && !isPattern(f.Pattern) },
		"the Pattern is not a regular expression of both RE2 and JavaScript",
	},
	{
		func(f FieldSpec) bool { return f.isEnum() && !f.hasWords() },
		"the values of an Enum are at least one, all different, and made of letters, digits, - and _",
	},
	{func(f FieldSpec) bool {
		return f.isEnum() && !f.IsList() && f.Computed == nil && f.Required == (f.Default.Kind == DefaultValue)
	}, "an Enum is Required, or has a Default"},
	{func(f FieldSpec) bool {
		return f.isEnum() && !f.IsList() &&
			(f.Text != TextPlain || f.Behavior != "" || f.Setter.Func != "" || f.Fallback.Func != "" || f.StoredAsBool)
	}, "an Enum is stored and shown as it is sent: it takes no behavior, text format, Setter or Fallback"},
	{
		func(f FieldSpec) bool { return f.isEnum() && f.Type != TypeString && !f.isListOf(TypeStrings) },
		"only a String or Strings have an Enum",
	},
	{func(f FieldSpec) bool {
		return slices.ContainsFunc(f.Synonyms, func(s [2]string) bool {
			return s[0] == "" || strings.Contains(s[0], ",") || slices.Contains(f.Enum, s[0]) ||
				!slices.Contains(f.Enum, s[1]) || f.IsList()
		})
	}, "a Synonym is another text without commas for a value of an Enum; write Synonym(text, value)"},
	{func(f FieldSpec) bool {
		return f.OmitDefault && (f.Behavior != "" || f.IsList() || f.WriteOnly || f.Computed != nil || f.Setter.Func != "" ||
			f.Fallback.Func != "" || f.StoredAsBool ||
			f.Text != TextPlain && f.Text != TextHTTPURL || f.Required || f.isEnum() != (f.Default.Kind == DefaultValue))
	}, "OmitDefault is for an Enum with a Default, and for a String without one"},
	{
		func(f FieldSpec) bool { return f.Secret && f.Behavior != "" && f.Behavior != Password },
		"only fields without a behavior are Secret; those of a resource with NoHistory are so together",
	},
	{
		func(f FieldSpec) bool { return (f.MaxItems != 0 || f.UniqueItems) && !f.IsList() },
		"only Strings and Integers have MaxItems or UniqueItems",
	},
	{func(f FieldSpec) bool { return f.IsList() && (f.MaxItems < 1 || f.MaxItems > maxItems) }, "MaxItems is 1 to 1000"},
	{func(f FieldSpec) bool {
		return f.IsList() && (f.Text != "" || f.Setter.Func != "" || f.Fallback.Func != "" || f.StoredAsBool)
	}, "Strings and Integers are stored and shown as they are sent: they take no text format, Setter or Fallback"},
	{
		func(f FieldSpec) bool { return f.Type == TypeDateTime && f.Behavior == "" },
		"a DateTime is the start or the end of a record; describe a Date, a Time or a Timestamp",
	},
	{func(f FieldSpec) bool {
		return f.layout() != "" && f.Computed == nil && !exactlyOne(f.Required, f.Nullable, f.Default.Kind == DefaultValue)
	}, "a Date, Time or Timestamp is Required, Nullable, or has a Default"},
	{func(f FieldSpec) bool {
		return f.isChecked() &&
			(f.Text != "" || f.Behavior != "" || f.Setter.Func != "" || f.Fallback.Func != "" || f.StoredAsBool)
	}, "a Date, Time, Timestamp, Decimal or Money is checked by its type: " +
		"it takes no behavior, text format, Setter or Fallback"},
	{
		func(f FieldSpec) bool { return f.Type == TypeMoney && !f.hasCurrencies() },
		"the currencies of a Money are codes of ISO 4217, at least one, all different",
	},
	{func(f FieldSpec) bool {
		return f.Type == TypeMoney && f.Computed == nil && f.Required == f.Nullable &&
			(f.Required || f.Default.Kind != DefaultValue)
	}, "a Money is Required, Nullable, or has a Default"},
	{
		func(f FieldSpec) bool { return !f.hasScale() },
		"a Decimal has at most 18 digits, of which at least one stands after the point",
	},
	{func(f FieldSpec) bool {
		return f.Text != "" && !slices.Contains([]Type{TypeString, TypeDateTime, TypeAny, TypeURL}, f.Type)
	}, "only a String takes HTML and Text"},
	{func(f FieldSpec) bool {
		return f.Fallback.Func != "" && (f.Behavior != "" || f.Text == "" || f.StoredAsBool)
	}, "only text without a behavior has a Fallback"},
	{func(f FieldSpec) bool {
		return f.Behavior == Owner && (f.Type != TypeInteger || f.Required || f.Default.Kind != DefaultNone || f.WriteOnly)
	}, "an Owner is an Integer that is neither Required nor WriteOnly and has no Default: " +
		"it is the caller until it is written"},
	{
		func(f FieldSpec) bool { return f.Default.Kind == DefaultComputed },
		"a field has no computed default; write Default(value)",
	},
}

// canFold reports whether a field is stored as text that can be searched and
// sorted.
func (f FieldSpec) canFold() bool {
	switch f.Behavior {
	case Link, Image, Cost, AllDay, Author, Owner, Parent, PostParent, Password, AutoID, Transaction:
		return false
	default:
		return f.Text != "" && !f.StoredAsBool
	}
}

// behaviorsOf lists the behaviors of a kind of resource.
func behaviorsOf(k Kind) []Behavior {
	var fitting []Behavior
	for _, b := range slices.Sorted(maps.Keys(behaviorRules)) {
		if slices.Contains(behaviorRules[b].kinds, k) {
			fitting = append(fitting, b)
		}
	}
	return fitting
}

func (r Resource) fieldNames() []string {
	var names []string
	for _, f := range r.Fields {
		names = append(names, f.spec.Name)
	}
	return names
}

// scheduleFields lists the start and the end of a record.
func (r Resource) scheduleFields() []string {
	var names []string
	for _, b := range []Behavior{Start, End} {
		if f, ok := r.FieldWithBehavior(b); ok {
			names = append(names, f.Name)
		}
	}
	return names
}

// behaviors checks the behaviors of a resource together.
func (v *validation) behaviors(r Resource) {
	if _, ok := r.FieldWithBehavior(Name); !ok && r.Kind != KindRecord {
		v.errorf(r, "no field has the behavior name; add dsl.String(…).As(dsl.Name).Required().Sortable()")
	}
	var present, missing []string
	for _, b := range []Behavior{Start, End, TimeZone, AllDay} {
		if _, ok := r.FieldWithBehavior(b); ok {
			present = append(present, string(b))
		} else {
			missing = append(missing, string(b))
		}
	}
	if len(present) > 0 && len(missing) > 0 {
		v.errorf(r, "the behaviors start, end, time_zone and all_day go together; missing: %s", strings.Join(missing, ", "))
	}
}
