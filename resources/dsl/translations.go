package dsl

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

// Translations are the texts about resources in other languages, by language and English
// text: names of resources and fields, hints, values of enums, and phrases about a resource,
// whose grammar differs from language to language.
//
//	var german = map[string]string{
//		"Event":     "Veranstaltung",
//		"Events":    "Veranstaltungen",
//		"New event": "Neue Veranstaltung",
//	}
//
// A text that has no translation here has that of the desk, which knows the fields of all
// posts; a phrase without one is made of the name: "Neu: Veranstaltung".
type Translations map[string]map[string]string

// language matches the name of a language.
var language = regexp.MustCompile(`^[a-z]{2,3}$`)

// translationErrors checks the names of languages, and that a translation has the same
// places for values as its text.
func (a API) translationErrors() []error {
	var errs []error
	add := func(format string, args ...any) {
		errs = append(errs, a.errorf("Translations", "Translations: "+format, args...))
	}
	for _, tag := range slices.Sorted(maps.Keys(a.Translations)) {
		if !language.MatchString(tag) {
			add("%q is not a language; write one as \"de\"", tag)
		}
		for _, text := range slices.Sorted(maps.Keys(a.Translations[tag])) {
			translated := a.Translations[tag][text]
			if translated == "" || strings.ContainsAny(text+translated, "\n\r") {
				add("%q of %s is empty or has several lines", text, tag)
			}
			if strings.Count(text, "%") != strings.Count(translated, "%") {
				add("%q of %s does not have the places for values that %q has", translated, tag, text)
			}
		}
	}
	return errs
}
