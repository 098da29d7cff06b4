package client

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// pageOf makes a page of two things; next is the query of the next page's
// address.
func pageOf(first, pages int, next string) func() (*http.Response, error) {
	if next != "" {
		next = fmt.Sprintf(`,"next_rest_url":"http://other.example/things/?%s"`, next)
	}
	return says(200, fmt.Sprintf(`{"things":[{"id":%d},{"id":%d}],"total":%d,"total_pages":%d%s}`, first, first+1, 2*pages, pages, next))
}

// ids collects the ids of a list, and the error that ends it.
func ids(ctx context.Context, s *PostService[thing, thingParams, thingFields], p thingParams, options ...RequestOption) (got []int64, err error) {
	for record, err := range s.All(ctx, p, options...) {
		if err != nil {
			return got, err
		}
		got = append(got, record.ID)
	}
	return got, nil
}

func TestAllGoesThroughEveryPageWithItsFilters(t *testing.T) {
	tests := []struct {
		name    string
		params  thingParams
		answers []func() (*http.Response, error)
		options []RequestOption
		ids     []int64
		queries []string
	}{
		{
			"what the service adds stays, what was sent too",
			thingParams{Kind: Set("x y"), Tags: List(thingRef{"a,b"})},
			[]func() (*http.Response, error){pageOf(1, 2, "kind=x&tags=a,b&start=2026-01-01&page=2"), pageOf(3, 2, "")},
			nil,
			[]int64{1, 2, 3, 4},
			[]string{"kind=x+y&tags%5B%5D=a%2Cb", "kind=x+y&page=2&start=2026-01-01&tags%5B%5D=a%2Cb"},
		},
		{
			"from the page that is asked for",
			thingParams{Page: Set[int64](3)},
			[]func() (*http.Response, error){pageOf(5, 4, "page=4"), pageOf(7, 4, "")},
			nil,
			[]int64{5, 6, 7, 8},
			[]string{"page=3", "page=4"},
		},
		{
			"a service that names the same next page for ever",
			thingParams{},
			[]func() (*http.Response, error){pageOf(1, 2, "page=2")},
			nil,
			[]int64{1, 2, 1, 2},
			[]string{"", "page=2"},
		},
		{
			"an empty page ends it",
			thingParams{},
			[]func() (*http.Response, error){pageOf(1, 9, "page=2"), says(200, `{"things":[],"total_pages":9,"next_rest_url":"/?page=3"}`)},
			nil,
			[]int64{1, 2},
			[]string{"", "page=2"},
		},
		{
			"members that are not named are there for going on",
			thingParams{},
			[]func() (*http.Response, error){pageOf(1, 2, "page=2"), pageOf(3, 2, "")},
			[]RequestOption{Only("things")},
			[]int64{1, 2, 3, 4},
			[]string{"_fields=things%2Cnext_rest_url%2Ctotal_pages%2Cthings", "_fields=things%2Cnext_rest_url%2Ctotal_pages%2Cthings&page=2"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := &fake{answers: tt.answers}
			got, err := ids(t.Context(), things(t, f), tt.params, tt.options...)
			if err != nil {
				t.Fatal(err)
			}
			var queries []string
			for _, c := range f.calls {
				queries = append(queries, c.query)
			}
			if diff := cmp.Diff(tt.ids, got); diff != "" {
				t.Errorf("ids (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.queries, queries); diff != "" {
				t.Errorf("queries (-want +got):\n%s", diff)
			}
		})
	}
}

func TestAllEndsWithAnError(t *testing.T) {
	f := &fake{answers: []func() (*http.Response, error){pageOf(1, 3, "page=2"), says(400, `{"code":"rest_invalid_param","message":"No."}`)}}
	got, err := ids(t.Context(), things(t, f), thingParams{})
	if diff := cmp.Diff([]int64{1, 2}, got); diff != "" || !IsInvalid(err) || len(f.calls) != 2 {
		t.Errorf("%v, error %v, %d requests", got, err, len(f.calls))
	}
}

func TestAllFetchesNoPageThatIsNotNeeded(t *testing.T) {
	f := &fake{answers: []func() (*http.Response, error){pageOf(1, 3, "page=2")}}
	for range things(t, f).All(t.Context(), thingParams{}) {
		break
	}
	if len(f.calls) != 1 {
		t.Errorf("%d requests, want 1", len(f.calls))
	}
}

func TestAllEndsWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	f := &fake{answers: []func() (*http.Response, error){pageOf(1, 3, "page=2"), func() (*http.Response, error) {
		cancel()
		return nil, ctx.Err()
	}}}
	got, err := ids(ctx, things(t, f), thingParams{})
	if len(got) != 2 || !errors.Is(err, context.Canceled) || len(f.calls) != 2 {
		t.Errorf("%v, error %v, %d requests", got, err, len(f.calls))
	}
}
