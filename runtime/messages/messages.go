package messages

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/message/catalog"
	"golang.org/x/text/number"
)

// Languages lists the languages of messages; the first is for people who read none of them.
func Languages() []language.Tag {
	return []language.Tag{language.English, language.French, language.German}
}

// LanguageName returns the name of one of the languages in itself.
func LanguageName(tag language.Tag) string {
	return map[language.Tag]string{
		language.English: "English", language.French: "Français", language.German: "Deutsch",
	}[tag]
}

// Direction returns the direction of a language's script, as HTML has it.
func Direction(tag language.Tag) string {
	script, _ := tag.Script()
	if slices.Contains([]string{"Adlm", "Arab", "Hebr", "Nkoo", "Syrc", "Thaa"}, script.String()) {
		return "rtl"
	}
	return "ltr"
}

// Catalog has the messages of a part of a program.  The key of a message is its English
// text.  Other languages have a file messages/LANGUAGE.json: an object from the key to the
// text, or to an object of the plural forms of the first value, such as
// {"one": "…", "other": "…"}.  English has a file for plural forms only.
type Catalog struct {
	keys     []string
	plain    map[language.Tag]map[string]string // By key; "" for plural forms.
	printers map[language.Tag]*message.Printer
}

// Load reads a catalog.  It panics if a file is malformed: files are part of the program.
func Load(files fs.FS) *Catalog {
	texts := map[language.Tag]map[string]json.RawMessage{}
	for _, tag := range Languages() {
		texts[tag] = read(files, tag)
	}
	return newCatalog(texts, parse)
}

// New returns a catalog of texts without plural forms, by language and key. It leaves out
// other languages than those of messages, and panics if a text is malformed.
func New(byLanguage map[string]map[string]string) *Catalog {
	texts := map[language.Tag]map[string]string{}
	for _, tag := range Languages() {
		texts[tag] = byLanguage[tag.String()]
	}
	return newCatalog(texts, func(text string) (string, catalog.Message, error) { return text, catalog.String(text), nil })
}

// newCatalog makes a catalog of texts that parse reads.
func newCatalog[T any](all map[language.Tag]map[string]T, parse func(T) (string, catalog.Message, error)) *Catalog {
	texts := catalog.NewBuilder(catalog.Fallback(Languages()[0]))
	c := &Catalog{plain: map[language.Tag]map[string]string{}, printers: map[language.Tag]*message.Printer{}}
	for _, tag := range Languages() {
		c.plain[tag] = map[string]string{}
		for key, text := range all[tag] {
			c.keys = append(c.keys, key)
			plain, forms, err := parse(text)
			if err == nil {
				err = texts.Set(tag, key, forms)
			}
			if err != nil {
				panic(fmt.Errorf("message %q of %s: %w", key, tag, err))
			}
			c.plain[tag][key] = plain
		}
		c.printers[tag] = message.NewPrinter(tag, message.Catalog(texts))
	}
	slices.Sort(c.keys)
	c.keys = slices.Compact(c.keys)
	return c
}

// Has reports whether a language has a message without plural forms.
func (c *Catalog) Has(tag language.Tag, key string) bool { return c.plain[tag][key] != "" }

// Keys returns the keys of the messages that are translated, sorted.
func (c *Catalog) Keys() []string { return c.keys }

// Text returns a message in one of the languages, with its values filled in.
func (c *Catalog) Text(tag language.Tag, key string, values ...any) string {
	if len(values) == 0 { // Most messages; a page has a hundred of them.
		return cmp.Or(c.plain[tag][key], key)
	}
	return c.printers[tag].Sprintf(message.Key(key, key), values...)
}

// Translate returns a message in one of the languages.  label returns what stands for a value that
// names something, and other values as they are.
func (c *Catalog) Translate(tag language.Tag, m Message, label func(value any) any) string {
	values := make([]any, len(m.Values))
	for i, value := range m.Values {
		switch v := value.(type) {
		case Message:
			values[i] = c.Translate(tag, v, label)
		case Clause:
			values[i] = strings.TrimSuffix(c.Translate(tag, Message(v), label), ".")
		case Number:
			values[i] = c.printers[tag].Sprint(number.Decimal(float64(v), number.MaxFractionDigits(maxDigits)))
		default:
			values[i] = label(v)
		}
	}
	return c.Text(tag, string(m.Format), values...)
}

// maxDigits is how many digits of a number stand after its point at most.
const maxDigits = 15

func read(files fs.FS, tag language.Tag) map[string]json.RawMessage {
	content, err := fs.ReadFile(files, "messages/"+tag.String()+".json")
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var texts map[string]json.RawMessage
	if err == nil {
		err = json.Unmarshal(content, &texts)
	}
	if err != nil {
		panic(fmt.Errorf("messages of %s: %w", tag, err))
	}
	return texts
}

// parse reads a text, or the plural forms of one, which has no plain text.
func parse(text json.RawMessage) (plain string, forms catalog.Message, err error) {
	if json.Unmarshal(text, &plain) == nil {
		return plain, catalog.String(plain), nil
	}
	var byForm map[string]string
	if err := json.Unmarshal(text, &byForm); err != nil {
		return "", nil, err
	}
	var cases []any
	for _, form := range slices.Sorted(maps.Keys(byForm)) { // "one" comes before "other".
		cases = append(cases, form, byForm[form])
	}
	return "", plural.Selectf(1, "%d", cases...), nil
}
