package httpapi

import (
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"almanac/runtime/accept"
	"almanac/runtime/auth"
	"almanac/runtime/changefeed"
	"almanac/runtime/etag"
	"almanac/runtime/model"
	"almanac/runtime/mutate"
	"almanac/runtime/openapi"
	"almanac/runtime/param"
	"almanac/runtime/query"
	"almanac/runtime/records"
	"almanac/runtime/request"
	"almanac/runtime/series"
	"almanac/runtime/store"
	"almanac/runtime/views"
)

// Response is the response to a request about one record.
type Response[V any] struct {
	delivery
	Status   int
	Location string `header:"Location" doc:"URL of the new record"`
	Body     *V
}

// ListResponse is the response to a list request.
type ListResponse[V any] struct {
	delivery
	Link string `header:"Link" doc:"Next and previous page (RFC 8288)"`
	Body *V
}

// delivery is what is to be said about a response beside its status, header and body.
type delivery struct {
	record   model.Record  // That the response shows, for Go code that sent the request; nil for others.
	version  int64         // Of the one record that the response shows, for its entity tag; 0 for others.
	listed   bool          // The response shows several records or none: its entity tag is weak.
	varies   bool          // The response depends on the header Accept.
	change   string        // ID of the change that a write made; "" for none.
	minimal  bool          // The client asked for no representation (RFC 7240).
	counts   *listTotals   // Of a list; nil for other responses.
	document *feedDocument // Is sent in the place of the JSON; nil for none.
	stream   *query.FeedStream
	live     *changefeed.Stream      // Is sent in the place of the JSON; nil for none.
	replayed *request.StoredResponse // Is sent in the place of all of it; nil for none.
	outdated int64                   // Since when a part of the request is deprecated that only it knows; 0 for none.

	// shareable has read all that the response shows, which may be sent to everybody until
	// something is written, or until expires unless that is zero.  Nil for other responses.
	shareable *store.SnapshotReader
	expires   time.Time
}

// deliver returns the delivery of the response that embeds it.
func (d *delivery) deliver() *delivery { return d }

// listTotals has the number of records on all pages of a list, and of pages.
type listTotals struct{ total, pages int64 }

// share returns the reader of a response that may be sent to everybody, nil for others.
func share(r *request.Request) *store.SnapshotReader {
	if !r.Shareable() {
		return nil
	}
	return r.Snapshot
}

// ListInput is a pointer to the input of a list.
type ListInput[I any] interface {
	*I
	records.ListParams
}

// ItemInput is a pointer to the input of a request about one record.
type ItemInput[I any] interface {
	*I
	// Key returns the key of the record that the path names.
	Key() records.Key
}

// CreateInput is a pointer to the input of a request that creates a record.
type CreateInput[I any, R model.Record] interface {
	*I
	// Input returns the body, which is filled.
	Input() mutate.Input[R]
}

// UpdateInput is a pointer to the input of a request that changes a record.
type UpdateInput[I any, R model.Record] interface {
	ItemInput[I]
	Input() mutate.Input[R]
}

// ListOperation registers the list of a resource.  In all operations I is the
// input type, which describes the request, and V the type of the response body.
func ListOperation[I, V any, P ListInput[I]](
	a *API, op huma.Operation, k *model.Resource, page func(*records.Page) *V,
) {
	args := model.ArgsOf[I]()
	a.lists[k] = func() records.ListParams { return P(new(I)) }
	if slices.ContainsFunc(args, func(arg *model.Arg) bool { return arg.Name == "changes_since" }) {
		a.doc.AddSync(openapi.SchemaNames(reflect.TypeFor[V](), ""))
		op.Errors = append(slices.Clip(op.Errors), http.StatusGone)
	}
	handle(a, op, k, args, a.Env.Begin, func(h *http.Request, r *request.Request, in *I) (*ListResponse[V], error) {
		if r.ChangesSince.IsPresent() {
			return syncResponse(a, r, k, P(in), page)
		}
		p, d, err := a.list(h, r, k, P(in), records.ListOptions{})
		if err != nil {
			return nil, err
		}
		out := &ListResponse[V]{delivery: d, Link: linkHeader(p.Next, p.Previous)}
		if r.Feed == nil {
			out.Body = page(p)
		}
		return out, nil
	})
}

// list reads a page of a list, or the feed of it in the format that was sent.
func (a *API) list(
	h *http.Request, r *request.Request, k *model.Resource, in records.ListParams, o records.ListOptions,
) (*records.Page, delivery, error) {
	a.Records.Reads.Watch(r)
	varies := a.chooseFormat(h, r, k, k.Feeds, in)
	p, err := a.Records.List(r, k, in, o)
	if err != nil {
		return nil, delivery{}, err
	}
	d := delivery{
		listed: true, varies: varies, counts: &listTotals{p.Total, p.Pages}, stream: p.Stream,
	}
	if p.Stream == nil {
		d.shareable, d.expires = share(r), r.ExpiresAt
		if r.Feed != nil {
			d.document, err = writeFeed(r, k, p.Self, p.Records...)
		}
	}
	return p, d, err
}

// ReadOperation registers the single read of a resource, by id or by slug.
func ReadOperation[I any, P ItemInput[I], R model.Record, V any](
	a *API, op huma.Operation, k *model.Resource, view func(*views.View, R) *V,
) {
	a.members[k] = membersOf(reflect.TypeFor[V]())
	a.Records.SetView(k, func(v *views.View, m model.Record) any { return view(v, m.(R)) })
	args := model.ArgsOf[I]()
	handle(a, op, k, args, a.Env.Begin, func(h *http.Request, r *request.Request, in *I) (*Response[V], error) {
		a.Records.Reads.Watch(r)
		varies := a.chooseFormat(h, r, k, k.Feeds, in)
		key := P(in).Key()
		if r.AsOf.IsSet() {
			m, err := a.readAsOf(r, k, key)
			if err != nil {
				return nil, err
			}
			return &Response[V]{delivery: delivery{listed: true, varies: varies}, Status: http.StatusOK, Body: m.View.(*V)}, nil
		}
		m, err := a.Records.Get(r, k, key)
		if err != nil {
			return nil, a.moved(h, r, k, key, err)
		}
		out := &Response[V]{
			delivery: delivery{
				record:    m.Record,
				version:   m.Common().Version,
				varies:    varies,
				shareable: share(r),
				expires:   r.ExpiresAt,
			},
			Status: http.StatusOK,
		}
		if r.Feed != nil {
			out.document, err = writeFeed(r, k, a.Env.Deployment.RecordURL(k.Plural, m.Common().ID), *m)
			return out, err
		}
		out.Body = m.View.(*V)
		return out, nil
	})
	if strings.HasSuffix(op.Path, "/{id}") {
		registerHistory[V](a, op, k)
	}
}

// CreateOperation registers the create of a resource.
func CreateOperation[I any, P CreateInput[I, R], R model.Record, V any](
	a *API, op huma.Operation, k *model.Resource, _ func(*views.View, R) *V,
) {
	op.DefaultStatus = http.StatusCreated
	args := model.ArgsOf[I]()
	handle(a, op, k, args, beginWrite(a, k), func(_ *http.Request, r *request.Request, in *I) (*Response[V], error) {
		m, err := a.Records.Create(r, k, mutate.RequestBody(P(in).Input()))
		if err != nil {
			return nil, err
		}
		out := written[V](r, m)
		if out.Status = http.StatusCreated; !r.Dry && m.Replayed == nil {
			out.Location = a.Env.Deployment.RecordURL(k.Plural, m.Common().ID)
		}
		return out, nil
	}).inBatches(k.Permissions.CanCreate)
}

// UpdateOperation registers the update of a resource.
func UpdateOperation[I any, P UpdateInput[I, R], R model.Record, V any](
	a *API, op huma.Operation, k *model.Resource, _ func(*views.View, R) *V,
) {
	for _, op := range updates(op, "-post", "-put", "") {
		args := openapi.UpdateArgs(model.ArgsOf[I]())
		handle(a, op, k, args, beginWrite(a, k), func(_ *http.Request, r *request.Request, in *I) (*Response[V], error) {
			m, err := a.Records.Update(r, k, P(in).Key(), mutate.RequestBody(P(in).Input()))
			if err != nil {
				return nil, err
			}
			return written[V](r, m), nil
		}).inBatches(k.Permissions.CanWrite)
	}
}

// ActionOperation registers an action on a record of a resource.
func ActionOperation[I any, P UpdateInput[I, R], R model.Record, V any](
	a *API, op huma.Operation, k *model.Resource, act *model.Action, _ func(*views.View, R) *V,
) {
	op.Metadata = map[string]any{openapi.ActionKey: act}
	args := model.ArgsOf[I]()
	handle(a, op, k, args, a.Env.Begin, func(_ *http.Request, r *request.Request, in *I) (*Response[V], error) {
		m, err := a.Records.Update(r, k, P(in).Key(), mutate.RequestBody(P(in).Input()))
		if err != nil {
			return nil, err
		}
		return written[V](r, m), nil
	}).inBatches(func(c auth.Caller) bool { return k.MayAct(act, c) })
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
func DeleteOperation[I any, P ItemInput[I], R model.Record, V any](
	a *API, op huma.Operation, k *model.Resource, _ func(*views.View, R) *V,
) {
	args := model.ArgsOf[I]()
	handle(a, op, k, args, beginRecord(a.Env, k), func(_ *http.Request, r *request.Request, in *I) (*Response[V], error) {
		m, err := a.Records.Delete(r, k, P(in).Key())
		if err != nil {
			return nil, err
		}
		return written[V](r, m), nil
	}).inBatches(k.Permissions.CanWrite)
}

// written returns the response to a write: the record as a read returns it, or the stored
// response of an earlier request with the same idempotency key.  A dry run leaves no record
// with a version.
func written[V any](r *request.Request, m *records.Record) *Response[V] {
	out := &Response[V]{delivery: delivery{minimal: r.PrefersMinimal}, Status: http.StatusOK}
	if m.Replayed != nil {
		out.replayed, out.version = m.Replayed, m.Replayed.Version
		return out
	}
	out.record, out.change = m.Record, m.Change
	if out.Body = m.View.(*V); !r.Dry {
		out.version = m.Common().Version
	}
	return out
}

// Generated input types embed the following types.  Their tags document the parameters
// and fill them: see model.Arg and param.Plan.

// Decode fills an input, a pointer to a struct, as the tags of its fields say, and the call
// as the types that it embeds say.  What is wrong is an error of Params.
func Decode(r *request.Request, in any) {
	r.DecodeCommon()
	param.Fill(r.Params, in)
	v := reflect.ValueOf(in).Elem()
	for _, index := range callPartsOf(v.Type()) {
		v.FieldByIndex(index).Interface().(callPart).apply(r)
	}
}

// callPart is a part of inputs that says something of the call, such as its conditions.
type callPart interface {
	// apply notes in the call what the request says.
	apply(r *request.Request)
}

var (
	_ callPart = ListHeaders{}
	_ callPart = ItemHeaders{}
	_ callPart = WriteHeaders{}
	_ callPart = UploadHeaders{}
	_ callPart = DryRun{}
	_ callPart = Force{}
	_ callPart = ApplyTo{}
	_ callPart = Overrides{}
	_ callPart = AsOf{}
	_ callPart = ChangesSince{}
)

// callParts has the places of the parts in each type of input.
var callParts sync.Map // [][]int by reflect.Type.

// callPartsOf returns the places of the parts in a type of input.
func callPartsOf(input reflect.Type) [][]int {
	if known, ok := callParts.Load(input); ok {
		return known.([][]int)
	}
	var found [][]int
	var look func(t reflect.Type, at []int)
	look = func(t reflect.Type, at []int) {
		for i := range t.NumField() {
			f, index := t.Field(i), append(slices.Clip(at), i)
			switch {
			case !f.Anonymous:
			case f.Type.PkgPath() == reflect.TypeFor[callPart]().PkgPath() && f.Type.Implements(reflect.TypeFor[callPart]()):
				found = append(found, index)
			default:
				look(f.Type, index)
			}
		}
	}
	look(input, nil)
	callParts.Store(input, found)
	return found
}

// ListHeaders are the headers that reads take.
type ListHeaders struct {
	IfNoneMatch param.Opt[string] `header:"If-None-Match" doc:"ETags the client holds. Reads return 304 if unchanged; writes return 412 if one matches."`
}

// ItemHeaders are the headers that requests about one record take.
type ItemHeaders struct {
	ListHeaders
	IfMatch param.Opt[string] `header:"If-Match" doc:"ETags of the record as the client last saw it. Returns 412 if it has changed."`
}

func (in ListHeaders) apply(r *request.Request) { r.IfNoneMatch = tagsOf(in.IfNoneMatch) }

func (in ItemHeaders) apply(r *request.Request) {
	in.ListHeaders.apply(r)
	r.IfMatch = tagsOf(in.IfMatch)
}

// tagsOf returns the entity tags of a header, nil if it was not sent.
func tagsOf(header param.Opt[string]) *etag.Tags {
	if !header.IsSet() {
		return nil
	}
	return etag.ParseTags(header.Value)
}

// WriteHeaders are the headers that writes take.
type WriteHeaders struct {
	IdempotencyKey param.Opt[string] `header:"Idempotency-Key" example:"{{$guid}}" doc:"Idempotency key. For 24 h, repeats return the same response; a different request gets 422."`
	Prefer         string            `header:"Prefer" doc:"return=minimal for an empty response (RFC 7240)"`
}

func (in WriteHeaders) apply(r *request.Request) {
	returned, _ := preferenceOf(in.Prefer, "return")
	r.Idempotency.Key, r.PrefersMinimal = in.IdempotencyKey, strings.EqualFold(returned, "minimal")
}

// UploadHeaders are the headers that uploads take.
type UploadHeaders struct {
	Disposition    string            `header:"Content-Disposition" doc:"Name of the file in the body. Example: attachment; filename=\"image.png\""`
	IdempotencyKey param.Opt[string] `header:"Idempotency-Key" example:"{{$guid}}" doc:"Idempotency key. For 24 h, repeats return the same response; a different request gets 422."`
}

func (in UploadHeaders) apply(r *request.Request) { r.Idempotency.Key = in.IdempotencyKey }

// DryRun is the parameter that rolls a write back after it was tried.
type DryRun struct {
	DryRun bool `query:"dry_run" default:"false" doc:"Validate and return the result without saving anything"`
}

func (in DryRun) apply(r *request.Request) { r.Dry = in.DryRun }

// Force is the parameter that deletes a post instead of moving it to the trash.
type Force struct {
	Force bool `query:"force" default:"false" doc:"Delete permanently instead of moving to the trash"`
}

func (in Force) apply(r *request.Request) { r.Force = in.Force }

// ApplyTo are the parameters of a write to records that may be one date of a series.
type ApplyTo struct {
	ApplyTo       string           `query:"apply_to" default:"this" enum:"this,following,all" doc:"Dates of the series to change: this one, this and all following ones, or all"`
	SeriesVersion param.Opt[int64] `query:"series_version" doc:"With apply_to=following or all: version of the series the client saw. Returns 409 if it has changed."`
}

func (in ApplyTo) apply(r *request.Request) {
	r.Series.ApplyTo, r.Series.Version = series.Scope(in.ApplyTo), in.SeriesVersion
}

// Overrides is the parameter of an update of several dates of a series.
type Overrides struct {
	Overrides string `query:"overrides" default:"keep" enum:"keep,replace" doc:"With apply_to=following or all: whether individually edited dates keep those edits or also get the fields sent"`
}

func (in Overrides) apply(r *request.Request) { r.Series.Replace = in.Overrides == "replace" }

// linkHeader words the neighbours of a page, "" for none, as a Link header (RFC 8288).
func linkHeader(next, previous string) string {
	var parts []string
	if next != "" {
		parts = append(parts, "<"+next+`>; rel="next"`)
	}
	if previous != "" {
		parts = append(parts, "<"+previous+`>; rel="prev"`)
	}
	return strings.Join(parts, ", ")
}

// chooseFormat sets the feed format of a read: that of the parameter format, else the one
// that the header Accept prefers.  It reports whether the response depends on Accept.
func (a *API) chooseFormat(
	h *http.Request, r *request.Request, k *model.Resource, formats []model.FeedFormat, in any,
) (varies bool) {
	if len(formats) == 0 {
		return false
	}
	varies = !r.Named("format")
	asked, preferred := "", ""
	if in, ok := in.(interface{ FeedName() string }); ok {
		asked = in.FeedName()
	}
	if varies && h.Header["Accept"] != nil {
		var media []string
		for _, f := range formats {
			media = append(media, f.MediaType)
		}
		preferred = accept.MediaType(h.Header["Accept"], media...)
	}
	for _, f := range formats {
		if f.MediaType == preferred || f.Name == asked {
			r.Feed = &request.Feed{FeedFormat: f, FeedWriter: a.feeds[k](r, k, f.Name)}
		}
	}
	return varies
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

// setHeader sets the header Deprecation (RFC 9745) if the request uses something
// deprecated.  Values are nil when the parameters could not be read; then only a
// deprecated route is named.
func (d deprecations) setHeader(h http.Header, values *param.Values) {
	since := d.whole
	if values != nil {
		since = d.since(values.Lookup)
	}
	setDeprecation(h, since)
}

// setDeprecation sets the header Deprecation to a time in unix seconds, unless that is 0.
func setDeprecation(h http.Header, since int64) {
	if since != 0 {
		h.Set("Deprecation", "@"+strconv.FormatInt(since, 10))
	}
}
