package wordpress

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"almanac/runtime/apierror"
	"almanac/runtime/filter"
	"almanac/runtime/messages"
	"almanac/runtime/param"
	"almanac/runtime/records"
)

// unsupported are parameters of WordPress that narrow a list and that there is no
// filter for.  They are refused: a list that ignored them would show too much.
var unsupported = map[bool][]string{
	true: {
		"offset", "exclude", "after", "before", "modified_after", "modified_before", "author", "author_exclude", "parent",
		"parent_exclude",
		"tags_exclude", "tribe_events_cat_exclude", "sticky", "tax_relation", "search_columns",
	},
	false: {"offset"},
}

// passed are parameters that the API has too, by their names there.
var passed = map[bool]map[string]string{
	true: {
		"search": "search", "status": "status", "order": "order", "tags": "tags", "tribe_events_cat": "categories",
		"page": "page",
	},
	false: {
		"search": "search", "exclude": "exclude", "include": "include", "order": "order", "post": "post", "parent": "parent",
		"hide_empty": "hide_empty", "slug": "slug", "page": "page",
	},
}

// list answers a page of a list.
func (e *exchange) list() (int, any, error) {
	page, s, err := e.selection()
	if err != nil {
		return 0, nil, err
	}
	context, err := e.context(e.kind.resource.Permissions.CanWrite(e.Caller))
	if err != nil {
		return 0, nil, err
	}
	call := e.call(s.params)
	s.ListParams = e.kind.list()
	param.Fill(call.Params, s.ListParams)
	found, err := e.api.Records.List(call, e.kind.resource, s, records.ListOptions{PageSize: s.perPage})
	if err != nil {
		return 0, nil, err
	}
	list := []object{}
	for i := range found.Records {
		one, err := e.show(&found.Records[i], context)
		if err != nil {
			return 0, nil, err
		}
		list = append(list, one)
	}
	e.countPages(e.kind.base, page, found.Total, found.Pages)
	return http.StatusOK, list, nil
}

// posts answers the list of blog posts, of which there are none: programs read it to see
// whether they reach the API, and whether their credentials are right.
func (e *exchange) posts() (int, any, error) {
	if _, err := e.context(!e.Caller.IsAnonymous()); err != nil {
		return 0, nil, err
	}
	e.countPages("posts", 1, 0, 0)
	return http.StatusOK, []object{}, nil
}

// countPages sets the headers of a page of the list at a path below wp/v2.
func (e *exchange) countPages(base string, page, total, pages int64) {
	e.header.Set(totalHeader, strconv.FormatInt(total, 10))
	e.header.Set(pagesHeader, strconv.FormatInt(pages, 10))
	e.linkPage(base, "prev", min(page-1, pages))
	if page < pages {
		e.linkPage(base, "next", page+1)
	}
}

// selection is what a list has to show.
type selection struct {
	records.ListParams         // Of the API's list.
	params             object  // The same by their names, as a client would send them.
	perPage            int64   // Records on a page.
	include            []int64 // Only the posts with these IDs; nil for all.
	slug               string  // Only the post with this slug; "" for all.
}

// Filter leaves the records of the selection, also those that lists of the API leave out.
func (s *selection) Filter(ctx context.Context, q *filter.Query) {
	q.ShowHidden = true
	if s.include != nil {
		filter.Include(ctx, q, "include", param.Of(s.include))
	}
	if s.slug != "" {
		filter.SlugEquals(q, "slug", param.Of(s.slug))
	}
	s.ListParams.Filter(ctx, q)
}

// selection returns the number of the page, and the list of the API that a request is about.
func (e *exchange) selection() (page int64, s *selection, err error) {
	d, post := param.NewDecoder(e.Values), e.kind.resource.Post
	page = d.Integer("page", param.Min(1)).ValueOr(1)
	s = &selection{params: object{}, perPage: d.Integer("per_page", param.Min(1), param.Max(100)).ValueOr(10)}
	for name, field := range passed[post] {
		if value, sent := e.Values.LookupAll(name); sent && value != "" && value != nil {
			s.params[field] = value
		}
	}
	s.params["orderby"] = d.String("orderby", param.Enum(e.kind.orders...)).ValueOr(e.kind.orders[0])
	for _, name := range unsupported[post] {
		if value, sent := e.Values.Lookup(name); sent && value != "" {
			d.AddError(name, "", "%s is not supported here.", name)
		}
	}
	if post {
		e.selectPosts(d, s)
	} else if s.params["hide_empty"] == nil {
		s.params["hide_empty"] = false
	}
	if f := d.Err(); f != nil {
		return 0, nil, f
	}
	return page, s, nil
}

// selectPosts completes the selection of posts: published ones of all dates, the newest
// first.
func (e *exchange) selectPosts(d *param.Decoder, s *selection) {
	s.include = d.Integers("include").Value
	if s.slug = d.String("slug").Value; strings.Contains(s.slug, ",") {
		d.AddError("slug", "", "slug must be a single slug.")
	}
	if s.params["status"] == nil {
		s.params["status"] = "publish"
	}
	if s.params["order"] == nil && s.params["orderby"] != "include" {
		s.params["order"] = "desc"
	}
	if e.kind.base == "tribe_events" {
		s.params["start_date"], s.params["end_date"] = "0000-01-01", "9999-12-31"
	}
}

// linkPage adds a link to another page of the list; nothing before the first one.
func (e *exchange) linkPage(base, relation string, page int64) {
	if page < 1 {
		return
	}
	query := url.Values{}
	if sent := param.ParseQuery(e.http.URL.RawQuery); sent != nil {
		query = sent
	}
	query.Set("page", strconv.FormatInt(page, 10))
	e.header.Add("Link", "<"+e.url+"/wp/v2/"+base+"?"+query.Encode()+`>; rel="`+relation+`"`)
}

// context returns the extent of the response: "view", "embed", or "edit" for callers who
// may edit.
func (e *exchange) context(editor bool) (string, error) {
	d := param.NewDecoder(e.Values)
	context := d.String("context", param.Enum("view", "embed", "edit")).ValueOr("view")
	if f := d.Err(); f != nil {
		return "", f
	}
	if context == "edit" && !editor {
		return "", e.refused("rest_forbidden_context", "context=edit requires permission to edit.")
	}
	return context, nil
}

// refused returns the error for what the caller may not do: 401 for anonymous callers.
func (e *exchange) refused(code string, format messages.Format, values ...any) *apierror.Error {
	if e.Caller.IsAnonymous() {
		return e.api.Env.Unauthorized(code, format, values...)
	}
	return apierror.New(http.StatusForbidden, code, format, values...)
}
