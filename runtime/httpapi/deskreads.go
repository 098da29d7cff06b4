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
	return query.CountByStatus(a.requestOf(ctx, caller), k)
}

// RecordName is a record as a form offers it as a target of a link.
type RecordName = query.RecordName

// Terms returns the first terms of a resource by name, limit at most, in one statement.
func (a *API) Terms(ctx context.Context, caller auth.Caller, k *model.Resource, limit int64) ([]RecordName, error) {
	return query.Terms(a.requestOf(ctx, caller), k, limit)
}

// Suggest returns records with a name that a caller has begun to type, limit at most.
func (a *API) Suggest(ctx context.Context, caller auth.Caller, k *model.Resource, typed string, limit int) ([]RecordName, error) {
	return query.Suggest(a.requestOf(ctx, caller), k, typed, limit)
}

// requestOf returns a request of a caller for what no route of the API shows.
func (a *API) requestOf(ctx context.Context, caller auth.Caller) *request.Request {
	return &request.Request{
		Env: a.Env, HTTP: new(http.Request).WithContext(ctx), Caller: caller, Now: a.Env.Clock(), State: request.StateOf(ctx),
	}
}
