package resources

import "almanac/resources/dsl"

// sectionAddress is where the form of a venue has its address, sectionTickets where that of
// an event has what people pay.
const (
	sectionAddress = "Address"
	sectionTickets = "Tickets"
)

// forms is how the desk lays out the forms of records.
var forms = dsl.Forms{
	"event": {
		"venue":               {Section: dsl.SectionWhere},
		"attendance_mode":     {Section: dsl.SectionWhere},
		"online_url":          {With: "attendance_mode"},
		"cost":                {Section: sectionTickets},
		"website":             {Section: sectionTickets},
		"ticketed":            {Shown: dsl.ShownToEditors},
		"event_status":        {Section: dsl.SectionPublishing},
		"event_status_reason": {With: "event_status"},
		"featured":            {Section: dsl.SectionPublishing},
		"sticky":              {Section: dsl.SectionPublishing},
		"hide_from_listings":  {Section: dsl.SectionPublishing},
		"ical_uid":            {Shown: dsl.ShownWhenSet},
	},
	"venue": {
		"address":       {Section: sectionAddress},
		"city":          {Section: sectionAddress},
		"country":       {Section: sectionAddress},
		"zip":           {Section: sectionAddress},
		"stateprovince": {Section: sectionAddress},
		"geo_lat":       {Section: sectionAddress},
		"geo_lng":       {Section: sectionAddress},
		// Pages show one of both, unless stateprovince is written.
		"province": {Shown: dsl.ShownWhenSet},
		"state":    {Shown: dsl.ShownWhenSet},
	},
	"category": {
		"color": {Section: dsl.SectionDetails},
	},
}
