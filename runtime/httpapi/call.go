package httpapi

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"

	"almanac/runtime/apierror"
	"almanac/runtime/filter"
	"almanac/runtime/model"
	"almanac/runtime/param"
	"almanac/runtime/query"
	"almanac/runtime/request"
	"almanac/runtime/views"
)

// Call runs operations of the API for a handler beside it that shows the same records in
// another form.  The caller and the limits are those of the request, so that the handler
// allows exactly what the API allows.  All errors are *apierror.Error.
type Call struct {
	Request *request.Request // As it was sent.
	api     *API
}

// Shown is a record as the API shows it.
type Shown struct {
	Record model.Record    // Nil for the response to a write that an Idempotency-Key repeats.
	JSON   json.RawMessage // The response of the API.
	Locked bool            // A password protects the record; its content is left out.
}

// ShownPage is one page of a list.
type ShownPage struct {
	Records []Shown
	Total   int64 // Records on all pages.
	Pages   int64 // Number of pages; 0 when there are no records.
}

// Selection is what a list has to show.
type Selection struct {
	Params  map[string]any // Parameters of the API's list, by their names.
	PerPage int64          // Records on a page, which may be more than a page of the API has.
	Include []int64        // Only the posts with these IDs; nil for all.
	Slug    string         // Only the post with this slug; "" for all.
}

// Call begins a call: it authenticates the request and reads its parameters.
func (a *API) Call(h *http.Request) (*Call, error) {
	r, err := a.Env.Begin(h)
	if err != nil {
		return nil, a.Fault(h, err)
	}
	return &Call{Request: r, api: a}, nil
}

// Method returns the method of the request, or that which its form names.
func (c *Call) Method() (string, error) {
	err := override(c.Request)
	if named := c.Request.State.Override; named != "" {
		return named, nil
	}
	return c.Request.HTTP.Method, err
}

// List returns a page of the list of a resource.  Records that lists of the API leave out
// are listed too.
func (c *Call) List(k *model.Resource, s Selection) (*ShownPage, error) {
	r := c.request(0, s.Params)
	r.PageSize = s.PerPage
	return operate(c.api, r, func(r *request.Request) (*ShownPage, error) {
		page, err := c.api.Reads.List(r, k, &selected{c.api.bindingsOf(k).params(), s})
		if err != nil {
			return nil, err
		}
		list := &ShownPage{Total: page.Total, Pages: page.Pages}
		for _, m := range page.Records {
			one, err := c.show(m, &views.View{Request: r})
			if err != nil {
				return nil, err
			}
			list.Records = append(list.Records, *one)
		}
		return list, nil
	})
}

// selected adds a Selection to the parameters of a list.
type selected struct {
	query.ListParams
	Selection
}

// Filter narrows the list.
func (p *selected) Filter(ctx context.Context, q *filter.Query) {
	q.ShowHidden = true
	if p.Include != nil {
		filter.Include(ctx, q, "include", param.Of(p.Include))
	}
	p.ListParams.Filter(ctx, q)
	if p.Slug != "" {
		filter.SlugEquals(q, "slug", param.Of(p.Slug))
	}
}

// Read returns the record with the ID.  A protected one is shown without its content unless
// a password was sent.
func (c *Call) Read(k *model.Resource, id int64, params map[string]any) (*Shown, error) {
	return operate(c.api, c.request(id, params), func(r *request.Request) (*Shown, error) {
		m, err := c.api.Reads.Read(r, k)
		f := apierror.As(err)
		locked := f != nil && f.Code == k.Name+"-password-protected" && r.Password == ""
		if err != nil && !locked {
			return nil, err
		}
		c.Request.State.Listed, c.Request.State.Version = false, m.Common().Version
		return c.show(m, &views.View{Request: r, Single: !locked})
	})
}

// Create makes a record.
func (c *Call) Create(k *model.Resource, params map[string]any) (*Shown, error) {
	return c.write(c.api.Writes.Create, k, 0, params)
}

// Update changes the record with the ID.
func (c *Call) Update(k *model.Resource, id int64, params map[string]any) (*Shown, error) {
	return c.write(c.api.Writes.Update, k, id, params)
}

// Delete moves the record with the ID to the trash, or deletes it permanently.
func (c *Call) Delete(k *model.Resource, id int64, params map[string]any) (*Shown, error) {
	return c.write(c.api.Writes.Delete, k, id, params)
}

// write runs a write.  An Idempotency-Key stores the response of the API, not that of the
// handler.
func (c *Call) write(run func(*request.Request, *model.Resource) (model.Record, error), k *model.Resource, id int64, params map[string]any) (*Shown, error) {
	return operate(c.api, c.request(id, params), func(r *request.Request) (*Shown, error) {
		r.Represent = func(m model.Record, written bool) ([]byte, error) {
			return views.Encode(c.api.bindingsOf(k).view(&views.View{Request: r, Single: !written, AfterWrite: written}, m))
		}
		m, err := run(r, k)
		if err != nil {
			return nil, err
		}
		state := c.Request.State
		state.Listed = false
		if earlier := state.Replay; earlier != nil {
			state.Replay, state.Version = nil, earlier.Version
			return &Shown{JSON: json.RawMessage(earlier.Body)}, nil
		}
		state.Version = m.Common().Version
		return c.show(m, &views.View{Request: r, AfterWrite: true})
	})
}

// request returns the request of an operation, about the record with the ID unless it is 0.
// It has no query: parameters of the handler's own, such as _fields, are about another form.
func (c *Call) request(id int64, params map[string]any) *request.Request {
	r := *c.Request
	r.Values = param.NewValues(params)
	r.HTTP = r.HTTP.WithContext(r.Context())
	r.HTTP.Method, r.HTTP.URL = cmp.Or(r.State.Override, r.HTTP.Method), &url.URL{Path: r.HTTP.URL.Path}
	if id != 0 {
		r.HTTP.SetPathValue("id", strconv.FormatInt(id, 10))
	}
	return &r
}

// show returns a record as the API shows it.
func (c *Call) show(m model.Record, v *views.View) (*Shown, error) {
	body, err := views.Encode(c.api.bindingsOf(m.Resource()).view(v, m))
	one := &Shown{Record: m, JSON: body}
	if p, ok := m.(model.PostRecord); ok {
		one.Locked = v.ContentHidden(m.Resource(), p.AsPost())
	}
	return one, err
}

// Upload begins a call that adds an image, whose file is read as BeginUpload reads it.
func (a *API) Upload(h *http.Request) (*Call, error) {
	r, err := a.BeginUpload(h)
	if err != nil {
		return nil, a.Fault(h, err)
	}
	return &Call{Request: r, api: a}, nil
}

// Run runs another operation of the API for a call, about the record with the ID unless it
// is 0.
func Run[O any](c *Call, id int64, run func(*request.Request) (*O, error)) (*O, error) {
	r := c.request(id, nil)
	r.Values = c.Request.Values
	return operate(c.api, r, run)
}
