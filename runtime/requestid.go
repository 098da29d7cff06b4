package runtime

import (
	"crypto/rand"
	"regexp"
)

// requestIDHeader carries the id of a request, in and out.
const requestIDHeader = "X-Request-Id"

// requestIDForm is the form of an id that is taken from a client: one that is
// harmless in a log line and a header.
var requestIDForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._:@/+=-]{0,127}$`)

// requestID returns the id that the client or a proxy gave the request, or a
// new random one of 26 letters and digits where they gave none that is fit.
func requestID(sent string) string {
	if requestIDForm.MatchString(sent) {
		return sent
	}
	return rand.Text()
}
