package records

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

// translated returns a message of an error of the API in the language of the page.
func (h *handler) translated(m messages.Message) string { return page.TranslateError(h.r, m, h) }

// ParamLabel implements page.Labels: the label of a field or a parameter, also of one inside
// of another field.
func (h *handler) ParamLabel(name apierror.Param) string {
	if h.Resource == nil {
		return string(name)
	}
	if link, inner, field := h.inside(string(name)); inner != nil {
		return h.labeled(h.fieldLabel(link), inner.fieldLabel(field))
	}
	return h.fieldLabel(string(name))
}

// ResourceLabel implements page.Labels. Without a translation it is a word inside a sentence.
func (h *handler) ResourceLabel(name apierror.Resource) string {
	words := model.Words(string(name))
	if text := h.t(words); text != words {
		return text
	}
	return strings.ReplaceAll(string(name), "_", " ")
}

// labeled returns a text with what it is about before it.
func (h *handler) labeled(label, text string) string { return h.t("%s: %s", label, text) }

// midSentence returns a label inside of a sentence: in English without the capital of its first
// word, unless the word is an abbreviation.
func (h *handler) midSentence(label string) string {
	text := h.t(label)
	if page.FrameOf(h.r.Context()).Language != language.English || len(text) < 2 || text[1] < 'a' || text[1] > 'z' {
		return text
	}
	return strings.ToLower(text[:1]) + text[1:]
}

// fieldLabel returns the label of a field or a parameter, and other texts as they are.
func (h *handler) fieldLabel(name string) string {
	for _, args := range [][]*model.Arg{h.Args, h.ListArgs} {
		for _, a := range args {
			if a.Name == name {
				return h.t(a.Label)
			}
		}
	}
	return name
}

// inside returns the link of a parameter such as "lines[1].price", or of an input such as
// "lines.new.price", with a handler for the records that it leads to and the name of their
// field; nil for what is in no record inside.
func (h *handler) inside(param string) (link string, inner *handler, field string) {
	if h.Resource == nil { // Images are records of no resource.
		return "", nil, ""
	}
	for _, l := range h.Links {
		rest, ok := strings.CutPrefix(param, l.Name)
		if at := strings.LastIndex(rest, "."); ok && at >= 0 && (rest[0] == '.' || rest[0] == '[') {
			return l.Name, &handler{pages: h.pages, Resource: l.Target, w: h.w, r: h.r}, rest[at+1:]
		}
	}
	return "", nil, ""
}

// apiErrorOf returns what the API says about a request that failed, in the language of the
// page: in all, and about each parameter by its name.
func (h *handler) apiErrorOf(f *apierror.Error) (message string, details map[string]string) {
	details = map[string]string{}
	for name, detail := range f.Params {
		if _, inner, field := h.inside(name); inner != nil { // The place is that of the input.
			details[name] = inner.translated(apierror.Renamed(detail.Message, apierror.Param(name), apierror.Param(field)))
		} else {
			details[name] = h.translated(detail.Message)
		}
	}
	return h.translated(f.Message), details
}

// apiErrorText returns what the API says about a request that failed: the first detail if
// there are some.
func (h *handler) apiErrorText(f *apierror.Error) string {
	for _, name := range slices.Sorted(maps.Keys(f.Params)) {
		return h.translated(f.Params[name].Message)
	}
	return h.translated(f.Message)
}
