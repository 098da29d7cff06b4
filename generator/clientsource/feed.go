// Lists and records as other programs than clients take them.

package client

import (
	"context"
	"mime"
	"net/http"
	"net/url"
	"strconv"
)

// Format is the form of a feed.
type Format string

// ICalendar is the form that calendar programs take (RFC 5545).
const ICalendar Format = "ics"

// CSV is the form that spreadsheets take: comma-separated values (RFC 4180) with
// the names of the columns in the first row.
const CSV Format = "csv"

// RSS is the form that feed readers take (RSS 2.0).
const RSS Format = "rss"

// Feed is a list or a record in such a form.
type Feed struct {
	Received
	MediaType string // Of the body, without parameters, such as "text/calendar".
	FileName  string // By which the service would have it kept.
	Total     int64  // Records that the list has; a feed holds the first thousands. 0 for the feed of one record.
	Body      []byte // The feed, in UTF-8.
}

// NewerThan makes a read of a feed return ErrNotModified if it has not changed
// since an earlier one; nil, for no earlier one, has no effect.
//
//	newer, err := service.Feed(ctx, params, client.ICalendar, client.NewerThan(feed))
//	if errors.Is(err, client.ErrNotModified) {
//		return feed, nil
//	}
func NewerThan(earlier *Feed) RequestOption {
	if earlier == nil || earlier.ETag == "" {
		return func(*request) {}
	}
	return IfNoneMatch(earlier.ETag)
}

// FeedService is a PostService of records that feeds show.
type FeedService[R, P, F any] struct{ PostService[R, P, F] }

// newFeedService makes the service of a kind.
func newFeedService[R, P, F any](c *caller, plural string) *FeedService[R, P, F] {
	return &FeedService[R, P, F]{*newPostService[R, P, F](c, plural)}
}

// Feed returns the records that the parameters keep.  It is whole, up to the
// most that the service puts into a feed, unless the parameters name a page.
func (s *FeedService[R, P, F]) Feed(
	ctx context.Context, params P, format Format, options ...RequestOption,
) (*Feed, error) {
	query, err := queryOf(params)
	if err != nil {
		return nil, err
	}
	return s.feed(ctx, "/"+s.plural, query, format, options)
}

// FeedOf returns the record with an id.
func (s *FeedService[R, P, F]) FeedOf(
	ctx context.Context, id int64, format Format, options ...RequestOption,
) (*Feed, error) {
	return s.feed(ctx, s.byID(id), url.Values{}, format, options)
}

// FeedBySlug returns the record with a slug.
func (s *FeedService[R, P, F]) FeedBySlug(
	ctx context.Context, slug string, format Format, options ...RequestOption,
) (*Feed, error) {
	if slug == "" {
		return nil, errNoSlug
	}
	return s.feed(ctx, "/"+s.plural+"/by-slug/"+url.PathEscape(slug), url.Values{}, format, options)
}

// feed reads a feed.
func (s *FeedService[R, P, F]) feed(
	ctx context.Context, path string, query url.Values, format Format, options []RequestOption,
) (*Feed, error) {
	query.Set("format", string(format))
	a, err := s.caller.call(ctx, http.MethodGet, path, query, nil, options)
	if err != nil {
		return nil, err
	}
	f := &Feed{Received: a.received(), Body: a.body}
	// Without the header the fields stay empty; the body is there all the same.
	f.MediaType, _, _ = mime.ParseMediaType(a.header.Get("Content-Type"))
	if _, parameters, err := mime.ParseMediaType(a.header.Get("Content-Disposition")); err == nil {
		f.FileName = parameters["filename"]
	}
	f.Total, _ = strconv.ParseInt(a.header.Get("X-Total"), 10, 64)
	return f, nil
}
