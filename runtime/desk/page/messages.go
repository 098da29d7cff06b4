package page

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"slices"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/message/catalog"
)

// Languages lists the languages of the desk; the first is for people who read none of
// them. The key of a message is its English text. Other languages have a file
// messages/LANGUAGE.json in each bundle: an object from the key to the text, or to an
// object of the plural forms of the first value, such as {"one": "…", "other": "…"}.
// English has a file for plural forms only.
func Languages() []language.Tag {
	return []language.Tag{language.English, language.French, language.German}
}

// LanguageName returns the name of a language of the desk in itself.
func LanguageName(tag language.Tag) string {
	return map[language.Tag]string{language.English: "English", language.French: "Français", language.German: "Deutsch"}[tag]
}

// languageCookie has the language that somebody has chosen.
const languageCookie = "desk_language"

// languageOf returns the language of a page: the chosen one, else that which the browser
// prefers.
func languageOf(r *http.Request) language.Tag {
	chosen := ""
	if c, err := r.Cookie(languageCookie); err == nil {
		chosen = c.Value
	}
	_, at := language.MatchStrings(language.NewMatcher(Languages()), chosen, r.Header.Get("Accept-Language"))
	return Languages()[at]
}

// SetLanguage makes the browser remember a language, or forget it if the desk does not
// have it.
func SetLanguage(w http.ResponseWriter, r *http.Request, chosen string) {
	age := -1
	if slices.ContainsFunc(Languages(), func(tag language.Tag) bool { return tag.String() == chosen }) {
		const year = 365 * 24 * 60 * 60
		age = year
	}
	setCookie(w, r, languageCookie, chosen, age)
}

// direction returns the direction of a language's script, as HTML has it.
func direction(tag language.Tag) string {
	script, _ := tag.Script()
	if slices.Contains([]string{"Adlm", "Arab", "Hebr", "Nkoo", "Syrc", "Thaa"}, script.String()) {
		return "rtl"
	}
	return "ltr"
}

// printersOf returns what formats the messages of a bundle, by language.
func printersOf(files fs.FS) map[string]*message.Printer {
	texts := catalog.NewBuilder(catalog.Fallback(language.English))
	printers := map[string]*message.Printer{}
	for _, tag := range Languages() {
		for key, text := range readMessages(files, tag) {
			if err := texts.Set(tag, key, text); err != nil {
				panic(fmt.Errorf("message %q of %s: %w", key, tag, err))
			}
		}
		printers[tag.String()] = message.NewPrinter(tag, message.Catalog(texts))
	}
	return printers
}

// readMessages reads the messages of a language.
func readMessages(files fs.FS, tag language.Tag) map[string]catalog.Message {
	content, err := fs.ReadFile(files, "messages/"+tag.String()+".json")
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var texts map[string]json.RawMessage
	if err == nil {
		err = json.Unmarshal(content, &texts)
	}
	list := map[string]catalog.Message{}
	for key, text := range texts {
		if err == nil {
			list[key], err = readMessage(text)
		}
	}
	if err != nil {
		panic(fmt.Errorf("messages of %s: %w", tag, err))
	}
	return list
}

// readMessage reads a text, or the plural forms of one.
func readMessage(text json.RawMessage) (catalog.Message, error) {
	var plain string
	if json.Unmarshal(text, &plain) == nil {
		return catalog.String(plain), nil
	}
	var forms map[string]string
	if err := json.Unmarshal(text, &forms); err != nil {
		return nil, err
	}
	var cases []any
	for _, form := range slices.Sorted(maps.Keys(forms)) { // "one" comes before "other".
		cases = append(cases, form, forms[form])
	}
	return plural.Selectf(1, "%d", cases...), nil
}
