package deployment

import (
	"slices"
	"strconv"
	"strings"

	"almanac/runtime/dates"
)

// Deployment holds what may differ between two installations of the service.
// It is a value: one set of generated code serves them all, and every rule
// reads it when a request is handled.
type Deployment struct {
	Name           string     // "a", "b" or a name of the operator's choice.
	DefaultPerPage int64      // Records a page when the client does not say.
	LanguageParam  string     // Name of the language parameter; "" where there is none.
	Languages      []string   // Allowed languages; the first is that of new records.
	BasePath       string     // Path before the namespace, "" or "/wp-json".
	Namespace      string     // "calendar/events/v1".
	SiteURL        string     // Scheme, host and path of the site, without a trailing slash.
	Zone           dates.Zone // Time zone of the site.
	Currency       string     // Symbol shown before costs that were written without one.
	CurrencyCode   string     // ISO 4217 code of offers whose cost names no currency.
	Geoloc         bool       // Extension: coordinates of venues.
	Ticketed       bool       // Extension: ticket providers of events.
	RadiusMiles    float64    // Radius of a search around a point.
}

// MaxPerPage is the most records that one page holds; larger wishes are
// clamped, as on The Events Calendar.
const MaxPerPage = 50

// A is the installation with a language parameter and 12 records a
// page (contract, first table).
func A() Deployment {
	d := base()
	d.Name, d.DefaultPerPage = "a", 12
	d.LanguageParam, d.Languages = "translation_language", []string{"en", "fr"}
	return d
}

// B is the installation without languages and 10 records a page.
func B() Deployment {
	d := base()
	d.Name, d.DefaultPerPage = "b", 10
	return d
}

// base holds what both deployments of the contract share.
func base() Deployment {
	return Deployment{
		Namespace: "calendar/events/v1", SiteURL: "http://127.0.0.1:8080",
		Currency: "$", CurrencyCode: "USD", Geoloc: true, Ticketed: true, RadiusMiles: 25,
	}
}

// APIPath returns the path below which all routes lie, without a trailing slash.
func (d Deployment) APIPath() string {
	return strings.TrimSuffix("/"+strings.Trim(d.BasePath, "/"), "/") + "/" + strings.Trim(d.Namespace, "/")
}

// APIURL returns the absolute URL of the interface's root, without a
// trailing slash.
func (d Deployment) APIURL() string {
	return d.SiteURL + d.APIPath()
}

// RecordURL returns the absolute URL of a record in the interface.
func (d Deployment) RecordURL(plural string, id int64) string {
	return d.APIURL() + "/" + plural + "/" + strconv.FormatInt(id, 10)
}

// HasExtension reports whether the optional extension is on.  The empty name
// stands for the service itself, which always is.
func (d Deployment) HasExtension(name string) bool {
	switch name {
	case "geoloc":
		return d.Geoloc
	case "ticketed":
		return d.Ticketed
	}
	return true
}

// DefaultLanguage returns the language of records that name none, "" where
// the deployment knows no languages.
func (d Deployment) DefaultLanguage() string {
	if len(d.Languages) == 0 {
		return ""
	}
	return d.Languages[0]
}

// HasLanguage reports whether language is one of the deployment's.
func (d Deployment) HasLanguage(language string) bool { return slices.Contains(d.Languages, language) }
