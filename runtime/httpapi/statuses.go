package httpapi

import (
	"context"
	"net/http"

	"almanac/runtime/auth"
	"almanac/runtime/model"
	"almanac/runtime/query"
	"almanac/runtime/request"
)

// CountByStatus returns how many posts of each status a caller may see, in one statement;
// lists tell that of one status only. ctx is that of the caller's request.
func (a *API) CountByStatus(ctx context.Context, caller auth.Caller, k *model.Resource) (map[string]int64, error) {
	return query.CountByStatus(&request.Request{
		Env: a.Env, HTTP: new(http.Request).WithContext(ctx), Caller: caller, Now: a.Env.Clock(), State: request.StateOf(ctx),
	}, k)
}
