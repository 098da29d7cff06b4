package desk

import (
	"context"

	"almanac/runtime/httpapi"
	"almanac/runtime/model"
)

// CountByStatus returns how many posts of each status the user who is signed in may see,
// in the trash as well. ctx is the context of the request to the desk.
func (a *API) CountByStatus(ctx context.Context, k *model.Resource) (map[string]int64, error) {
	return a.api.CountByStatus(ctx, CallerOf(ctx), k)
}

// Terms returns the first terms of a resource by name, limit at most.
func (a *API) Terms(ctx context.Context, k *model.Resource, limit int64) ([]httpapi.RecordName, error) {
	return a.api.Terms(ctx, CallerOf(ctx), k, limit)
}

// Suggest returns records with a name that the user who is signed in has begun to type,
// limit at most.
func (a *API) Suggest(ctx context.Context, k *model.Resource, typed string, limit int) ([]httpapi.RecordName, error) {
	return a.api.Suggest(ctx, CallerOf(ctx), k, typed, limit)
}

// Choose returns the records with the IDs, and what a change by the user who is signed in
// would come to: see httpapi.API.Choose.
func (a *API) Choose(ctx context.Context, k *model.Resource, ids []int64, change httpapi.Change) ([]httpapi.Chosen, error) {
	return a.api.Choose(ctx, CallerOf(ctx), k, ids, change)
}
