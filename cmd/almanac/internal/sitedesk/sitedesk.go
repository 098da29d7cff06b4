// Package sitedesk is the page of the desk where administrators set the name and the look of
// the site, and read what the operator has set. Package identity stores them, and package pages
// shows them.
package sitedesk

import (
	"crypto/rand"
	"embed"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"almanac/runtime/audit"
	"almanac/runtime/auth"
	"almanac/runtime/desk"
	"almanac/runtime/desk/page"
	"almanac/runtime/identity"
	"almanac/runtime/model"
	"almanac/runtime/param"
	"almanac/runtime/request"
	"almanac/runtime/theme"
)

//go:embed assets templates messages
var files embed.FS

// sitePages has the handlers.
type sitePages struct {
	*desk.Desk
	bundle *page.Bundle
}

// Part adds the page to a desk.
func Part(d *desk.Desk) {
	p := &sitePages{d, d.Bundle(files)}
	for pattern, h := range map[string]func(http.ResponseWriter, *http.Request, identity.Identity){
		"GET /site": p.show, "POST /site": p.saveTexts, "POST /site/logo": p.saveLogo,
	} {
		d.Handle(pattern, p.administrators(h))
	}
	d.Link(func(r *http.Request) page.Link {
		if !isAdministrator(r) {
			return page.Link{}
		}
		return page.Link{Section: "site", Label: p.bundle.Text(r, "Site"), URL: p.bundle.URL("/site")}
	})
}

// isAdministrator reports whether the user may set what the site shows.
func isAdministrator(r *http.Request) bool {
	return desk.CallerOf(r.Context()).Role == auth.RoleAdministrator
}

// administrators returns a handler that gets what is stored.
func (p *sitePages) administrators(h func(http.ResponseWriter, *http.Request, identity.Identity)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !isAdministrator(r) {
			p.Fail(w, r, http.StatusForbidden, p.bundle.Text(r, "Only administrators can do this."))
			return
		}
		stored, err := identity.Read(r.Context(), p.Env.Store.Primary())
		if err != nil {
			p.Refuse(w, r, err)
			return
		}
		h(w, r, stored)
	}
}

// image is an image of the library.
type image struct {
	ID    int64  `json:"id"`
	URL   string `json:"source_url"`
	Alt   string `json:"alt_text"`
	Title struct {
		Raw string `json:"raw"`
	} `json:"title"`
}

// siteData is what site.html gets.
type siteData struct {
	Key       string
	Stored    identity.Identity
	Fields    []field
	Wrong     bool // One of the fields has an error.
	Settings  []setting
	LogoFlag  string // As field.Flag.
	Logo      string // URL of the image, "" for none.
	LogoError string
	Upload    bool
	Search    string
	Images    []image
}

// maxImages is how many images of the library the page shows.
const maxImages = 24

func (p *sitePages) show(w http.ResponseWriter, r *http.Request, stored identity.Identity) {
	p.render(w, r, http.StatusOK, &siteData{Stored: stored, Fields: p.fields(r, stored)})
}

// render completes and sends the page.
func (p *sitePages) render(w http.ResponseWriter, r *http.Request, status int, data *siteData) {
	d := p.Env.Deployment
	data.Key, data.Settings = rand.Text(), p.settings(r)
	data.LogoFlag = p.setBy("logo", d.Settings[identity.SettingLogo])
	if shown := data.Stored.Under(d); shown.LogoURL != "" {
		data.Logo = model.PublicURL(d.SiteURL, shown.LogoURL)
	}
	data.Upload, data.Search = p.Env.Media != nil, strings.TrimSpace(param.ParseQuery(r.URL.RawQuery).Get("search"))
	query := url.Values{"per_page": {strconv.Itoa(maxImages)}}
	if data.Search != "" {
		query.Set("search", data.Search)
	}
	listed, err := p.API.Do(r.Context(), http.MethodGet, "/media", query, nil, nil)
	if err == nil && listed.OK() {
		err = listed.Decode(&data.Images)
	}
	if err != nil {
		p.Refuse(w, r, err)
		return
	}
	p.bundle.Render(w, r, page.Page{
		Status: status, Title: p.bundle.Text(r, "Site"), Section: "site", Name: "site.html", Data: data,
		Styles: []string{"site.css"}, Scripts: []string{"site.js"},
		Shared: []string{theme.FileName(theme.SampleName, accentOf(data.Fields))},
	})
}

// saveTexts saves everything but the logo.
func (p *sitePages) saveTexts(w http.ResponseWriter, r *http.Request, stored identity.Identity) {
	sent, _, r, err := p.ReadForm(r)
	if err != nil {
		p.Refuse(w, r, err)
		return
	}
	next, fields := stored, p.fields(r, stored)
	next.Version = version(sent)
	wrong := false
	for i := range fields {
		f := &fields[i]
		if f.Flag != "" || !sent.Has(f.Name) {
			continue
		}
		f.Value = strings.TrimSpace(strings.ReplaceAll(sent.Get(f.Name), "\r\n", "\n"))
		if picked := sent.Get(f.Name + "_picked"); picked != sent.Get(f.Name+"_shown") {
			f.Value = picked // Without a script, the picker changes no text.
		}
		if f.Error = p.check(r, *f); f.Error != "" {
			wrong = true
			continue
		}
		*f.of(&next) = f.Value
	}
	if wrong {
		p.render(w, r, http.StatusUnprocessableEntity, &siteData{Stored: stored, Fields: fields, Wrong: true})
		return
	}
	p.save(w, r, next, p.bundle.Text(r, "Saved. The site is updated."))
}

// saveLogo saves the logo: a file, an image of the library or none.
func (p *sitePages) saveLogo(w http.ResponseWriter, r *http.Request, stored identity.Identity) {
	sent, file, r, err := p.ReadForm(r)
	if err != nil {
		p.Refuse(w, r, err)
		return
	}
	refuse := func(why string) {
		p.render(w, r, http.StatusUnprocessableEntity, &siteData{Stored: stored, Fields: p.fields(r, stored), LogoError: why})
	}
	logo, err := strconv.ParseInt(sent.Get("logo"), 10, 64)
	if err != nil {
		logo = stored.Logo // Nothing was chosen.
	}
	if file.Err != nil {
		refuse(page.TranslateError(r, file.Err.Message, page.Names))
		return
	}
	if file.Upload != nil {
		up, err := p.API.Upload(r.Context(), file.Upload, nil, sent.Get("form"))
		if err != nil {
			p.Refuse(w, r, err)
			return
		}
		var added image
		if !up.OK() || up.Decode(&added) != nil {
			refuse(page.TranslateError(r, up.Err.Message, page.Names))
			return
		}
		logo = added.ID
	}
	if sent.Get("remove") != "" {
		logo = 0
	}
	if logo != 0 && !p.exists(r, logo) {
		refuse(p.bundle.Text(r, "Image not found."))
		return
	}
	next := stored
	next.Logo, next.Version = logo, version(sent)
	p.save(w, r, next, p.bundle.Text(r, "Saved. The site is updated."))
}

// exists reports whether there is an image with an ID.
func (p *sitePages) exists(r *http.Request, id int64) bool {
	found, err := p.API.Do(r.Context(), http.MethodGet, "/media/"+strconv.FormatInt(id, 10), nil, nil, nil)
	return err == nil && found.OK()
}

// version returns the version with which a form began; -1, which none has, for a wrong one.
func version(sent url.Values) int64 {
	n, err := strconv.ParseInt(sent.Get("version"), 10, 64)
	if err != nil {
		return -1
	}
	return n
}

// save stores an identity, and leads to the page.
func (p *sitePages) save(w http.ResponseWriter, r *http.Request, next identity.Identity, done string) {
	caller, x := desk.CallerOf(r.Context()), request.StateOf(r.Context())
	by := audit.Actor{At: p.Env.Clock(), User: caller.User, Name: caller.Name, Address: x.Address, Request: x.ID}
	switch err := identity.Save(r.Context(), p.Env.Store, by, next); {
	case errors.Is(err, identity.ErrChanged):
		p.Fail(w, r, http.StatusConflict, p.bundle.Text(r,
			"Someone else changed this while you were editing. Reload the page and make your change again."))
	case err != nil:
		p.Refuse(w, r, err)
	default:
		p.Env.Identity.Forget()
		page.SetFlash(w, r, page.Flash{Text: done})
		http.Redirect(w, r, p.bundle.URL("/site"), http.StatusSeeOther)
	}
}
