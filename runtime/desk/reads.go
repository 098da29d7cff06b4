package desk

import (
	"context"
	"net/http"
	"net/url"

	"almanac/runtime/apierror"
	"almanac/runtime/images"
	"almanac/runtime/jobs"
	"almanac/runtime/model"
	"almanac/runtime/naming"
	"almanac/runtime/records"
	"almanac/runtime/request"
)

// The desk reads what no route of the API has by package records.  ctx is the context of the
// request to the desk.

// Records runs operations on records, for a call of Call.
func (a *API) Records() *records.Service { return a.api.Records }

// Call returns a call for the user who is signed in.
func (a *API) Call(ctx context.Context) *request.Request {
	return a.api.Env.NewRequest(ctx, CallerOf(ctx))
}

// Jobs returns how far the jobs of the service are, which administrators may know.
func (a *API) Jobs(ctx context.Context) ([]jobs.State, error) { return a.api.Jobs(ctx) }

// List returns a page of a list for the user who is signed in: see httpapi.API.List.
func (a *API) List(
	ctx context.Context, res *model.Resource, params url.Values, found map[string][]int64, o records.ListOptions,
) (*records.Page, *apierror.Error) {
	return a.api.List(ctx, CallerOf(ctx), res, params, found, o)
}

// maxNames is how many records of each resource a search is compared with at most, those with
// one of its words first.
const maxNames = 500

// Related returns what words of a search name among the records of the sources that the user
// who is signed in may see, for a list of records that link to them: see filter.Restriction.
func (a *API) Related(
	ctx context.Context, res *model.Resource, sources []records.NameSource, search string,
) (map[string][]records.Linked, error) {
	words := naming.Words(search)
	if len(sources) == 0 || len(words) == 0 {
		return nil, nil
	}
	found, err := a.api.Records.Names(a.Call(ctx), sources, words, maxNames)
	if err != nil {
		return nil, err
	}
	return naming.Related(naming.Matches(res, found, words)), nil
}

// Preview returns what shows the record of a dry run as visitors will see it; nil for one without
// a page.
func (a *API) Preview(dry *Response) http.Handler {
	if a.api.Preview == nil || dry.record == nil {
		return nil
	}
	return a.api.Preview(dry.record)
}

// Uses returns the records that show an image, of those that the user who is signed in may
// see.
func (a *API) Uses(ctx context.Context, image int64) ([]images.Use, error) {
	return images.Uses(a.Call(ctx), image)
}

// InsecureImages returns the records that show images over http, of those that the user who is
// signed in may see.
func (a *API) InsecureImages(ctx context.Context) ([]images.Use, error) {
	return images.Insecure(a.Call(ctx))
}
