package pages

import (
	"html/template"
	"net/http"
	"path"
	"strings"

	"almanac/cmd/almanac/internal/pages/colors"
	"almanac/runtime/apierror"
	"almanac/runtime/deployment"
	"almanac/runtime/identity"
	"almanac/runtime/model"
)

// look is the name and the look of the site: what its settings say, else its administrators.
type look struct {
	identity   identity.Identity
	style      asset
	icon       asset
	favicon    asset
	logo       *asset // Nil for none, and for an image of the service.
	embedStyle template.CSS
	footer     []link
	schemes    colors.Schemes
}

// newLook makes the look of an identity that has the settings of the deployment.  What was
// checked before it was set has no errors.
func newLook(d deployment.Deployment, i identity.Identity) *look {
	l := &look{identity: i, schemes: colors.Standard()}
	if i.FooterLinks != "" {
		l.footer, _ = parseLinks(i.FooterLinks)
	}
	accent := ""
	if c, err := colors.Parse(i.Accent); err == nil {
		l.schemes, accent = l.schemes.WithAccent(c)
	}
	l.style = newAsset("calendar.css", "text/css; charset=utf-8", string(embedded("calendar.css"))+accent+i.Style)
	l.embedStyle = template.CSS(string(embedded("embed.css")) + accent) //nolint:gosec // It is embedded.
	l.icon, l.favicon = newAsset("calendar.svg", "image/svg+xml", string(embedded("calendar.svg"))), newAsset("favicon.ico", "image/vnd.microsoft.icon", string(embedded("favicon.ico")))
	if media, extension, err := logoType(d.Settings[identity.SettingLogo]); err == nil {
		l.icon = newAsset("logo"+extension, media, d.Settings[identity.SettingLogo])
		logo := l.icon
		l.logo, l.favicon = &logo, logo // Browsers tell the type of a picture by its content.
	}
	l.favicon.cache = "public, max-age=86400" // Its name stays, whatever its content.
	return l
}

// lookOf returns the look of what is stored.  It is made once, until something else is
// stored.
func (s *Handler) lookOf(stored identity.Identity) *look {
	i := stored.Under(s.api.Env.Deployment)
	if last := s.last.Load(); last != nil && last.identity == i {
		return last
	}
	l := newLook(s.api.Env.Deployment, i)
	s.last.Store(l)
	return l
}

// look returns the look of the site at the snapshot of the page.  One that cannot be read is
// the last one, with which a page is still what was asked for, but not kept.
func (v *pageRequest) look() *look {
	if v.shown != nil {
		return v.shown
	}
	i, err := v.visit.identity()
	if err == nil {
		v.shown = v.lookOf(i)
		return v.shown
	}
	v.api.Env.Log.WarnContext(v.r.Context(), "reading the look of the site failed", "error", err)
	v.shown, v.passing = v.last.Load(), true
	return v.shown
}

// lookRequest is a request for a page or a file that shows the look of the site.
type lookRequest struct{ *pageRequest }

// setIcons sets the logo and the icon of a page.
func (v lookRequest) setIcons(f *frame) {
	l, site := v.look(), v.api.Env.Deployment.SiteURL
	f.Icon, f.IconType = v.root+l.icon.name, l.icon.media
	switch {
	case l.identity.LogoURL != "":
		address := model.PublicURL(site, l.identity.LogoURL)
		f.Icon, f.IconType, f.Image = v.near(address), iconType(address), address
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

// near returns an address as the page has it, which is shorter for one of the site.
func (v *pageRequest) near(address string) string {
	if rest, ok := strings.CutPrefix(address, v.api.Env.Deployment.SiteURL+"/"); ok {
		return v.root + rest
	}
	return address
}

// favicon answers /favicon.ico.
func (v lookRequest) favicon() {
	if logo := v.look().identity.LogoURL; logo != "" {
		v.w.Header().Set("Cache-Control", "no-cache")
		http.Redirect(v.w, v.r, v.near(model.PublicURL(v.api.Env.Deployment.SiteURL, logo)), http.StatusFound)
		return
	}
	readOnly(v.look().favicon).ServeHTTP(v.w, v.r)
}

// colorsStyle answers the style of colors.
func (v lookRequest) colorsStyle(list []colors.Color) {
	css := v.look().schemes.Style(list)
	readOnly(asset{media: "text/css; charset=utf-8", cache: "public, max-age=86400", body: []byte(css)}).ServeHTTP(v.w, v.r)
}

// lookFile returns the file of a look with a path, and its pattern; nil for other paths.
// The page with a style may have been made by another process, which knew it first.
func (s *Handler) lookFile(name string) (string, http.Handler) {
	l := s.last.Load()
	for _, file := range []asset{l.style, l.icon} {
		if name == file.name {
			return "/" + file.name, readOnly(file)
		}
	}
	if strings.HasPrefix(name, "calendar-") && strings.HasSuffix(name, ".css") {
		return "/calendar-{digest}.css", s.handle(func(v *pageRequest) {
			if style := v.look().style; style.name == name {
				readOnly(style).ServeHTTP(v.w, v.r)
				return
			}
			oEmbedRequest{v}.jsonFault(apierror.New(http.StatusNotFound, apierror.CodeNoRoute, "There is no such file."))
		})
	}
	return "", nil
}
