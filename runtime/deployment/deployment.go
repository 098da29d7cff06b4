package deployment

import (
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"almanac/runtime/dates"
)

// Deployment holds what may differ between two installations of the service.
// It is a value: one set of generated code serves them all, and every rule
// reads it when a request is handled.
type Deployment struct {
	Name           string     // Of the operator's choice.
	DefaultPerPage int64      // Records a page when the client does not say.
	LanguageParam  string     // Name of the language parameter; "" where there is none.
	Languages      []string   // Allowed languages; the first is that of new records.
	BasePath       string     // Path before the namespace, "" or "/wp-json".
	Namespace      string     // "books/v1".
	SiteURL        string     // Scheme, host and path of the site, without a trailing slash.
	SiteName       string     // What pages and feeds call the site; "" for its host.
	Zone           dates.Zone // Time zone of the site.
	Extensions     []string   // Optional extensions that are on, by their names in the description.
	RadiusMiles    float64    // Radius of a search around a point.
	// ChangesKept is how long the log of changes has former values.
	ChangesKept  time.Duration
	SeriesMonths int // How far ahead, with a day more, dates of a series have records.

	// Settings are read by the functions that the description names, such as the
	// currency of prices that name none.
	Settings map[string]string
	// Origins are where settings of the operator come from, by the names of their flags; those that
	// are missing are defaults.
	Origins map[string]Origin
}

// MaxPerPage is the most records that one page holds; larger wishes are
// clamped, as on The Events Calendar.
const MaxPerPage = 50

// DefaultChangesKept is Deployment.ChangesKept of a description that says nothing.
const DefaultChangesKept = 90 * 24 * time.Hour

// MaxSeriesMonths is the maximum of Deployment.SeriesMonths.
const MaxSeriesMonths = 120

// DefaultLanguageParam is the name of the language parameter of an installation that
// has languages and does not name one.
const DefaultLanguageParam = "translation_language"

// Default returns an installation of which nothing is said, with the API below a
// namespace and with some extensions.
func Default(namespace string, extensions []string) Deployment {
	return Deployment{
		DefaultPerPage: 10, Namespace: namespace, SiteURL: "http://127.0.0.1:8080",
		Extensions: extensions, RadiusMiles: 25, SeriesMonths: 24, ChangesKept: DefaultChangesKept,
		Settings: map[string]string{},
	}
}

// Site returns host and path of the site, without a trailing slash: with the ID of a record
// they are unique in the world.
func (d Deployment) Site() string {
	_, site, _ := strings.Cut(d.SiteURL, "://")
	return site
}

// IsLoopback reports whether only this machine reaches the site: nobody else knows its address.
func (d Deployment) IsLoopback() bool {
	u, err := url.Parse(d.SiteURL)
	if err != nil {
		return false
	}
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	ip := net.ParseIP(host)
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || ip.IsLoopback() || ip.IsUnspecified()
}

// APIPath returns the path below which all routes lie, without a trailing slash.
func (d Deployment) APIPath() string {
	return strings.TrimSuffix("/"+strings.Trim(d.BasePath, "/"), "/") + "/" + strings.Trim(d.Namespace, "/")
}

// APIURL returns the absolute URL of the API's root, without a
// trailing slash.
func (d Deployment) APIURL() string {
	return d.SiteURL + d.APIPath()
}

// RecordURL returns the absolute URL of a record in the API.
func (d Deployment) RecordURL(plural string, id int64) string {
	return d.APIURL() + "/" + plural + "/" + strconv.FormatInt(id, 10)
}

// HasExtension reports whether the optional extension is on.  The empty name
// stands for the service itself, which always is.
func (d Deployment) HasExtension(name string) bool {
	return name == "" || slices.Contains(d.Extensions, name)
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
