package frame

import (
	"html/template"
	"net/http"
	"path"
	"strings"

	"almanac/runtime/apierror"
	"almanac/runtime/identity"
	"almanac/runtime/model"
	"almanac/runtime/theme"
)

// look is the name and the look of the site: what its settings say, else its administrators.
type look struct {
	identity   identity.Identity
	style      asset
	icon       asset
	favicon    asset
	logo       *asset // Nil for none, and for an image of the service.
	embedStyle template.CSS
	footer     []Link
	theme      *theme.Theme
}

// newLook makes the look of an identity that has the settings of the deployment.  What was
// checked before it was set has no errors.
func (h *Site) newLook(i identity.Identity) *look {
	l := &look{identity: i, theme: theme.New(i.Accent)}
	if i.FooterLinks != "" {
		l.footer, _ = parseLinks(i.FooterLinks)
	}
	css := l.theme.CSS() + theme.Lanes() + h.file("calendar.css") + h.file("event.css") + i.Style
	l.style = newAsset("calendar.css", "text/css; charset=utf-8", css)
	l.embedStyle = template.CSS(l.theme.Tokens() + h.file("embed.css")) //nolint:gosec // It is embedded.
	l.icon = newAsset("calendar.svg", "image/svg+xml", l.theme.Icon(h.file("calendar.svg")))
	l.favicon = newAsset("favicon.ico", "image/vnd.microsoft.icon", h.file("favicon.ico"))
	set := h.API.Env.Deployment.Settings[identity.SettingLogo]
	if media, extension, err := logoType(set); err == nil {
		l.icon = newAsset("logo"+extension, media, set)
		logo := l.icon
		l.logo, l.favicon = &logo, logo // Browsers tell the type of a picture by its content.
	}
	l.favicon.cache = "public, max-age=86400" // Its name stays, whatever its content.
	return l
}

// lookOf returns the look of what is stored.  It is made once, until something else is
// stored.
func (h *Site) lookOf(stored identity.Identity) *look {
	i := stored.Under(h.API.Env.Deployment)
	if last := h.last.Load(); last != nil && last.identity == i {
		return last
	}
	l := h.newLook(i)
	h.last.Store(l)
	return l
}

// look returns the look of the site at the snapshot of the page.  If it cannot be read, the
// last one serves, and the page is not cached.
func (p *Page) look() *look {
	if p.shown != nil {
		return p.shown
	}
	i, err := p.Visit.Identity()
	if err == nil {
		p.shown = p.Site.lookOf(i)
		return p.shown
	}
	p.API.Env.Log.WarnContext(p.R.Context(), "reading the look of the site failed", "error", err)
	p.shown, p.passing = p.Site.last.Load(), true
	return p.shown
}

// EmbedStyle returns the style of what other sites show.
func (p *Page) EmbedStyle() template.CSS { return p.look().embedStyle }

func (p *Page) setIcons(f *Frame) {
	l, site := p.look(), p.API.Env.Deployment.SiteURL
	f.Icon, f.IconType = p.Root+l.icon.name, l.icon.media
	switch {
	case l.identity.LogoURL != "":
		f.Image = model.PublicURL(site, l.identity.LogoURL)
		f.Icon, f.IconType = p.Relative(f.Image), iconType(f.Image)
		f.Logo = f.Icon
	case l.logo != nil:
		f.Logo = f.Icon
		if f.IconType != "image/svg+xml" { // Few programs that show links show those.
			f.Image = site + "/" + l.logo.name
		}
	}
}

// iconType returns the media type of an image by its address, "" for an unknown one.
func iconType(address string) string {
	switch ext := strings.ToLower(path.Ext(address)); ext {
	case ".jpg":
		return "image/jpeg"
	case ".jpeg", ".png", ".gif", ".webp":
		return "image/" + ext[1:]
	}
	return ""
}

// Relative returns an address relative to the page if it is on the site.
func (p *Page) Relative(address string) string {
	if rest, ok := strings.CutPrefix(address, p.API.Env.Deployment.SiteURL+"/"); ok {
		return p.Root + rest
	}
	return address
}

// Favicon serves the icon of the site.
func (p *Page) Favicon() {
	if logo := p.look().identity.LogoURL; logo != "" {
		p.W.Header().Set("Cache-Control", "no-cache")
		to := p.Relative(model.PublicURL(p.API.Env.Deployment.SiteURL, logo))
		http.Redirect(p.W, p.R, to, http.StatusFound) // An administrator has set the address.
		return
	}
	p.look().favicon.ServeHTTP(p.W, p.R)
}

// ColorsStyle serves the style of some colors.
func (p *Page) ColorsStyle(list []theme.Color) {
	css := p.look().theme.Style(list)
	asset{media: "text/css; charset=utf-8", cache: "public, max-age=86400", body: []byte(css)}.ServeHTTP(p.W, p.R)
}

// LookFile returns the file of a look with a path, and its pattern; nil for other paths.
// The page with a style may have been made by another process, which knew it first.
func (h *Site) LookFile(name string) (string, http.Handler) {
	l := h.last.Load()
	for _, file := range []asset{l.style, l.icon} {
		if name == file.name {
			return "/" + file.name, file
		}
	}
	if strings.HasPrefix(name, "calendar-") && strings.HasSuffix(name, ".css") {
		return "/calendar-{digest}.css", h.Handle(func(p *Page) {
			if style := p.look().style; style.name == name {
				style.ServeHTTP(p.W, p.R)
				return
			}
			p.RespondError(apierror.New(http.StatusNotFound, apierror.CodeNoRoute, "There is no such file."))
		})
	}
	return "", nil
}
