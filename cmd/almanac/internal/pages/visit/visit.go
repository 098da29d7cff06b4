package visit

import (
	"net/http"
	"time"

	"almanac/generated"
	"almanac/runtime/filter"
	"almanac/runtime/httpapi"
	"almanac/runtime/identity"
	"almanac/runtime/model"
	"almanac/runtime/param"
	"almanac/runtime/records"
	"almanac/runtime/recurrence"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// List is a list of events as the API reads it.
type List struct {
	Params  map[string]string
	Options records.ListOptions
}

// Visit reads records for a page as the API shows them to an anonymous caller, also where
// everybody may act as the administrator: what a page shows, anybody may see.  All errors are
// *apierror.Error, whose Params name the parameters that are wrong.
type Visit struct {
	api     *httpapi.API
	w       http.ResponseWriter
	r       *http.Request
	watcher *store.SnapshotReader // Of everything that the page reads; nil when it is not to be cached.
	found   map[string][]int64    // IDs of records that were read, by table: lists do not look them up again.
	lookups filter.Lookups        // What filters name.
	until   time.Time             // When the page becomes another one although nothing is written.
}

// New returns the visit of a request.
func New(api *httpapi.API, w http.ResponseWriter, r *http.Request) *Visit {
	v := &Visit{api: api, w: w, r: r, found: map[string][]int64{}, lookups: filter.Lookups{}, until: dayAgain(api.Env)}
	if httpapi.IsCacheable(w) {
		v.watcher = api.Env.Store.SnapshotReader()
	}
	return v
}

// dayAgain returns the next time at which the day of the site may be another one.  Days end at
// a quarter of an hour, but for those of zones with odd offsets.
func dayAgain(env *request.Env) time.Time {
	const quarter = 15 * time.Minute
	now, zone := env.Clock(), env.Deployment.Zone
	next := now.Truncate(quarter).Add(quarter)
	if !zone.Day(next).Equal(zone.Day(now)) {
		next = now.Truncate(time.Minute).Add(time.Minute)
	}
	return next
}

// Share has the page sent for all requests like this one, until something is written or the
// day ends.  Call it once everything is read, for a page that depends on nothing but its
// address, the day and what was read.
func (v *Visit) Share() { httpapi.CacheUntil(v.r.Context(), v.w, v.watcher, v.until) }

// ExpireAt has the page sent no longer than until a time, from which on it says something
// else although nothing is written.
func (v *Visit) ExpireAt(at time.Time) {
	if at.Before(v.until) {
		v.until = at
	}
}

// call returns a call without credentials.
func (v *Visit) call() *request.Request {
	r := v.api.Records.Anonymous(v.r.Context())
	r.Found, r.Lookups, r.Snapshot = v.found, v.lookups, v.watcher
	return r
}

// lists has the parameters of the list of each resource.
var lists = map[string]func() records.ListParams{
	"event":     func() records.ListParams { return new(generated.EventList) },
	"venue":     func() records.ListParams { return new(generated.VenueList) },
	"organizer": func() records.ListParams { return new(generated.OrganizerList) },
	"category":  func() records.ListParams { return new(generated.CategoryList) },
	"tag":       func() records.ListParams { return new(generated.TagList) },
}

// listCall returns a call for the list of a resource, and the parameters of the list, as a
// client would send them.
func (v *Visit) listCall(resource string, sent map[string]string) (*request.Request, records.ListParams) {
	tree := make(map[string]any, len(sent))
	for name, value := range sent {
		tree[name] = value
	}
	r, params := v.call(), lists[resource]()
	r.SetValues(param.NewValues(tree))
	httpapi.Decode(r, params)
	return r, params
}

// List returns a page of the list of a resource, as its route does for the parameters, with
// the options.
func (v *Visit) List(resource string, params map[string]string, o records.ListOptions) (*records.Page, error) {
	r, in := v.listCall(resource, params)
	return v.run(resource, r, in, o)
}

// Names returns records in a language by their names; see records.Service.Names.
func (v *Visit) Names(
	language string, sources []records.NameSource, words []string, limit int,
) ([]records.NamedRecord, error) {
	r := v.call()
	r.Language = language
	list, err := v.api.Records.Names(r, sources, words, limit)
	return list, v.apiError(err)
}

// Count returns how many events each of the lists has.
func (v *Visit) Count(lists []List) ([]int64, error) {
	all := make([]records.CountedList, len(lists))
	for i, list := range lists {
		r, in := v.listCall("event", list.Params)
		all[i] = records.CountedList{Request: r, Params: in, Options: list.Options}
	}
	r := v.call()
	totals, err := v.api.Records.CountLists(r, v.api.Env.Resource("event"), all)
	if err == nil && !r.ExpiresAt.IsZero() {
		v.ExpireAt(r.ExpiresAt)
	}
	return totals, v.apiError(err)
}

// First returns the first records of the list of a resource without counting the others; the
// URLs of terms do not name those above them.
func (v *Visit) First(resource string, params map[string]string, size int64) ([]records.Record, error) {
	r, in := v.listCall(resource, params)
	o := records.ListOptions{PageSize: size, Uncounted: true, WithoutLinks: v.api.Env.Resource(resource).Hierarchical}
	page, err := v.run(resource, r, in, o)
	if err != nil {
		return nil, err
	}
	return page.Records, nil
}

// run reads a page of a list.
func (v *Visit) run(
	resource string, r *request.Request, in records.ListParams, o records.ListOptions,
) (*records.Page, error) {
	page, err := v.api.Records.List(r, v.api.Env.Resource(resource), in, o)
	if err == nil && !r.ExpiresAt.IsZero() {
		v.ExpireAt(r.ExpiresAt)
	}
	return page, v.apiError(err)
}

// apiError returns an error as the *apierror.Error that it is, and logs what that does not say.
func (v *Visit) apiError(err error) error {
	if err == nil {
		return nil
	}
	return v.api.APIError(v.r, err)
}

// Heads returns the slugs and last changes of the posts on a page of a list, and the number
// of posts on all pages.
func (v *Visit) Heads(
	resource string, params map[string]string, o records.ListOptions,
) ([]records.Head, int64, error) {
	r, in := v.listCall(resource, params)
	list, total, err := v.api.Records.Heads(r, v.api.Env.Resource(resource), in, o)
	return list, total, v.apiError(err)
}

// Read returns the record with the slug.
func (v *Visit) Read(resource, slug string) (*records.Record, error) {
	k := v.api.Env.Resource(resource)
	m, err := v.api.Records.Get(v.call(), k, records.SlugKey(slug))
	if err == nil && !m.Hidden {
		v.found[k.Plural] = append(v.found[k.Plural], m.Common().ID)
	}
	return m, v.apiError(err)
}

// ReadFormer returns the record that had the slug until it got another one.
func (v *Visit) ReadFormer(resource, slug string) (*records.Record, error) {
	m, err := v.api.Records.GetFormer(v.call(), v.api.Env.Resource(resource), records.SlugKey(slug))
	return m, v.apiError(err)
}

// NextDates returns the series of a record, and its next dates with some of their columns.
func (v *Visit) NextDates(
	seen *records.Record, columns []string, limit int64,
) (*records.Series, []model.Record, error) {
	series, list, err := v.api.Records.NextDates(v.call(), seen.Record, columns, limit)
	return series, list, v.apiError(err)
}

// Patterns returns how the series repeat of which records are dates, by their IDs.
func (v *Visit) Patterns(found []records.Record) (map[int64]recurrence.Pattern, error) {
	var ids []int64
	for _, seen := range found {
		if o := model.OccurrenceOf(seen.Record); o != nil {
			ids = append(ids, o.SeriesID)
		}
	}
	all, err := v.api.Records.VisiblePatterns(v.call(), v.api.Env.Resource("event"), ids)
	return all, v.apiError(err)
}

// Preview returns a record that is not stored as read would return it.
func (v *Visit) Preview(m model.Record) *records.Record {
	k := m.Resource()
	v.found[k.Plural] = append(v.found[k.Plural], m.Common().ID)
	return v.api.Records.Show(v.call(), m)
}

// Get returns the record with an ID.
func (v *Visit) Get(resource string, id int64) (*records.Record, error) {
	m, err := v.api.Records.Get(v.call(), v.api.Env.Resource(resource), records.Key{ID: id})
	return m, v.apiError(err)
}

// Longest returns how many seconds the longest record of a resource lasts.
func (v *Visit) Longest(resource string) (int64, error) {
	seconds, err := v.api.Records.Longest(v.call(), v.api.Env.Resource(resource))
	return seconds, v.apiError(err)
}

// Identity returns what administrators have set about the site, without a statement if the
// page has read something at a snapshot at which it is known.
func (v *Visit) Identity() (identity.Identity, error) {
	return v.api.Env.Identity.Read(v.r.Context(), v.api.Env.Store, v.watcher)
}
