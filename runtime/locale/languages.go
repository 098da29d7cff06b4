package locale

import (
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/text/language"
)

func english() *Locale {
	return &Locale{
		Tag: language.English, OpenGraph: "en_US",
		Months: [12]string{
			"January", "February", "March", "April", "May", "June",
			"July", "August", "September", "October", "November", "December",
		},
		MonthAbbr: [12]string{
			"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
		},
		Weekdays:    [7]string{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"},
		WeekdayAbbr: [7]string{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"},

		YearSuffix:    ", %d",
		weekdaySuffix: ", ",
		around:        func(month string) (string, string) { return month + " ", "" },
		number:        strconv.Itoa,
		clock: func(hour, minute int) string {
			half := "am"
			if hour >= 12 {
				half = "pm"
			}
			if minute == 0 {
				return fmt.Sprintf("%d %s", (hour+11)%12+1, half)
			}
			return fmt.Sprintf("%d:%02d %s", (hour+11)%12+1, minute, half)
		},
		short: func(weekday, number string) string { return weekday + " " + number },
		from:  func(clock string) string { return clock },
	}
}

func french() *Locale {
	return &Locale{
		Tag: language.French, OpenGraph: "fr_FR", WeekStartsMonday: true,
		Months: [12]string{
			"janvier", "février", "mars", "avril", "mai", "juin",
			"juillet", "août", "septembre", "octobre", "novembre", "décembre",
		},
		MonthAbbr: [12]string{
			"janv.", "févr.", "mars", "avr.", "mai", "juin", "juil.", "août", "sept.", "oct.", "nov.", "déc.",
		},
		Weekdays:    [7]string{"dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"},
		WeekdayAbbr: [7]string{"dim.", "lun.", "mar.", "mer.", "jeu.", "ven.", "sam."},

		YearSuffix:    " %d",
		weekdaySuffix: " ",
		around:        func(month string) (string, string) { return "", " " + month },
		number: func(day int) string {
			if day == 1 {
				return "1er"
			}
			return strconv.Itoa(day)
		},
		clock: func(hour, minute int) string {
			if minute == 0 {
				return fmt.Sprintf("%d h", hour)
			}
			return fmt.Sprintf("%d h %02d", hour, minute)
		},
		short: func(weekday, number string) string { return weekday + " " + number },
		from:  func(clock string) string { return clock },
	}
}

func german() *Locale {
	return &Locale{
		Tag: language.German, OpenGraph: "de_DE", WeekStartsMonday: true,
		Months: [12]string{
			"Januar", "Februar", "März", "April", "Mai", "Juni",
			"Juli", "August", "September", "Oktober", "November", "Dezember",
		},
		MonthAbbr: [12]string{
			"Jan.", "Feb.", "März", "Apr.", "Mai", "Juni", "Juli", "Aug.", "Sept.", "Okt.", "Nov.", "Dez.",
		},
		Weekdays:    [7]string{"Sonntag", "Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag"},
		WeekdayAbbr: [7]string{"So", "Mo", "Di", "Mi", "Do", "Fr", "Sa"},

		YearSuffix:    " %d",
		weekdaySuffix: ", ",
		around:        func(month string) (string, string) { return "", ". " + month },
		number:        strconv.Itoa,
		clock: func(hour, minute int) string {
			if minute == 0 {
				return fmt.Sprintf("%d Uhr", hour)
			}
			return fmt.Sprintf("%d:%02d Uhr", hour, minute)
		},
		short: func(weekday, number string) string { return weekday + ". " + number + "." },
		from:  func(clock string) string { return strings.TrimSuffix(clock, " Uhr") },
	}
}
