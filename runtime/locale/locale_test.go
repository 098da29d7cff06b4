package locale

import (
	"reflect"
	"slices"
	"testing"
	"time"

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

func TestAMonthHasTheWeeksOfItsDays(t *testing.T) {
	for _, tt := range []struct {
		language, month, first string
		weeks                  int
	}{
		{"fr", "2027-02-01", "2027-02-01", 4}, // From a Monday to a Sunday.
		{"en", "2027-02-01", "2027-01-31", 5},
		{"fr", "2027-05-01", "2027-04-26", 6},
		{"de", "0000-01-01", "-0001-12-27", 6},
	} {
		month, err := time.Parse(time.DateOnly, tt.month)
		if err != nil {
			t.Fatal(err)
		}
		first, weeks := For(tt.language).MonthWeeks(month)
		if got := first.Format(time.DateOnly); got != tt.first || weeks != tt.weeks {
			t.Errorf("%s in %s: %d weeks from %s, want %d from %s", tt.month, tt.language, weeks, got, tt.weeks, tt.first)
		}
	}
}
