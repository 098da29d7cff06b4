package describe

import (
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/text/language"

	"almanac/runtime/recurrence"
)

// grammar has the words of a language for rules.  Formats have one value, unless said otherwise.
type grammar struct {
	one  map[recurrence.Frequency]string // Of periods that follow each other; no formats.
	many map[recurrence.Frequency]string // Of every second, third … period.

	everyWeekday   string // Of weekdays.
	weekdayOfEvery string // A weekday in these.
	everyWorkday   string // From Monday to Friday; no format.

	inMonth, inWeek    string // Of several too.
	onDays             string // Of days such as onWeekday, onDate, dayNumber and ordinal.
	onWeekday, onDate  string // Of a weekday, and of a day with its month.
	ifDay, aDay        string // Of weekdays, each of which is an aDay.
	day, workday       string // No formats.
	weekendDay         string // No format.
	dayOfYear, yearly  string // What follows a number of a day, and a weekday, of the year; no formats.
	instead            map[recurrence.Skip]string
	until, times, once string
	certain            string // What is said of a rule that would take too many words; no format.

	conjunction, alternative string
	ordinal                  func(n int) string // Of a day with its article, from the end if it is below 0.
	dayNumber                func(n int) string // Of a day of the month with its article.
}

// and joins items, of which all are meant.
func (g *grammar) and(items []string) string { return enumerate(items, g.conjunction) }

// or joins items, of which one is meant.
func (g *grammar) or(items []string) string { return enumerate(items, g.alternative) }

func enumerate(items []string, last string) string {
	n := len(items) - 1
	if n < 1 {
		return strings.Join(items, "")
	}
	return strings.Join(items[:n], ", ") + " " + last + " " + items[n]
}

// each returns what a format makes of each item.
func (g *grammar) each(items []string, format string) []string {
	var list []string
	for _, item := range items {
		list = append(list, fmt.Sprintf(format, item))
	}
	return list
}

// ordinalOf returns a function for the numbers from 1 on, which are words as far as there are
// words, and for those below 0, which count from the last.
func ordinalOf(words []string, number func(int) string, last []string, fromLast func(string) string) func(int) string {
	fromFirst := func(n int) string {
		if n <= len(words) {
			return words[n-1]
		}
		return number(n)
	}
	return func(n int) string {
		switch {
		case n > 0:
			return fromFirst(n)
		case -n <= len(last):
			return last[-n-1]
		}
		return fromLast(fromFirst(-n))
	}
}

// englishNumber writes the 1st, the 2nd, the 3rd, the 11th and so on.
func englishNumber(n int) string {
	suffix := "th"
	if n/10%10 != 1 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return "the " + strconv.Itoa(n) + suffix
}

// grammars returns the grammars of the languages that have messages.
func grammars() map[language.Tag]grammar {
	const daily, weekly, monthly, yearly = recurrence.Daily, recurrence.Weekly, recurrence.Monthly, recurrence.Yearly
	type periods = map[recurrence.Frequency]string
	type skips = map[recurrence.Skip]string
	return map[language.Tag]grammar{
		language.English: {
			one: periods{daily: "Every day", weekly: "Every week", monthly: "Every month", yearly: "Every year"},
			many: periods{
				daily: "Every %d days", weekly: "Every %d weeks", monthly: "Every %d months", yearly: "Every %d years",
			},
			everyWeekday: "Every %s", weekdayOfEvery: "%s", everyWorkday: "Every day from Monday to Friday",
			inMonth: " in %s", inWeek: " in week %s", onDays: " on %s", onWeekday: "%s", onDate: "%s",
			ifDay: " if it is %s", aDay: "a %s", day: "day", workday: "weekday", weekendDay: "weekend day",
			dayOfYear: "day of the year", yearly: " of the year",
			instead: skips{
				recurrence.Backward: " (or the last day if the month is shorter)",
				recurrence.Forward:  " (or the first day of the following month if the month is shorter)",
			},
			until: "until %s", times: "%d times", once: "once", certain: "On certain dates",
			conjunction: "and", alternative: "or", dayNumber: englishNumber,
			ordinal: ordinalOf([]string{"the first", "the second", "the third", "the fourth", "the fifth"}, englishNumber,
				[]string{"the last"}, func(n string) string { return n + "-to-last" }),
		},
		language.French: {
			one: periods{daily: "Tous les jours", weekly: "Chaque semaine", monthly: "Chaque mois", yearly: "Chaque année"},
			many: periods{
				daily: "Tous les %d jours", weekly: "Toutes les %d semaines",
				monthly: "Tous les %d mois", yearly: "Tous les %d ans",
			},
			everyWeekday: "Tous les %s", weekdayOfEvery: "%ss", everyWorkday: "Tous les jours du lundi au vendredi",
			inMonth: " en %s", inWeek: " en semaine %s", onDays: ", %s", onWeekday: "le %s", onDate: "le %s",
			ifDay: " si c’est %s", aDay: "un %s", day: "jour",
			workday: "jour ouvré", weekendDay: "jour de week-end",
			dayOfYear: "jour de l’année", yearly: " de l’année",
			instead: skips{
				recurrence.Backward: " (ou le dernier jour si le mois est plus court)",
				recurrence.Forward:  " (ou le premier jour du suivant si le mois est plus court)",
			},
			until: "jusqu’au %s", times: "%d fois", once: "une fois", certain: "À certaines dates",
			conjunction: "et", alternative: "ou",
			dayNumber: func(n int) string {
				if n == 1 {
					return "le 1er"
				}
				return "le " + strconv.Itoa(n)
			},
			ordinal: ordinalOf([]string{"le premier", "le deuxième", "le troisième", "le quatrième", "le cinquième"},
				func(n int) string { return "le " + strconv.Itoa(n) + "e" },
				[]string{"le dernier", "l’avant-dernier"}, func(n string) string { return n + " dernier" }),
		},
		language.German: {
			one: periods{daily: "Jeden Tag", weekly: "Jede Woche", monthly: "Jeden Monat", yearly: "Jedes Jahr"},
			many: periods{
				daily: "Alle %d Tage", weekly: "Alle %d Wochen", monthly: "Alle %d Monate", yearly: "Alle %d Jahre",
			},
			everyWeekday: "Jeden %s", weekdayOfEvery: "%s", everyWorkday: "Jeden Tag von Montag bis Freitag",
			inMonth: " im %s", inWeek: " in Woche %s", onDays: " am %s", onWeekday: "%s", onDate: "%s",
			ifDay: ", wenn es %s ist", aDay: "ein %s", day: "Tag",
			workday: "Werktag (Mo–Fr)", weekendDay: "Wochenendtag",
			dayOfYear: "Tag des Jahres", yearly: " des Jahres",
			instead: skips{
				recurrence.Backward: " (oder am letzten Tag, wenn der Monat kürzer ist)",
				recurrence.Forward:  " (oder am ersten Tag des nächsten, wenn der Monat kürzer ist)",
			},
			until: "bis zum %s", times: "%d-mal", once: "einmal", certain: "An bestimmten Tagen",
			conjunction: "und", alternative: "oder",
			dayNumber: func(n int) string { return strconv.Itoa(n) + "." },
			ordinal: ordinalOf([]string{"ersten", "zweiten", "dritten", "vierten", "fünften"},
				func(n int) string { return strconv.Itoa(n) + "." },
				[]string{"letzten", "vorletzten", "drittletzten", "viertletzten", "fünftletzten"},
				func(n string) string { return n + " letzten" }),
		},
	}
}
