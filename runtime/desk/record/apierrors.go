package record

import (
	"maps"
	"slices"
	"strings"

	"golang.org/x/text/language"

	"almanac/runtime/apierror"
	"almanac/runtime/desk/page"
	"almanac/runtime/messages"
	"almanac/runtime/model"
)

// Translated returns a message of an error of the API in the language of the page.
func (x *Exchange) Translated(m messages.Message) string {
	return x.Bundle.TranslateError(x.R, m, x)
}

// ParamLabel implements page.Labels: the label of a field or a parameter, also of one inside
// of another field.
func (x *Exchange) ParamLabel(name apierror.Param) string {
	if x.Resource == nil {
		return string(name)
	}
	if link, inner, field := x.inside(string(name)); inner != nil {
		return x.Labeled(x.fieldLabel(link), inner.fieldLabel(field))
	}
	return x.fieldLabel(string(name))
}

// ResourceLabel implements page.Labels. Without a translation it is a word inside a sentence.
func (x *Exchange) ResourceLabel(name apierror.Resource) string {
	words := model.Words(string(name))
	if text := x.T(words); text != words {
		return text
	}
	return strings.ReplaceAll(string(name), "_", " ")
}

// Labeled returns a text with what it is about before it.
func (x *Exchange) Labeled(label, text string) string { return x.T("%s: %s", label, text) }

// MidSentence returns a label inside of a sentence: in English without the capital of its first
// word, unless the word is an abbreviation.
func (x *Exchange) MidSentence(label string) string {
	text := x.T(label)
	if page.FrameOf(x.R.Context()).Language != language.English || len(text) < 2 || text[1] < 'a' || text[1] > 'z' {
		return text
	}
	return strings.ToLower(text[:1]) + text[1:]
}

// fieldLabel returns the label of a field or a parameter, and other texts as they are.
func (x *Exchange) fieldLabel(name string) string {
	for _, args := range [][]*model.Arg{x.Args, x.ListArgs} {
		for _, a := range args {
			if a.Name == name {
				return x.T(a.Label)
			}
		}
	}
	return name
}

// inside returns the link of a parameter such as "lines[1].price", or of an input such as
// "lines.new.price", with a handler for the records that it leads to and the name of their
// field; nil for what is in no record inside.
func (x *Exchange) inside(param string) (link string, inner *Exchange, field string) {
	if x.Resource == nil { // Images are records of no resource.
		return "", nil, ""
	}
	for _, l := range x.Links {
		rest, ok := strings.CutPrefix(param, l.Name)
		if at := strings.LastIndex(rest, "."); ok && at >= 0 && (rest[0] == '.' || rest[0] == '[') {
			return l.Name, x.Of(l.Target), rest[at+1:]
		}
	}
	return "", nil, ""
}

// APIErrorOf returns what the API says about a request that failed, in the language of the
// page: in all, and about each parameter by its name.
func (x *Exchange) APIErrorOf(f *apierror.Error) (message string, details map[string]string) {
	details = map[string]string{}
	for name, detail := range f.Params {
		if _, inner, field := x.inside(name); inner != nil { // The place is that of the input.
			details[name] = inner.Translated(apierror.Renamed(detail.Message, apierror.Param(name), apierror.Param(field)))
		} else {
			details[name] = x.Translated(detail.Message)
		}
	}
	return x.Translated(f.Message), details
}

// APIErrorText returns what the API says about a request that failed: the first detail if
// there are some.
func (x *Exchange) APIErrorText(f *apierror.Error) string {
	for _, name := range slices.Sorted(maps.Keys(f.Params)) {
		return x.Translated(f.Params[name].Message)
	}
	return x.Translated(f.Message)
}
