package httpapi

import (
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"almanac/runtime/jsonfields"
	"almanac/runtime/param"
	"almanac/runtime/views"
)

// selectFields keeps the members that _fields names, as The Events Calendar does.  It is a
// huma.Transformer; errors are returned whole.
func selectFields(ctx huma.Context, status string, v any) (any, error) {
	u := ctx.URL()
	wanted, _ := param.InQuery(u.RawQuery, "_fields")
	if wanted == "" || !strings.HasPrefix(status, "2") {
		return v, nil
	}
	body, err := views.Marshal(v)
	if err != nil || len(body) == 0 || body[0] != '{' && body[0] != '[' {
		return v, err
	}
	_, w := unwrap(ctx)
	return jsonfields.KeepFields(wanted, body, w.listed && body[0] == '{')
}

// preferenceOf returns the value of a preference in a header Prefer (RFC 7240), and false if
// it was not sent.  Of contradicting preferences the first counts.
func preferenceOf(prefer, name string) (value string, sent bool) {
	for preference := range strings.SplitSeq(prefer, ",") {
		preference, _, _ = strings.Cut(preference, ";")
		key, value, _ := strings.Cut(preference, "=")
		if strings.EqualFold(strings.TrimSpace(key), name) {
			return strings.Trim(strings.TrimSpace(value), `"`), true
		}
	}
	return "", false
}

// omitBody drops the body of a response, because the client wants none: a new
// record stays 201 with its Location, everything else is 204.
func (w *bufferedResponse) omitBody() {
	if w.status != http.StatusCreated {
		w.status = http.StatusNoContent
	}
	w.body.Reset()
	w.Header().Del("Content-Type")
	w.Header().Set("Preference-Applied", "return=minimal")
}
