package pages

import "strings"

// Texts holds every text of the pages in one language.  A language is a value
// of this type and its place in the list of languages; nothing else knows it.
type Texts struct {
	Language string // BCP 47.
	Name     string // Of the language, in itself.
	Locale   string // As Open Graph writes it.
	Monday   bool   // Weeks begin on Monday, else on Sunday.

	Months   [12]string
	Weekdays [7]string // From Sunday.
	Short    [7]string // The same, for the head of a narrow column.

	Calendar, CalendarOf string // The latter with the host of the site.
	About                string // What the calendar is, for programs that show links.
	Skip                 string
	LanguageLabel        string
	Views, Month, List   string
	Pager, Previous      string
	Next, Today          string
	PreviousMonth        string
	NextMonth            string
	PreviousPage         string
	NextPage             string
	PageOf               string // Number, number of pages.
	Filters, Search      string
	Category, All        string
	From, Until, Show    string
	Clear                string
	Results              string // Heading of a list.
	Upcoming             string
	NoEvents             string
	NoEventsHere         string // On the page of a venue and the like.
	One, Many            string // Number of events.
	More                 string // Number of further events of a day.
	Underway, AllDay     string
	Free                 string // In the place of the word that the interface has for it.
	Continues            string // Said of an event on its second day and later.
	Featured, Protected  string
	IsProtected          string // A sentence.
	Where, Cost          string
	Organizer, Labels    string
	Website, Phone       string
	Email, MapLink       string
	TimeZone             string
	AddToCalendar        string
	Subscribe, News      string
	Interface            string
	Back                 string
	VenueLabel           string
	TagLabel             string

	NotFound, NotFoundText string
	Wrong, WrongText       string
	NoMethod, NoMethodText string
	Notes                  string // Heading of what is wrong with an address.
	BadLanguage            string
	BadMonth, BadDate      string // What was sent.
	BadOrder               string
	BadCategory            string
	BadSearch, BadPage     string
	BadText                string
	TooMany                string // Number shown, number of all.
	DayInList              string // In the days that a month has no room for.

	ZeroIsOne bool   // Nothing is counted in the singular.
	Year      string // What stands after a day, with the number of the year.

	around func(weekday, month string) (before, after string) // The number of a day, where the day is written out.
	number func(day int) string                               // Of a day.
	clock  func(hour, minute int) string
}

// languages lists the texts; the first is for languages that have none.
func languages() []*Texts { return []*Texts{english(), french()} }

// textsFor returns the texts of a language, such as those of fr for fr-CA.
func textsFor(language string) *Texts {
	base, _, _ := strings.Cut(strings.ToLower(language), "-")
	all := languages()
	for _, t := range all {
		if t.Language == base {
			return t
		}
	}
	return all[0]
}
