package desk

import (
	"context"

	"almanac/runtime/httpapi"
)

// Reads returns what the user who is signed in may read beyond the routes of the API. ctx
// is the context of the request to the desk.
func (a *API) Reads(ctx context.Context) httpapi.DeskReads {
	return a.api.DeskReads(ctx, CallerOf(ctx))
}
