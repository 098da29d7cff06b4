package views

import "almanac/runtime/jsonenc"

// PageData is what pages show of a record: the parts of its response by the role of
// their field.  Texts are empty where there is nothing to show.
type PageData struct {
	ID, Parent          int64  // Of a term that has no parent, 0.
	Name                string // Plain text, in which & < > are escaped.
	Slug, URL           string
	Description         string // HTML of a post, escaped text of a term.
	Website, Telephone  string
	Email               string
	Image               *ImageView // Nil for none.
	Address             PageAddress
	Latitude, Longitude *float64         // Degrees, nil when unknown.
	Start, End          string           // Wall times in the zone, "" for a record without.
	StartUTC, EndUTC    string           // The same in UTC.
	TimeZone            string           // Name of the zone.
	AllDay              bool             // The times are whole days.
	HasMap              bool             // Pages link to a map of the place.
	JSONLD              jsonenc.Appender // Nil in lists.
}

// PageAddress is a postal address.
type PageAddress struct{ Street, Locality, Region, Code, Country string }

// PageRecord is a response about a record.
type PageRecord interface{ PageData() PageData }
