package record

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"

	"almanac/runtime/apierror"
	"almanac/runtime/desk"
	"almanac/runtime/desk/page"
	"almanac/runtime/filter"
	"almanac/runtime/model"
	"almanac/runtime/records"
	"almanac/runtime/request"
)

// MaxWhole is the maximum number of records in a CSV file. A longer list is refused, so that
// nobody takes a part for the whole.
const MaxWhole = request.MaxInternalPage

// Whole returns the records of a list without pages, and how many the list has. It returns
// false after it has sent a page about a failure.
func (x *Exchange) Whole(query url.Values) ([]Record, int64, bool) {
	list, total, f := x.Listed(x.Resource, query)
	if f != nil {
		x.Desk.Fail(x.W, x.R, f.Status, x.Translated(f.Message))
	}
	return list, total, f == nil
}

// WriteHeader returns the header of a write that happens once, and to a record as it was shown.
// Either may be "", in forms that the desk has not made.
func WriteHeader(key, tag string) http.Header {
	header := http.Header{}
	if key != "" {
		header.Set("Idempotency-Key", key)
	}
	if tag != "" {
		header.Set("If-Match", tag)
	}
	return header
}

// Exchange is one request to the desk about records of a resource, and its response: what the
// handlers of all pages share.
type Exchange struct {
	*model.Resource

	Desk   *desk.Desk
	Bundle *page.Bundle
	W      http.ResponseWriter
	R      *http.Request
	Stored map[string]bool    // Write-only fields that have a value in the record that was read.
	HTML   map[string]string  // HTML of the record that was read, as it is stored.
	Only   filter.Restriction // What lists are restricted to; the zero value lets everything pass.
	before map[int64]string   // Status before the trash of what was read there, by ID.
	found  map[string][]int64 // IDs of records that searches have found, by their tables: lists do not look them up again.
}

// Of returns the handler of the same request for records of another resource.
func (x *Exchange) Of(res *model.Resource) *Exchange {
	return &Exchange{Desk: x.Desk, Bundle: x.Bundle, Resource: res, W: x.W, R: x.R}
}

// T returns a message in the language of the page.
func (x *Exchange) T(key string, values ...any) string { return x.Bundle.Text(x.R, key, values...) }

// About returns a message about a resource in the language of the page: see page.Phrase.
func (x *Exchange) About(key string, res *model.Resource, values ...any) string {
	return x.Bundle.About(x.R, key, res, values...)
}

// Do sends a request to the API. It returns nil after it has sent a page about a failure
// of the program.
func (x *Exchange) Do(method, path string, query url.Values, header http.Header, body any) *desk.Response {
	resp, err := x.Desk.API.Do(x.R.Context(), method, path, query, header, body)
	if err != nil {
		x.Failed(err)
		return nil
	}
	return resp
}

// Failed sends the page about a failure of the program.
func (x *Exchange) Failed(err error) {
	x.Desk.Env.Log.ErrorContext(x.R.Context(), "request of the desk failed", "error", err)
	x.Desk.Fail(x.W, x.R, http.StatusInternalServerError, x.T("Something went wrong. Try again in a moment."))
}

// UndoOf returns the button that takes changes back and leads back, nil for none: a write may have changed
// nothing.
func (x *Exchange) UndoOf(back string, changes ...string) *page.Undo {
	if changes = Without(changes, ""); len(changes) == 0 {
		return nil
	}
	return &page.Undo{URL: x.Bundle.URL("/undo"), Back: back, Changes: changes}
}

// ReadRecord returns a record for its editors, and its entity tag. It returns nil after it has
// sent a page that says why there is none.
func (x *Exchange) ReadRecord(id string) (Record, string) {
	r, resp := x.Read(id)
	if resp == nil {
		return nil, ""
	}
	if r == nil {
		x.Desk.Fail(x.W, x.R, resp.Status, x.Translated(resp.Err.Message))
		return nil, ""
	}
	return r, resp.Header.Get("ETag")
}

// Read returns a record for its editors, nil for one that the user may not read, and the
// response of the API.  There is no response after it has sent a page about a failure.
func (x *Exchange) Read(id string) (Record, *desk.Response) {
	resp := x.Do(http.MethodGet, "/"+x.Plural+"/"+url.PathEscape(id), url.Values{"context": {"edit"}}, nil, nil)
	if resp == nil || !resp.OK() {
		return nil, resp
	}
	var r Record
	if err := resp.Decode(&r); err != nil {
		x.Failed(err)
		return nil, nil
	}
	x.Stored, x.HTML = resp.Stored(), resp.StoredHTML()
	x.noteTrash(resp.Record())
	return r, resp
}

// noteTrash notes what a record was before the trash, if it is there: that says who may change it.
// No response has it.
func (x *Exchange) noteTrash(rec model.Record) {
	p, ok := rec.(model.PostRecord)
	if !ok || p.AsPost().Status != model.StatusTrash {
		return
	}
	if x.before == nil {
		x.before = map[int64]string{}
	}
	x.before[p.AsPost().ID] = p.AsPost().StatusOutsideTrash()
}

// noteFound notes a record that a search has found.
func (x *Exchange) noteFound(res *model.Resource, id int64) {
	if x.found == nil {
		x.found = map[string][]int64{}
	}
	x.found[res.Plural] = append(x.found[res.Plural], id)
}

// Listed returns the records of a page of a list of a resource, and the total.
func (x *Exchange) Listed(res *model.Resource, query url.Values) ([]Record, int64, *apierror.Error) {
	page, f := x.Desk.API.List(x.R.Context(), res, query, x.found,
		records.ListOptions{Restriction: x.Only, Related: x.Only.Related})
	if f != nil {
		return nil, 0, f
	}
	list := make([]Record, len(page.Records))
	for i, one := range page.Records {
		text, err := one.JSON()
		if err == nil {
			err = json.Unmarshal(text, &list[i])
		}
		if err != nil {
			status := http.StatusInternalServerError
			return nil, 0, apierror.New(status, "", "%s", http.StatusText(status)).WithCause(err)
		}
		if res == x.Resource {
			x.noteTrash(one.Record)
		}
	}
	return list, page.Total, nil
}

// Posted returns the form that was sent. It returns nil after it has sent a page that says
// that it is too large, or ended early.
func (x *Exchange) Posted() url.Values {
	sent, _, _ := x.SentForm()
	return sent
}

// SentForm is posted for forms that may have a file. It returns false after it has sent a
// page.
func (x *Exchange) SentForm() (url.Values, desk.File, bool) {
	sent, file, r, err := x.Desk.ReadForm(x.R)
	var refused *apierror.Error
	switch {
	case err == nil:
		x.R = r
		return sent, file, true
	case !errors.As(err, &refused):
		x.Failed(err)
	case refused.Code == apierror.CodeInvalidParam:
		x.Desk.Fail(x.W, x.R, refused.Status, x.Translated(refused.Message))
	default:
		x.Desk.Fail(x.W, x.R, refused.Status,
			x.T("The form was too large or was cut off on the way. Go back and try again."))
	}
	return nil, desk.File{}, false
}

// ListParam returns the list parameter of a resource with a meaning, nil for none.
func ListParam(res *model.Resource, meaning string) *model.Arg {
	i := slices.IndexFunc(res.ListArgs, func(a *model.Arg) bool { return a.Meaning == meaning })
	if i < 0 {
		return nil
	}
	return res.ListArgs[i]
}

// Render sends a page.
func (x *Exchange) Render(p page.Page) {
	p.Section = x.Plural
	p.Styles = append([]string{"records.css"}, p.Styles...)
	x.Bundle.Render(x.W, x.R, p)
}
