package records

import (
	"embed"
	"errors"
	"html"
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
	d.Handle("GET /authors/lookup", func(w http.ResponseWriter, r *http.Request) { (&visit{pages: p, w: w, r: r}).lookupAuthors() })
	d.Handle("GET /records/{plural}", p.handler((*visit).list))
	d.Handle("GET /records/{plural}/csv", p.handler((*visit).csv))
	d.Handle("GET /records/{plural}/lookup", p.handler((*visit).lookup))
	d.Handle("POST /records/{plural}/bulk", p.handler((*visit).bulk))
	d.Handle("GET /records/{plural}/new", p.handler((*visit).blank))
	d.Handle("POST /records/{plural}/new", p.handler((*visit).save))
	d.Handle("GET /records/{plural}/{id}", p.handler((*visit).edit))
	d.Handle("POST /records/{plural}/{id}", p.handler((*visit).save))
	d.Handle("POST /records/{plural}/{id}/decision", p.handler((*visit).decide))
}

// pages has the handlers.
type pages struct {
	desk   *desk.Desk
	bundle *page.Bundle
}

// visit is one request about records of a resource.
type visit struct {
	*pages
	*model.Resource
	w      http.ResponseWriter
	r      *http.Request
	stored map[string]bool   // Write-only fields that have a value in the record that was read.
	html   map[string]string // HTML of the record that was read, as it is stored.
}

// handler returns the handler of a page about the resource that the path names.
func (p *pages) handler(show func(*visit)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		for _, k := range p.desk.Env.Resources {
			if k.Plural == r.PathValue("plural") {
				show(&visit{pages: p, Resource: k, w: w, r: r})
				return
			}
		}
		p.desk.Fail(w, r, http.StatusNotFound, p.bundle.Text(r, "There is no such page."))
	}
}

// record is a record as the API shows it.
type record map[string]any

// in returns an object in a record, an empty one for none.
func (r record) in(name string) record {
	inner, _ := r[name].(map[string]any)
	return inner
}

// id returns the ID of a record.
func (r record) id() string { return textOf(r["id"]) }

// text returns what a member has, "" for null and for what is no single value.
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
func (v *visit) title(r record) string { return titleOf(v.Resource, r) }

func titleOf(k *model.Resource, r record) string {
	if s := html.UnescapeString(r.text(k.NameField)); s != "" {
		return s
	}
	for _, a := range k.Args {
		if s := r.text(a.Name); a.Type == "string" && a.Schema.Format == "" && a.Schema.Enum == nil && a.Meaning == "" && !a.Bool && s != "" {
			return html.UnescapeString(s)
		}
	}
	return "#" + r.id()
}

// t returns a message in the language of the page.
func (v *visit) t(key string, values ...any) string { return v.bundle.Text(v.r, key, values...) }

// path returns the URL of a page about the resource, such as path("7").
func (v *visit) path(more string) string {
	at := "/records/" + v.Plural
	if more != "" {
		at += "/" + more
	}
	return v.bundle.URL(at)
}

// do sends a request to the API. It returns nil after it has sent a page about a failure
// of the program.
func (v *visit) do(method, path string, query url.Values, header http.Header, body any) *desk.Response {
	a, err := v.desk.API.Do(v.r.Context(), method, path, query, header, body)
	if err != nil {
		v.failed(err)
		return nil
	}
	return a
}

// failed sends the page about a failure of the program.
func (v *visit) failed(err error) {
	v.desk.Env.Log.ErrorContext(v.r.Context(), "request of the desk failed", "error", err)
	v.desk.Fail(v.w, v.r, http.StatusInternalServerError, v.t("Something went wrong. Try again in a moment."))
}

// readRecord returns a record for its editors, and its entity tag. It returns nil after it has
// sent a page that says why there is none.
func (v *visit) readRecord(id string) (record, string) {
	a := v.do(http.MethodGet, "/"+v.Plural+"/"+url.PathEscape(id), url.Values{"context": {"edit"}}, nil, nil)
	if a == nil {
		return nil, ""
	}
	var r record
	if !a.OK() || a.Decode(&r) != nil {
		v.desk.Fail(v.w, v.r, a.Status, v.apiError(a).Message)
		return nil, ""
	}
	v.stored, v.html = a.Stored(), a.StoredHTML()
	return r, a.Header.Get("ETag")
}

// listed returns the records of a page of a list of a resource, and the total. The
// response is not nil unless a page about a failure was sent.
func (v *visit) listed(k *model.Resource, query url.Values) ([]record, int64, *desk.Response) {
	a := v.do(http.MethodGet, "/"+k.Plural, query, nil, nil)
	if a == nil || !a.OK() {
		return nil, 0, a
	}
	var body map[string]any
	if a.Decode(&body) != nil {
		return nil, 0, a
	}
	var list []record
	items, _ := body[k.Plural].([]any)
	for _, item := range items {
		if r, ok := item.(map[string]any); ok {
			list = append(list, r)
		}
	}
	return list, number(a.Header.Get(v.desk.Env.Service.TotalHeader)), a
}

// posted returns the form that was sent. It returns nil after it has sent a page that says
// that it is too large, or ended early.
func (v *visit) posted() url.Values {
	sent, _, _ := v.sentForm()
	return sent
}

// sentForm is posted for forms that may have a file. It returns false after it has sent a
// page.
func (v *visit) sentForm() (url.Values, desk.File, bool) {
	sent, file, r, err := v.desk.ReadForm(v.r)
	var refused *apierror.Error
	switch {
	case err == nil:
		v.r = r
		return sent, file, true
	case !errors.As(err, &refused):
		v.failed(err)
	case refused.Code == apierror.CodeInvalidParam:
		v.desk.Fail(v.w, v.r, refused.Status, v.translated(refused.Message))
	default:
		v.desk.Fail(v.w, v.r, refused.Status, v.t("The form is too large, or it was cut off on its way. Go back and send it again."))
	}
	return nil, desk.File{}, false
}

// asked returns the parameters in the address of the page.
func (v *visit) asked() url.Values { return param.ParseQuery(v.r.URL.RawQuery) }

// listParam returns the list parameter of a resource with a meaning, nil for none.
func listParam(k *model.Resource, meaning string) *model.Arg {
	i := slices.IndexFunc(k.ListArgs, func(a *model.Arg) bool { return a.Meaning == meaning })
	if i < 0 {
		return nil
	}
	return k.ListArgs[i]
}

// render sends a page.
func (v *visit) render(p page.Page) {
	p.Section = v.Plural
	p.Styles = []string{"records.css"}
	v.bundle.Render(v.w, v.r, p)
}
