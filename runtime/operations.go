package runtime

import (
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"almanac/runtime/text"
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
func handleRecords[O any](a *API, op huma.Operation, args []Arg, handler func(*Request) (*O, error)) {
	Handle(a, op, args, func(r *Request) (*O, error) {
		if err := r.Env.publishDue(r.Context(), r.Now); err != nil {
			return nil, err
		}
		return handler(r)
	})
}

// ListOperation registers the list of a kind.
func ListOperation[V any](a *API, op huma.Operation, k *Kind, params func() List, page func(*View, *Page) *V) {
	a.showing(k).params = params
	handleRecords(a, op, slices.Concat(k.ListArgs, readArgs(k), feedArgs(k)), func(r *Request) (*Listing[V], error) {
		r.watch()
		p, err := r.list(k, params())
		if err != nil {
			return nil, err
		}
		r.exchange.listed = true
		out := &Listing[V]{Total: p.Total, Pages: p.Pages, Link: p.linkHeader()}
		if r.exchange.stream != nil {
			return out, nil
		}
		r.mayKeep()
		if r.feed != nil {
			return out, r.writeFeed(k, p.Records, p.Self)
		}
		out.Body = page(&View{Request: r}, p)
		return out, nil
	})
}

// ReadOperation registers the single read of a kind, by id or by slug.
func ReadOperation[V any](a *API, op huma.Operation, k *Kind, view func(*View, Model) *V) {
	a.showing(k).view = func(v *View, m Model) any { return view(v, m) }
	handleRecords(a, op, slices.Concat([]Arg{pathArg(op.Path, k)}, readArgs(k), feedArgs(k)), func(r *Request) (*Answer[V], error) {
		r.watch()
		m, err := r.read(k)
		if err != nil {
			return nil, err
		}
		r.mayKeep()
		r.exchange.version = m.Record().Version
		if r.feed != nil {
			return &Answer[V]{Status: http.StatusOK}, r.writeFeed(k, []Model{m}, (&View{Request: r}).RestURL(k, m.Record().ID))
		}
		return &Answer[V]{Status: http.StatusOK, Body: view(&View{Request: r, Single: true}, m)}, nil
	})
}

// CreateOperation registers the create of a kind.
func CreateOperation[V any](a *API, op huma.Operation, k *Kind, view func(*View, Model) *V) {
	op.DefaultStatus = http.StatusCreated
	handleWrite(a, op, k.Args, k, view, (*Request).create)
}

// UpdateOperation registers an update of a kind: POST, PUT and PATCH are the
// same operation.
func UpdateOperation[V any](a *API, op huma.Operation, k *Kind, view func(*View, Model) *V) {
	handleWrite(a, op, updateArgs(op.Path, k), k, view, (*Request).amend)
}

// DeleteOperation registers the delete of a kind.
func DeleteOperation[V any](a *API, op huma.Operation, k *Kind, view func(*View, Model) *V) {
	args := itemArgs(op.Path, k)
	if k.Post { // Terms have no trash.
		args = append(args, Arg{
			Name: "force", Type: "boolean", HasDefault: true, Default: false, Beyond: true,
			Doc: "Delete for good instead of moving to the trash",
		})
	}
	handleWrite(a, op, args, k, view, (*Request).remove)
}

// handleWrite registers a write of a kind, which answers the record as a read
// would give it, unless the same request was answered before.
func handleWrite[V any](a *API, op huma.Operation, args []Arg, k *Kind, view func(*View, Model) *V, write func(*Request, *Kind) (Model, error)) {
	handleRecords(a, op, append(args, dryRunArg()), func(r *Request) (*Answer[V], error) {
		r.view = func(v *View, m Model) any { return view(v, m) }
		m, err := write(r, k)
		if err != nil {
			return nil, err
		}
		r.exchange.minimal = prefersMinimal(r.HTTP.Header)
		if earlier := r.exchange.earlier; earlier != nil {
			r.exchange.version = earlier.version
			return &Answer[V]{Status: earlier.status}, nil
		}
		out := &Answer[V]{Status: r.success(), Body: view(&View{Request: r, Written: true}, m)}
		if !r.dry { // What is not there has no address and no version.
			r.exchange.version, out.Location = m.Record().Version, r.location(m)
		}
		return out, nil
	})
}

// success returns the status of a write that succeeds.
func (r *Request) success() int {
	if r.creates() {
		return http.StatusCreated
	}
	return http.StatusOK
}

// creates reports whether the request is about a record that is not there yet:
// its path names none.
func (r *Request) creates() bool {
	return r.HTTP.PathValue("id") == "" && r.HTTP.PathValue("slug") == ""
}

// location returns the address of the record that the request made, "" when it
// made none.
func (r *Request) location(m Model) string {
	if !r.creates() {
		return ""
	}
	return (&View{Request: r}).RestURL(m.Kind(), m.Record().ID)
}

// sortKey returns the folded name of a record.
func sortKey(m Model) string { return text.SortKey(*m.DisplayName()) }
