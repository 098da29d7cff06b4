package messages

import "strings"

// Catalog holds every text of the pages in one language.  A language is a value
// of this type and its place in the list of languages; nothing else knows it.
type Catalog struct {
	Language         string // BCP 47.
	Name             string // Of the language, in itself.
	Locale           string // As Open Graph writes it.
	WeekStartsMonday bool   // Weeks begin on Monday, else on Sunday.

	Months      [12]string
	Weekdays    [7]string // From Sunday.
	WeekdayAbbr [7]string // The same, for the head of a narrow column.

	Calendar, CalendarOf           string // The latter with the host of the site.
	SiteDescription                string // What the calendar is, for programs that show links.
	SkipToContent                  string
	LanguageLabel                  string
	Views                          string
	ViewNames                      map[string]string // By the word of the address.
	PaginationLabel, Previous      string
	Next, Today                    string
	WeekOf                         string // First day.
	NextEvent                      string // Day of the next event after a time without any.
	PreviousPage                   string
	NextPage                       string
	PageOf                         string // Number, number of pages.
	Filters, Search                string
	Category, All                  string
	From, Until, Show              string
	Clear                          string
	Results                        string // Heading of a list.
	Upcoming, Past                 string // Headings of events to come, and of those that are over.
	AllPast                        string // Link to them.
	NoEvents                       string
	NoEventsHere, NoPastEventsHere string // On the page of a venue and the like.
	EventCountOne, EventCountOther string // Number of events.
	More                           string // Number of further events of a day.
	InProgress, AllDay             string
	Free                           string // In the place of the word that the interface has for it.
	Continued                      string // Said of an event on its second day and later.
	Featured, Protected            string
	Statuses                       map[string]string // Of events that do not take place as planned, by the word of the interface.
	Online                         string            // In the place of an address.
	IsProtected                    string            // A sentence.
	Where, Cost                    string
	Organizer, CategoriesAndTags   string
	Website, Phone                 string
	Email, MapLink                 string
	TimeZone                       string
	AddToCalendar, DownloadICS     string
	HasEnded, IsCanceled           string // Sentences about an event.
	When                           string
	Subscribe, RSSFeed             string
	SubscribeHere, SubscribeText   string // To the events of a page; what that means, in a sentence.
	FeedAddress                    string
	Interface                      string
	Back                           string
	Labels                         map[string]string // Above the name of a record, by the name of its resource.

	NotFound, NotFoundText     string
	Failure, FailureText       string
	NoMethod, NoMethodText     string
	ProblemsHeading            string // Heading of what is wrong with an address.
	InvalidLanguage            string
	InvalidMonth, InvalidDate  string // What was sent.
	InvalidOrder               string
	InvalidFilters             map[string]string // By the parameter, of what was sent.
	InvalidPage, InvalidChoice string
	AnyTag, AnyVenue           string
	City, AnyCity              string
	AnyCost, Paid              string // Beside Free.
	EmbedLink                  string // In the foot of pages.
	EmbedHeading, EmbedText    string
	EmbedCount, EmbedScheme    string
	EmbedFrame, EmbedElement   string
	EmbedPreview               string
	Schemes                    map[string]string // Color schemes by their name in addresses.
	Dates, FilterMore, Without string            // Names of filters; how to leave one out.
	FoundElsewhere             string            // Before what filters leave at other times.
	SearchAll                  string
	InvalidText                string
	ResultsTruncated           string // Number shown, number of all.
	MoreOnDay                  string // In the days that a month has no room for.

	ZeroIsSingular bool   // Nothing is counted in the singular.
	YearSuffix     string // What stands after a day, with the number of the year.

	around func(weekday, month string) (before, after string) // The number of a day, where the day is written out.
	number func(day int) string                               // Of a day.
	clock  func(hour, minute int) string
}

// All returns the texts; the first is for languages that have none.
func All() []*Catalog { return []*Catalog{english(), french(), german()} }

// Languages returns the languages that have texts.
func Languages() []string {
	var codes []string
	for _, t := range All() {
		codes = append(codes, t.Language)
	}
	return codes
}

// Has reports whether there are texts in a language.
func Has(language string) bool {
	base, _, _ := strings.Cut(strings.ToLower(language), "-")
	return For(language).Language == base
}

// For returns the texts of a language, such as those of fr for fr-CA.
func For(language string) *Catalog {
	base, _, _ := strings.Cut(strings.ToLower(language), "-")
	all := All()
	for _, t := range all {
		if t.Language == base {
			return t
		}
	}
	return all[0]
}
