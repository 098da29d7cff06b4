package mutate

import (
	"almanac/runtime/apierror"
	"almanac/runtime/decimal"
	"almanac/runtime/model"
	"almanac/runtime/param"
	"almanac/runtime/text"
	"almanac/runtime/validate"
)

// SetName sets the record's name, which must not be empty once cleaned.
func SetName(m *Mutation, field string, name *string, o param.Opt[string]) {
	if !o.IsSet() {
		return
	}
	*name, m.nameSent = text.Plain(o.Value), o.Value
	if *name == "" {
		m.Fail(field, "%s must contain a name.", apierror.Param(field))
	}
	if m.Resource.Term && len([]rune(*name)) > validate.MaxName {
		m.Fail(field, "%s must have at most %d characters.", apierror.Param(field), validate.MaxName)
	}
}

// SetEscapedText sets a plain text that responses return escaped, as names are; null
// clears it.
func SetEscapedText(field *string, o param.Opt[string]) {
	if o.IsPresent() {
		*field = text.Plain(o.Value)
	}
}

// SetPlainText sets a plain text that responses return to the letter; null clears
// it.
func SetPlainText(field *string, o param.Opt[string]) {
	if o.IsPresent() {
		*field = text.PlainVerbatim(o.Value)
	}
}

// SetVerbatim sets a text that is stored as it was sent, such as a web address;
// null clears it.
func SetVerbatim(field *string, o param.Opt[string]) {
	if o.IsPresent() {
		*field = o.Value
	}
}

// IgnoreFallback returns what was sent for a field in whose place responses have a fallback
// while it is empty: nothing if a client sends the fallback back, so that the field stays
// empty.
func IgnoreFallback(m *Mutation, stored string, sent param.Opt[string], fallback string) param.Opt[string] {
	if !m.IsCreate && stored == "" && sent.IsSet() && sent.Value == fallback {
		return param.Opt[string]{}
	}
	return sent
}

// SetValue sets a field that is stored as it was sent.
func SetValue[T any](field *T, o param.Opt[T]) {
	if o.IsSet() {
		*field = o.Value
	}
}

// SetNullable sets a field that null clears.
func SetNullable[T any](field **T, o param.Opt[T]) {
	switch {
	case o.IsSet():
		v := o.Value
		*field = &v
	case o.IsNull():
		*field = nil
	}
}

// SetAmount sets an amount of money and its currency.
func SetAmount(units *int64, currency *string, o param.Opt[decimal.Amount]) {
	if o.IsSet() {
		*units, *currency = o.Value.Units, o.Value.Currency
	}
}

// SetOptionalAmount is SetAmount for an amount that null clears.
func SetOptionalAmount(units **int64, currency *string, o param.Opt[decimal.Amount]) {
	if o.IsPresent() {
		*units, *currency = nil, ""
	}
	if o.IsSet() {
		*units, *currency = &o.Value.Units, o.Value.Currency
	}
}

// SetTexts sets a list of plain texts; null clears it.
func SetTexts(field *model.List[string], o param.Opt[[]string]) {
	if !o.IsPresent() {
		return
	}
	var list []string
	for _, sent := range o.Value {
		if clean := text.PlainVerbatim(sent); clean != "" {
			list = append(list, clean)
		}
	}
	*field = model.ListOf(list...)
}

// SetIntegers sets a list of whole numbers; null clears it.
func SetIntegers(field *model.List[int64], o param.Opt[[]int64]) {
	if o.IsPresent() {
		*field = model.ListOf(o.Value...)
	}
}

// SetStringList sets a list of words; null and false clear it.
func SetStringList(field *string, o param.Opt[any]) {
	if o.IsPresent() {
		list, _ := validate.StringList(o.Value)
		*field = model.JoinList(list)
	}
}

// SetOrDefault sets a field; a create that does not send it sets the default value.
func SetOrDefault[T any](m *Mutation, field *T, o param.Opt[T], value T) {
	if m.IsCreate {
		*field = value
	}
	SetValue(field, o)
}

// OrDefault returns what was sent for a field; of a create that does not send it the
// default value.
func OrDefault[T any](m *Mutation, o param.Opt[T], value T) param.Opt[T] {
	if m.IsCreate && !o.IsPresent() {
		return param.Of(value)
	}
	return o
}

// SetAuthorToCaller sets the author of a new term: the caller.
func SetAuthorToCaller(m *Mutation, b *model.Named) {
	if m.IsCreate {
		b.Author = m.Caller.User
	}
}

// SetPostParent sets the parent record: an existing one that the caller may see,
// 0 or null for none.
func SetPostParent(m *Mutation, name string, field *int64, o param.Opt[int64]) {
	if !o.IsPresent() {
		return
	}
	*field = o.Value
	if o.Value == 0 || m.Imported != nil { // An import has checked it, and links across statuses.
		return
	}
	found := map[int64]model.Record{}
	m.queueQuery(func() error {
		if found[o.Value] == nil {
			m.Fail(name, "%s: there is no %s with the ID %s.",
				apierror.Param(name), apierror.Resource(m.Resource.Name), apierror.ID(o.Value))
		}
		return nil
	}, m.postsStatement(m.Resource, []int64{o.Value}, found))
}

// EqualPtr compares two values that may be missing.
func EqualPtr[T comparable](a, b *T) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}
