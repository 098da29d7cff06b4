package resources

import "almanac/resources/dsl"

// english is what people read about fields and filters in the desk, where the name in
// words is not enough.
var english = dsl.Texts{
	"event": {
		"start_date":          {Label: "Start", Filter: "From"},
		"end_date":            {Label: "End", Filter: "To"},
		"timezone":            {Label: "Time zone", Hint: "Start and end are times of this zone"},
		"cost":                {Hint: "Such as 12, 8 – 15 € or Free"},
		"website":             {Hint: "The page of the event if empty"},
		"show_map":            {Label: "Show a map"},
		"show_map_link":       {Label: "Show a link to a map"},
		"hide_from_listings":  {Label: "Leave out of lists"},
		"sticky":              {Label: "Keep on top"},
		"post_password":       {Label: "Password for visitors", Hint: "Only those who know it see the event"},
		"post_parent":         {Label: "Parent event", Hint: "The event that this one is a part of"},
		"event_status":        {Label: "Cancellation"},
		"event_status_reason": {Label: "Reason for the change", Hint: "Why the event is canceled or postponed"},
		"attendance_mode":     {Label: "Attendance", Hint: "Whether people meet at a place, online, or both"},
		"online_url":          {Label: "Address to attend online"},
		"ical_uid": {
			Label: "Identifier in calendars", Hint: "Comes with an import; by it calendars recognize the event",
		},
		"ticketed": {Label: "Ticket shops", Hint: "A name on each line", Filter: "With tickets"},
		"free":     {Filter: "Free of charge"},
	},
	"venue": {
		"venue":         {Label: "Name"},
		"show_map":      {Label: "Show a map"},
		"show_map_link": {Label: "Show a link to a map"},
		"province":      {Label: "Province or region"},
		"state":         {Label: "State in the US"},
		"zip":           {Label: "Postal code"},
		"stateprovince": {
			Label: "State or province on pages", Hint: "If empty, the state in the US and the province elsewhere",
		},
		"geo_lat": {Label: "Latitude", Hint: "In degrees, -90 to 90"},
		"geo_lng": {Label: "Longitude", Hint: "In degrees, -180 to 180"},
	},
	"organizer": {
		"organizer": {Label: "Name"},
	},
	"category": {
		"parent": {Label: "Parent category"},
		"color":  {Hint: "Such as #1d5c4f; nothing for none"},
	},
}
