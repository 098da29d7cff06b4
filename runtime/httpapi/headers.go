package httpapi

import "net/http"

// answerPolicy is the Content-Security-Policy of whatever is no page: shown in
// a browser it loads nothing, runs nothing, and stands in no frame.
const answerPolicy = "default-src 'none'; frame-ancestors 'none'"

// transportSecurity has browsers use TLS for a year (RFC 6797).  Other hosts of
// the same domain are not ours to decide about.
const transportSecurity = "max-age=31536000"

// SecurityHeaders sets what every response to the request carries for browsers, as
// OWASP's REST Security Cheat Sheet has it.  The documentation page has a
// policy of its own.  Strict-Transport-Security is for connections that are
// encrypted up to here; a proxy that ends TLS sets its own.
func SecurityHeaders(h http.Header, r *http.Request) {
	// One list for all values, as this is done for every request.
	values := []string{"nosniff", answerPolicy, "DENY", "no-referrer", "same-origin"}
	h["X-Content-Type-Options"] = values[0:1:1]
	h["Content-Security-Policy"] = values[1:2:2]
	h["X-Frame-Options"] = values[2:3:3] // For browsers that know no frame-ancestors.
	h["Referrer-Policy"] = values[3:4:4]
	// Scripts of other origins read through CORS, which this leaves alone; what
	// it keeps out are <script>, <img> and the like.
	h["Cross-Origin-Resource-Policy"] = values[4:5:5]
	if r.TLS != nil {
		h.Set("Strict-Transport-Security", transportSecurity)
	}
}
