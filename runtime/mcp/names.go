package mcp

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/agext/levenshtein"

	"almanac/runtime/apierror"
)

// refusal is what a tool refuses by itself, with the members of an error of the API.
type refusal struct {
	Code    string      `json:"code"`
	Message string      `json:"message"`
	Data    refusalData `json:"data"`
}

type refusalData struct {
	Status int               `json:"status"`
	Params map[string]string `json:"params,omitempty"`
}

// Error implements error.
func (r *refusal) Error() string { return r.Message }

// invalid returns the refusal of an argument, or of a member of one.
func invalid(name, format string, values ...any) error {
	message := fmt.Sprintf(format, values...)
	return &refusal{
		Code: apierror.CodeInvalidParam, Message: message,
		Data: refusalData{Status: http.StatusBadRequest, Params: map[string]string{name: message}},
	}
}

// unknown is the refusal of a name that nothing has: it names the nearest one, or all.
func unknown(what, name string, known []string) error {
	known = slices.Sorted(slices.Values(known))
	if near := nearest(name, known); near != "" {
		return invalid(quoted(name), "There is no %s %q; the nearest is %q.", what, quoted(name), near)
	}
	return invalid(quoted(name), "There is no %s %q; the valid names are: %s.",
		what, quoted(name), strings.Join(known, ", "))
}

// quoted returns a name that a client made up, cut where it is no name any more.
func quoted(name string) string {
	const most = 40
	if runes := []rune(name); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return name
}

// nearest returns the known name that is most like another one, "" if none is.
func nearest(name string, known []string) string {
	best, least := "", max(2, len(name)/2)+1
	for _, k := range known {
		d := levenshtein.Distance(strings.ToLower(name), k, nil)
		if strings.Contains(k, strings.ToLower(name)) || strings.Contains(strings.ToLower(name), k) {
			d = min(d, 2)
		}
		if d < least {
			best, least = k, d
		}
	}
	return best
}
