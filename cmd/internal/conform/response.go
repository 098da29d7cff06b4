package conform

import (
	"context"
	"fmt"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// checkWant compares the tested response with what a case wants.
func (r *runner) checkWant(a *response, w Want, s *scope) {
	if w.Status != 0 && a.status != w.Status {
		r.problem("status is %d, want %d", a.status, w.Status)
		return
	}
	if w.Code != "" {
		r.check(a, "code", Equals(w.Code), s)
	}
	r.checkParams(a, w.Params, s)
	for _, h := range w.Headers {
		values := a.header.Values(h.Name)
		if err := h.Match.check(strings.Join(values, ", "), len(values) > 0, s); err != nil {
			r.problem("header %s %v", h.Name, err)
		}
	}
	for _, c := range w.Checks {
		r.check(a, c.Path, c.Match, s)
	}
}

// check checks the part of the body at a path.
func (r *runner) check(a *response, path string, m Matcher, s *scope) {
	path, err := s.text(path, plain)
	if err != nil {
		r.problem("%v", err)
		return
	}
	got, found := lookup(a.body, path)
	if err := m.check(got, found, s); err != nil {
		if path == "" {
			path = "the body"
		}
		r.problem("%s %v", path, err)
	}
}

// checkParams requires names in data.params, which is a list of names where
// parameters are missing and an object where they are wrong.
func (r *runner) checkParams(a *response, names []string, s *scope) {
	for _, name := range names {
		name, err := s.text(name, plain)
		if err != nil {
			r.problem("%v", err)
			continue
		}
		params, _ := lookup(a.body, "data.params")
		found := false
		switch p := params.(type) {
		case *object:
			_, found = p.members[name]
		case []any:
			found = contains(p, name)
		}
		if !found {
			r.problem("data.params is %s, want %q named there", Show(params), name)
		}
	}
}

// checkAny checks what every response has to be, also those of setup steps.  Only what a case wants
// to redirect may do so.
func (r *runner) checkAny(a *response, want int, notJSON bool) {
	if a.status >= http.StatusInternalServerError {
		r.problem("status is %d: no request may break the server", a.status)
	}
	if a.status/100 == 3 && a.status != want {
		r.problem("status is %d: nothing else redirects", a.status)
	}
	if got := a.header.Get("X-Content-Type-Options"); got != "nosniff" {
		r.problem("header X-Content-Type-Options is %q, want nosniff", got)
	}
	if a.status == http.StatusUnauthorized && a.header.Get("WWW-Authenticate") == "" {
		r.problem("a 401 carries no WWW-Authenticate")
	}
	if notJSON || a.request.Method == http.MethodHead {
		return
	}
	r.checkJSON(a)
	switch {
	case a.status >= http.StatusMultipleChoices:
		r.checkError(a)
	case a.status == http.StatusCreated && a.header.Get("Location") == "":
		r.problem("a 201 carries no Location")
	}
	if a.status == http.StatusOK && a.request.Method == http.MethodGet {
		r.checkList(a)
	}
}

// checkJSON requires a JSON body and its Content-Type.
func (r *runner) checkJSON(a *response) {
	mediaType, params, err := mime.ParseMediaType(a.header.Get("Content-Type"))
	charset := params["charset"]
	if err != nil || mediaType != "application/json" || (charset != "" && !strings.EqualFold(charset, "utf-8")) {
		r.problem("Content-Type is %q, want application/json in UTF-8", a.header.Get("Content-Type"))
	}
	if _, err := decode(a.data); err != nil {
		r.problem("the body is no JSON: %v: %s", err, shorten(string(a.data), 200))
	}
}

// checkError requires the members of an error.
func (r *runner) checkError(a *response) {
	s := &scope{}
	r.check(a, "", Keys("code", "message", "data"), s)
	r.check(a, "code", Matches(`^[a-z0-9_-]+$`), s)
	r.check(a, "message", Matches(`\S`), s)
	r.check(a, "message", AtMost(1000), s)
	r.check(a, "data.status", Equals(a.status), s)
	if details, found := lookup(a.body, "data.details"); found {
		r.checkDetails(details)
	}
	if params, found := lookup(a.body, "data.params"); found &&
		!slices.Contains([]string{"object", "array"}, typeName(params)) {
		r.problem("data.params is %s, want an object or a list", Show(params))
	}
	if a.status == http.StatusMethodNotAllowed && a.header.Get("Allow") == "" {
		r.problem("a 405 carries no Allow")
	}
}

// checkDetails requires an object of name to {code, message}, or an empty one.
func (r *runner) checkDetails(details any) {
	o, isObject := details.(*object)
	if !isObject {
		r.problem("data.details is %s, want an object", Show(details))
		return
	}
	for name, detail := range o.members {
		if d, isObject := detail.(*object); !isObject ||
			(len(d.keys) > 0 && (d.members["code"] == nil || d.members["message"] == nil)) {
			r.problem("data.details.%s is %s, want {code, message} or {}", name, Show(detail))
		}
	}
}

// checkList requires the totals and links of a list in its headers too.
func (r *runner) checkList(a *response) {
	total, isList := lookup(a.body, "total")
	pages, paged := lookup(a.body, "total_pages")
	if !isList || !paged || a.request.URL.Query().Has("_fields") {
		return
	}
	for name, want := range map[string]string{"X-TEC-Total": asText(total), "X-TEC-TotalPages": asText(pages)} {
		if got := a.header.Get(name); got != want {
			r.problem("header %s is %q, want %q as in the body", name, got, want)
		}
	}
	links := strings.Join(a.header.Values("Link"), ", ")
	for member, rel := range map[string]string{"next_rest_url": "next", "previous_rest_url": "prev"} {
		address, found := lookup(a.body, member)
		want := fmt.Sprintf("<%s>; rel=%q", asText(address), rel)
		switch inHeader := strings.Contains(links, fmt.Sprintf("rel=%q", rel)); {
		case found && !strings.Contains(links, want):
			r.problem("header Link is %q, want %s in it", links, want)
		case !found && inHeader:
			r.problem("header Link is %q, but the body has no %s", links, member)
		}
	}
}

// compareHead repeats a GET as HEAD: the same status and headers, no body.
func (r *runner) compareHead(ctx context.Context, step Step, get *response, s *scope) {
	step.Method, step.Pause = http.MethodHead, 0
	head, err := r.send(ctx, step, s)
	if err != nil {
		r.problem("as HEAD: %v", err)
		return
	}
	if head.status != get.status {
		r.problem("as HEAD: status is %d, want %d as with GET", head.status, get.status)
	}
	if len(head.data) > 0 {
		r.problem("as HEAD: the response has a body")
	}
	for _, name := range []string{"Content-Type", "X-TEC-Total", "X-TEC-TotalPages", "Link", "X-Content-Type-Options"} {
		if got, want := head.header.Get(name), get.header.Get(name); got != want {
			r.problem("as HEAD: header %s is %q, want %q as with GET", name, got, want)
		}
	}
	// A default that depends on the clock has the same length.
	length, want := head.header.Get("Content-Length"), strconv.Itoa(len(get.data))
	compressed := get.header.Get("Content-Encoding")+head.header.Get("Content-Encoding") != ""
	if length != "" && length != want && !compressed {
		r.problem("as HEAD: Content-Length is %s, want %s", length, want)
	}
}
