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

// always checks what holds for every answer, those of setup steps included.
func (r *runner) always(a *answer, notJSON bool) {
	if a.status >= http.StatusInternalServerError {
		r.problem("status is %d: no request may break the server", a.status)
	}
	if a.status/100 == 3 {
		r.problem("status is %d: nothing redirects", a.status)
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
	r.alwaysJSON(a)
	switch {
	case a.status >= http.StatusBadRequest:
		r.alwaysError(a)
	case a.status == http.StatusCreated && a.header.Get("Location") == "":
		r.problem("a 201 carries no Location")
	}
	if a.status == http.StatusOK && a.request.Method == http.MethodGet {
		r.alwaysList(a)
	}
}

// alwaysJSON wants a JSON body that says so.
func (r *runner) alwaysJSON(a *answer) {
	kind, params, err := mime.ParseMediaType(a.header.Get("Content-Type"))
	charset := params["charset"]
	if err != nil || kind != "application/json" || (charset != "" && !strings.EqualFold(charset, "utf-8")) {
		r.problem("Content-Type is %q, want application/json in UTF-8", a.header.Get("Content-Type"))
	}
	if _, err := decode(a.data); err != nil {
		r.problem("the body is no JSON: %v: %s", err, shorten(string(a.data), 200))
	}
}

// alwaysError wants the one shape that errors have.
func (r *runner) alwaysError(a *answer) {
	s := &scope{}
	wanted := []Check{
		{"", keys{[]string{"code", "message", "data"}}},
		{"code", matches{`^[a-z0-9_-]+$`}},
		{"message", matches{`\S`}},
		{"message", atMost{1000}},
		{"data.status", equals{a.status}},
	}
	for _, c := range wanted {
		r.check(a, c, s)
	}
	if details, there := lookup(a.body, "data.details"); there {
		r.alwaysDetails(details)
	}
	if params, there := lookup(a.body, "data.params"); there && !slices.Contains([]string{"object", "array"}, typeName(params)) {
		r.problem("data.params is %s, want an object or a list", show(params))
	}
	if a.status == http.StatusMethodNotAllowed && a.header.Get("Allow") == "" {
		r.problem("a 405 carries no Allow")
	}
}

// alwaysDetails wants an object of name to {code, message}, or an empty one.
func (r *runner) alwaysDetails(details any) {
	o, isObject := details.(*object)
	if !isObject {
		r.problem("data.details is %s, want an object", show(details))
		return
	}
	for name, detail := range o.members {
		if d, isObject := detail.(*object); !isObject || (len(d.keys) > 0 && (d.members["code"] == nil || d.members["message"] == nil)) {
			r.problem("data.details.%s is %s, want {code, message} or {}", name, show(detail))
		}
	}
}

// alwaysList wants the totals and links of a list in its headers too.
func (r *runner) alwaysList(a *answer) {
	total, isList := lookup(a.body, "total")
	pages, paged := lookup(a.body, "total_pages")
	if !isList || !paged || a.request.URL.Query().Has("_fields") {
		return
	}
	r.sameHeader(a, "X-TEC-Total", asText(total))
	r.sameHeader(a, "X-TEC-TotalPages", asText(pages))
	links := strings.Join(a.header.Values("Link"), ", ")
	for member, rel := range map[string]string{"next_rest_url": "next", "previous_rest_url": "prev"} {
		address, there := lookup(a.body, member)
		want := fmt.Sprintf("<%s>; rel=%q", asText(address), rel)
		switch has := strings.Contains(links, fmt.Sprintf("rel=%q", rel)); {
		case there && !strings.Contains(links, want):
			r.problem("header Link is %q, want %s in it", links, want)
		case !there && has:
			r.problem("header Link is %q, but the body has no %s", links, member)
		}
	}
}

func (r *runner) sameHeader(a *answer, name, want string) {
	if got := a.header.Get(name); got != want {
		r.problem("header %s is %q, want %q as in the body", name, got, want)
	}
}

// compareHead repeats a GET as HEAD: the same status and headers, no body.
func (r *runner) compareHead(ctx context.Context, step Step, get *answer, s *scope) {
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
		r.problem("as HEAD: the answer has a body")
	}
	for _, name := range []string{"Content-Type", "X-TEC-Total", "X-TEC-TotalPages", "Link", "X-Content-Type-Options"} {
		if got, want := head.header.Get(name), get.header.Get(name); got != want {
			r.problem("as HEAD: header %s is %q, want %q as with GET", name, got, want)
		}
	}
	r.compareLength(head, get)
}

// compareLength wants the length that HEAD announces, if any, to be that of
// the body of GET.  A default that follows the clock keeps its length.
func (r *runner) compareLength(head, get *answer) {
	length := head.header.Get("Content-Length")
	if length == "" || get.header.Get("Content-Encoding") != "" || head.header.Get("Content-Encoding") != "" {
		return
	}
	if want := strconv.Itoa(len(get.data)); length != want {
		r.problem("as HEAD: Content-Length is %s, want %s", length, want)
	}
}
