package service

import (
	"github.com/danielgtaylor/huma/v2"

	"almanac/runtime/auth"
	"almanac/runtime/httpapi"
	"almanac/runtime/records"
)

// Operation is an operation of a program's own beside those of its resources; NewOperation makes
// it, Definition.With adds it.
type Operation func(*httpapi.API)

// OperationParams are the parameters Idempotency-Key, Prefer and dry_run, which operations that
// write embed in their input.
type OperationParams = httpapi.OperationParams

// NewOperation returns an operation for callers with a role or a higher one, auth.RoleVisitor for
// everybody.  It stands in the document with the others and has their limits, sign-in and errors.
// I describes what a request sends, by tags as those of generated inputs: path, query, and a field
// Body for JSON.  V is the body of the response, struct{} for none (204).
//
// By GET, run reads.  Otherwise it is one transaction, of which nothing is kept after an error or in
// a dry run, and whose response is kept under the idempotency key.  It may run again from its start,
// with the same input: other systems are reached by the outbox.  A request that takes longer than
// the deadline of the server is 503.
func NewOperation[I, V any](
	op huma.Operation, role auth.Role, run func(call records.Call, in *I) (*V, error),
) Operation {
	return func(a *httpapi.API) { httpapi.Operate(a, op, role, run) }
}

// With returns the service with operations of the program's own.
func (d Definition) With(operations ...Operation) Definition {
	register := d.Register
	d.Register = func(a *httpapi.API) {
		register(a)
		for _, add := range operations {
			add(a)
		}
	}
	return d
}
