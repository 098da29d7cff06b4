package messages

import (
	"reflect"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// verbs are the places of a text where something is put in.
var verbs = regexp.MustCompile(`%[a-z]`)

func TestEveryLanguageHasEveryText(t *testing.T) {
	first := reflect.ValueOf(*All()[0])
	for _, texts := range All() {
		v := reflect.ValueOf(*texts)
		for i := range v.NumField() {
			name, field := v.Type().Field(i).Name, v.Field(i)
			if field.IsZero() && field.Kind() != reflect.Bool {
				t.Errorf("%s has no %s", texts.Language, name)
			}
			if field.Kind() != reflect.String {
				continue
			}
			want, got := verbs.FindAllString(first.Field(i).String(), -1), verbs.FindAllString(field.String(), -1)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s %s (-first +this)\n%s", texts.Language, name, diff)
			}
		}
	}
}

func TestTextsAreThoseOfTheLanguage(t *testing.T) {
	for language, want := range map[string]string{"en": "en", "fr": "fr", "fr-CA": "fr", "FR": "fr", "de": "de", "de-AT": "de", "es": "en", "": "en", "fro": "en"} {
		if got := For(language).Language; got != want {
			t.Errorf("the texts for %q are in %s, want %s", language, got, want)
		}
	}
}
