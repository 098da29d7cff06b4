package messages

import (
	"fmt"
	"strconv"
)

// english returns the texts in English.
func english() *Catalog {
	return &Catalog{
		Language: "en", Name: "English", Locale: "en_US",
		Months:      [12]string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"},
		Weekdays:    [7]string{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"},
		WeekdayAbbr: [7]string{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"},

		Calendar: "Calendar", CalendarOf: "Calendar of %s", SiteDescription: "Events by month and as a list, to search and to add to your calendar.",
		SkipToContent: "Skip to the events", LanguageLabel: "Language",
		Views: "View", ViewNames: map[string]string{"": "Month", "week": "Week", "day": "Day", "list": "List", "photo": "Photos"},
		PaginationLabel: "Pages", Previous: "Previous", Next: "Next", Today: "Today",
		WeekOf: "Week of %s", NextEvent: "Next event: %s",
		PreviousPage: "Previous page", NextPage: "Next page", PageOf: "Page %d of %d",
		Filters: "Filter events", Search: "Search", Category: "Category", All: "All categories",
		From: "From", Until: "Until", Show: "Show", Clear: "Clear filters",
		Results: "Events from %s", Upcoming: "Upcoming events", Past: "Past events", AllPast: "All past events",
		NoEvents: "There are no events here. Look at another time, or clear the filters.", NoEventsHere: "Nothing is planned yet.", NoPastEventsHere: "Nothing has taken place yet.",
		EventCountOne: "%d event", EventCountOther: "%d events", More: "%d more",
		InProgress: "Already under way", AllDay: "All day", Continued: "Continues", Free: "Free", Featured: "Featured", Protected: "Protected",
		Statuses: map[string]string{"canceled": "Canceled", "postponed": "Postponed"}, Online: "Online",
		IsProtected: "This event is protected by a password, so only its title and its time are shown here.",
		Where:       "Where", Cost: "Cost", Organizer: "Organizer", CategoriesAndTags: "Topics",
		Website: "Website", Phone: "Phone", Email: "E-mail", MapLink: "Show on a map", TimeZone: "Times are in the time zone %s.",
		EmbedLink: "For other sites", EmbedHeading: "Show these events on another site",
		EmbedText:  "Copy one of the two into a page of yours. Neither sets cookies; the element needs a script of this site.",
		EmbedCount: "Number of events", EmbedScheme: "Colors", EmbedFrame: "As a frame", EmbedElement: "As an element", EmbedPreview: "Preview",
		Schemes: map[string]string{"": "Those of the reader", "light": "Light", "dark": "Dark"},
		AnyTag:  "All tags", AnyVenue: "All venues", Dates: "Dates", FilterMore: "More filters", Without: "Leave out:", FoundElsewhere: "At other times:", SearchAll: "Search all events",
		City: "City", AnyCity: "All cities", AnyCost: "Free or not", Paid: "Not free",
		SubscribeHere: "Subscribe to these events", SubscribeText: "A calendar program that subscribes shows these events and those that follow, and reads changes by itself.", FeedAddress: "Address for other programs",
		When: "When", DownloadICS: "Download (.ics)", HasEnded: "This event has ended.", IsCanceled: "This event is canceled.",
		AddToCalendar: "Add to calendar", Subscribe: "Subscribe (iCalendar)", RSSFeed: "News (RSS)", Interface: "For programs",
		Back: "To the calendar", Labels: map[string]string{"venue": "Venue", "organizer": "Organizer", "category": "Category", "tag": "Tag"},

		NotFound: "There is no such page", NotFoundText: "The event may be over and gone, or the address is not complete. The calendar has what is planned.",
		Failure: "The calendar cannot be shown now", FailureText: "Something went wrong on our side. Try again in a moment.",
		NoMethod: "Pages can only be read", NoMethodText: "This address answers GET and HEAD.",
		ProblemsHeading: "Not everything in the address was understood", InvalidLanguage: "There is no language %q here.",
		InvalidMonth: "%q is no month; a month is written as 2027-03.", InvalidDate: "%q is no date; a date is written as 2027-03-21.",
		InvalidOrder: "The last day lies before the first.", InvalidFilters: map[string]string{
			"categories": "There is no category %q here.", "tags": "There is no tag %q here.", "venue": "There is no venue %q here.",
			"search": "The search takes words of up to 1000 characters in all, not %q.",
		},
		InvalidPage:      "There is no page %q.",
		InvalidChoice:    "There is no choice %q here.",
		InvalidText:      "The address holds characters that are no text.",
		ResultsTruncated: "This month has more events than one page shows: the first %d of %d are here, and the list has all of them.", MoreOnDay: "Events in the list",

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
