package record

import (
	"html"
	"net/url"
	"strconv"
	"strings"

	"almanac/runtime/dates"
	"almanac/runtime/records"
	"almanac/runtime/text"
)

// Values has what the inputs of a form contain, by the name of the field.
type Values map[string][]string

// First returns the first value of a field, "" for none.
func (v Values) First(name string) string {
	if len(v[name]) == 0 {
		return ""
	}
	return v[name][0]
}

// Number reads an ID, 0 for what is none.
func Number(s string) int64 {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// ValuesOf returns what the inputs of a field contain, and notes the names of linked
// records.
func (f Field) ValuesOf(r Record, names map[string]string) []string {
	shown := r[f.Name]
	switch f.Input {
	case InputLinks, InputTerms:
		if f.IsReference() {
			return Without(One(TextOf(shown)), "0")
		}
		var ids []string
		for _, linked := range LinkedIn(shown) {
			ids = append(ids, linked.ID())
			names[f.Key(linked.ID())] = TitleOf(f.Target, linked)
		}
		return ids
	case InputMoney:
		amount, _ := shown.(map[string]any)
		if amount == nil {
			return nil
		}
		return []string{Record(amount).Text("amount"), Record(amount).Text("currency")}
	case InputImage:
		shown := r.In(f.Name)
		names[f.Key(shown.ID())] = shown.Text("url")
		return One(shown.ID())
	case InputRepeat:
		if s, ok := shown.(*records.Series); ok {
			return RepeatOf(s).List()
		}
		return nil
	case InputChecks, inputLines:
		var list []string
		items, _ := shown.([]any)
		for _, item := range items {
			list = append(list, TextOf(item))
		}
		return list
	case InputSelect:
		if s := TextOf(shown); s != "" || f.Default == nil {
			return One(s)
		}
		return One(TextOf(f.Default)) // Responses may leave the default out.
	default:
		return One(f.shown(r, TextOf(shown)))
	}
}

// One returns a list of a text, nil for an empty one.
func One(s string) []string {
	if s == "" {
		return nil
	}
	return []string{s}
}

// LinkedIn returns the records in a property of a response: a list, one record or none.
func LinkedIn(shown any) []Record {
	switch v := shown.(type) {
	case map[string]any:
		return []Record{v}
	case []any:
		var list []Record
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
func (f Field) shown(r Record, s string) string {
	switch f.Input {
	case InputWallTime:
		return wholeMinutes(strings.Replace(s, " ", "T", 1))
	case inputTime:
		return wholeMinutes(s)
	case InputTimestamp:
		utc := dates.WallTime(strings.Replace(strings.TrimSuffix(s, "Z"), "T", " ", 1))
		if !utc.Valid() {
			return s
		}
		return wholeMinutes(strings.Replace(string(f.Zone.Local(utc)), " ", "T", 1))
	case inputHTML:
		return Editable(s)
	case InputBoolean:
		if s == "" {
			return strconv.FormatBool(f.Initial)
		}
	case InputURL:
		if s == r.Text("url") {
			return "" // The record's own page stands for none.
		}
	default: // As it is shown.
	}
	if f.Meaning == "name" || f.Meaning == "escaped" {
		return html.UnescapeString(s)
	}
	return s
}

// Editable returns HTML as somebody would type it, without the tags of its paragraphs and
// with & and < as they are, as far as a write of it shows the same again.
func Editable(stored string) string {
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

// Posted returns what the inputs of a field contain.
func (f Field) Posted(form url.Values) []string {
	sent := form[f.Name]
	switch f.Input {
	case InputBoolean:
		return One(strconv.FormatBool(len(sent) > 0))
	case InputLinks, InputTerms, InputChecks:
		list := Without(sent, "")
		if f.One && len(list) > 1 {
			list = list[len(list)-1:] // The present one, and then the one that was chosen.
		}
		return list
	case inputLines:
		return Without(strings.Split(UnixLines(form.Get(f.Name)), "\n"), "")
	case InputRepeat:
		return readRepeat(f.Name, form).List()
	case InputMoney:
		if amount := strings.TrimSpace(form.Get(f.Name)); amount != "" {
			return []string{amount, form.Get(f.Name + ".currency")}
		}
		return nil
	case InputWallTime, InputTimestamp, inputTime:
		return One(wholeMinutes(form.Get(f.Name)))
	case inputZone:
		return One(zoneNamed(form.Get(f.Name)))
	case InputColor: // Browsers send one always.
		if !form.Has(f.Name + ".on") {
			return nil
		}
		return One(form.Get(f.Name))
	case InputImage:
		if len(sent) == 0 {
			return nil
		}
		return One(sent[len(sent)-1])
	default:
		if typed := UnixLines(form.Get(f.Name)); strings.TrimSpace(typed) != "" {
			return One(typed)
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

// UnixLines returns a text with the ends of lines that it was shown with.
func UnixLines(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") }

// Without returns a list without blank elements.
func Without(list []string, cut string) []string {
	var kept []string
	for _, s := range list {
		if s = strings.TrimSpace(s); s != cut {
			kept = append(kept, s)
		}
	}
	return kept
}

// Sent returns what is sent to the API for what the inputs of a field contain.
func (f Field) Sent(list []string) any {
	first := Values{"": list}.First("")
	switch f.Input {
	case InputLinks, InputTerms:
		if f.One {
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
	case InputChecks, inputLines:
		return append([]string{}, list...)
	case InputMoney:
		if first == "" {
			return nil
		}
		return map[string]any{"amount": first, "currency": Values{"": list[1:]}.First("")}
	case InputBoolean:
		return first == "true"
	case InputWallTime:
		return strings.Replace(first, "T", " ", 1)
	case InputTimestamp:
		if local := dates.WallTime(strings.Replace(FullTime(first), "T", " ", 1)); local.Valid() {
			return strings.Replace(string(f.Zone.UTC(local)), " ", "T", 1) + "Z"
		}
	case InputNumber:
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
func (f Field) none() any {
	if f.Meaning == "parent" || f.Meaning == "post_parent" {
		return 0
	}
	return nil
}

// FullTime adds the seconds that inputs leave out.
func FullTime(s string) string {
	if strings.Count(s, ":") == 1 {
		return s + ":00"
	}
	return s
}

// NewTerm marks the name of a term that the form makes.
const NewTerm = "+"

// reference returns what a write takes for a linked record: its ID, or the name of a term.
func (f Field) reference(s string) any {
	if name, ok := strings.CutPrefix(s, NewTerm); ok {
		return name
	}
	if n := Number(s); n != 0 {
		return n
	}
	return s
}
