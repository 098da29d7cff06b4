package httpapi

import (
	"maps"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"almanac/runtime/auth"
	"almanac/runtime/idempotency"
	"almanac/runtime/model"
	"almanac/runtime/mutate"
	"almanac/runtime/openapi"
	"almanac/runtime/records"
	"almanac/runtime/request"
	"almanac/runtime/views"
)

// OperationParams are the parameters of an operation that writes, as those of records: inputs embed
// them.
type OperationParams struct {
	WriteHeaders
	DryRun
}

// operationResponse is the response of an operation whose body is a V.
type operationResponse[V any] struct {
	delivery
	Status   int
	Location string `header:"Location" doc:"URL of what was created"`
	Body     *V
}

// emptyResponse is the response of an operation that has no body.
type emptyResponse struct {
	delivery
	Status int
}

// Operate registers an operation beside those of the resources, for callers with a role.  The
// tags of the input type I describe what requests send, V is the body of the response, struct{} for
// none.  Where the method writes, run is one transaction, with the response kept under the
// idempotency key: it may run again from its start, with the same input.
func Operate[I, V any](a *API, op huma.Operation, role auth.Role, run func(records.Call, *I) (*V, error)) {
	operate(a, op, role, nil, func(r *request.Request, in *I) (*V, error) { return run(a.Records.NewCall(r), in) })
}

// operate is Operate with the request in the place of a call.  check, which may be nil, notes in its
// Params what is wrong with the input beside what its tags say.
func operate[I, V any](
	a *API, op huma.Operation, role auth.Role, check func(*request.Request, *I),
	run func(*request.Request, *I) (*V, error),
) {
	_, none := any(new(V)).(*struct{})
	if op.DefaultStatus == 0 {
		op.DefaultStatus = http.StatusOK
		if none {
			op.DefaultStatus = http.StatusNoContent
		}
	}
	metadata := map[string]any{openapi.RoleKey: role}
	maps.Copy(metadata, op.Metadata)
	op.Metadata = metadata
	if role != auth.RoleVisitor {
		op.Errors = append(slices.Clip(op.Errors), http.StatusForbidden)
	}
	reads := op.Method == http.MethodGet || op.Method == http.MethodHead
	perform := func(_ *http.Request, r *request.Request, in *I) (*operationResponse[V], error) {
		if check != nil {
			check(r, in)
		}
		if f := r.Params.Err(); f != nil {
			return nil, f
		}
		if err := mutate.Allow(r, role == auth.RoleVisitor || r.Caller.Role.Includes(role)); err != nil {
			return nil, err
		}
		if !reads {
			return transact(a, r, op.DefaultStatus, func(inside *request.Request) (*V, error) {
				again := *in
				return run(inside, &again)
			})
		}
		out := &operationResponse[V]{delivery: delivery{minimal: r.PrefersMinimal}, Status: op.DefaultStatus}
		body, err := run(r, in)
		out.Body = body
		return out, err
	}
	if !none {
		handle(a, op, nil, model.ArgsOf[I](), a.Env.Begin, perform)
		return
	}
	handle(a, op, nil, model.ArgsOf[I](), a.Env.Begin,
		func(h *http.Request, r *request.Request, in *I) (*emptyResponse, error) {
			out, err := perform(h, r, in)
			if err != nil {
				return nil, err
			}
			return &emptyResponse{out.delivery, out.Status}, nil
		})
}

// transact runs what returns the body of a response in one transaction, with the response kept
// under the idempotency key.
func transact[V any](
	a *API, r *request.Request, status int, run func(*request.Request) (*V, error),
) (*operationResponse[V], error) {
	out := &operationResponse[V]{delivery: delivery{minimal: r.PrefersMinimal}, Status: status}
	key, err := idempotency.Key(r)
	if err != nil {
		return nil, err
	}
	err = a.Writes.Transaction(r, func(inside *request.Request) error {
		out.Body, out.replayed = nil, nil
		var err error
		if out.replayed, err = idempotency.Load(inside, inside.Transaction, key); out.replayed != nil || err != nil {
			return err
		}
		if out.Body, err = run(inside); err != nil {
			return err
		}
		if out.change, out.Location = "", ""; !r.Dry {
			out.change = mutate.ChangeOf(inside)
			if made, ok := any(out.Body).(interface{ Path() string }); ok && status == http.StatusCreated {
				out.Location = a.Env.Deployment.APIURL() + made.Path()
			}
		}
		if key == "" {
			return nil
		}
		body, err := views.Encode(out.Body)
		if err != nil {
			return err
		}
		idempotency.Keep(inside, inside.Transaction, key,
			request.StoredResponse{Status: out.Status, Location: out.Location, Body: string(body)})
		return nil
	})
	return out, err
}
