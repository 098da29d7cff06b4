package httpapi

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"almanac/runtime/apierror"
	"almanac/runtime/model"
	"almanac/runtime/openapi"
	"almanac/runtime/param"
	"almanac/runtime/request"
	"almanac/runtime/series"
)

// batchRequest is one request of a batch.
type batchRequest struct {
	*batchable
	n       int // Counts from 1.
	method  string
	url     *url.URL          // Whole.
	params  map[string]string // Of the path; that of an ID may be a reference.
	body    map[string]any    // Links may be references.
	ifMatch string            // "" for none; may be a reference.
}

// batchMembers are the members of a request.
var batchMembers = []string{"body", "if_match", "method", "path"}

// readBatch reads the requests of a batch.  What is wrong with them are errors of Params.
func (a *API) readBatch(r *request.Request, sent any) []*batchRequest {
	if sent == nil {
		return nil // It is missing, which Params say.
	}
	list, ok := sent.([]any)
	if !ok || len(list) == 0 || len(list) > maxBatch {
		r.Params.AddError("requests", "", "%s must be a list of 1 to %d requests.", apierror.Param("requests"), maxBatch)
		return nil
	}
	all := make([]*batchRequest, len(list))
	for i, one := range list {
		read := batchReader{API: a, params: r.Params, n: i + 1}
		all[i] = read.request(one)
	}
	return all
}

// batchReader reads one request of a batch.
type batchReader struct {
	*API
	params *param.Decoder
	n      int
}

// name returns the name of a member of the request in errors.
func (b *batchReader) name(member string) apierror.Param {
	return apierror.Param(fmt.Sprintf("requests[%d].%s", b.n, member))
}

// request reads the request.
func (b *batchReader) request(sent any) *batchRequest {
	fields, ok := sent.(map[string]any)
	if !ok {
		name := apierror.Param(fmt.Sprintf("requests[%d]", b.n))
		b.params.AddError(string(name), "", "%s must be an object with a method and a path.", name)
		return nil
	}
	for _, member := range slices.Sorted(maps.Keys(fields)) {
		if !slices.Contains(batchMembers, member) {
			name := b.name(member)
			b.params.AddError(string(name), "", "%s is unknown; the valid names are: %s.", name, apierror.Params(batchMembers))
		}
	}
	q := &batchRequest{n: b.n, method: b.text(fields, "method"), ifMatch: b.text(fields, "if_match")}
	b.readBody(q, fields["body"])
	b.findOperation(q, b.text(fields, "path"))
	if q.batchable == nil {
		return q
	}
	if q.ifMatch != "" && !slices.ContainsFunc(q.args, func(arg *model.Arg) bool { return arg.Name == "If-Match" }) {
		name := b.name("if_match")
		b.params.AddError(string(name), "", "Omit %s: there is no record before the request.", name)
	}
	if n, ok := reference(q.ifMatch, "etag"); ok {
		b.checkReference(b.name("if_match"), n)
	}
	b.replaceReferences(q.args, q.body, string(b.name("body")), func(name string, n int) any {
		b.checkReference(apierror.Param(name), n)
		return nil
	})
	return q
}

// text reads a member that is text, "" for none.
func (b *batchReader) text(fields map[string]any, member string) string {
	text, ok := fields[member].(string)
	if name := b.name(member); !ok && fields[member] != nil {
		b.params.AddError(string(name), "", "%s must be text.", name)
	}
	return text
}

// readBody reads the body, which may be left out.
func (b *batchReader) readBody(q *batchRequest, sent any) {
	name, ok := b.name("body"), false
	q.body, ok = sent.(map[string]any)
	if !ok && sent != nil {
		b.params.AddError(string(name), "", "%s must be an object.", name)
	}
	if q.body["dry_run"] != nil {
		b.wholeBatch(name, "dry_run")
	}
}

// wholeBatch notes a parameter of one request that only the whole batch can have.
func (b *batchReader) wholeBatch(name apierror.Param, parameter string) {
	b.params.AddError(string(name), "", "%s must not contain %s: it applies to the whole batch.",
		name, apierror.Param(parameter))
}

// findOperation finds the operation of a method and a path.
func (b *batchReader) findOperation(q *batchRequest, path string) {
	methods := []string{http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete}
	if name := b.name("method"); !slices.Contains(methods, q.method) {
		b.params.AddError(string(name), "", "%s must be one of %s.", name, apierror.Params(methods))
		return
	}
	name := b.name("path")
	u, err := url.ParseRequestURI(b.Env.Deployment.APIPath() + path)
	if err == nil {
		q.url, q.params = u, map[string]string{}
		q.batchable = b.match(q, u)
	}
	if q.batchable == nil {
		b.params.AddError(string(name), "",
			"%s must be the path of a create, update, delete or action below the namespace that takes %s.", name, q.method)
		return
	}
	if n, ok := reference(q.params["id"], "id"); ok {
		b.checkReference(name, n)
	}
	for _, parameter := range []string{"_method", "dry_run"} {
		if _, sent := param.InQuery(u.RawQuery, parameter); sent {
			b.wholeBatch(name, parameter)
		}
	}
}

// match returns the operation of a URL, and sets the parameters of its path; nil for none.
func (b *batchReader) match(q *batchRequest, u *url.URL) *batchable {
	escaped, ok := normalize(b.Env, u.EscapedPath())
	if !ok {
		return nil
	}
	root := b.Env.Deployment.APIPath()
	segments := strings.Split(strings.TrimPrefix(escaped, root), "/")
	route := b.find(escaped)
	if route == nil { // Where there is a route for any ID, a reference may stand for it.
		ids := slices.Clone(segments)
		for i, segment := range ids {
			if _, ok := reference(segment, "id"); ok {
				ids[i] = "0"
			}
		}
		route = b.find(root + strings.Join(ids, "/"))
	}
	if route == nil {
		return nil
	}
	for i, part := range strings.Split(route.Name, "/") {
		if parameter, ok := strings.CutPrefix(part, "{"); ok {
			q.params[strings.TrimSuffix(parameter, "}")], _ = url.PathUnescape(segments[i]) // It was parsed before.
		}
	}
	return b.batchable[q.method+" "+route.Name]
}

// find returns the route of an escaped path, nil for none.
func (b *batchReader) find(escaped string) *openapi.Route {
	u, err := url.Parse(escaped)
	if err != nil {
		return nil
	}
	return b.doc.Find(u)
}

// referencePattern is that of references to the result of an earlier request.
var referencePattern = regexp.MustCompile(`^\$([0-9]{1,9})\.(id|etag)$`)

// reference returns which request a text refers to, and false if it is no reference to the member.
func reference(text, member string) (n int, ok bool) {
	if !strings.HasPrefix(text, "$") {
		return 0, false
	}
	found := referencePattern.FindStringSubmatch(text)
	if found == nil || found[2] != member {
		return 0, false
	}
	n, _ = strconv.Atoi(found[1]) // The pattern allows no other.
	return n, true
}

// checkReference notes a reference to what is no earlier request.
func (b *batchReader) checkReference(name apierror.Param, n int) {
	if n < 1 || n >= b.n {
		b.params.AddError(string(name), "", "%s: $%d is no earlier request of the batch.", name, n)
	}
}

// replaceReferences returns fields with what replace returns in the place of the references in
// their links.
func (a *API) replaceReferences(
	args []*model.Arg, fields map[string]any, name string, replace func(name string, n int) any,
) map[string]any {
	replaced := maps.Clone(fields)
	for _, arg := range args {
		if arg.In != "json" || arg.Link == "" && arg.Meaning != "parent" && arg.Meaning != "post_parent" {
			continue
		}
		for _, key := range []string{arg.Name, arg.Was} {
			if value, sent := fields[key]; sent {
				replaced[key] = a.replaceReference(arg, value, name+"."+key, replace)
			}
		}
	}
	return replaced
}

// replaceReference is replaceReferences for the value of one link.
func (a *API) replaceReference(arg *model.Arg, value any, name string, replace func(name string, n int) any) any {
	switch v := value.(type) {
	case string:
		if n, ok := reference(v, "id"); ok {
			return replace(name, n)
		}
	case []any:
		list := make([]any, len(v))
		for i, element := range v {
			list[i] = a.replaceReference(arg, element, name, replace)
		}
		return list
	case map[string]any:
		if target := a.Env.Resource(arg.Link); target != nil {
			inner := a.replaceReferences(target.Args, v, name, replace)
			if id, sent := v["id"].(string); sent {
				inner["id"] = a.replaceReference(arg, id, name, replace)
			}
			return inner
		}
	}
	return value
}

// isOfSeries reports whether the write is about many dates of a series.
func (q *batchRequest) isOfSeries() bool {
	sent := func(name string) any {
		if value, inBody := q.body[name]; inBody {
			return value
		}
		if text, inQuery := param.InQuery(q.url.RawQuery, name); inQuery {
			return text
		}
		return nil
	}
	if q.resource == nil || q.resource.SeriesRoute == "" {
		return false
	}
	scope := sent("apply_to")
	return sent(q.resource.RecurrenceField) != nil || scope != nil && scope != string(series.ScopeThis)
}

// request returns the request as it would be sent alone, after others, and its body.
func (q *batchRequest) request(a *API, before []*batchResult) (*http.Request, map[string]any) {
	h := &http.Request{Method: q.method, URL: q.url, Header: http.Header{}}
	id := func(n int) string { return strconv.FormatInt(before[n-1].id, 10) }
	for name, value := range q.params {
		if n, ok := reference(value, "id"); ok && name == "id" {
			value = id(n)
		}
		h.SetPathValue(name, value)
	}
	if q.ifMatch != "" {
		tag := q.ifMatch
		if n, ok := reference(tag, "etag"); ok {
			tag = before[n-1].tag
		}
		h.Header.Set("If-Match", tag)
	}
	body := a.replaceReferences(q.args, q.body, "", func(_ string, n int) any { return json.Number(id(n)) })
	return h, body
}
