package records

import (
	"crypto/rand"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"almanac/runtime/desk"
	"almanac/runtime/desk/page"
	"almanac/runtime/images"
	"almanac/runtime/model"
)

// addMedia adds the pages about images to a desk whose records have some.
func (p *pages) addMedia() {
	d := p.desk
	if !hasImages(d.Env.Resources) {
		return
	}
	d.Link(func(r *http.Request) page.Link {
		return page.Link{Section: "media", Label: p.bundle.Text(r, "Media"), URL: p.bundle.URL("/media")}
	})
	for pattern, show := range map[string]func(*handler){
		"GET /media": (*handler).listMedia, "POST /media": (*handler).uploadMedia,
		"GET /media/insecure": (*handler).listInsecure,
		"GET /media/{id}":     (*handler).showImage, "POST /media/{id}": (*handler).changeImage,
		"POST /media/{id}/delete": (*handler).deleteImage,
	} {
		d.Handle(pattern, func(w http.ResponseWriter, r *http.Request) { show(&handler{pages: p, w: w, r: r}) })
	}
}

// hasImages reports whether a record of some resources may have an image.
func hasImages(resources []*model.Resource) bool {
	for _, res := range resources {
		for _, a := range res.Args {
			if a.Image {
				return true
			}
		}
	}
	return false
}

// mediaList is what media.html gets.
type mediaList struct {
	*library
	Error        string // What is wrong with the upload.
	Alt, Caption string // Typed beside a file that was refused.
	Why          string // Why there is no upload.
	Key          string
	Back, Onward string // URLs of the previous and the next page.
	Insecure     string // URL of the list of images over http; "" where pages show them.
}

// listMedia shows a page of the library, and the form for an upload.
func (h *handler) listMedia() { h.showMedia(http.StatusOK, mediaList{}) }

// showMedia shows the list with a form that was refused.
func (h *handler) showMedia(status int, m mediaList) {
	asked := h.asked()
	if m.library = h.libraryPage(asked.Get("search"), asked.Get("page")); m.library == nil {
		return
	}
	m.Why, m.Key = h.noUpload(), rand.Text()
	at := func(n int64) string {
		if n == 0 {
			return ""
		}
		query := url.Values{"page": {strconv.FormatInt(n, 10)}}
		if m.Search != "" {
			query.Set("search", m.Search)
		}
		return h.bundle.URL("/media") + "?" + query.Encode()
	}
	m.Back, m.Onward = at(m.Previous), at(m.Next)
	if strings.HasPrefix(h.desk.Env.Deployment.SiteURL, "https:") {
		m.Insecure = h.bundle.URL("/media/insecure")
	}
	h.renderMedia(page.Page{Status: status, Title: h.t("Media"), Name: "media.html", Data: m})
}

// renderMedia sends a page about images.
func (h *handler) renderMedia(p page.Page) {
	p.Section, p.Styles, p.Scripts = "media", []string{"records.css"}, []string{"unsaved.js", "picture.js", "upload.js"}
	h.bundle.Render(h.w, h.r, p)
}

// insecureList is what insecure.html gets.
type insecureList struct {
	Records []mediaUse
	Max     int  // Of a resource.
	Cut     bool // A resource may have more.
}

// listInsecure shows the records with images that pages of a site on https leave out.
func (h *handler) listInsecure() {
	found, err := h.desk.API.InsecureImages(h.r.Context())
	if err != nil {
		h.failed(err)
		return
	}
	list, count := insecureList{Max: images.MaxInsecure}, map[*model.Resource]int{}
	for _, u := range found {
		list.Records = append(list.Records, h.imageUse(u))
		count[u.Resource]++
		list.Cut = list.Cut || count[u.Resource] == images.MaxInsecure
	}
	h.renderMedia(page.Page{Title: h.t("Insecure images"), Name: "insecure.html", Data: list})
}

// uploadMedia adds a file to the images.
func (h *handler) uploadMedia() {
	sent, file, ok := h.sentForm()
	if !ok {
		return
	}
	m := mediaList{Alt: sent.Get("alt_text"), Caption: sent.Get("caption")}
	if refused := file.Err; refused != nil {
		m.Error = h.translated(refused.Message)
		h.showMedia(refused.Status, m)
		return
	}
	if file.Upload == nil {
		m.Error = h.t("Choose a file first.")
		h.showMedia(http.StatusBadRequest, m)
		return
	}
	texts := url.Values{"alt_text": {m.Alt}, "caption": {m.Caption}}
	resp, err := h.desk.API.Upload(h.r.Context(), file.Upload, texts, sent.Get("key"))
	var r record
	switch {
	case err != nil:
		h.failed(err)
	case resp.OK() && resp.Decode(&r) == nil:
		h.mediaDone(h.t("Image added to the library."), "/"+r.id())
	default:
		m.Error = h.apiErrorText(resp.Err)
		h.showMedia(resp.Status, m)
	}
}

// mediaDone leads to a page about images that says what was done.
func (h *handler) mediaDone(said, at string) {
	page.SetFlash(h.w, h.r, page.Flash{Text: said})
	http.Redirect(h.w, h.r, h.bundle.URL("/media"+at), http.StatusSeeOther)
}

// mediaPage is what image.html gets.
type mediaPage struct {
	image
	Name      string // The title as it is stored.
	CanChange bool
	Uses      []mediaUse
	Errors    map[string]string // By the name of the input.
}

// mediaUse is a record that shows the image.
type mediaUse struct{ Resource, Name, URL string }

// showImage shows an image, its texts, and the records that show it.
func (h *handler) showImage() {
	resp := h.do(http.MethodGet, h.mediaPath(), nil, nil, nil)
	if resp == nil {
		return
	}
	var r record
	if !resp.OK() || resp.Decode(&r) != nil {
		h.desk.Fail(h.w, h.r, resp.Status, h.translated(resp.Err.Message))
		return
	}
	m := mediaPage{image: imageOf(r), Name: r.in("title").text("raw")}
	h.renderImage(http.StatusOK, m)
}

// mediaPath returns the path of the image in the API.
func (h *handler) mediaPath() string { return "/media/" + url.PathEscape(h.r.PathValue("id")) }

// renderImage shows an image with a form that was refused.
func (h *handler) renderImage(status int, m mediaPage) {
	m.CanChange = h.canDescribe(m.image)
	uses, err := h.desk.API.Uses(h.r.Context(), number(m.ID))
	if err != nil {
		h.failed(err)
		return
	}
	for _, u := range uses {
		m.Uses = append(m.Uses, h.imageUse(u))
	}
	h.renderMedia(page.Page{Status: status, Title: m.Title, Name: "image.html", Data: m})
}

// imageUse returns a record that shows an image, as its page says it.
func (h *handler) imageUse(u images.Use) mediaUse {
	id := strconv.FormatInt(u.ID, 10)
	name := u.Name
	if name == "" {
		name = "#" + id
	}
	return mediaUse{h.t(model.Words(u.Resource.Name)), name, h.bundle.URL("/records/" + u.Resource.Plural + "/" + id)}
}

// changeImage writes the texts of an image.
func (h *handler) changeImage() {
	sent := h.posted()
	if sent == nil {
		return
	}
	body := map[string]any{
		"title": sent.Get("title"), "alt_text": sent.Get("alt_text"), "caption": unixLines(sent.Get("caption")),
	}
	resp := h.do(http.MethodPatch, h.mediaPath(), nil, nil, body)
	switch {
	case resp == nil:
	case resp.OK():
		h.mediaDone(h.t("Saved."), "/"+h.r.PathValue("id"))
	default:
		h.imageRefused(resp, sent)
	}
}

// imageRefused shows the texts that were refused, as they were typed.
func (h *handler) imageRefused(resp *desk.Response, sent url.Values) {
	message, details := h.apiErrorOf(resp.Err)
	read := h.do(http.MethodGet, h.mediaPath(), nil, nil, nil)
	if read == nil {
		return
	}
	var r record
	if len(details) == 0 || !read.OK() || read.Decode(&r) != nil {
		h.desk.Fail(h.w, h.r, resp.Status, message)
		return
	}
	m := mediaPage{image: imageOf(r), Name: sent.Get("title"), Errors: details}
	m.Alt, m.Caption = sent.Get("alt_text"), sent.Get("caption")
	h.renderImage(resp.Status, m)
}

// deleteImage deletes an image. One that was deleted before is no error.
func (h *handler) deleteImage() {
	sent := h.posted()
	if sent == nil {
		return
	}
	if sent.Get("confirm") == "" {
		h.desk.Fail(h.w, h.r, http.StatusUnprocessableEntity, h.t("Check the box to delete this image."))
		return
	}
	resp := h.do(http.MethodDelete, h.mediaPath(), nil, nil, nil)
	switch {
	case resp == nil:
	case resp.OK() || resp.Status == http.StatusNotFound:
		h.mediaDone(h.t("Image deleted."), "")
	default:
		h.desk.Fail(h.w, h.r, resp.Status, h.translated(resp.Err.Message))
	}
}
