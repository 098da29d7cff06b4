// Package docsui serves the interactive page that shows an OpenAPI document in
// a browser.  All that the page needs is embedded in the program, so that it
// works without internet and asks no other host for anything.
//
// It knows neither the document nor the routes of the service: the caller says
// where the document is, decides with PrefersHTML who gets the page, and passes
// on requests for what lies below it to Find.
//
// Swagger UI in folder swaggerui is release 5.35.0 of the npm package
// swagger-ui-dist, unchanged but for compression (gzip -9 -n).
package docsui

import (
	"embed"
	"html"
	"strings"
)

// version stands in the path of the assets, because browsers keep them for a
// year: the release of Swagger UI, and a digest of all assets that a test
// compares.
const version = "5.35.0-b24e700c"

// Policy is the Content-Security-Policy of the page (CSP level 3): everything
// comes from the host of the page, nothing is inline.  Images may be data: URLs,
// because the style sheet of Swagger UI holds its icons that way.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

//go:embed page swaggerui
var files embed.FS

//go:embed page/page.html
var layout string

// Page returns the HTML page that shows an OpenAPI document.  The document is
// at doc?version=3.1 and the assets are below doc/assets; doc is a URL
// reference without a query, relative to the page or not.
func Page(doc string) []byte {
	fill := strings.NewReplacer(
		"{assets}", html.EscapeString(doc+"/"+assetsPath+version),
		"{doc}", html.EscapeString(doc),
	)
	return []byte(fill.Replace(layout))
}
