package resources

import "almanac/resources/dsl"

// english is what people read about fields and filters in the desk, where the name in
// words is not enough.
var english = dsl.Texts{
	"event": {
		"start_date":          {Label: "Start", Filter: "From"},
		"end_date":            {Label: "End", Filter: "To"},
		"timezone":            {Label: "Time zone", Hint: "Start and end are in this time zone"},
		"recurrence":          {Label: "Repeats"},
		"cost":                {Label: "Price", Hint: "E.g. 12, 8 – 15 or Free"},
		"website":             {Hint: "Leave empty to use the event page"},
		"show_map":            {Label: "Show a map"},
		"show_map_link":       {Label: "Show a map link"},
		"hide_from_listings":  {Label: "Hide from lists"},
		"sticky":              {Label: "Pin in month view"},
		"post_password":       {Label: "Password", Hint: "Visitors need it to see the event"},
		"post_parent":         {Label: "Parent event", Hint: "The event this one belongs to"},
		"event_status":        {Label: "Event status", Values: map[string]string{"scheduled": "As planned"}},
		"event_status_reason": {Label: "Message to visitors", Hint: "Why the event is canceled or postponed"},
		"attendance_mode": {
			Label: "Format", Filter: "Format", Values: map[string]string{"offline": "In person", "mixed": "Hybrid"},
		},
		"online_url": {Label: "Link to join online"},
		"ical_uid": {
			Label: "iCalendar UID", Hint: "Set by imports; don’t change it",
		},
		"ticketed": {Label: "Ticket providers", Hint: "One per line", Filter: "With tickets"},
		"free":     {Filter: "Free"},
	},
	"venue": {
		"venue":              {Label: "Name"},
		"show_map":           {Label: "Show a map"},
		"show_map_link":      {Label: "Show a map link"},
		"province":           {Label: "Province"},
		"state":              {Label: "State (US)"},
		"zip":                {Label: "Postal code"},
		"stateprovince":      {Label: "State / region"},
		"geo_lat":            {Label: "Latitude", Hint: "Degrees, -90 to 90"},
		"only_with_upcoming": {Filter: "With upcoming events"},
		"geo_lng":            {Label: "Longitude", Hint: "Degrees, -180 to 180"},
	},
	"organizer": {
		"organizer":          {Label: "Name"},
		"only_with_upcoming": {Filter: "With upcoming events"},
	},
	"category": {
		"parent": {Label: "Parent category"},
	},
}
