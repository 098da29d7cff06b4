package desk

import (
	"context"

	"almanac/runtime/model"
)

// CountByStatus returns how many posts of each status the user who is signed in may see,
// in the trash as well. ctx is the context of the request to the desk.
func (a *API) CountByStatus(ctx context.Context, k *model.Resource) (map[string]int64, error) {
	return a.api.CountByStatus(ctx, CallerOf(ctx), k)
}
