package locale

import (
	"strings"

	"golang.org/x/text/language"
)

// Locale says how days and times are written in one language.
type Locale struct {
	Tag              language.Tag
	OpenGraph        string // The language as Open Graph writes it.
	WeekStartsMonday bool   // Weeks begin on Monday, else on Sunday.

	Months      [12]string
	MonthAbbr   [12]string
	Weekdays    [7]string // From Sunday.
	WeekdayAbbr [7]string // The same, for the head of a narrow column.
	YearSuffix  string    // What stands after a day, with the number of the year.

	weekdaySuffix string // What stands between a weekday and the rest of a day.

	around func(month string) (before, after string) // The number of a day, where the day is written out.
	number func(day int) string                      // Of a day.
	clock  func(hour, minute int) string
	short  func(weekday, number string) string // A day by the short name of its weekday.
	from   func(clock string) string           // The time at which a range begins.
}

// All returns the locales of the languages that have messages, in their order.
func All() []*Locale { return []*Locale{english(), french(), german()} }

// Codes lists the languages.
func Codes() []string {
	var codes []string
	for _, l := range All() {
		codes = append(codes, l.Tag.String())
	}
	return codes
}

// Has reports whether there is a locale of a language.
func Has(code string) bool {
	base, _, _ := strings.Cut(strings.ToLower(code), "-")
	return For(code).Tag.String() == base
}

// For returns the locale of a language, such as that of fr for fr-CA; the first one for a
// language that has none.
func For(code string) *Locale {
	base, _, _ := strings.Cut(strings.ToLower(code), "-")
	all := All()
	for _, l := range all {
		if l.Tag.String() == base {
			return l
		}
	}
	return all[0]
}
