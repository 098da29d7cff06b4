package desk

import (
	"cmp"
	"embed"
	"io/fs"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"almanac/runtime/auth"
	"almanac/runtime/desk/page"
	"almanac/runtime/httpapi"
	"almanac/runtime/model"
	"almanac/runtime/request"
)

// Path is the path of the desk.
const Path = "/desk"

//go:embed templates messages
var ownFiles embed.FS

// Part adds pages to a desk, by Handle and Bundle.
type Part func(d *Desk)

// Desk is the desk of one service. Its fields do not change once it is made.
type Desk struct {
	API *API
	Env *request.Env

	root    string // Path of the desk in URLs: a proxy may put another path before Path.
	mux     *http.ServeMux
	routes  []string // Patterns of mux.
	shell   *page.Bundle
	bundles []*page.Bundle
	front   http.HandlerFunc // The first page; nil for the first list.
	links   []func(r *http.Request) page.Link
}

// New makes the desk of an API that has its resources.
func New(api *httpapi.API, parts ...Part) *Desk {
	d := &Desk{API: &API{api}, Env: api.Env, root: rootOf(api.Env.Deployment.SiteURL), mux: http.NewServeMux()}
	d.shell = d.Bundle(ownFiles)
	d.route("GET /assets/", d.asset)
	d.Handle("GET ", d.home)
	d.Handle("GET /{$}", d.home)
	d.addSignIn()
	d.addAccount()
	d.addUsers()
	d.addWebhooks()
	for _, part := range parts {
		part(d)
	}
	return d
}

// rootOf returns the path of the desk in URLs of a site.
func rootOf(site string) string {
	u, err := url.Parse(site)
	if err != nil {
		return Path
	}
	return strings.TrimSuffix(u.EscapedPath(), "/") + Path
}

// Lookup returns what serves an escaped path, nil for those outside the desk. It is the
// form in which the API takes pages.
func (d *Desk) Lookup(path string) (pattern string, h http.Handler) {
	if path != Path && !strings.HasPrefix(path, Path+"/") {
		return "", nil
	}
	return Path, d
}

// Bundle reads the files of a part: see page.Bundle.
func (d *Desk) Bundle(files fs.FS) *page.Bundle {
	b := page.NewBundle(d.root, files, d.Env.Service.Translations, d.Env.Deployment.Zone)
	d.bundles = append(d.bundles, b)
	return b
}

// Handle adds a page for users who are signed in; others are led to the page for signing
// in. The pattern is that of a http.ServeMux below Path: "GET /records/events/{id}".
func (d *Desk) Handle(pattern string, h http.HandlerFunc) { d.route(pattern, d.signedIn(h)) }

// route adds a page, also for those who are not signed in.
func (d *Desk) route(pattern string, h http.HandlerFunc) {
	method, path, _ := strings.Cut(pattern, " ")
	pattern = method + " " + Path + path
	d.mux.HandleFunc(pattern, h)
	d.routes = append(d.routes, pattern)
}

// Routes returns the patterns of all pages, such as "POST /desk/records/{plural}/new".
func (d *Desk) Routes() []string { return slices.Sorted(slices.Values(d.routes)) }

// ServeHTTP implements http.Handler.
func (d *Desk) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	page.Headers(w.Header())
	look := d.Env.LastIdentity(r.Context())
	r = page.WithFrame(r, &page.Frame{
		Name: cmp.Or(look.SiteName, d.Env.Service.Title), Accent: look.Accent, Site: d.site(), Open: d.Env.AuthDisabled,
	})
	if !trusted(r) {
		d.Fail(w, r, http.StatusForbidden,
			d.shell.Text(r, "For security, this request was blocked. Reload the page and try again."))
		return
	}
	_, pattern := d.mux.Handler(r)
	if _, path, ok := strings.Cut(pattern, " "); ok {
		httpapi.SetRoute(r, path)
		d.mux.ServeHTTP(w, r)
		return
	}
	d.signedIn(d.unknown)(w, r)
}

// site returns the URL of the site, "" if nothing serves a page there.
func (d *Desk) site() string {
	if pages := d.API.api.Pages; pages != nil {
		if _, h := pages("/"); h != nil {
			return d.Env.Deployment.SiteURL + "/"
		}
	}
	return ""
}

// trusted reports whether the desk sent the form of a request. Programs that say
// nothing about it are no clients of the desk: they have the API.
func trusted(r *http.Request) bool {
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		return true
	}
	said := r.Header.Get("Sec-Fetch-Site") != "" || r.Header.Get("Origin") != ""
	return said && http.NewCrossOriginProtection().Check(r) == nil
}

// unknown is the page of a path or a method that the desk does not have.
func (d *Desk) unknown(w http.ResponseWriter, r *http.Request) {
	d.Fail(w, r, http.StatusNotFound, d.shell.Text(r, "Page not found."))
}

// Fail sends a page that says in one sentence why a request was not performed. The
// sentence is in the language of the page, or a message of the API.  It is the title where
// there is no such page.
func (d *Desk) Fail(w http.ResponseWriter, r *http.Request, status int, sentence string) {
	f, title := page.FrameOf(r.Context()), d.shell.Text(r, "Something went wrong")
	if status == http.StatusNotFound {
		title, sentence = strings.TrimSuffix(sentence, "."), ""
	}
	d.shell.Render(w, r, page.Page{
		Status: status, Title: title, Name: "fail.html", Data: sentence,
		Bare: len(f.Groups) == 0,
	})
}

// Link adds an entry to the navigation, after the lists of records; one without a URL is
// left out.
func (d *Desk) Link(entry func(r *http.Request) page.Link) { d.links = append(d.links, entry) }

// Front sets the first page of the desk, for users who are signed in.
func (d *Desk) Front(h http.HandlerFunc) { d.front = h }

// home shows the first page, or leads to the first list.
func (d *Desk) home(w http.ResponseWriter, r *http.Request) {
	if d.front != nil {
		d.front(w, r)
		return
	}
	for _, group := range page.FrameOf(r.Context()).Groups {
		for _, link := range group {
			http.Redirect(w, r, link.URL, http.StatusSeeOther)
			return
		}
	}
	d.unknown(w, r)
}

// asset serves a file of a bundle.
func (d *Desk) asset(w http.ResponseWriter, r *http.Request) {
	for _, b := range d.bundles {
		if b.ServeAsset(w, r, strings.TrimPrefix(r.URL.Path, Path+"/assets/")) {
			return
		}
	}
	d.signedIn(d.unknown)(w, r)
}

// navigation returns the entries of the navigation.
func (d *Desk) navigation(r *http.Request) [][]page.Link {
	var records []page.Link
	if d.front != nil {
		records = append(records, page.Link{Section: "home", Label: d.shell.Text(r, "Overview"), URL: d.root})
	}
	for _, res := range d.Env.Resources {
		records = append(records, page.Link{
			Section: res.Plural, Label: d.shell.Text(r, model.Words(res.Plural)), URL: d.root + "/records/" + res.Plural,
		})
	}
	for _, entry := range d.links {
		if link := entry(r); link.URL != "" {
			records = append(records, link)
		}
	}
	groups := [][]page.Link{records}
	if CallerOf(r.Context()).Role == auth.RoleAdministrator {
		var manage []page.Link
		if !d.Env.AuthDisabled {
			manage = append(manage, page.Link{Section: "users", Label: d.shell.Text(r, "Users"), URL: d.root + "/users"})
		}
		groups = append(groups, append(manage,
			page.Link{Section: "webhooks", Label: d.shell.Text(r, "Webhooks"), URL: d.root + "/webhooks"}))
	}
	return groups
}
