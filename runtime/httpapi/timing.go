package httpapi

import (
	"fmt"
	"net/http"
	"strings"
	"time"

	"almanac/runtime/auth"
	"almanac/runtime/request"
)

// timingPreference asks for the header Server-Timing, in Prefer (RFC 7240).
const timingPreference = "server-timing"

// asksTiming reports whether a request wants to know how long its parts took.
func asksTiming(h http.Header) bool {
	for _, list := range h.Values("Prefer") {
		for preference := range strings.SplitSeq(list, ",") {
			name, _, _ := strings.Cut(preference, ";")
			if strings.EqualFold(strings.TrimSpace(name), timingPreference) {
				return true
			}
		}
	}
	return false
}

// sayTiming tells how long the request took up to the beginning of its response
// (W3C Server Timing), to administrators who asked: from times others could
// guess what is stored and hidden from them.
func sayTiming(x *request.State, h http.Header) {
	if !x.Timed || x.Caller.Role != auth.Administrator {
		return
	}
	h.Set("Server-Timing", fmt.Sprintf(`total;dur=%.3f, db;dur=%.3f;desc="%d statements", queue;dur=%.3f`,
		milliseconds(time.Since(x.Begun)), milliseconds(x.Queries.Elapsed()), x.Queries.Statements(), milliseconds(x.Queued)))
	h.Add("Preference-Applied", timingPreference)
}

// milliseconds returns a time in milliseconds.
func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
