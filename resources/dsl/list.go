package dsl

import "slices"

// defaultItems is the most elements of a list that has no MaxItems, maxItems the most
// that one may have.
const (
	defaultItems = 100
	maxItems     = 1000
)

// Strings describes a list of texts, in the order in which they were sent.  It is
// empty until it is written, without a Default, and never null; null and the empty list clear it.  Bounds
// such as MaxLength, Pattern and Enum are those of each element, and checked by the
// service alone; an element that is empty is left out.  A parameter with the operation In finds the records of which
// some element is one of the values, one with IsNull those whose list is empty.
//
//	dsl.Strings("languages").Enum("de", "en", "fr").UniqueItems().Doc("Languages")
func Strings(name string) Field {
	return describe(FieldSpec{Name: name, Type: TypeStrings, MaxItems: defaultItems})
}

// Integers describes a list of whole numbers of 64 bits; Min and Max are the bounds of
// each.  See [Strings].
//
//	dsl.Integers("sizes").Min(1).MaxItems(20).Doc("Sizes in metres")
func Integers(name string) Field {
	return describe(FieldSpec{Name: name, Type: TypeIntegers, MaxItems: defaultItems})
}

// MaxItems limits a list to n elements, 1 to 1000; without it there are at most 100.
func (f Field) MaxItems(n int) Field { f.spec.MaxItems = n; return f }

// UniqueItems refuses a list with an element twice.
func (f Field) UniqueItems() Field { f.spec.UniqueItems = true; return f }

// IsList reports whether the field is one of [Strings] or [Integers].
func (f FieldSpec) IsList() bool {
	return f.Behavior == "" && (f.Type == TypeStrings || f.Type == TypeIntegers)
}

func (f FieldSpec) isListOf(t Type) bool { return f.IsList() && f.Type == t }

// canStoreList reports whether a value is a list that the field may have.
func (f FieldSpec) canStoreList(value any) bool {
	element := f
	var elements []any
	switch list := value.(type) {
	case []string:
		element.Type, element.Text = TypeString, TextPlain
		for _, text := range list {
			elements = append(elements, text)
		}
	case []int:
		element.Type = TypeInteger
		for _, n := range list {
			elements = append(elements, n)
		}
	}
	isType := f.Type == TypeStrings && element.Type == TypeString || f.Type == TypeIntegers && element.Type == TypeInteger
	if !isType || len(elements) > f.MaxItems || f.Required && len(elements) == 0 {
		return false
	}
	for i, one := range elements {
		if one == "" || !element.canStore(one) || f.UniqueItems && slices.Contains(elements[:i], one) {
			return false
		}
	}
	return true
}
