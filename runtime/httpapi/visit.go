package httpapi

import (
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/uptrace/bun"

	"almanac/runtime/auth"
	"almanac/runtime/identity"
	"almanac/runtime/model"
	"almanac/runtime/param"
	"almanac/runtime/query"
	"almanac/runtime/request"
	"almanac/runtime/store"
	"almanac/runtime/views"
)

// Visit reads records for a page, as the interface shows them to somebody
// without credentials: any client, also where everybody may act as
// the administrator.  It takes the way of a read of the interface, so that a page
// never shows what an anonymous caller may not see.
type Visit struct {
	api     *API
	http    *http.Request
	watcher *store.SnapshotReader // Of everything that the page reads; nil when it is not to be kept.
	found   map[string][]int64    // IDs of records that were read, by table: lists do not look them up again.
	until   time.Time             // When the page becomes another one although nothing is written.
}

// Seen is a record that an anonymous caller may see.
type Seen struct {
	View     any    // What the interface answers for it, such as *generated.EventView.
	Language string // Language of the record, "" where the deployment knows none.
	Locked   bool   // A password protects the record; its content is left out of View.
}

// SeenPage is one page of a list.
type SeenPage struct {
	Records []Seen
	Total   int64 // Records on all pages.
	Pages   int64 // Number of pages; 0 when there are no records.
}

// resourceBindings is what a resource's operations were registered with.
type resourceBindings struct {
	params  func() query.ListParams
	view    func(*views.View, model.Record) any
	members map[string]bool       // Of a record in responses.
	feed    request.NewFeedWriter // Nil for a resource without feeds.
}

// bindingsOf returns what is noted about how a resource is shown.
func (a *API) bindingsOf(k *model.Resource) *resourceBindings {
	if a.bindings == nil {
		a.bindings = map[string]*resourceBindings{}
	}
	if a.bindings[k.Name] == nil {
		a.bindings[k.Name] = &resourceBindings{}
	}
	return a.bindings[k.Name]
}

// Visit begins a visit by the client of a request.
func (a *API) Visit(h *http.Request) *Visit {
	v := &Visit{api: a, http: h, found: map[string][]int64{}, until: dayAgain(a.Env)}
	if request.StateOf(h.Context()).Key != "" {
		v.watcher = a.Env.Store.SnapshotReader()
	}
	return v
}

// dayAgain returns when to ask again which day it is in the site's zone.  Days end
// at a quarter of an hour, but for those of zones with odd offsets.
func dayAgain(env *request.Env) time.Time {
	const quarter = 15 * time.Minute
	now, zone := env.Clock(), env.Deployment.Zone
	next := now.Truncate(quarter).Add(quarter)
	if zone.At(next).StartOfDay() != zone.At(now).StartOfDay() {
		next = now.Truncate(time.Minute).Add(time.Minute)
	}
	return next
}

// Keep has the page given to every client that asks the same, until something is
// written or the day ends.  Call it once everything is read, for a page that
// depends on nothing but its address, the day and what was read.
func (v *Visit) Keep() {
	x := request.StateOf(v.http.Context())
	if v.watcher == nil || !x.Wanted {
		return
	}
	x.Snapshot, x.ExpiresAt = v.watcher.Snapshot(v.http.Context()), v.until
}

// ExpireAt has the page given no longer than until a time, from which on it says something
// else although nothing is written.
func (v *Visit) ExpireAt(at time.Time) {
	if at.Before(v.until) {
		v.until = at
	}
}

// request returns a request of the interface without credentials, format and
// preconditions: those of the page's request are not about records.
func (v *Visit) request(params map[string]string) *request.Request {
	tree := make(map[string]any, len(params))
	for name, value := range params {
		tree[name] = value
	}
	x := request.StateOf(v.http.Context())
	bare := &http.Request{Method: http.MethodGet, URL: &url.URL{Path: v.http.URL.Path}, Header: http.Header{}}
	return &request.Request{
		Env: v.api.Env, HTTP: bare.WithContext(v.http.Context()), Values: param.NewValues(tree),
		Caller: auth.Caller{Role: auth.RoleAnonymous}, Now: v.api.Env.Clock(), State: &request.State{ID: x.ID, Address: x.Address, Found: v.found}, Snapshot: v.watcher,
	}
}

// List answers a page of the resource's list, as its route does for the parameters.
// With most above 0 a page has that many records, however many a page of the
// interface has.  The dates of the parameters in ownClock are local times that
// compare with the local times of each record, in its own zone.  The error is a *apierror.Error, whose Params name faulty
// parameters.
func (v *Visit) List(kind string, params map[string]string, most int64, ownClock ...string) (*SeenPage, error) {
	r := v.request(maps.Clone(params))
	r.PageSize, r.OwnClock = most, ownClock
	return v.list(kind, r)
}

// First answers the first records of the resource's list, most at most, as List does but
// without counting the others; the URLs of terms do not name those above them.
func (v *Visit) First(kind string, params map[string]string, most int64) ([]Seen, error) {
	r := v.request(maps.Clone(params))
	r.PageSize, r.Uncounted, r.WithoutPaths = most, true, true
	page, err := v.list(kind, r)
	if err != nil {
		return nil, err
	}
	return page.Records, nil
}

// list answers the page of a list that a request asks for.
func (v *Visit) list(kind string, r *request.Request) (*SeenPage, error) {
	k := v.api.Env.Resource(kind)
	r.SharesRecords = v.watcher != nil
	return operate(v.api, r, func(r *request.Request) (*SeenPage, error) {
		show := v.api.bindingsOf(k)
		page, err := v.api.Reads.List(r, k, show.params())
		if err != nil {
			return nil, err
		}
		if !r.ExpiresAt.IsZero() {
			v.ExpireAt(r.ExpiresAt)
		}
		list := &SeenPage{Total: page.Total, Pages: page.Pages}
		for _, m := range page.Records {
			list.Records = append(list.Records, seen(r, show, m, false))
		}
		return list, nil
	})
}

// Heads answers the slugs and last changes of the posts on a page of the resource's list,
// and the number of posts on all pages, without their content.  A page has most records.
// The error is a *apierror.Error.
func (v *Visit) Heads(kind string, params map[string]string, most int64) (heads []query.RecordSummary, total int64, err error) {
	k := v.api.Env.Resource(kind)
	r := v.request(params)
	r.PageSize = most
	_, err = operate(v.api, r, func(r *request.Request) (*struct{}, error) {
		heads, total, err = v.api.Reads.Heads(r, k, v.api.bindingsOf(k).params())
		return nil, err
	})
	return heads, total, err
}

// Read answers the record with the slug, as its route does, but for protected
// records: they are answered as lists show them.  The error is a *apierror.Error.
func (v *Visit) Read(kind, slug string) (*Seen, error) { return v.read(kind, "slug", slug) }

// ReadID answers the record with the ID, as Read does.
func (v *Visit) ReadID(kind string, id int64) (*Seen, error) {
	return v.read(kind, "id", strconv.FormatInt(id, 10))
}

// read answers the record that a path names by its slug or its id.
func (v *Visit) read(kind, name, value string) (*Seen, error) {
	k := v.api.Env.Resource(kind)
	r := v.request(nil)
	r.HTTP.SetPathValue(name, value)
	return operate(v.api, r, func(r *request.Request) (*Seen, error) {
		key, err := query.PathKey(r, k)
		if err != nil {
			return nil, err
		}
		m, err := query.Find(r.Context(), r, r.Reader(), k, key, false)
		if err != nil {
			return nil, err
		}
		post, isPost := m.(model.PostRecord)
		locked := isPost && k.Permissions.CanRead(r.Caller, post.AsPost().Author, post.AsPost().Status) && r.Locked(k, post.AsPost())
		if locked {
			seen := seen(r, v.api.bindingsOf(k), m, false)
			return &seen, nil
		}
		if err := v.api.Reads.Readable(r, m); err != nil {
			return nil, err
		}
		if err := query.Attach(r.Context(), r, r.Reader(), k, []model.Record{m}); err != nil {
			return nil, err
		}
		v.found[k.Plural] = append(v.found[k.Plural], m.Common().ID)
		seen := seen(r, v.api.bindingsOf(k), m, true)
		return &seen, nil
	})
}

// Identity returns what administrators have set about the site, without a statement if the
// page has read something at a snapshot at which it is known.
func (v *Visit) Identity() (identity.Identity, error) {
	return v.api.Env.Identity.Read(v.http.Context(), v.api.Env.Store, v.watcher)
}

// Longest returns how many seconds the longest record of a resource lasts that has a
// start and an end, 0 when there is none.  What has not ended at some time has
// begun no earlier than that before it.  The error is a *apierror.Error.
func (v *Visit) Longest(kind string) (int64, error) {
	k := v.api.Env.Resource(kind)
	seconds, err := operate(v.api, v.request(nil), func(r *request.Request) (*int64, error) {
		var longest int64
		s := r.Env.Store
		sq := s.Builder().NewSelect().TableExpr("?", bun.Ident(k.Plural)).ColumnExpr("COALESCE(MAX(duration), 0)")
		return &longest, r.Reader().Query(r.Context(), store.Statement{SQL: sq.String(), ScanRow: func(row store.Row) error { return row.Scan(&longest) }})
	})
	if err != nil {
		return 0, err
	}
	return *seconds, nil
}

// seen shows a record; single ones tell more than those of lists.
func seen(r *request.Request, show *resourceBindings, m model.Record, single bool) Seen {
	one := Seen{View: show.view(&views.View{Request: r, Single: single, ForPage: true}, m), Language: model.LanguageOf(m)}
	if p, ok := m.(model.PostRecord); ok {
		one.Locked = r.Locked(m.Resource(), p.AsPost())
	}
	return one
}

// operate runs what an operation does with records: what has come due is published
// first, and there has to be room for it.  The error is a *apierror.Error.
func operate[O any](a *API, r *request.Request, run func(*request.Request) (*O, error)) (*O, error) {
	out, err := admitted(a, r, func(r *request.Request) (*O, error) {
		if err := a.Writes.PublishDue(r.Context(), r.Now); err != nil {
			return nil, err
		}
		return run(r)
	})
	if err != nil {
		return nil, a.Fault(r.HTTP, err)
	}
	return out, nil
}
