package httpapi

import (
	"context"
	"net/http"
	"reflect"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"almanac/runtime/accept"
	"almanac/runtime/filter"
	"almanac/runtime/model"
	"almanac/runtime/openapi"
	"almanac/runtime/param"
	"almanac/runtime/query"
	"almanac/runtime/request"
	"almanac/runtime/views"
)

// Answer is the response to a request about one record.
type Answer[V any] struct {
	Status   int
	Location string `header:"Location" doc:"Address of a new record"`
	Body     *V
}

// handleRecords registers an operation that reads or writes records.  Scheduled
// records that are due are published first.  The index and the documentation read
// no records, and are registered with Handle.
func handleRecords[O any](a *API, op huma.Operation, k *model.Resource, args []*model.Arg, handler func(*request.Request) (*O, error)) {
	handle(a, op, k, args, beginRecord(a.Env, k), func(r *request.Request) (*O, error) {
		if err := a.Writes.PublishDue(r.Context(), r.Now); err != nil {
			return nil, err
		}
		return handler(r)
	})
}

// ListInput is a pointer to the input of a list.
type ListInput[I any] interface {
	*I
	// Filter narrows the query.
	Filter(ctx context.Context, q *filter.Query)
}

// listParams is an input of a list with the plan that fills it.
type listParams[I any, P ListInput[I]] struct {
	input P
	plan  *param.Plan
}

func (p listParams[I, P]) Decode(d *param.Decoder) { p.plan.Fill(d, p.input) }

func (p listParams[I, P]) Filter(ctx context.Context, q *filter.Query) { p.input.Filter(ctx, q) }

// ListOperation registers the list of a resource.  In all operations I is the
// input type, which describes the request, and V the type of the response body.
func ListOperation[I, V any, P ListInput[I]](a *API, op huma.Operation, k *model.Resource, page func(*views.View, *query.Page) *V) {
	plan := param.NewPlan(reflect.TypeFor[I]())
	params := func() query.ListParams { return listParams[I, P]{new(I), plan} }
	a.bindingsOf(k).params = params
	handleRecords(a, op, k, model.ArgsOf[I](), func(r *request.Request) (*Listing[V], error) {
		a.Reads.Watch(r)
		a.chooseFormat(r, k)
		p, err := a.Reads.List(r, k, params())
		if err != nil {
			return nil, err
		}
		r.State.Listed = true
		out := &Listing[V]{total: p.Total, pages: p.Pages, Link: p.LinkHeader()}
		if r.State.Stream != nil {
			return out, nil
		}
		r.MarkCacheable()
		if r.Feed != nil {
			return out, a.writeFeed(r, k, p.Records, p.Self)
		}
		out.Body = page(&views.View{Request: r}, p)
		return out, nil
	})
}

// ReadOperation registers the single read of a resource, by id or by slug.
func ReadOperation[I any, R model.Record, V any](a *API, op huma.Operation, k *model.Resource, view func(*views.View, R) *V) {
	a.bindingsOf(k).members = membersOf(reflect.TypeFor[V]())
	a.bindingsOf(k).view = func(v *views.View, m model.Record) any { return view(v, m.(R)) }
	handleRecords(a, op, k, model.ArgsOf[I](), func(r *request.Request) (*Answer[V], error) {
		a.Reads.Watch(r)
		a.chooseFormat(r, k)
		m, err := a.Reads.Read(r, k)
		if err != nil {
			return nil, err
		}
		r.MarkCacheable()
		r.State.Read, r.State.Version = m, m.Common().Version
		if r.Feed != nil {
			return &Answer[V]{Status: http.StatusOK}, a.writeFeed(r, k, []model.Record{m}, a.Env.Deployment.RecordURL(k.Plural, m.Common().ID))
		}
		return &Answer[V]{Status: http.StatusOK, Body: view(&views.View{Request: r, Single: true}, m.(R))}, nil
	})
}

// CreateOperation registers the create of a resource.
func CreateOperation[I any, R model.Record, V any](a *API, op huma.Operation, k *model.Resource, view func(*views.View, R) *V) {
	op.DefaultStatus = http.StatusCreated
	handleWrite(a, op, k, model.ArgsOf[I](), view, a.Writes.Create)
}

// UpdateOperation registers the update of a resource.
func UpdateOperation[I any, R model.Record, V any](a *API, op huma.Operation, k *model.Resource, view func(*views.View, R) *V) {
	for _, op := range updates(op, "-post", "-put", "") {
		handleWrite(a, op, k, openapi.UpdateArgs(model.ArgsOf[I]()), view, a.Writes.Update)
	}
}

// updates returns an update as the operations POST, PUT and PATCH, which are the same.
// Their IDs are that of the update with a suffix each.
func updates(op huma.Operation, post, put, patch string) []huma.Operation {
	var list []huma.Operation
	for _, one := range [][2]string{{http.MethodPost, post}, {http.MethodPut, put}, {http.MethodPatch, patch}} {
		each := op
		each.Method, each.OperationID = one[0], op.OperationID+one[1]
		each.Responses = map[string]*huma.Response{} // Completed for each of them.
		for status, response := range op.Responses {
			described := *response
			each.Responses[status] = &described
		}
		list = append(list, each)
	}
	return list
}

// DeleteOperation registers the delete of a resource.
func DeleteOperation[I any, R model.Record, V any](a *API, op huma.Operation, k *model.Resource, view func(*views.View, R) *V) {
	handleWrite(a, op, k, model.ArgsOf[I](), view, a.Writes.Delete)
}

// handleWrite registers a write of a resource.  The response is the record as a read
// returns it, or the stored response of an earlier request with the same
// idempotency key.
func handleWrite[R model.Record, V any](a *API, op huma.Operation, k *model.Resource, args []*model.Arg, view func(*views.View, R) *V, write func(*request.Request, *model.Resource) (model.Record, error)) {
	handleRecords(a, op, k, args, func(r *request.Request) (*Answer[V], error) {
		r.Represent = func(m model.Record, written bool) ([]byte, error) {
			return views.Encode(view(&views.View{Request: r, Single: !written, AfterWrite: written}, m.(R)))
		}
		m, err := withUpload(r, func() (model.Record, error) { return write(r, k) })
		if err != nil {
			return nil, err
		}
		r.State.Minimal = prefersMinimal(r.HTTP.Header)
		if earlier := r.State.Replay; earlier != nil {
			r.State.Version = earlier.Version
			return &Answer[V]{Status: earlier.Status}, nil
		}
		out := &Answer[V]{Status: r.Success(), Body: view(&views.View{Request: r, AfterWrite: true}, m.(R))}
		if !r.Dry { // A dry run leaves no record with an address and a version.
			r.State.Version, out.Location = m.Common().Version, r.Location(m)
		}
		return out, nil
	})
}

// Generated input types embed the following types.  Their tags document the
// parameters: see model.Arg.

// ListHeaders are the headers that reads take.
type ListHeaders struct {
	IfNoneMatch string `header:"If-None-Match" doc:"Tags of answers that the client has: 304 when one of them is the answer still; on writes 412 when one is of the record's version"`
}

// ItemHeaders are the headers that requests about one record take.
type ItemHeaders struct {
	ListHeaders
	IfMatch string `header:"If-Match" doc:"Tags of the record as the client knows it: 412 when it has another version"`
}

// WriteHeaders are the headers that writes take.
type WriteHeaders struct {
	IdempotencyKey string `header:"Idempotency-Key" doc:"A key that makes the write happen once: for 24 hours the same request is given the same answer, and another one 422"`
	Prefer         string `header:"Prefer" doc:"return=minimal for an answer without the record (RFC 7240)"`
}

// DryRun is the parameter that rolls a write back after it was tried.
type DryRun struct {
	DryRun bool `query:"dry_run" default:"false" doc:"Try the write and answer as if it had been made, but change nothing"`
}

// Force is the parameter that deletes a post instead of moving it to the trash.
type Force struct {
	Force bool `query:"force" default:"false" doc:"Delete for good instead of moving to the trash"`
}

// Listing is the response to a list request.
type Listing[V any] struct {
	total, pages int64
	Link         string `header:"Link" doc:"Next and previous page (RFC 8288)"`
	Body         *V
}

// Counts returns the number of records on all pages, and of pages.
func (l *Listing[V]) Counts() (total, pages int64) { return l.total, l.pages }

// announceCounts sets the headers of a list whose names the description decides.
func announceCounts(env *request.Env, h http.Header, answer any) {
	list, ok := answer.(interface{ Counts() (total, pages int64) })
	if !ok {
		return
	}
	total, pages := list.Counts()
	h.Set(env.Service.TotalHeader, strconv.FormatInt(total, 10))
	h.Set(env.Service.PagesHeader, strconv.FormatInt(pages, 10))
}

// chooseFormat sets the feed format of a read: that of the parameter format, else
// the one that the header Accept prefers.
func (a *API) chooseFormat(r *request.Request, k *model.Resource) {
	if len(k.Feeds) == 0 {
		return
	}
	_, named := r.Values.Lookup("format")
	if !named && r.HTTP.Header["Accept"] == nil {
		r.State.Varies = true
		return
	}
	r.DecodeMore = func(d *param.Decoder) {
		names, media := []string{"json"}, []string{}
		for _, f := range k.Feeds {
			names, media = append(names, f.Name), append(media, f.MediaType)
		}
		asked := d.String("format", param.NonEmpty(), param.Enum(names...))
		preferred := ""
		if !named {
			r.State.Varies = true
			preferred = accept.MediaType(r.HTTP.Header["Accept"], media...)
		}
		for _, f := range k.Feeds {
			if f.MediaType == preferred || asked.IsSet() && f.Name == asked.Value {
				r.Feed = &request.Feed{FeedFormat: f, FeedWriter: a.bindingsOf(k).feed(r, k, f.Name)}
			}
		}
	}
}

// deprecations are the deprecated parts of one operation.
type deprecations struct {
	whole  int64            // Since when all of it is, in unix seconds; 0 for not.
	args   map[string]int64 // The same for arguments, by name.
	inside map[string]deprecations
}

// deprecationsOf returns the deprecated parts of an operation: its resource, its
// arguments, and those of linked records that its body may create inline.
func deprecationsOf(k *model.Resource, args []*model.Arg) deprecations {
	d := deprecatedArgs(args)
	if k == nil {
		return d
	}
	d.whole = k.Deprecated.Unix()
	for _, l := range k.Links {
		inner := deprecatedArgs(l.Target.Args)
		if inner.whole = l.Target.Deprecated.Unix(); inner.whole != 0 || len(inner.args) > 0 {
			d.inside[l.Name] = inner
		}
	}
	return d
}

// deprecatedArgs finds the deprecated ones among arguments.
func deprecatedArgs(args []*model.Arg) deprecations {
	d := deprecations{args: map[string]int64{}, inside: map[string]deprecations{}}
	for _, arg := range args {
		if since := arg.Deprecated.Unix(); since != 0 {
			d.args[arg.Name] = since
		}
	}
	return d
}

// since returns the time, in unix seconds, since which a part that the request uses
// is deprecated: the earliest if there are several, 0 if there is none.  lookup
// returns the value of a parameter.
func (d deprecations) since(lookup func(name string) (any, bool)) int64 {
	earliest := d.whole
	for name, since := range d.args {
		if _, sent := lookup(name); sent {
			earliest = earlier(earliest, since)
		}
	}
	for name, inner := range d.inside {
		if v, sent := lookup(name); sent {
			earliest = earlier(earliest, inner.within(v))
		}
	}
	return earliest
}

// within is since for the records that a body creates inline in the value v of a
// link.  A link by id uses no fields.
func (d deprecations) within(v any) int64 {
	switch v := v.(type) {
	case map[string]any:
		return d.since(func(name string) (any, bool) { inner, ok := v[name]; return inner, ok })
	case []any:
		var earliest int64
		for _, record := range v {
			earliest = earlier(earliest, d.within(record))
		}
		return earliest
	}
	return 0
}

// earlier returns the earlier of two times in unix seconds, of which 0 is none.
func earlier(a, b int64) int64 {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// announce sets the header Deprecation (RFC 9745) if the request uses something
// deprecated.  Values are nil when the parameters could not be read; then only a
// deprecated route is announced.
func (d deprecations) announce(h http.Header, values *param.Values) {
	since := d.whole
	if values != nil {
		since = d.since(values.Lookup)
	}
	if since != 0 {
		h.Set("Deprecation", "@"+strconv.FormatInt(since, 10))
	}
}
