package pages

import (
	"fmt"
	"strconv"
)

// english returns the texts in English.
func english() *Texts {
	return &Texts{
		Language: "en", Name: "English", Locale: "en_US",
		Months:   [12]string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"},
		Weekdays: [7]string{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"},
		Short:    [7]string{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"},

		Calendar: "Calendar", CalendarOf: "Calendar of %s", About: "Events by month and as a list, to search and to add to your calendar.",
		Skip: "Skip to the events", LanguageLabel: "Language",
		Views: "View", Month: "Month", List: "List",
		Pager: "Pages", Previous: "Previous", Next: "Next", Today: "Today",
		PreviousMonth: "Previous month: %s", NextMonth: "Next month: %s",
		PreviousPage: "Previous page", NextPage: "Next page", PageOf: "Page %d of %d",
		Filters: "Filter events", Search: "Search", Category: "Category", All: "All categories",
		From: "From", Until: "Until", Show: "Show", Clear: "Clear filters",
		Results: "Events from %s", Upcoming: "Upcoming events",
		NoEvents: "There are no events here. Look at another time, or clear the filters.", NoEventsHere: "Nothing is planned yet.",
		One: "%d event", Many: "%d events", More: "%d more",
		Underway: "Already under way", AllDay: "All day", Continues: "Continues", Free: "Free", Featured: "Featured", Protected: "Protected",
		IsProtected: "This event is protected by a password, so only its title and its time are shown here.",
		Where:       "Where", Cost: "Cost", Organizer: "Organizer", Labels: "Topics",
		Website: "Website", Phone: "Phone", Email: "E-mail", MapLink: "Show on a map", TimeZone: "Times are in the time zone %s.",
		AddToCalendar: "Add to calendar", Subscribe: "Subscribe (iCalendar)", News: "News (RSS)", Interface: "For programs",
		Back: "To the calendar", VenueLabel: "Venue", TagLabel: "Tag",

		NotFound: "There is no such page", NotFoundText: "The event may be over and gone, or the address is not complete. The calendar has what is planned.",
		Wrong: "The calendar cannot be shown now", WrongText: "Something went wrong on our side. Try again in a moment.",
		NoMethod: "Pages can only be read", NoMethodText: "This address answers GET and HEAD.",
		Notes: "Not everything in the address was understood", BadLanguage: "There is no language %q here.",
		BadMonth: "%q is no month; a month is written as 2027-03.", BadDate: "%q is no date; a date is written as 2027-03-21.",
		BadOrder: "The last day lies before the first.", BadCategory: "There is no category %q here.",
		BadSearch: "The search takes words of up to 1000 characters in all.", BadPage: "There is no page %q.",
		BadText: "The address holds characters that are no text.",
		TooMany: "This month has more events than one page shows: the first %d of %d are here, and the list has all of them.", DayInList: "Events in the list",

		Year:   ", %d",
		around: func(weekday, month string) (string, string) { return weekday + ", " + month + " ", "" },
		number: strconv.Itoa,
		clock: func(hour, minute int) string {
			half := "am"
			if hour >= 12 {
				half = "pm"
			}
			return fmt.Sprintf("%d:%02d %s", (hour+11)%12+1, minute, half)
		},
	}
}
