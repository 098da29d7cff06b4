package wordpress

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"almanac/runtime/apierror"
	"almanac/runtime/httpapi"
	"almanac/runtime/param"
)

// unsupported are parameters of WordPress that narrow a list and that there is no
// filter for.  They are refused: a list that ignored them would show too much.
var unsupported = map[bool][]string{
	true: {
		"offset", "exclude", "after", "before", "modified_after", "modified_before", "author", "author_exclude", "parent", "parent_exclude",
		"tags_exclude", "tribe_events_cat_exclude", "sticky", "tax_relation", "search_columns",
	},
	false: {"offset"},
}

// passed are parameters that the API has too, by their names there.
var passed = map[bool]map[string]string{
	true:  {"search": "search", "status": "status", "order": "order", "tags": "tags", "tribe_events_cat": "categories", "page": "page"},
	false: {"search": "search", "exclude": "exclude", "include": "include", "order": "order", "post": "post", "parent": "parent", "hide_empty": "hide_empty", "slug": "slug", "page": "page"},
}

// list answers a page of a list.
func (x *exchange) list() (int, any, error) {
	page, s, err := x.selection()
	if err != nil {
		return 0, nil, err
	}
	context, err := x.context(x.kind.resource.Permissions.CanWrite(x.Request.Caller))
	if err != nil {
		return 0, nil, err
	}
	found, err := x.List(x.kind.resource, s)
	if err != nil {
		return 0, nil, err
	}
	list := []object{}
	for i := range found.Records {
		one, err := x.show(&found.Records[i], context)
		if err != nil {
			return 0, nil, err
		}
		list = append(list, one)
	}
	x.countPages(x.kind.base, page, found.Total, found.Pages)
	return http.StatusOK, list, nil
}

// posts answers the list of blog posts, of which there are none: programs read it to see
// whether they reach the API, and whether their credentials are right.
func (x *exchange) posts() (int, any, error) {
	if _, err := x.context(!x.Request.Caller.IsAnonymous()); err != nil {
		return 0, nil, err
	}
	x.countPages("posts", 1, 0, 0)
	return http.StatusOK, []object{}, nil
}

// countPages sets the headers of a page of the list at a path below wp/v2.
func (x *exchange) countPages(base string, page, total, pages int64) {
	x.header.Set("X-WP-Total", strconv.FormatInt(total, 10))
	x.header.Set("X-WP-TotalPages", strconv.FormatInt(pages, 10))
	x.linkPage(base, "prev", min(page-1, pages))
	if page < pages {
		x.linkPage(base, "next", page+1)
	}
}

// selection returns the number of the page, and the list of the API that a request is about.
func (x *exchange) selection() (page int64, s httpapi.Selection, err error) {
	d, post := param.NewDecoder(x.Request.Values), x.kind.resource.Post
	page = d.Integer("page", param.Min(1)).ValueOr(1)
	s = httpapi.Selection{Params: map[string]any{}, PerPage: d.Integer("per_page", param.Min(1), param.Max(100)).ValueOr(10)}
	for name, field := range passed[post] {
		if value, sent := x.Request.Values.LookupAll(name); sent && value != "" && value != nil {
			s.Params[field] = value
		}
	}
	s.Params["orderby"] = d.String("orderby", param.Enum(x.kind.orders...)).ValueOr(x.kind.orders[0])
	for _, name := range unsupported[post] {
		if value, sent := x.Request.Values.Lookup(name); sent && value != "" {
			d.AddError(name, "", "%s is not supported here.", name)
		}
	}
	if post {
		x.selectPosts(d, &s)
	} else if s.Params["hide_empty"] == nil {
		s.Params["hide_empty"] = false
	}
	if f := d.Err(); f != nil {
		return 0, s, f
	}
	return page, s, nil
}

// selectPosts completes the selection of posts: published ones of all dates, the newest
// first.
func (x *exchange) selectPosts(d *param.Decoder, s *httpapi.Selection) {
	s.Include = d.Integers("include").Value
	if s.Slug = d.String("slug").Value; strings.Contains(s.Slug, ",") {
		d.AddError("slug", "", "slug must be one slug.")
	}
	if s.Params["status"] == nil {
		s.Params["status"] = "publish"
	}
	if s.Params["order"] == nil && s.Params["orderby"] != "include" {
		s.Params["order"] = "desc"
	}
	if x.kind.base == "tribe_events" {
		s.Params["start_date"], s.Params["end_date"] = "0000-01-01", "9999-12-31"
	}
}

// linkPage adds a link to another page of the list; nothing before the first one.
func (x *exchange) linkPage(base, relation string, page int64) {
	if page < 1 {
		return
	}
	query := url.Values{}
	if sent := param.ParseQuery(x.Request.HTTP.URL.RawQuery); sent != nil {
		query = sent
	}
	query.Set("page", strconv.FormatInt(page, 10))
	x.header.Add("Link", "<"+x.url+"/wp/v2/"+base+"?"+query.Encode()+`>; rel="`+relation+`"`)
}

// context returns the extent of the response: "view", "embed", or "edit" for callers who
// may edit.
func (x *exchange) context(editor bool) (string, error) {
	d := param.NewDecoder(x.Request.Values)
	context := d.String("context", param.Enum("view", "embed", "edit")).ValueOr("view")
	if f := d.Err(); f != nil {
		return "", f
	}
	if context == "edit" && !editor {
		return "", x.refused("rest_forbidden_context", "context=edit is for users who may edit this.")
	}
	return context, nil
}

// refused returns the error for what the caller may not do: 401 for anonymous callers.
func (x *exchange) refused(code, message string) *apierror.Error {
	if x.Request.Caller.IsAnonymous() {
		return x.api.Env.Unauthorized(code, message)
	}
	return apierror.New(http.StatusForbidden, code, "%s", message)
}
