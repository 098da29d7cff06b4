package param

import (
	"strings"

	"almanac/runtime/apierror"
	"almanac/runtime/messages"
)

// Integers returns a list of whole numbers, such as ids.  A list is written as
// a JSON array, a[]=1&a[]=2, a[0]=1, a=1&a=2, comma-separated text, or as its
// only element.  Like all getters of this file it returns an absent Opt when
// the parameter is absent or invalid, a null one for JSON null, and an empty
// list for "" and [], which NonEmpty rejects.
func (d *Decoder) Integers(name string, rules ...Rule) Opt[[]int64] {
	return list(d, name, rules, toInteger)
}

// Strings returns a list of texts, such as slugs.  Elements of a real list keep
// their commas; plain texts are split at them.  Numbers become text.
func (d *Decoder) Strings(name string, rules ...Rule) Opt[[]string] {
	return list(d, name, rules, toText)
}

// Numbers returns a list of decimal numbers.
func (d *Decoder) Numbers(name string, rules ...Rule) Opt[[]float64] {
	return list(d, name, rules, toNumber)
}

// References returns a list of references to records: each a string, a json.Number
// or, for an inline record, a map[string]any. It accepts the forms of Strings;
// a single object is a list of one.
func (d *Decoder) References(name string, rules ...Rule) Opt[[]any] {
	return list(d, name, rules, toRef)
}

// Reference returns a reference to one record as a list of one, an empty list for
// null, "" and [].  It is written as an element of References, or as a list of one.
func (d *Decoder) Reference(name string, rules ...Rule) Opt[[]any] {
	value, found := d.values.raw(name)
	if !found {
		return Opt[[]any]{}
	}
	switch v := value.(type) {
	case repeated:
		value = onlyElement(v)
	case []any:
		value = onlyElement(v)
	}
	if value == nil || value == "" {
		if ruleSet(rules).has(ruleNotNull) {
			d.AddError(name, "", "%s must not be empty.", apierror.Param(name))
			return Opt[[]any]{}
		}
		return Of([]any{})
	}
	one, problem := toRef(value, rules)
	if problem.Format != "" {
		d.addProblem(name, butNot(problem.About(apierror.Param(name)), value))
		return Opt[[]any]{}
	}
	return Of([]any{one})
}

// onlyElement returns the element of a list of one, nil of an empty one, and longer
// lists as they are.
func onlyElement[S ~[]T, T any](list S) any {
	switch len(list) {
	case 0:
		return nil
	case 1:
		return list[0]
	}
	return list
}

// list converts a list in any accepted form.
func list[T any](d *Decoder, name string, rs ruleSet, convert func(any, ruleSet) (T, messages.Message)) Opt[[]T] {
	value, found := d.values.raw(name)
	if !found {
		return Opt[[]T]{}
	}
	if value == nil {
		return nullOf[[]T](d, name, rs)
	}
	elements, ok := d.elements(name, value, rs)
	if !ok {
		return Opt[[]T]{}
	}
	if len(elements) == 0 && rs.has(ruleNonEmpty) {
		d.AddError(name, "", "%s must not be empty.", apierror.Param(name))
		return Opt[[]T]{}
	}
	return convertAll(d, name, elements, rs, convert)
}

// convertAll converts each element. Empty elements are ignored without NonEmpty:
// forms send one with check boxes for "none".
func convertAll[T any](d *Decoder, name string, elements []any, rs ruleSet,
	convert func(any, ruleSet) (T, messages.Message),
) Opt[[]T] {
	got := make([]T, 0, len(elements))
	for _, element := range elements {
		if element == "" && !rs.has(ruleNonEmpty) {
			continue
		}
		one, problem := convert(element, rs)
		if problem.Format != "" {
			problem = problem.About(messages.NewMessage("Each element of %s", apierror.Param(name)))
			d.addProblem(name, typeMismatch(problem, element))
			return Opt[[]T]{}
		}
		got = append(got, one)
	}
	return Of(got)
}

// elements returns the elements of a value. If there are too many, it adds an
// error and returns false.
func (d *Decoder) elements(name string, value any, rs ruleSet) ([]any, bool) {
	limit := d.values.limits.MaxItems
	if r, ok := rs.find(ruleMaxItems); ok {
		limit = min(limit, int(r.number))
	}
	var elements []any
	switch v := value.(type) {
	case string:
		elements = appendSplit(nil, v, limit)
	case repeated:
		for _, text := range v {
			elements = appendSplit(elements, text, limit)
		}
	case []any:
		if len(v) == 1 && v[0] == "" {
			return nil, true
		}
		elements = v
	default:
		elements = []any{value}
	}
	if len(elements) > limit {
		d.AddError(name, "", "%s must have at most %d elements.", apierror.Param(name), limit)
		return nil, false
	}
	return elements, true
}

// appendSplit appends the parts of a comma-separated text, without the blanks
// around them and without empty ones.  It stops when the list is longer than
// limit, since the rest does not matter then.
func appendSplit(list []any, text string, limit int) []any {
	if list == nil && text != "" {
		list = make([]any, 0, min(strings.Count(text, ","), limit)+1)
	}
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		if list = append(list, part); len(list) > limit {
			break
		}
	}
	return list
}

// typeMismatch completes a message with the invalid element.
func typeMismatch(problem messages.Message, element any) messages.Message {
	text, ok := digitsOf(element)
	if !ok || text == "" {
		return problem
	}
	return messages.NewMessage(`%s, not "%s".`, messages.Clause(problem), clip(text, 60))
}
