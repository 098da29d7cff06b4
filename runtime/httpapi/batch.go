package httpapi

import (
	"cmp"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"almanac/runtime/apierror"
	"almanac/runtime/auth"
	"almanac/runtime/etag"
	"almanac/runtime/jsonfields"
	"almanac/runtime/model"
	"almanac/runtime/mutate"
	"almanac/runtime/openapi"
	"almanac/runtime/param"
	"almanac/runtime/request"
	"almanac/runtime/series"
	"almanac/runtime/store"
	"almanac/runtime/views"
)

// A batch is several writes in one transaction: all of them happen, or none.  Each takes the way
// of a request of its own, from reading its parameters to its response.  Requests of a batch count
// from 1, in references such as $1.id as in errors.

const (
	maxBatch        = 100               // Requests of a batch.
	maxBatchRecords = series.MaxCreated // Records that a batch writes, each date of a series among them.
)

// batchInput has the arguments of a batch.
type batchInput struct {
	OperationParams
	Requests param.Opt[any] `json:"requests" required:"true" doc:"Writes to make, in this order"`
}

// BatchResponses is the response to a batch.
type BatchResponses struct {
	Responses []BatchResponse `json:"responses" doc:"Responses to the requests, in their order"`
}

// BatchResponse is the response to one request of a batch.
type BatchResponse struct {
	Status   int             `json:"status" doc:"HTTP status code"`
	Location string          `json:"location,omitempty" doc:"URL of the new record"`
	ETag     string          `json:"etag,omitempty" doc:"ETag of the record; none in a dry run"`
	Body     json.RawMessage `json:"body,omitempty" doc:"The record, as the request alone would return it; none with Prefer: return=minimal"`
}

// batchable is an operation that requests of a batch may be.
type batchable struct {
	resource *model.Resource // Nil for none.
	args     []*model.Arg
	may      func(auth.Caller) bool // Whether the caller may do it to some record.
	run      func(h *http.Request, r *request.Request) (*batchResult, error)
}

// batchResult is the result of one request of a batch.
type batchResult struct {
	BatchResponse
	id         int64  // Of the record.
	tag        string // As ETag, also in a dry run.
	deprecated int64  // Since when what the request uses is, in unix seconds; 0 for nothing.
}

// inBatches lets requests of a batch be the operation, which returns a *Response.  may reports
// whether a caller may do it to some record.
func (o *operation[I, O]) inBatches(may func(auth.Caller) bool) {
	type result interface {
		batchResult(fields string) (*batchResult, error)
	}
	_ = any(new(O)).(result) // Panics for another type: a programming error.
	run := func(h *http.Request, r *request.Request) (*batchResult, error) {
		if err := o.rename(r); err != nil {
			return nil, err
		}
		dry, minimal, language := r.Dry, r.PrefersMinimal, r.Language
		in := o.decode(r)
		r.Dry, r.PrefersMinimal, r.Language = dry, minimal, cmp.Or(r.Language, language)
		out, err := o.run(h, r, in)
		if err != nil {
			return nil, err
		}
		done, err := any(out).(result).batchResult(r.Fields)
		if err == nil {
			done.deprecated = o.deprecated.since(r.Values.Lookup)
		}
		return done, err
	}
	o.api.batchable[o.route] = &batchable{resource: o.resource, args: o.args, may: may, run: run}
}

// batchResult returns the response as one of a batch, with the members of the body that are wanted.
func (o *Response[V]) batchResult(fields string) (*batchResult, error) {
	body, err := views.Encode(o.Body)
	if err == nil && fields != "" {
		body, err = jsonfields.KeepFields(fields, body, false)
	}
	base := o.record.Common()
	done := &batchResult{
		BatchResponse: BatchResponse{Status: o.Status, Location: o.Location, Body: body},
		id:            base.ID, tag: etag.EntityTag(base.Version, body),
	}
	if o.version != 0 {
		done.ETag = done.tag
	}
	if o.minimal {
		done.Body = nil
		if o.Status != http.StatusCreated {
			done.Status = http.StatusNoContent
		}
	}
	return done, err
}

// RegisterBatch registers the route of batches.
func (a *API) RegisterBatch() {
	op := huma.Operation{
		OperationID: "run-batch", Method: http.MethodPost, Path: "/batch", Summary: "Make several writes at once",
		Description: "Makes up to 100 creates, updates, deletes and actions in one transaction: all of them, or none. " +
			"The first that fails ends the batch: its error is the response, with its number in data.index. " +
			"Requests count from 1. Where an ID is expected in a path or a link, \"$1.id\" is the ID of the record of " +
			"the first request; \"$1.etag\" as if_match is the ETag of its response. Only earlier requests can be named. " +
			"The body, an Idempotency-Key, dry_run and the preference return=minimal are those of the whole batch. " +
			"A batch writes up to 1,500 records, and each date of a series counts. " +
			"It needs the permissions that its requests need.",
		Tags: []string{"API"},
		Errors: []int{
			http.StatusForbidden, http.StatusNotFound, http.StatusConflict, http.StatusGone, http.StatusPreconditionFailed,
			http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity,
			http.StatusInsufficientStorage,
		},
		Responses: map[string]*huma.Response{"200": {
			Description: "Responses to the requests",
			Headers:     openapi.WriteHeaders(),
		}},
		Metadata: map[string]any{openapi.Own: true, openapi.BodyKey: batchBody(), openapi.RoleKey: auth.RoleVisitor},
	}
	handle(a, op, nil, model.ArgsOf[batchInput](), a.Env.BeginBatch, a.runBatch)
}

// batchBody describes the body of a batch.
func batchBody() *huma.RequestBody {
	text := func(about string) *huma.Schema { return &huma.Schema{Type: huma.TypeString, Description: about} }
	method := text("Method")
	method.Enum = []any{http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete}
	one := &huma.Schema{
		Type: huma.TypeObject, Description: "A create, update, delete or action", Required: []string{"method", "path"},
		Properties: map[string]*huma.Schema{
			"method": method,
			"path":   text("Path below the namespace, with a query if need be: /events/7?force=true"),
			"body": {
				Type: huma.TypeObject, Description: "Fields of the record, as in the body of the request alone",
				AdditionalProperties: true,
			},
			"if_match": text("As the header If-Match; \"$1.etag\" for the ETag of the first response"),
		},
	}
	least, most := 1, maxBatch
	return &huma.RequestBody{Required: true, Description: "The requests", Content: map[string]*huma.MediaType{
		"application/json": {
			Schema: &huma.Schema{
				Type: huma.TypeObject, Required: []string{"requests"}, Properties: map[string]*huma.Schema{
					"requests": {
						Type: huma.TypeArray, Description: "Writes to make, in this order", Items: one, MinItems: &least, MaxItems: &most,
					},
				},
			},
		},
	}}
}

// failedRequest is the error of a request of a batch.
type failedRequest struct {
	error
	n int // Counts from 1.
}

// Unwrap returns the error itself.
func (f failedRequest) Unwrap() error { return f.error }

// runBatch makes the writes of a batch.
func (a *API) runBatch(
	_ *http.Request, r *request.Request, in *batchInput,
) (*operationResponse[BatchResponses], error) {
	list := a.readBatch(r, in.Requests.Value)
	if f := r.Params.Err(); f != nil {
		return nil, f
	}
	// Who can change nothing begins no transaction.
	if !slices.ContainsFunc(list, func(q *batchRequest) bool { return q.may(r.Caller) }) {
		return nil, withIndex(mutate.Allow(r, false), 1)
	}
	leave, err := a.admitBatch(r, list)
	if err != nil {
		return nil, err
	}
	defer leave()
	if x := request.StateOf(r.Context()); !x.IsInternal() {
		a.admission.Charge(x.Address, len(list)-1, a.Env.Clock)
	}
	var deprecated int64
	out, err := transact(a, r, http.StatusOK, func(inside *request.Request) (*BatchResponses, error) {
		done, err := a.makeWrites(inside, list)
		if err != nil {
			return nil, err
		}
		all := &BatchResponses{}
		for _, one := range done {
			all.Responses, deprecated = append(all.Responses, one.BatchResponse), earlier(deprecated, one.deprecated)
		}
		return all, nil
	})
	if failed := (failedRequest{}); errors.As(err, &failed) {
		return nil, withIndex(failed.error, failed.n)
	}
	if err != nil {
		return nil, err
	}
	out.minimal, out.outdated = false, deprecated
	return out, nil
}

// admitBatch admits the writes of a batch, after what has come due is published.
func (a *API) admitBatch(r *request.Request, list []*batchRequest) (leave func(), err error) {
	ofSeries := 0
	for _, q := range list {
		if q.isOfSeries() {
			ofSeries++
		}
	}
	if leave, err = a.Writes.AdmitBatch(r, len(list), ofSeries); err != nil {
		return nil, err
	}
	if err = a.Writes.PublishDue(r.Context(), r.Now); err != nil {
		leave()
		return nil, err
	}
	return leave, nil
}

// withIndex returns the error of the request of a batch with a number.  What the database refuses
// may belong to an earlier request, whose statements are sent with those of this one.
func withIndex(err error, n int) error {
	if _, check := store.IsCheck(err); check || store.IsTooLarge(err) {
		return err
	}
	return apiErrorOf(err).WithIndex(n)
}

// makeWrites makes the writes of a batch, which is a part of a transaction.
func (a *API) makeWrites(r *request.Request, list []*batchRequest) ([]*batchResult, error) {
	if err := a.lockNamed(r, list); err != nil {
		return nil, err
	}
	var done []*batchResult
	for _, q := range list {
		one, err := a.makeWrite(r, q, done)
		if err == nil && mutate.Written(r) > maxBatchRecords {
			err = apierror.New(http.StatusBadRequest, apierror.CodeInvalidParam,
				"A batch can write %d records at most, and each date of a series counts.", maxBatchRecords)
		}
		if err != nil {
			return nil, failedRequest{err, q.n}
		}
		done = append(done, one)
	}
	return done, nil
}

// lockNamed locks the records that requests name by their IDs.
func (a *API) lockNamed(r *request.Request, list []*batchRequest) error {
	ids := map[*model.Resource][]int64{}
	for _, q := range list {
		if id, err := strconv.ParseInt(q.params["id"], 10, 64); err == nil && q.resource != nil && q.may(r.Caller) {
			ids[q.resource] = append(ids[q.resource], id)
		}
	}
	return a.Writes.LockRecords(r, ids)
}

// makeWrite makes one write of a batch, after others.
func (a *API) makeWrite(r *request.Request, q *batchRequest, before []*batchResult) (*batchResult, error) {
	h, body := q.request(a, before)
	values, err := param.ReadTree(h.WithContext(r.Context()), body, a.Env.Limits)
	if err != nil {
		return nil, err
	}
	one := a.Env.NewRequest(r.Context(), r.Caller).Within(r.Context(), r.Transaction)
	one.Now, one.Dry, one.Language, one.Internal = r.Now, r.Dry, r.Language, r.Internal
	one.PrefersMinimal = r.PrefersMinimal
	one.Fields, _ = param.InQuery(h.URL.RawQuery, "_fields")
	one.SetValues(values)
	return q.run(h, one)
}
