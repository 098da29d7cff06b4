package dsl

import (
	"slices"
	"strings"
)

// fieldCondition is the condition of an operation on its field, whose column its
// SQL compares or whose link it follows.
type fieldCondition struct {
	text    string // For error messages.
	matches func(v *validation, f FieldSpec, p ParamSpec) bool
	linked  bool // The field may be one of a linked record.
}

// The conditions.
var (
	aDate = fieldCondition{text: "a date", matches: func(_ *validation, f FieldSpec, _ ParamSpec) bool {
		return slices.Contains([]Behavior{Start, End, PublishDate, PublishDateUTC}, f.Behavior)
	}}
	aBoolean = fieldCondition{
		text: "a boolean", linked: true,
		matches: func(_ *validation, f FieldSpec, _ ParamSpec) bool {
			return (f.Behavior == "" || f.Behavior == HideFromLists || f.Behavior == AllDay) &&
				(f.Type == TypeBoolean || f.StoredAsBool)
		},
	}
	anEqual = fieldCondition{
		text: "a field that is stored as it is sent, of the type of the parameter", linked: true,
		matches: func(_ *validation, f FieldSpec, p ParamSpec) bool {
			return f.storedAs(p.Type) || f.Behavior == Owner && p.Operation == OpEquals
		},
	}
	aMember = fieldCondition{
		text: "a field that is stored as it is sent, of the type of the values", linked: true,
		matches: func(_ *validation, f FieldSpec, p ParamSpec) bool {
			return f.isMemberOf(p.Type)
		},
	}
	aColumn = fieldCondition{
		text: "a field with a column", linked: true,
		matches: func(_ *validation, f FieldSpec, _ ParamSpec) bool {
			return f.Behavior != Link && f.Behavior != Image && f.Behavior != Password
		},
	}
	aNullable = fieldCondition{
		text: "a text, a list or a field that is Nullable", linked: true,
		matches: func(_ *validation, f FieldSpec, _ ParamSpec) bool {
			return f.Behavior == "" && (f.Nullable || f.IsList() || f.Text != "" && f.Enum == nil && !f.StoredAsBool)
		},
	}
	aList = fieldCondition{text: "a list", matches: func(_ *validation, f FieldSpec, _ ParamSpec) bool {
		return f.Behavior == StringList
	}}
	aLink = fieldCondition{
		text: "a link to the resource of References",
		matches: func(_ *validation, f FieldSpec, p ParamSpec) bool {
			return f.Behavior == Link && (p.Target == "" || f.Target == p.Target)
		},
	}
	aParent = fieldCondition{text: "the parent", matches: func(_ *validation, f FieldSpec, _ ParamSpec) bool {
		return f.Behavior == Parent || f.Behavior == PostParent
	}}
	aPlace = fieldCondition{
		text: "a link to posts with numbers that are the schema.org latitude and longitude",
		matches: func(v *validation, f FieldSpec, _ ParamSpec) bool {
			target := v.resources[f.Target]
			return f.Behavior == Link && target.Kind == KindPost && target.hasDegrees("latitude") &&
				target.hasDegrees("longitude")
		},
	}
)

// hasDegrees reports whether a number of the resource is the schema.org property.
func (r Resource) hasDegrees(property string) bool {
	return slices.ContainsFunc(r.FieldSpecs(), func(f FieldSpec) bool {
		return f.SchemaOrg == property && f.Type == TypeNumber
	})
}

// storedAs reports whether the column of the field has what was sent, of the type.
func (f FieldSpec) storedAs(t Type) bool {
	if f.Type == TypeMoney {
		return t == TypeDecimal || t == TypeString // Its amount, or both.
	}
	return f.Behavior == "" && f.Type == t && !f.StoredAsBool && f.Text != TextHTML && f.Text != TextEscaped
}

// isMemberOf reports whether values of the column stand in a set of the type.
func (f FieldSpec) isMemberOf(set Type) bool {
	switch set {
	case TypeIntegers:
		return f.storedAs(TypeInteger) || f.isListOf(set)
	case TypeNumbers:
		return f.storedAs(TypeNumber)
	case TypeStrings:
		return f.storedAs(TypeString) || f.isChecked() || f.isListOf(set)
	default:
		return false
	}
}

// fieldAt returns the field of a resource, or by a path such as "venue.city" that of
// the resource to which the link leads, and whether there is one.
func fieldAt(r Resource, path string, byName map[string]Resource) (FieldSpec, bool) {
	name, linked, isPath := strings.Cut(path, ".")
	f, ok := r.Field(name)
	if !isPath {
		return f, ok
	}
	if !ok || f.Behavior != Link {
		return FieldSpec{}, false
	}
	return byName[f.Target].Field(linked)
}

// operationField checks that the field of a parameter meets the condition of its
// operation; the error lists the fields that do.
func (v *validation) operationField(r Resource, p ParamSpec, wanted *fieldCondition, what string) {
	if wanted == nil {
		if p.Field != "" {
			v.errorf(r, "%s: %s takes no Field", what, p.Operation)
		}
		return
	}
	isPath := strings.Contains(p.Field, ".")
	f, known := fieldAt(r, p.Field, v.resources)
	hint := v.possibleFields(r, p, wanted)
	switch {
	case p.Field == "":
		v.errorf(r, "%s: %s needs Field with %s; %s", what, p.Operation, wanted.text, hint)
	case isPath && !wanted.linked:
		v.errorf(r, "%s: %s does not follow a link to the field %q; %s", what, p.Operation, p.Field, hint)
	case !known:
		v.errorf(r, "%s names the field %q, which does not exist: %s needs %s; %s",
			what, p.Field, p.Operation, wanted.text, hint)
	case !wanted.matches(v, f, p):
		v.errorf(r, "%s: %s needs Field with %s, which the field %q is not; %s",
			what, p.Operation, wanted.text, p.Field, hint)
	case f.Extension != p.Extension && f.Extension != "":
		v.errorf(r, "%s: the field %q belongs to the extension %q, so that the parameter needs Extension(%[3]q)",
			what, p.Field, f.Extension)
	}
}

// possibleFields names the fields that meet a condition: those of the resource; where
// the parameter has a path, those of the linked one; where there are none, those
// behind all links.
func (v *validation) possibleFields(r Resource, p ParamSpec, wanted *fieldCondition) string {
	fitting := func(r Resource, prefix string) (names []string) {
		for _, f := range r.FieldSpecs() {
			if wanted.matches(v, f, p) {
				names = append(names, prefix+f.Name)
			}
		}
		return names
	}
	where, possible := r.Name, fitting(r, "")
	name, _, isPath := strings.Cut(p.Field, ".")
	if link, _ := r.Field(name); isPath && wanted.linked && link.Behavior == Link {
		where, possible = link.Target, fitting(v.resources[link.Target], name+".")
	}
	if len(possible) == 0 && where == r.Name && wanted.linked {
		for _, l := range r.Links() {
			possible = append(possible, fitting(v.resources[l.Target], l.Name+".")...)
		}
	}
	if len(possible) == 0 {
		return "no field of " + where + " is one"
	}
	return "possible fields: " + strings.Join(possible, ", ")
}
