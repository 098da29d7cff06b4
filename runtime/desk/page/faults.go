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

// faultFiles has the translations of errors of the API. The key of a message is its
// English text as a format: %s stands for a text, %d for a whole number.
//
//go:embed faults
var faultFiles embed.FS

// fault is an error of the API that has translations.
type fault struct {
	key     string
	pattern *regexp.Regexp
	numbers []bool // Which of its values are numbers.
}

// faultTexts are all errors that have translations.
type faultTexts struct {
	faults   []fault // Those with the longest texts first, which say more than others.
	messages *messages.Catalog
}

// faultMessages reads the translations, once.
var faultMessages = sync.OnceValue(func() faultTexts {
	files, err := fs.Sub(faultFiles, "faults")
	if err != nil {
		panic(err)
	}
	texts := faultTexts{messages: messages.Load(files)}
	for _, key := range texts.messages.Keys() {
		texts.faults = append(texts.faults, newFault(key))
	}
	slices.SortFunc(texts.faults, func(a, b fault) int {
		if len(a.key) != len(b.key) {
			return len(b.key) - len(a.key)
		}
		return strings.Compare(a.key, b.key)
	})
	return texts
})

// value is a place for a value in a key.
var value = regexp.MustCompile(`%[sd]`)

// newFault returns the error with a key.
func newFault(key string) fault {
	f := fault{key: key}
	pattern := value.ReplaceAllStringFunc(regexp.QuoteMeta(key), func(place string) string {
		number := place == "%d"
		if f.numbers = append(f.numbers, number); number {
			return `(-?\d{1,18})`
		}
		return `(.+?)`
	})
	f.pattern = regexp.MustCompile(`^(?s:` + pattern + `)$`)
	return f
}

// Fault returns an error of the API in the language of a request, in English if it has no
// translation. Names of fields and resources in translations are as label returns them.
func Fault(r *http.Request, english string, label func(name string) string) string {
	texts := faultMessages()
	language := FrameOf(r.Context()).Language
	if language == messages.Languages()[0] {
		return english
	}
	for _, f := range texts.faults {
		if found := f.pattern.FindStringSubmatch(english); found != nil {
			return texts.messages.Text(language, f.key, f.values(found[1:], label)...)
		}
	}
	return english
}

// values returns what an error says in the places for values.
func (f fault) values(found []string, label func(string) string) []any {
	list := make([]any, 0, len(found))
	for i, s := range found {
		n, err := strconv.ParseInt(s, 10, 64)
		if f.numbers[i] && err == nil {
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
