package httpapi

import (
	"math/rand/v2"
	"net/http"
	"regexp"

	"almanac/runtime/request"
)

// requestIDHeader carries the id of a request, in and out.
const requestIDHeader = "X-Request-Id"

// requestIDForm is the form of an id that is taken from a client: one that is
// harmless in a log line and a header.
var requestIDForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._:@/+=-]{0,127}$`)

// requestID returns the id that the client or a proxy gave the request, or a
// new random one of 26 letters and digits where they gave none that is fit.
func requestID(sent string) string {
	if sent != "" && requestIDForm.MatchString(sent) {
		return sent
	}
	return randomID()
}

// randomID returns 26 random letters and digits of base 32 (RFC 4648, section
// 6): 130 bits, so that no two are the same.  They are no secret; those that are
// come from crypto/rand, which takes longer.
func randomID() string {
	const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
	const aWord = 12 // Digits that 64 bits are enough for.
	var id [26]byte
	var bits uint64
	for i := range id {
		if i%aWord == 0 {
			bits = rand.Uint64() //nolint:gosec // An id is no secret.
		}
		id[i] = digits[bits%uint64(len(digits))]
		bits /= uint64(len(digits))
	}
	return string(id[:])
}

// arrive returns the request with its exchange, which Watch may have begun.
func arrive(r *http.Request) (*http.Request, *request.State) {
	if x, ok := r.Context().Value(request.StateKey{}).(*request.State); ok {
		return r, x
	}
	return request.WithState(r, requestID(r.Header.Get(requestIDHeader)))
}
