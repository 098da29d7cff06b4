// What can be done with the records of a kind.

package client

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
)

// Service reads and writes the records R of one kind.  P are the parameters of
// its list, F the fields that writes take.  Every method returns an *Error when
// the service refuses, and the error of the context when that ends.
type Service[R, P, F any] struct{ base[R, P, F] }

// newService makes the service of a kind.
func newService[R, P, F any](c *caller, plural string) *Service[R, P, F] {
	return &Service[R, P, F]{base[R, P, F]{caller: c, plural: plural}}
}

// base is what services of records and of images have in common.
type base[R, P, F any] struct {
	caller *caller
	plural string
}

// Get returns the record with an id.
func (s *base[R, P, F]) Get(ctx context.Context, id int64, options ...RequestOption) (*R, error) {
	return s.one(ctx, http.MethodGet, s.byID(id), nil, options)
}

// Create makes a record and returns it.
func (s *base[R, P, F]) Create(ctx context.Context, fields F, options ...RequestOption) (*R, error) {
	return s.one(ctx, http.MethodPost, "/"+s.plural, fields, options)
}

// Update changes the fields of a record that are not absent, and returns it.
func (s *base[R, P, F]) Update(ctx context.Context, id int64, fields F, options ...RequestOption) (*R, error) {
	return s.one(ctx, s.caller.updateMethod, s.byID(id), fields, options)
}

// Delete deletes a record and returns it as it last was.  Records that have a
// status go to the trash, unless Force is given.
func (s *base[R, P, F]) Delete(ctx context.Context, id int64, options ...RequestOption) (*R, error) {
	return s.one(ctx, http.MethodDelete, s.byID(id), nil, options)
}

// byID returns the path of a record.
func (s *base[R, P, F]) byID(id int64) string {
	return "/" + s.plural + "/" + strconv.FormatInt(id, 10)
}

// one sends a request whose response is one record.
func (s *base[R, P, F]) one(
	ctx context.Context, method, path string, body any, options []RequestOption,
) (*R, error) {
	a, err := s.caller.call(ctx, method, path, nil, body, options)
	if err != nil {
		return nil, err
	}
	return read[R](a)
}

// PostService is a Service of records that slugs name, too.
type PostService[R, P, F any] struct{ Service[R, P, F] }

// newPostService makes the service of a kind.
func newPostService[R, P, F any](c *caller, plural string) *PostService[R, P, F] {
	return &PostService[R, P, F]{*newService[R, P, F](c, plural)}
}

// errNoSlug is the error of a slug that names the list instead of a record.
var errNoSlug = errors.New("the slug is empty")

// GetBySlug returns the record with a slug.
func (s *PostService[R, P, F]) GetBySlug(ctx context.Context, slug string, options ...RequestOption) (*R, error) {
	return s.bySlug(ctx, http.MethodGet, slug, nil, options)
}

// UpdateBySlug changes the fields of a record that are not absent, and returns
// it.
func (s *PostService[R, P, F]) UpdateBySlug(
	ctx context.Context, slug string, fields F, options ...RequestOption,
) (*R, error) {
	return s.bySlug(ctx, s.caller.updateMethod, slug, fields, options)
}

// DeleteBySlug moves a record to the trash, or deletes it for good with Force,
// and returns it as it last was.
func (s *PostService[R, P, F]) DeleteBySlug(ctx context.Context, slug string, options ...RequestOption) (*R, error) {
	return s.bySlug(ctx, http.MethodDelete, slug, nil, options)
}

// bySlug sends a request about the record with a slug.
func (s *PostService[R, P, F]) bySlug(
	ctx context.Context, method, slug string, body any, options []RequestOption,
) (*R, error) {
	if slug == "" {
		return nil, errNoSlug
	}
	return s.one(ctx, method, "/"+s.plural+"/by-slug/"+url.PathEscape(slug), body, options)
}
