package httpapi

import (
	"context"
	"net/http"

	"almanac/runtime/auth"
	"almanac/runtime/model"
	"almanac/runtime/query"
	"almanac/runtime/request"
)

// DeskReads reads for a caller what the desk shows and no route of the API does.
type DeskReads struct {
	api     *API
	request *request.Request
}

// DeskReads returns the reads of a caller. ctx is that of the request which they are for.
func (a *API) DeskReads(ctx context.Context, caller auth.Caller) DeskReads {
	return DeskReads{a, &request.Request{
		Env: a.Env, HTTP: new(http.Request).WithContext(ctx), Caller: caller, Now: a.Env.Clock(), State: request.StateOf(ctx),
	}}
}

// CountByStatus returns how many posts of each status the caller may see, in the trash as
// well, in one statement; lists tell that of one status only.
func (d DeskReads) CountByStatus(k *model.Resource) (map[string]int64, error) {
	return query.CountByStatus(d.request, k)
}

// RecordName is a record as a form offers it as a target of a link.
type RecordName = query.RecordName

// Terms returns the first terms of a resource by name, limit at most, in one statement.
func (d DeskReads) Terms(k *model.Resource, limit int64) ([]RecordName, error) {
	return query.Terms(d.request, k, limit)
}

// Suggest returns records with a name that the caller has begun to type, limit at most.
func (d DeskReads) Suggest(k *model.Resource, typed string, limit int) ([]RecordName, error) {
	return query.Suggest(d.request, k, typed, limit)
}
