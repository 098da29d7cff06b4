package locale

import (
	"fmt"
	"strconv"

	"golang.org/x/text/language"
)

func english() *Locale {
	return &Locale{
		Tag: language.English, OpenGraph: "en_US",
		Months: [12]string{
			"January", "February", "March", "April", "May", "June",
			"July", "August", "September", "October", "November", "December",
		},
		Weekdays:    [7]string{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"},
		WeekdayAbbr: [7]string{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"},

		YearSuffix: ", %d",
		around:     func(weekday, month string) (string, string) { return weekday + ", " + month + " ", "" },
		number:     strconv.Itoa,
		clock: func(hour, minute int) string {
			half := "am"
			if hour >= 12 {
				half = "pm"
			}
			return fmt.Sprintf("%d:%02d %s", (hour+11)%12+1, minute, half)
		},
	}
}

func french() *Locale {
	return &Locale{
		Tag: language.French, OpenGraph: "fr_FR", WeekStartsMonday: true,
		Months: [12]string{
			"janvier", "février", "mars", "avril", "mai", "juin",
			"juillet", "août", "septembre", "octobre", "novembre", "décembre",
		},
		Weekdays:    [7]string{"dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"},
		WeekdayAbbr: [7]string{"dim.", "lun.", "mar.", "mer.", "jeu.", "ven.", "sam."},

		YearSuffix: " %d",
		around:     func(weekday, month string) (string, string) { return weekday + " ", " " + month },
		number: func(day int) string {
			if day == 1 {
				return "1er"
			}
			return strconv.Itoa(day)
		},
		clock: func(hour, minute int) string { return fmt.Sprintf("%d:%02d", hour, minute) },
	}
}

func german() *Locale {
	return &Locale{
		Tag: language.German, OpenGraph: "de_DE", WeekStartsMonday: true,
		Months: [12]string{
			"Januar", "Februar", "März", "April", "Mai", "Juni",
			"Juli", "August", "September", "Oktober", "November", "Dezember",
		},
		Weekdays:    [7]string{"Sonntag", "Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag"},
		WeekdayAbbr: [7]string{"So", "Mo", "Di", "Mi", "Do", "Fr", "Sa"},

		YearSuffix: " %d",
		around:     func(weekday, month string) (string, string) { return weekday + ", ", ". " + month },
		number:     strconv.Itoa,
		clock:      func(hour, minute int) string { return fmt.Sprintf("%02d:%02d", hour, minute) },
	}
}
