package feed

// Properties of our own, which tell what iCalendar has no word for.
const (
	PropZone       = "X-EVENT-TZID"            // Zone of an event whose times are written without it.
	PropAttendance = "X-EVENT-ATTENDANCE-MODE" // How people take part: offline, online, mixed.
	PropStatus     = "X-EVENT-STATUS"          // Whether a published event takes place: canceled, postponed.
	PropTags       = "X-EVENT-TAGS"            // Those of its CATEGORIES that are tags.
	PropWebsite    = "X-EVENT-WEBSITE"         // The event's own website; URL is its page.
	PropCost       = "X-EVENT-COST"
)

// PropHTML is the description as HTML.
const PropHTML = "X-ALT-DESC"

// Properties are the names of all properties that a VEVENT of a feed can have.  An
// import reads each of them back.
var Properties = []string{
	"UID", "DTSTAMP", "LAST-MODIFIED", "CREATED", "SEQUENCE", "DTSTART", "DTEND", "DURATION", PropZone,
	"SUMMARY", "DESCRIPTION", PropHTML, "STATUS", PropStatus, "COMMENT", "CLASS", "LOCATION", "GEO", "ORGANIZER",
	"CONTACT",
	"CATEGORIES", PropTags, "URL", PropWebsite, "ATTACH", "IMAGE", "CONFERENCE", PropAttendance, PropCost,
}
