package httpapi

import (
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"almanac/runtime/apierror"
	"almanac/runtime/auth"
	"almanac/runtime/model"
	"almanac/runtime/mutate"
	"almanac/runtime/openapi"
	"almanac/runtime/param"
	"almanac/runtime/records"
	"almanac/runtime/request"
)

// historyInput has the arguments of a read of the history of a record.
type historyInput struct {
	ListHeaders
	ID   int64 `path:"id" doc:"ID of the record"`
	Page int64 `query:"page" default:"1" minimum:"1" maximum:"100" doc:"Page, of 50 changes each"`
}

// History is a page of the history of a record.
type History struct {
	History []records.Revision `json:"history" doc:"Changes of the record, the newest first"`
	More    bool               `json:"more" doc:"Whether there are older ones on the next page"`
}

// historyResponse is the response with a page of a history.
type historyResponse struct {
	delivery
	Body *History
}

// restoreInput has the arguments of a write of a former version.
type restoreInput struct {
	ItemHeaders
	WriteHeaders
	ID      int64 `path:"id" doc:"ID of the record"`
	Version int64 `json:"version" required:"true" minimum:"1" doc:"Version to restore, of the history"`
	DryRun
}

// AsOf is the parameter of a read of a former version.
type AsOf struct {
	AsOf param.Opt[string] `query:"as_of" doc:"Return the record as it was at this instant, such as 2026-11-20T10:00Z, with its former fields and links, for users who may edit it. Linked records are shown as they are today. Returns 410 if that version is not known."`
}

func (in AsOf) apply(r *request.Request) { r.AsOf = in.AsOf }

// readAsOf returns a record as it was at the instant of the request.
func (a *API) readAsOf(r *request.Request, k *model.Resource, key records.Key) (*records.Record, error) {
	at, ok := records.ParseInstant(r.AsOf.Value, a.Env.Deployment.Zone, r.Now)
	switch {
	case !ok:
		r.Params.AddError("as_of", "", "%s must be a date and time, such as 2026-11-20T10:00Z.", apierror.Param("as_of"))
	case at.After(r.Now):
		r.Params.AddError("as_of", "", "%s must not be in the future.", apierror.Param("as_of"))
	case r.Feed != nil:
		r.Params.AddError("as_of", "", "Omit %s: feeds show records as they are now.", apierror.Param("as_of"))
	}
	if f := r.Params.Err(); f != nil {
		return nil, f
	}
	return a.Records.GetAsOf(r, k, key, at)
}

// registerHistory registers the history of the records of a resource whose single read is given, and
// the write of former versions.
func registerHistory[V any](a *API, read huma.Operation, k *model.Resource) {
	name := strings.ReplaceAll(k.Name, "_", "-")
	handle(a, huma.Operation{
		OperationID: "get-" + name + "-history", Method: http.MethodGet, Path: read.Path + "/history",
		Summary: "Get the history of " + articleOf(k.Name),
		Description: "Returns who changed the record, when, and each field before and after, 50 changes a page. " +
			"Users who may edit the record may read it; editors also that of a deleted one.",
		Tags: read.Tags, Errors: []int{http.StatusForbidden, http.StatusNotFound},
		Metadata: map[string]any{openapi.Own: true, openapi.BelowKey: true, openapi.RoleKey: leastEditor(k)},
	}, k, model.ArgsOf[historyInput](), a.Env.Begin,
		func(_ *http.Request, r *request.Request, in *historyInput) (*historyResponse, error) {
			if f := r.Params.Err(); f != nil {
				return nil, f
			}
			list, more, err := a.Records.History(r, k, records.Key{ID: in.ID}, in.Page)
			if err != nil {
				return nil, err
			}
			return &historyResponse{delivery: delivery{listed: true}, Body: &History{list, more}}, nil
		})
	handle(a, huma.Operation{
		OperationID: "restore-" + name, Method: http.MethodPost, Path: read.Path + "/restore",
		Summary: "Restore a former version of " + articleOf(k.Name),
		Description: "Writes the fields and links of a former version to the record, as an update would. " +
			"Fields whose former values are not kept stay as they are, and whether the record is in the trash.",
		Tags: read.Tags,
		Errors: []int{
			http.StatusForbidden, http.StatusNotFound, http.StatusGone, http.StatusPreconditionFailed,
			http.StatusRequestTimeout, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType,
			http.StatusUnprocessableEntity, http.StatusInsufficientStorage,
		},
		Responses: map[string]*huma.Response{"200": {Description: "The restored record", Headers: openapi.WriteHeaders()}},
		Metadata:  map[string]any{openapi.Own: true, openapi.BelowKey: true},
	}, k, model.ArgsOf[restoreInput](), a.Env.Begin,
		func(_ *http.Request, r *request.Request, in *restoreInput) (*Response[V], error) {
			m, err := a.Records.Restore(r, k, records.Key{ID: in.ID}, in.Version)
			if err != nil {
				return nil, err
			}
			return written[V](r, m), nil
		})
}

// leastEditor returns the least role that may edit some record of a resource.
func leastEditor(k *model.Resource) auth.Role {
	access := k.Permissions
	least := access.Edit.OrDefault()
	if k.Post {
		least = access.EditDrafts.OrDefault()
	}
	if access.Owner != "" && access.EditOwn != "" && !access.EditOwn.Includes(least) {
		least = access.EditOwn
	}
	return least
}

// articleOf puts the article before the name of a resource.
func articleOf(name string) string {
	words := strings.ReplaceAll(name, "_", " ")
	if strings.ContainsAny(words[:1], "aeiou") {
		return "an " + words
	}
	return "a " + words
}

// undoInput has the arguments of taking a change back.
type undoInput struct {
	OperationParams
	Change  string `json:"change" required:"true" doc:"ID of the change: the header Change-Id of the response to it, or from a history"`
	Partial bool   `json:"partial" default:"false" doc:"Undo what can be undone, and leave records that changed since as they are"`
}

// RegisterUndo registers the route that takes changes back.
func (a *API) RegisterUndo() {
	handle(a, huma.Operation{
		OperationID: "undo-change", Method: http.MethodPost, Path: "/undo", Summary: "Undo a change",
		Description: "Takes back everything that one change wrote: updated records get their former values and links, " +
			"new ones are moved to the trash or deleted, deleted ones come back with their IDs, and series with their rules. " +
			"Users may undo their own changes, editors all; each record needs the permission of an ordinary write. " +
			"If a record has changed since, nothing happens (409), unless partial is true; dry_run=true lists " +
			"what would happen. At most 1,500 records. An undo is a change too and can be undone.",
		Tags: []string{"API"},
		Errors: []int{
			http.StatusForbidden, http.StatusNotFound, http.StatusConflict, http.StatusGone, http.StatusRequestTimeout,
			http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity,
			http.StatusInsufficientStorage,
		},
		Responses: map[string]*huma.Response{"200": {
			Description: "What was done", Headers: openapi.WriteHeaders(),
		}},
		Metadata: map[string]any{openapi.Own: true, openapi.RoleKey: auth.RoleSubscriber},
	}, nil, model.ArgsOf[undoInput](), a.Env.Begin,
		func(_ *http.Request, r *request.Request, in *undoInput) (*operationResponse[mutate.Undone], error) {
			if f := r.Params.Err(); f != nil {
				return nil, f
			}
			return transact(a, r, http.StatusOK, func(inside *request.Request) (*mutate.Undone, error) {
				return a.Writes.Undo(inside, in.Change, in.Partial)
			})
		})
}
