// Lists, page by page and whole.

package client

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// Page is one page of a list.
type Page[R any] struct {
	Received
	Records         []R
	Total           int64  // Records on all pages.
	TotalPages      int64  // Pages.
	RestURL         string // Address of this page, as the service knows itself.
	NextRestURL     string // Address of the next page, "" on the last one.
	PreviousRestURL string // Address of the previous page, "" on the first one.
}

// List returns one page of the records that the parameters keep.
func (s *base[R, P, F]) List(ctx context.Context, params P, options ...RequestOption) (*Page[R], error) {
	query, err := queryOf(params)
	if err != nil {
		return nil, err
	}
	return s.page(ctx, query, options)
}

// All returns every record that the parameters keep, from their page on.  Pages
// are fetched as they are needed.  An error, that of an ended context included,
// comes last.
//
//	for record, err := range service.All(ctx, params) {
//		if err != nil {
//			return err
//		}
//		...
//	}
func (s *base[R, P, F]) All(ctx context.Context, params P, options ...RequestOption) iter.Seq2[R, error] {
	return func(yield func(R, error) bool) {
		for page, err := range s.Pages(ctx, params, options...) {
			if err != nil {
				var none R
				yield(none, err)
				return
			}
			for _, record := range page.Records {
				if !yield(record, nil) {
					return
				}
			}
		}
	}
}

// Pages is All by the page.  An error comes last, with a page of nil.
func (s *base[R, P, F]) Pages(ctx context.Context, params P, options ...RequestOption) iter.Seq2[*Page[R], error] {
	return func(yield func(*Page[R], error) bool) {
		options := append(slices.Clone(options), s.further)
		query, err := queryOf(params)
		for sent := query; err == nil; {
			var page *Page[R]
			if page, err = s.page(ctx, query, options); err != nil {
				break
			}
			number := max(1, numberOf(query))
			if !yield(page, nil) || page.last(number) {
				return
			}
			query, err = following(sent, page.NextRestURL, number+1)
		}
		yield(nil, err)
	}
}

// last reports whether nothing follows the page with a number. A service that
// names a next page for ever is not followed.
func (p *Page[R]) last(number int64) bool {
	return p.NextRestURL == "" || len(p.Records) == 0 || p.TotalPages > 0 && number >= p.TotalPages
}

// further keeps, beside the members that Only names, those by which All goes on.
func (s *base[R, P, F]) further(r *request) {
	if members := r.query.Get("_fields"); members != "" {
		r.query.Set("_fields", members+",next_rest_url,total_pages,"+s.plural)
	}
}

// numberOf returns the page number in a query, 0 if it has
// none.
func numberOf(query url.Values) int64 {
	var n int64
	_, _ = fmt.Sscan(query.Get("page"), &n) // What is no number asks for none.
	return n
}

// page fetches one page.
func (s *base[R, P, F]) page(ctx context.Context, query url.Values, options []RequestOption) (*Page[R], error) {
	a, err := s.caller.call(ctx, http.MethodGet, "/"+s.plural, query, nil, options)
	if err != nil {
		return nil, err
	}
	if bytes.HasPrefix(a.body, []byte("[")) {
		return array[R](a)
	}
	members, err := read[map[string]json.RawMessage](a)
	if err != nil {
		return nil, err
	}
	page := &Page[R]{Received: a.received()}
	for name, target := range map[string]any{
		s.plural: &page.Records, "total": &page.Total, "total_pages": &page.TotalPages,
		"rest_url": &page.RestURL, "next_rest_url": &page.NextRestURL, "previous_rest_url": &page.PreviousRestURL,
	} {
		text, ok := (*members)[name]
		if !ok {
			continue
		}
		if err := json.Unmarshal(text, target); err != nil {
			return nil, fmt.Errorf("%s: read the member %s of the response: %w", a.request, name, err)
		}
	}
	return page, nil
}

// array reads a page that is an array; totals and links come from headers.
func array[R any](a *response) (*Page[R], error) {
	page := &Page[R]{Received: a.received()}
	if err := json.Unmarshal(a.body, &page.Records); err != nil {
		return nil, fmt.Errorf("%s: read the response: %w", a.request, err)
	}
	page.Total, _ = strconv.ParseInt(a.header.Get("X-Total"), 10, 64) // What is not said stays 0.
	page.TotalPages, _ = strconv.ParseInt(a.header.Get("X-TotalPages"), 10, 64)
	for link := range strings.SplitSeq(a.header.Get("Link"), ", <") {
		switch address, relation, _ := strings.Cut(strings.TrimPrefix(link, "<"), ">; rel="); relation {
		case `"next"`:
			page.NextRestURL = address
		case `"prev"`:
			page.PreviousRestURL = address
		}
	}
	return page, nil
}
