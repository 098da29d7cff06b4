package page

import (
	"embed"
	"io/fs"
	"net/http"
	"strings"
	"sync"

	"almanac/runtime/apierror"
	"almanac/runtime/messages"
)

// errorFiles has the translations of errors of the API, and English ones of those that speak
// to programs. The key of a message is its format.
//
//go:embed errors
var errorFiles embed.FS

// errorMessages reads the translations, once.
var errorMessages = sync.OnceValue(func() *messages.Catalog {
	files, err := fs.Sub(errorFiles, "errors")
	if err != nil {
		panic(err)
	}
	return messages.Load(files)
})

// Labels are the names of fields and resources as people read them.
type Labels interface {
	ParamLabel(apierror.Param) string
	ResourceLabel(apierror.Resource) string
}

// names are the labels of a page that knows none.
type names struct{}

func (names) ParamLabel(name apierror.Param) string       { return string(name) }
func (names) ResourceLabel(name apierror.Resource) string { return string(name) }

// Names are the names of fields and resources in the API, for errors that are about none.
var Names Labels = names{}

// TranslateError returns a message of an error of the API in the language of a request, with
// labels for names. One without a translation is in English.
func TranslateError(r *http.Request, m messages.Message, labels Labels) string {
	return translateError(r, errorMessages(), m, labels)
}

// TranslateError is the function of this name for messages that may be those of the service.
func (b *Bundle) TranslateError(r *http.Request, m messages.Message, labels Labels) string {
	if b.terms.Has(FrameOf(r.Context()).Language, string(m.Format)) {
		return translateError(r, b.terms, m, labels)
	}
	return TranslateError(r, m, labels)
}

// translateError returns a message as a catalog has it.
func translateError(r *http.Request, catalog *messages.Catalog, m messages.Message, labels Labels) string {
	return catalog.Translate(FrameOf(r.Context()).Language, m, func(value any) any {
		switch v := value.(type) {
		case apierror.Param:
			return labels.ParamLabel(v)
		case apierror.Params:
			list := make([]string, len(v))
			for i, name := range v {
				list[i] = labels.ParamLabel(apierror.Param(name))
			}
			return strings.Join(list, ", ")
		case apierror.Resource:
			return labels.ResourceLabel(v)
		}
		return value
	})
}
