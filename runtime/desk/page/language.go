package page

import (
	"net/http"
	"slices"

	"golang.org/x/text/language"

	"almanac/runtime/messages"
)

// languageCookie has the language that somebody has chosen.
const languageCookie = "desk_language"

// languageOf returns the language of a page: the chosen one, else that which the browser
// prefers.
func languageOf(r *http.Request) language.Tag {
	chosen := ""
	if c, err := r.Cookie(languageCookie); err == nil {
		chosen = c.Value
	}
	_, at := language.MatchStrings(language.NewMatcher(messages.Languages()), chosen, r.Header.Get("Accept-Language"))
	return messages.Languages()[at]
}

// SetLanguage makes the browser remember a language, or forget it if the desk does not
// have it.
func SetLanguage(w http.ResponseWriter, r *http.Request, chosen string) {
	age := -1
	if slices.ContainsFunc(messages.Languages(), func(tag language.Tag) bool { return tag.String() == chosen }) {
		const year = 365 * 24 * 60 * 60
		age = year
	}
	setCookie(w, r, languageCookie, chosen, age)
}
