package records

import (
	"html"
	"net/url"
	"strconv"
	"strings"

	"almanac/runtime/dates"
	"almanac/runtime/text"
)

// values has what the inputs of a form contain, by the name of the field.
type values map[string][]string

// first returns the first value of a field, "" for none.
func (v values) first(name string) string {
	if len(v[name]) == 0 {
		return ""
	}
	return v[name][0]
}

// number reads an ID, 0 for what is none.
func number(s string) int64 {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// valuesOf returns what the inputs of a field contain, and notes the names of linked
// records.
func (f field) valuesOf(r record, names map[string]string) []string {
	shown := r[f.Name]
	switch f.input {
	case inputLinks, inputTerms:
		if f.isReference() {
			return without(one(textOf(shown)), "0")
		}
		var ids []string
		for _, linked := range linkedIn(shown) {
			ids = append(ids, linked.id())
			names[f.key(linked.id())] = titleOf(f.target, linked)
		}
		return ids
	case inputMoney:
		amount, _ := shown.(map[string]any)
		if amount == nil {
			return nil
		}
		return []string{record(amount).text("amount"), record(amount).text("currency")}
	case inputImage:
		shown := r.in(f.Name)
		names[f.key(shown.id())] = shown.text("url")
		return one(shown.id())
	case inputRepeat:
		if s, ok := shown.(*shownSeries); ok {
			return s.repeat().list()
		}
		return nil
	case inputChecks, inputLines:
		var list []string
		items, _ := shown.([]any)
		for _, item := range items {
			list = append(list, textOf(item))
		}
		return list
	case inputSelect:
		if s := textOf(shown); s != "" || f.Default == nil {
			return one(s)
		}
		return one(textOf(f.Default)) // Responses may leave the default out.
	default:
		return one(f.shown(r, textOf(shown)))
	}
}

// one returns a list of a text, nil for an empty one.
func one(s string) []string {
	if s == "" {
		return nil
	}
	return []string{s}
}

// linkedIn returns the records in a property of a response: a list, one record or none.
func linkedIn(shown any) []record {
	switch v := shown.(type) {
	case map[string]any:
		return []record{v}
	case []any:
		var list []record
		for _, item := range v {
			if r, ok := item.(map[string]any); ok {
				list = append(list, r)
			}
		}
		return list
	}
	return nil
}

// shown returns a single value as its input contains it.
func (f field) shown(r record, s string) string {
	switch f.input {
	case inputWallTime:
		return wholeMinutes(strings.Replace(s, " ", "T", 1))
	case inputTime:
		return wholeMinutes(s)
	case inputTimestamp:
		utc := dates.WallTime(strings.Replace(strings.TrimSuffix(s, "Z"), "T", " ", 1))
		if !utc.Valid() {
			return s
		}
		return wholeMinutes(strings.Replace(string(f.zone.Local(utc)), " ", "T", 1))
	case inputHTML:
		return editable(s)
	case inputBoolean:
		if s == "" {
			return strconv.FormatBool(f.Initial)
		}
	case inputURL:
		if s == r.text("url") {
			return "" // The record's own page stands for none.
		}
	default: // As it is shown.
	}
	if f.Meaning == "name" || f.Meaning == "escaped" {
		return html.UnescapeString(s)
	}
	return s
}

// editable returns HTML as somebody would type it, without the tags of its paragraphs and
// with & and < as they are, as far as a write of it shows the same again.
func editable(stored string) string {
	s := strings.NewReplacer("</p>\n<p>", "\n\n", "<p>", "", "</p>", "\n\n",
		"<br />\n", "\n", "<br>", "\n", "<br/>", "\n").Replace(stored)
	s = strings.Trim(s, "\n")
	for _, typed := range []string{html.UnescapeString(s), s} {
		if text.Paragraphs(text.Clean(typed)) == text.Paragraphs(stored) {
			return typed
		}
	}
	return stored
}

// posted returns what the inputs of a field contain.
func (f field) posted(form url.Values) []string {
	sent := form[f.Name]
	switch f.input {
	case inputBoolean:
		return one(strconv.FormatBool(len(sent) > 0))
	case inputLinks, inputTerms, inputChecks:
		list := without(sent, "")
		if f.one && len(list) > 1 {
			list = list[len(list)-1:] // The present one, and then the one that was chosen.
		}
		return list
	case inputLines:
		return without(strings.Split(unixLines(form.Get(f.Name)), "\n"), "")
	case inputRepeat:
		return postedRepeat(f.Name, form).list()
	case inputMoney:
		if amount := strings.TrimSpace(form.Get(f.Name)); amount != "" {
			return []string{amount, form.Get(f.Name + ".currency")}
		}
		return nil
	case inputWallTime, inputTimestamp, inputTime:
		return one(wholeMinutes(form.Get(f.Name)))
	case inputZone:
		return one(zoneNamed(form.Get(f.Name)))
	case inputColor: // Browsers send one always.
		if !form.Has(f.Name + ".on") {
			return nil
		}
		return one(form.Get(f.Name))
	case inputImage:
		if len(sent) == 0 {
			return nil
		}
		return one(sent[len(sent)-1])
	default:
		if typed := unixLines(form.Get(f.Name)); strings.TrimSpace(typed) != "" {
			return one(typed)
		}
		return nil
	}
}

// wholeMinutes cuts seconds that are 0 from a time.
func wholeMinutes(s string) string {
	if strings.Count(s, ":") == 2 {
		return strings.TrimSuffix(s, ":00")
	}
	return s
}

// unixLines returns a text with the ends of lines that it was shown with.
func unixLines(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") }

// without returns a list without blank elements.
func without(list []string, cut string) []string {
	var kept []string
	for _, s := range list {
		if s = strings.TrimSpace(s); s != cut {
			kept = append(kept, s)
		}
	}
	return kept
}

// sent returns what is sent to the API for what the inputs of a field contain.
func (f field) sent(list []string) any {
	first := values{"": list}.first("")
	switch f.input {
	case inputLinks, inputTerms:
		if f.one {
			if first == "" {
				return f.none()
			}
			return f.reference(first)
		}
		refs := make([]any, 0, len(list))
		for _, s := range list {
			refs = append(refs, f.reference(s))
		}
		return refs
	case inputChecks, inputLines:
		return append([]string{}, list...)
	case inputMoney:
		if first == "" {
			return nil
		}
		return map[string]any{"amount": first, "currency": values{"": list[1:]}.first("")}
	case inputBoolean:
		return first == "true"
	case inputWallTime:
		return strings.Replace(first, "T", " ", 1)
	case inputTimestamp:
		if local := dates.WallTime(strings.Replace(fullTime(first), "T", " ", 1)); local.Valid() {
			return strings.Replace(string(f.zone.UTC(local)), " ", "T", 1) + "Z"
		}
	case inputNumber:
		if first == "" {
			return f.none()
		}
	default: // A text.
	}
	if f.Meaning == "name" || f.Meaning == "escaped" {
		return text.Escape(first)
	}
	return first
}

// none returns what stands for no number or record: no parent is 0.
func (f field) none() any {
	if f.Meaning == "parent" || f.Meaning == "post_parent" {
		return 0
	}
	return nil
}

// fullTime adds the seconds that inputs leave out.
func fullTime(s string) string {
	if strings.Count(s, ":") == 1 {
		return s + ":00"
	}
	return s
}

// newTerm marks the name of a term that the form makes.
const newTerm = "+"

// reference returns what a write takes for a linked record: its ID, or the name of a term.
func (f field) reference(s string) any {
	if name, ok := strings.CutPrefix(s, newTerm); ok {
		return name
	}
	if n := number(s); n != 0 {
		return n
	}
	return s
}
