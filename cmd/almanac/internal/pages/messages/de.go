package messages

import (
	"fmt"
	"strconv"
)

// german returns the texts in German.
func german() *Catalog {
	return &Catalog{
		Language: "de", Name: "Deutsch", Locale: "de_DE", WeekStartsMonday: true,
		Months:      [12]string{"Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November", "Dezember"},
		Weekdays:    [7]string{"Sonntag", "Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag"},
		WeekdayAbbr: [7]string{"So", "Mo", "Di", "Mi", "Do", "Fr", "Sa"},

		Calendar: "Kalender", CalendarOf: "Kalender von %s", SiteDescription: "Veranstaltungen nach Monaten und als Liste, zum Suchen und für den eigenen Kalender.",
		SkipToContent: "Zu den Veranstaltungen", LanguageLabel: "Sprache",
		Views: "Ansicht", ViewNames: map[string]string{"": "Monat", "week": "Woche", "day": "Tag", "list": "Liste", "photo": "Fotos"},
		PaginationLabel: "Seiten", Previous: "Zurück", Next: "Weiter", Today: "Heute",
		WeekOf: "Woche ab %s", NextEvent: "Nächste Veranstaltung: %s",
		PreviousPage: "Vorige Seite", NextPage: "Nächste Seite", PageOf: "Seite %d von %d",
		Filters: "Veranstaltungen filtern", Search: "Suche", Category: "Kategorie", All: "Alle Kategorien",
		From: "Von", Until: "Bis", Show: "Anzeigen", Clear: "Filter zurücksetzen",
		Results: "Veranstaltungen ab %s", Upcoming: "Kommende Veranstaltungen", Past: "Vergangene Veranstaltungen", AllPast: "Alle vergangenen Veranstaltungen",
		NoEvents: "Hier gibt es keine Veranstaltungen. Wählen Sie eine andere Zeit, oder setzen Sie die Filter zurück.", NoEventsHere: "Noch ist nichts geplant.", NoPastEventsHere: "Noch hat nichts stattgefunden.",
		EventCountOne: "%d Veranstaltung", EventCountOther: "%d Veranstaltungen", More: "%d weitere",
		InProgress: "Läuft bereits", AllDay: "Ganztägig", Continued: "Fortsetzung", Free: "Kostenlos", Featured: "Empfohlen", Protected: "Geschützt",
		Statuses: map[string]string{"canceled": "Abgesagt", "postponed": "Verschoben"}, Online: "Online",
		IsProtected: "Diese Veranstaltung ist durch ein Passwort geschützt. Deshalb stehen hier nur Titel und Zeit.",
		Where:       "Ort", Cost: "Preis", Organizer: "Veranstalter", CategoriesAndTags: "Themen",
		Website: "Website", Phone: "Telefon", Email: "E-Mail", MapLink: "Auf einer Karte zeigen", TimeZone: "Die Zeiten gelten in der Zeitzone %s.",
		EmbedLink: "Für andere Websites", EmbedHeading: "Diese Veranstaltungen auf einer anderen Website zeigen",
		EmbedText:  "Kopieren Sie eines von beiden in eine Ihrer Seiten. Keines setzt Cookies; das Element braucht ein Skript dieser Website.",
		EmbedCount: "Anzahl der Veranstaltungen", EmbedScheme: "Farben", EmbedFrame: "Als Rahmen", EmbedElement: "Als Element", EmbedPreview: "Vorschau",
		Schemes: map[string]string{"": "Wie beim Leser", "light": "Hell", "dark": "Dunkel"},
		AnyTag:  "Alle Schlagwörter", AnyVenue: "Alle Orte", Dates: "Zeitraum", FilterMore: "Weitere Filter", Without: "Weglassen:", FoundElsewhere: "Zu anderen Zeiten:", SearchAll: "Alle Veranstaltungen durchsuchen",
		City: "Stadt", AnyCity: "Alle Städte", AnyCost: "Kostenlos oder nicht", Paid: "Kostenpflichtig",
		SubscribeHere: "Diese Veranstaltungen abonnieren", SubscribeText: "Ein Kalender mit Abonnement zeigt diese und künftige Veranstaltungen und übernimmt Änderungen von selbst.", FeedAddress: "Adresse für andere Programme",
		When: "Wann", DownloadICS: "Herunterladen (.ics)", HasEnded: "Diese Veranstaltung ist vorbei.", IsCanceled: "Diese Veranstaltung ist abgesagt.",
		AddToCalendar: "In den Kalender eintragen", Subscribe: "Abonnieren (iCalendar)", RSSFeed: "Neues (RSS)", Interface: "Für Programme",
		Back: "Zum Kalender", Labels: map[string]string{"venue": "Ort", "organizer": "Veranstalter", "category": "Kategorie", "tag": "Schlagwort"},

		NotFound: "Diese Seite gibt es nicht", NotFoundText: "Vielleicht ist die Veranstaltung vorbei, oder die Adresse ist unvollständig. Der Kalender zeigt, was geplant ist.",
		Failure: "Der Kalender kann gerade nicht gezeigt werden", FailureText: "Bei uns ist ein Fehler aufgetreten. Versuchen Sie es gleich noch einmal.",
		NoMethod: "Seiten können nur gelesen werden", NoMethodText: "Diese Adresse beantwortet GET und HEAD.",
		ProblemsHeading: "Nicht alles in der Adresse war verständlich", InvalidLanguage: "Die Sprache %q gibt es hier nicht.",
		InvalidMonth: "%q ist kein Monat; ein Monat wird 2027-03 geschrieben.", InvalidDate: "%q ist kein Datum; ein Datum wird 2027-03-21 geschrieben.",
		InvalidOrder: "Der letzte Tag liegt vor dem ersten.", InvalidFilters: map[string]string{
			"categories": "Die Kategorie %q gibt es hier nicht.", "tags": "Das Schlagwort %q gibt es hier nicht.", "venue": "Den Ort %q gibt es hier nicht.",
			"search": "Gesucht werden kann nach Wörtern mit zusammen bis zu 1000 Zeichen, nicht nach %q.",
		},
		InvalidPage:      "Die Seite %q gibt es nicht.",
		InvalidChoice:    "Die Auswahl %q gibt es hier nicht.",
		InvalidText:      "Die Adresse enthält Zeichen, die kein Text sind.",
		ResultsTruncated: "Dieser Monat hat mehr Veranstaltungen, als eine Seite zeigt: Hier stehen die ersten %d von %d, in der Liste alle.", MoreOnDay: "Veranstaltungen in der Liste",

		YearSuffix: " %d",
		around:     func(weekday, month string) (string, string) { return weekday + ", ", ". " + month },
		number:     strconv.Itoa,
		clock:      func(hour, minute int) string { return fmt.Sprintf("%02d:%02d", hour, minute) },
	}
}
