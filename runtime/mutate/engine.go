package mutate

import (
	"encoding/json"
	"reflect"

	"almanac/runtime/admission"
	"almanac/runtime/model"
	"almanac/runtime/param"
	"almanac/runtime/request"
	"almanac/runtime/validate"
)

// Engine makes all changes of records: those of requests, of imports, and the
// publication of what is due.
type Engine struct {
	*request.Env
	Hooks []Hook // Hand-written functions around writes, in the order in which they run.
	// Represent returns a record as JSON: as the response to the write if written is set,
	// else as the response to a read of it.
	Represent func(r *request.Request, rec model.Record, written bool) (json.RawMessage, error)

	// Service makes the calls of hooks: a *records.Service, which this package cannot name.
	Service any

	bodies    map[*model.Resource]func() Body
	publisher schedule
	series    *admission.RateLimiter // Of each user: writes about many dates.
}

// NewEngine returns an engine without bodies; the generated Register adds them by Accept.
func NewEngine(e *request.Env, hooks ...Hook) *Engine {
	return &Engine{
		Env: e, Hooks: hooks, bodies: map[*model.Resource]func() Body{},
		series: admission.NewRateLimiter(seriesPerSecond, seriesAtOnce),
	}
}

// Input is what a write sends to records of the type R; pointers to generated structs
// implement it. Their tags say how they are filled (param.Plan).
type Input[R model.Record] interface {
	// Validate notes values that no record could take, without the store.
	Validate(f *validate.Validator)
	// Apply changes the record, inside the transaction of the write.
	Apply(m *Mutation, r R)
}

// Matcher is an Input of a resource with FindOrCreate.
type Matcher[R model.Record] interface {
	// Matches reports whether every field that was sent equals the stored record's.
	Matches(fresh, stored R) bool
}

// Body is the body of a write to a record whose type is known to the body alone.
type Body interface {
	// Decode fills the fields and notes those of a wrong type; on create also the
	// required ones that are missing.
	Decode(d *param.Decoder, create bool)
	Validate(f *validate.Validator)
	apply(m *Mutation, rec model.Record)
	matches(fresh, stored model.Record) bool
	action() *model.Action // That it is sent for; nil for other writes.
	// accept returns the body with its rules checked, of a write with a target; the errors are
	// in Params of the call.  Until done is called, the parameters of the call are those of the
	// body.
	accept(r *request.Request, target string, create bool) (checked Body, done func())
}

// BodyOf returns an input that Go code has filled as the body of a write.  The write follows
// the rules of a request that sends the same, and the call stays what it is: who writes, in
// which language, under which conditions.
//
//	a.Records.Update(r, loans, records.Key{ID: 7}, mutate.BodyOf(&LoanBody{State: param.Of("returned")}))
func BodyOf[R model.Record](in Input[R]) Body { return goInput[R]{typedInput[R]{in}} }

// RequestBody returns an input that the parameters of the call have filled, and whose rules
// they follow, as the body of a write.
func RequestBody[R model.Record](in Input[R]) Body { return typedInput[R]{in} }

// typedInput is a body of records of one type.
type typedInput[R model.Record] struct{ Input[R] }

func (t typedInput[R]) accept(*request.Request, string, bool) (Body, func()) { return t, func() {} }

// goInput is a body that Go code has filled.
type goInput[R model.Record] struct{ typedInput[R] }

// accept reads a copy of the body from what a request would send for it.  That alone decides
// what the write changes, and not the parameters of the request that the program serves.
func (g goInput[R]) accept(r *request.Request, target string, create bool) (Body, func()) {
	values, params, path := r.Values, r.Params, r.Idempotency.Path
	r.SetValues(param.ValuesOf(g.Input))
	r.Idempotency.Path += " " + target // Another write of the request is no repetition of this one.
	read := reflect.New(reflect.TypeOf(g.Input).Elem())
	read.Elem().Set(reflect.ValueOf(g.Input).Elem())
	body := typedInput[R]{read.Interface().(Input[R])}
	body.Decode(r.Params, create || body.action() != nil)
	return body, func() { r.Values, r.Params, r.Idempotency.Path = values, params, path }
}

// Decode implements Body.
func (t typedInput[R]) Decode(d *param.Decoder, create bool) {
	if create {
		param.Require(d, t.Input)
	}
	param.Fill(d, t.Input)
}

func (t typedInput[R]) apply(m *Mutation, rec model.Record) { t.Apply(m, rec.(R)) }

func (t typedInput[R]) matches(fresh, stored model.Record) bool {
	input, ok := t.Input.(Matcher[R])
	return ok && input.Matches(fresh.(R), stored.(R))
}

// Accept adds a resource, and the function that returns an empty body of writes to its records:
// of those inside other records, and of imports.
func Accept[R model.Record](e *Engine, res *model.Resource, newBody func() Input[R]) {
	param.NewPlan(reflect.TypeOf(newBody()).Elem()) // Panics if no request can fill the type.
	e.bodies[res] = func() Body { return RequestBody(newBody()) }
}

// NewBody returns an empty body of a write to a record of a resource.
func (e *Engine) NewBody(res *model.Resource) Body { return e.bodies[res]() }
