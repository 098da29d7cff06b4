package describe_test

import (
	"errors"
	"testing"

	"golang.org/x/text/language"

	"almanac/runtime/dates"
	"almanac/runtime/recurrence"
	"almanac/runtime/recurrence/describe"
)

// The start is a Tuesday, the first of its month.
func TestRulesInWords(t *testing.T) {
	paris, err := dates.ParseZone("Europe/Paris")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ rule, en, fr, de string }{
		{"FREQ=DAILY", "Every day", "Tous les jours", "Jeden Tag"},
		{"FREQ=DAILY;INTERVAL=3;COUNT=1", "Every 3 days, once", "Tous les 3 jours, une fois", "Alle 3 Tage, einmal"},
		{"FREQ=DAILY;BYMONTH=7,8", "Every day in July and August", "Tous les jours en juillet et août", "Jeden Tag im Juli und August"},
		{"FREQ=DAILY;INTERVAL=2;BYDAY=MO", "On certain dates", "À certaines dates", "An bestimmten Tagen"},
		{
			"FREQ=WEEKLY;UNTIL=20270630T225959Z", "Every Tuesday until July 1, 2027",
			"Tous les mardis jusqu’au 1er juillet 2027", "Jeden Dienstag bis zum 1. Juli 2027",
		},
		{"FREQ=WEEKLY;BYDAY=SU,TU,TH", "Every Sunday, Tuesday and Thursday", "Tous les mardis, jeudis et dimanches", "Jeden Dienstag, Donnerstag und Sonntag"},
		{
			"FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;COUNT=10", "Every 2 weeks on Monday and Wednesday, 10 times",
			"Toutes les 2 semaines, le lundi et le mercredi, 10 fois", "Alle 2 Wochen am Montag und Mittwoch, 10-mal",
		},
		{
			"FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "Every day from Monday to Friday",
			"Tous les jours du lundi au vendredi", "Jeden Tag von Montag bis Freitag",
		},
		{"FREQ=MONTHLY;BYDAY=TU", "Every Tuesday", "Tous les mardis", "Jeden Dienstag"},
		{"FREQ=MONTHLY", "Every month on the 1st", "Chaque mois, le 1er", "Jeden Monat am 1."},
		{
			"FREQ=MONTHLY;BYMONTHDAY=-1,1,15;UNTIL=20270630T225959Z", "Every month on the 1st, the 15th and the last day, until July 1, 2027",
			"Chaque mois, le 1er, le 15 et le dernier jour, jusqu’au 1er juillet 2027",
			"Jeden Monat am 1., 15. und letzten Tag, bis zum 1. Juli 2027",
		},
		{
			"FREQ=MONTHLY;BYMONTHDAY=31;RSCALE=GREGORIAN;SKIP=BACKWARD", "Every month on the 31st (or the last day if the month is shorter)",
			"Chaque mois, le 31 (ou le dernier jour si le mois est plus court)", "Jeden Monat am 31. (oder am letzten Tag, wenn der Monat kürzer ist)",
		},
		{
			"FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "Every month on the 13th if it is a Friday",
			"Chaque mois, le 13 si c’est un vendredi", "Jeden Monat am 13., wenn es ein Freitag ist",
		},
		{
			"FREQ=MONTHLY;BYDAY=2FR", "Every month on the second Friday",
			"Chaque mois, le deuxième vendredi", "Jeden Monat am zweiten Freitag",
		},
		{
			"FREQ=MONTHLY;INTERVAL=2;BYDAY=1FR,-1FR", "Every 2 months on the first and the last Friday",
			"Tous les 2 mois, le premier et le dernier vendredi", "Alle 2 Monate am ersten und letzten Freitag",
		},
		{
			"FREQ=MONTHLY;BYDAY=1MO,-2TH", "Every month on the first Monday and the second-to-last Thursday",
			"Chaque mois, le premier lundi et l’avant-dernier jeudi", "Jeden Monat am ersten Montag und vorletzten Donnerstag",
		},
		{
			"FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "Every month on the last weekday",
			"Chaque mois, le dernier jour ouvré", "Jeden Monat am letzten Werktag (Mo–Fr)",
		},
		{
			"FREQ=MONTHLY;BYDAY=TU,TH;BYSETPOS=1", "Every month on the first Tuesday or Thursday",
			"Chaque mois, le premier mardi ou jeudi", "Jeden Monat am ersten Dienstag oder Donnerstag",
		},
		{"FREQ=YEARLY", "Every year on December 1", "Chaque année, le 1er décembre", "Jedes Jahr am 1. Dezember"},
		{
			"FREQ=YEARLY;INTERVAL=2;BYMONTH=2;BYMONTHDAY=28", "Every 2 years on February 28",
			"Tous les 2 ans, le 28 février", "Alle 2 Jahre am 28. Februar",
		},
		{
			"FREQ=YEARLY;BYMONTH=6,9;BYDAY=1SU", "Every year in June and September on the first Sunday",
			"Chaque année en juin et septembre, le premier dimanche", "Jedes Jahr im Juni und September am ersten Sonntag",
		},
		{"FREQ=YEARLY;BYMONTHDAY=2", "Every month on the 2nd", "Chaque mois, le 2", "Jeden Monat am 2."},
		{"FREQ=YEARLY;BYDAY=20MO", "Every year on the 20th Monday of the year", "Chaque année, le 20e lundi de l’année", "Jedes Jahr am 20. Montag des Jahres"},
		{"FREQ=YEARLY;BYYEARDAY=100", "Every year on the 100th day of the year", "Chaque année, le 100e jour de l’année", "Jedes Jahr am 100. Tag des Jahres"},
		{"FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", "Every year in week 20 on Monday", "Chaque année en semaine 20, le lundi", "Jedes Jahr in Woche 20 am Montag"},
		{"FREQ=YEARLY;BYWEEKNO=-1;COUNT=3", "On certain dates, 3 times", "À certaines dates, 3 fois", "An bestimmten Tagen, 3-mal"},
		{"", "On certain dates", "À certaines dates", "An bestimmten Tagen"},
	} {
		p := recurrence.Pattern{Start: "2026-12-01 19:00:00", End: "2026-12-01 22:00:00", Zone: paris, Rule: c.rule}
		if err := p.Check(); err != nil && c.rule != "" {
			if other := new(recurrence.StartError); !errors.As(err, &other) {
				t.Errorf("%s is no rule of the service: %v", c.rule, err)
			}
		}
		for tag, want := range map[language.Tag]string{language.English: c.en, language.French: c.fr, language.German: c.de} {
			if got := describe.Pattern(tag, &p); got != want {
				t.Errorf("%s in %s is %q, want %q", c.rule, tag, got, want)
			}
		}
	}
}
