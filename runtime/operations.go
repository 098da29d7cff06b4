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
	handleRecords(a, op, slices.Concat(k.ListArgs, readArgs(k)), func(r *Request) (*Listing[V], error) {
		p, err := r.list(k, params())
		if err != nil {
			return nil, err
		}
		return &Listing[V]{Total: p.Total, Pages: p.Pages, Link: p.linkHeader(), Body: page(&View{Request: r}, p)}, nil
	})
}

// ReadOperation registers the single read of a kind, by id or by slug.
func ReadOperation[V any](a *API, op huma.Operation, k *Kind, view func(*View, Model) *V) {
	handleRecords(a, op, append([]Arg{pathArg(op.Path, k)}, readArgs(k)...), func(r *Request) (*Answer[V], error) {
		m, err := r.read(k)
		if err != nil {
			return nil, err
		}
		return &Answer[V]{Status: http.StatusOK, Body: view(&View{Request: r, Single: true}, m)}, nil
	})
}

// CreateOperation registers the create of a kind.
func CreateOperation[V any](a *API, op huma.Operation, k *Kind, view func(*View, Model) *V) {
	op.DefaultStatus = http.StatusCreated
	handleRecords(a, op, k.Args, func(r *Request) (*Answer[V], error) {
		m, err := r.create(k)
		if err != nil {
			return nil, err
		}
		v := &View{Request: r, Written: true}
		return &Answer[V]{Status: http.StatusCreated, Location: v.RestURL(k, m.Record().ID), Body: view(v, m)}, nil
	})
}

// UpdateOperation registers an update of a kind: POST, PUT and PATCH are the
// same operation.
func UpdateOperation[V any](a *API, op huma.Operation, k *Kind, view func(*View, Model) *V) {
	handleRecords(a, op, updateArgs(op.Path, k), func(r *Request) (*Answer[V], error) {
		m, err := r.amend(k)
		if err != nil {
			return nil, err
		}
		return &Answer[V]{Status: http.StatusOK, Body: view(&View{Request: r, Written: true}, m)}, nil
	})
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
	handleRecords(a, op, args, func(r *Request) (*Answer[V], error) {
		m, err := r.remove(k)
		if err != nil {
			return nil, err
		}
		return &Answer[V]{Status: http.StatusOK, Body: view(&View{Request: r, Written: true}, m)}, nil
	})
}

// sortKey returns the folded name of a record.
func sortKey(m Model) string { return text.SortKey(*m.DisplayName()) }
