package page

import (
	"embed"
	"io/fs"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"almanac/runtime/messages"
)

// errorFiles has the translations of errors of the API. The key of a message is its
// English text as a format: %s stands for a text, %d for a whole number.
//
//go:embed errors
var errorFiles embed.FS

// errorText is an error of the API that has translations.
type errorText struct {
	key     string
	pattern *regexp.Regexp
	numbers []bool // Which of its values are numbers.
}

// errorTexts are all errors that have translations.
type errorTexts struct {
	errors   []errorText // Those with the longest texts first, which say more than others.
	messages *messages.Catalog
}

// errorMessages reads the translations, once.
var errorMessages = sync.OnceValue(func() errorTexts {
	files, err := fs.Sub(errorFiles, "errors")
	if err != nil {
		panic(err)
	}
	texts := errorTexts{messages: messages.Load(files)}
	for _, key := range texts.messages.Keys() {
		texts.errors = append(texts.errors, newErrorText(key))
	}
	slices.SortFunc(texts.errors, func(a, b errorText) int {
		if len(a.key) != len(b.key) {
			return len(b.key) - len(a.key)
		}
		return strings.Compare(a.key, b.key)
	})
	return texts
})

// value is a place for a value in a key.
var value = regexp.MustCompile(`%[sd]`)

func newErrorText(key string) errorText {
	t := errorText{key: key}
	pattern := value.ReplaceAllStringFunc(regexp.QuoteMeta(key), func(place string) string {
		number := place == "%d"
		if t.numbers = append(t.numbers, number); number {
			return `(-?\d{1,18})`
		}
		return `(.+?)`
	})
	t.pattern = regexp.MustCompile(`^(?s:` + pattern + `)$`)
	return t
}

// TranslateError returns an error of the API in the language of a request, and as the API writes
// it if it has no translation. Names of fields and resources are as label returns them.
func TranslateError(r *http.Request, english string, label func(name string) string) string {
	texts := errorMessages()
	language := FrameOf(r.Context()).Language
	for _, t := range texts.errors {
		if found := t.pattern.FindStringSubmatch(english); found != nil {
			if text := texts.messages.Text(language, t.key); !strings.Contains(text, "%") {
				return text // It has no place for values.
			}
			return texts.messages.Text(language, t.key, t.values(found[1:], label)...)
		}
	}
	return english
}

// values returns what an error says in the places for values.
func (t errorText) values(found []string, label func(string) string) []any {
	list := make([]any, 0, len(found))
	for i, s := range found {
		n, err := strconv.ParseInt(s, 10, 64)
		if t.numbers[i] && err == nil {
			list = append(list, n)
			continue
		}
		names := strings.Split(s, ", ")
		for i := range names {
			names[i] = label(names[i])
		}
		list = append(list, strings.Join(names, ", "))
	}
	return list
}
