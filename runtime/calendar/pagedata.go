package calendar

import "almanac/runtime/jsonenc"

// PageData is what pages show of a record: the parts of its response by the role of
// their field.  Texts are empty where there is nothing to show.
type PageData struct {
	ID, Parent          int64  // Of a term that has no parent, 0.
	Name                string // Plain text, in which & < > are escaped.
	Slug, URL           string
	Description         string // HTML of a post, escaped text of a term.
	Website, Telephone  string
	Email, Image        string // The image is an address.
	Address             AddressLD
	Latitude, Longitude *float64         // Degrees, nil when unknown.
	HasMap              bool             // Pages link to a map of the place.
	JSONLD              jsonenc.Appender // Nil in lists.
}

// PageRecord is a response about a record.
type PageRecord interface{ PageData() PageData }
