package locale

import (
	"reflect"
	"slices"
	"testing"

	"golang.org/x/text/language"

	"almanac/runtime/messages"
)

func TestEveryLanguageOfMessagesHasALocale(t *testing.T) {
	var tags []language.Tag
	for _, l := range All() {
		tags = append(tags, l.Tag)
		v := reflect.ValueOf(*l)
		for i := range v.NumField() {
			if v.Field(i).IsZero() && v.Field(i).Kind() != reflect.Bool {
				t.Errorf("%s has no %s", l.Tag, v.Type().Field(i).Name)
			}
		}
	}
	if want := messages.Languages(); !slices.Equal(tags, want) {
		t.Errorf("the languages are %v, want %v", tags, want)
	}
}

func TestLocaleIsThatOfTheLanguage(t *testing.T) {
	for code, want := range map[string]string{"en": "en", "fr": "fr", "fr-CA": "fr", "FR": "fr", "de": "de", "de-AT": "de", "es": "en", "": "en", "fro": "en"} {
		if got := For(code).Tag.String(); got != want {
			t.Errorf("the locale of %q is %s, want %s", code, got, want)
		}
	}
}
