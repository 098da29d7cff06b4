package httpapi

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"almanac/runtime"
	"almanac/runtime/openapi"
)

// Answer is the answer to a request about one record.
type Answer[V any] struct {
	Status   int
	Location string `header:"Location" doc:"Address of a new record"`
	Body     *V
}

// handleRecords registers an operation on records: those whose time has come
// are published before it looks.  The index and the documentation need no
// store and go without.
func handleRecords[O any](a *API, op huma.Operation, k *runtime.Kind, args []*runtime.Arg, handler func(*runtime.Request) (*O, error)) {
	Handle(a, op, k, args, func(r *runtime.Request) (*O, error) {
		if err := r.Env.PublishDue(r.Context(), r.Now); err != nil {
			return nil, err
		}
		return handler(r)
	})
}

// ListOperation registers the list of a kind.  As of all operations, I describes
// what a request sends, and V is the answer.
func ListOperation[I, V any](a *API, op huma.Operation, k *runtime.Kind, params func() runtime.List, page func(*runtime.View, *runtime.Page) *V) {
	a.showing(k).params = params
	handleRecords(a, op, k, runtime.ArgsOf[I](), func(r *runtime.Request) (*runtime.Listing[V], error) {
		r.Watch()
		p, err := r.List(k, params())
		if err != nil {
			return nil, err
		}
		r.State.Listed = true
		out := &runtime.Listing[V]{Total: p.Total, Pages: p.Pages, Link: p.LinkHeader()}
		if r.State.Stream != nil {
			return out, nil
		}
		r.MayKeep()
		if r.Feed != nil {
			return out, r.WriteFeed(k, p.Records, p.Self)
		}
		out.Body = page(&runtime.View{Request: r}, p)
		return out, nil
	})
}

// ReadOperation registers the single read of a kind, by id or by slug.
func ReadOperation[I, V any](a *API, op huma.Operation, k *runtime.Kind, view func(*runtime.View, runtime.Model) *V) {
	a.showing(k).view = func(v *runtime.View, m runtime.Model) any { return view(v, m) }
	handleRecords(a, op, k, runtime.ArgsOf[I](), func(r *runtime.Request) (*Answer[V], error) {
		r.Watch()
		m, err := r.Read(k)
		if err != nil {
			return nil, err
		}
		r.MayKeep()
		r.State.Version = m.Record().Version
		if r.Feed != nil {
			return &Answer[V]{Status: http.StatusOK}, r.WriteFeed(k, []runtime.Model{m}, (&runtime.View{Request: r}).RestURL(k, m.Record().ID))
		}
		return &Answer[V]{Status: http.StatusOK, Body: view(&runtime.View{Request: r, Single: true}, m)}, nil
	})
}

// CreateOperation registers the create of a kind.
func CreateOperation[I, V any](a *API, op huma.Operation, k *runtime.Kind, view func(*runtime.View, runtime.Model) *V) {
	op.DefaultStatus = http.StatusCreated
	handleWrite(a, op, k, runtime.ArgsOf[I](), view, (*runtime.Request).Create)
}

// UpdateOperation registers an update of a kind: POST, PUT and PATCH are the
// same operation.
func UpdateOperation[I, V any](a *API, op huma.Operation, k *runtime.Kind, view func(*runtime.View, runtime.Model) *V) {
	handleWrite(a, op, k, openapi.UpdateArgs(runtime.ArgsOf[I]()), view, (*runtime.Request).Amend)
}

// DeleteOperation registers the delete of a kind.
func DeleteOperation[I, V any](a *API, op huma.Operation, k *runtime.Kind, view func(*runtime.View, runtime.Model) *V) {
	handleWrite(a, op, k, runtime.ArgsOf[I](), view, (*runtime.Request).Remove)
}

// handleWrite registers a write of a kind, which answers the record as a read
// would give it, unless the same request was answered before.
func handleWrite[V any](a *API, op huma.Operation, k *runtime.Kind, args []*runtime.Arg, view func(*runtime.View, runtime.Model) *V, write func(*runtime.Request, *runtime.Kind) (runtime.Model, error)) {
	handleRecords(a, op, k, args, func(r *runtime.Request) (*Answer[V], error) {
		r.ViewOf = func(v *runtime.View, m runtime.Model) any { return view(v, m) }
		m, err := write(r, k)
		if err != nil {
			return nil, err
		}
		r.State.Minimal = prefersMinimal(r.HTTP.Header)
		if earlier := r.State.Earlier; earlier != nil {
			r.State.Version = earlier.Version
			return &Answer[V]{Status: earlier.Status}, nil
		}
		out := &Answer[V]{Status: r.Success(), Body: view(&runtime.View{Request: r, Written: true}, m)}
		if !r.Dry { // What is not there has no address and no version.
			r.State.Version, out.Location = m.Record().Version, r.Location(m)
		}
		return out, nil
	})
}
