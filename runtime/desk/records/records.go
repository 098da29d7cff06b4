package records

import (
	"embed"
	"errors"
	"html"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"almanac/runtime/apierror"
	"almanac/runtime/desk"
	"almanac/runtime/desk/page"
	"almanac/runtime/model"
	"almanac/runtime/param"
)

//go:embed templates messages assets
var files embed.FS

// Part adds the pages of all resources to a desk.
func Part(d *desk.Desk) {
	p := &pages{desk: d, bundle: d.Bundle(files)}
	d.Front(p.home)
	p.addMedia()
	d.Handle("GET /authors/lookup",
		func(w http.ResponseWriter, r *http.Request) { (&handler{pages: p, w: w, r: r}).lookupAuthors() })
	d.Handle("GET /records/{plural}", p.handler((*handler).list))
	d.Handle("GET /records/{plural}/csv", p.handler((*handler).csv))
	d.Handle("GET /records/{plural}/lookup", p.handler((*handler).lookup))
	d.Handle("POST /records/{plural}/bulk", p.handler((*handler).bulk))
	d.Handle("POST /records/{plural}/undo", p.handler((*handler).undo))
	d.Handle("GET /records/{plural}/calendar", p.handler((*handler).calendar))
	d.Handle("GET /records/{plural}/new", p.handler((*handler).create))
	d.Handle("POST /records/{plural}/new", p.handler((*handler).save))
	d.Handle("GET /records/{plural}/{id}", p.handler((*handler).edit))
	d.Handle("POST /records/{plural}/{id}", p.handler((*handler).save))
	d.Handle("GET /records/{plural}/{id}/quick", p.handler((*handler).quick))
	d.Handle("POST /records/{plural}/{id}/quick", p.handler((*handler).saveQuick))
	d.Handle("GET /records/{plural}/{id}/move", p.handler((*handler).askMove))
	d.Handle("POST /records/{plural}/{id}/move", p.handler((*handler).move))
	d.Handle("GET /records/{plural}/{id}/duplicate", p.handler((*handler).askCopy))
	d.Handle("POST /records/{plural}/{id}/duplicate", p.handler((*handler).duplicate))
	d.Handle("POST /records/{plural}/{id}/trash", p.handler((*handler).trash))
	d.Handle("POST /records/{plural}/{id}/decision", p.handler((*handler).decide))
}

// pages has the handlers.
type pages struct {
	desk   *desk.Desk
	bundle *page.Bundle
}

// handler handles one request about records of a resource.
type handler struct {
	*pages
	*model.Resource
	w      http.ResponseWriter
	r      *http.Request
	stored map[string]bool   // Write-only fields that have a value in the record that was read.
	html   map[string]string // HTML of the record that was read, as it is stored.
	before map[int64]string  // Status before the trash of what was read there, by ID.
}

// handler returns the handler of a page about the resource that the path names.
func (p *pages) handler(show func(*handler)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		for _, res := range p.desk.Env.Resources {
			if res.Plural == r.PathValue("plural") {
				show(&handler{pages: p, Resource: res, w: w, r: r})
				return
			}
		}
		p.desk.Fail(w, r, http.StatusNotFound, p.bundle.Text(r, "Page not found."))
	}
}

// record is a record as the API shows it.
type record map[string]any

// in returns an object in a record, an empty one for none.
func (r record) in(name string) record {
	inner, _ := r[name].(map[string]any)
	return inner
}

func (r record) id() string { return textOf(r["id"]) }

// text returns what a property has, "" for null and for what is no single value.
func (r record) text(name string) string { return textOf(r[name]) }

// textOf writes a JSON value as people read it.
func textOf(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return ""
}

// title returns the name of a record: its name, else its first text, else its ID.
func (h *handler) title(r record) string { return titleOf(h.Resource, r) }

func titleOf(res *model.Resource, r record) string {
	if s := html.UnescapeString(r.text(res.NameField)); s != "" {
		return s
	}
	for _, a := range res.Args {
		isText := a.Type == "string" && a.Schema.Format == "" && a.Schema.Enum == nil && a.Meaning == "" && !a.Bool
		if s := r.text(a.Name); isText && s != "" {
			return html.UnescapeString(s)
		}
	}
	return "#" + r.id()
}

// t returns a message in the language of the page.
func (h *handler) t(key string, values ...any) string { return h.bundle.Text(h.r, key, values...) }

// about returns a message about a resource in the language of the page: see page.Phrase.
func (h *handler) about(key string, res *model.Resource, values ...any) string {
	return h.bundle.About(h.r, key, res, values...)
}

// path returns the URL of a page about the resource, such as path("7").
func (h *handler) path(more string) string {
	at := "/records/" + h.Plural
	if more != "" {
		at += "/" + more
	}
	return h.bundle.URL(at)
}

// do sends a request to the API. It returns nil after it has sent a page about a failure
// of the program.
func (h *handler) do(method, path string, query url.Values, header http.Header, body any) *desk.Response {
	resp, err := h.desk.API.Do(h.r.Context(), method, path, query, header, body)
	if err != nil {
		h.failed(err)
		return nil
	}
	return resp
}

// failed sends the page about a failure of the program.
func (h *handler) failed(err error) {
	h.desk.Env.Log.ErrorContext(h.r.Context(), "request of the desk failed", "error", err)
	h.desk.Fail(h.w, h.r, http.StatusInternalServerError, h.t("Something went wrong. Try again in a moment."))
}

// readRecord returns a record for its editors, and its entity tag. It returns nil after it has
// sent a page that says why there is none.
func (h *handler) readRecord(id string) (record, string) {
	r, resp := h.read(id)
	if resp == nil {
		return nil, ""
	}
	if r == nil {
		h.desk.Fail(h.w, h.r, resp.Status, h.translated(resp.Err.Message))
		return nil, ""
	}
	return r, resp.Header.Get("ETag")
}

// read returns a record for its editors, nil for one that the user may not read, and the
// response of the API.  There is no response after it has sent a page about a failure.
func (h *handler) read(id string) (record, *desk.Response) {
	resp := h.do(http.MethodGet, "/"+h.Plural+"/"+url.PathEscape(id), url.Values{"context": {"edit"}}, nil, nil)
	if resp == nil || !resp.OK() {
		return nil, resp
	}
	var r record
	if err := resp.Decode(&r); err != nil {
		h.failed(err)
		return nil, nil
	}
	h.stored, h.html = resp.Stored(), resp.StoredHTML()
	h.noteTrash(resp)
	return r, resp
}

// noteTrash notes what the records of a response were that are in the trash.
func (h *handler) noteTrash(resp *desk.Response) {
	if h.before == nil {
		h.before = map[int64]string{}
	}
	maps.Copy(h.before, resp.OutsideTrash())
}

// listed returns the records of a page of a list of a resource, and the total. The
// response is not nil unless a page about a failure was sent.
func (h *handler) listed(res *model.Resource, query url.Values) ([]record, int64, *desk.Response) {
	resp := h.do(http.MethodGet, "/"+res.Plural, query, nil, nil)
	if resp == nil || !resp.OK() {
		return nil, 0, resp
	}
	var body map[string]any
	if resp.Decode(&body) != nil {
		return nil, 0, resp
	}
	if res == h.Resource {
		h.noteTrash(resp)
	}
	var list []record
	items, _ := body[res.Plural].([]any)
	for _, item := range items {
		if r, ok := item.(map[string]any); ok {
			list = append(list, r)
		}
	}
	return list, number(resp.Header.Get(h.desk.Env.Service.TotalHeader)), resp
}

// posted returns the form that was sent. It returns nil after it has sent a page that says
// that it is too large, or ended early.
func (h *handler) posted() url.Values {
	sent, _, _ := h.sentForm()
	return sent
}

// sentForm is posted for forms that may have a file. It returns false after it has sent a
// page.
func (h *handler) sentForm() (url.Values, desk.File, bool) {
	sent, file, r, err := h.desk.ReadForm(h.r)
	var refused *apierror.Error
	switch {
	case err == nil:
		h.r = r
		return sent, file, true
	case !errors.As(err, &refused):
		h.failed(err)
	case refused.Code == apierror.CodeInvalidParam:
		h.desk.Fail(h.w, h.r, refused.Status, h.translated(refused.Message))
	default:
		h.desk.Fail(h.w, h.r, refused.Status,
			h.t("The form was too large or was cut off on the way. Go back and try again."))
	}
	return nil, desk.File{}, false
}

// asked returns the parameters in the address of the page.
func (h *handler) asked() url.Values { return param.ParseQuery(h.r.URL.RawQuery) }

// listParam returns the list parameter of a resource with a meaning, nil for none.
func listParam(res *model.Resource, meaning string) *model.Arg {
	i := slices.IndexFunc(res.ListArgs, func(a *model.Arg) bool { return a.Meaning == meaning })
	if i < 0 {
		return nil
	}
	return res.ListArgs[i]
}

// render sends a page.
func (h *handler) render(p page.Page) {
	p.Section = h.Plural
	p.Styles = append([]string{"records.css"}, p.Styles...)
	h.bundle.Render(h.w, h.r, p)
}
