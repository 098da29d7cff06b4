package records

import (
	"crypto/rand"
	"net/http"
	"net/url"
	"strconv"

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
	for pattern, show := range map[string]func(*visit){
		"GET /media": (*visit).listMedia, "POST /media": (*visit).uploadMedia,
		"GET /media/{id}": (*visit).showImage, "POST /media/{id}": (*visit).changeImage, "POST /media/{id}/delete": (*visit).deleteImage,
	} {
		d.Handle(pattern, func(w http.ResponseWriter, r *http.Request) { show(&visit{pages: p, w: w, r: r}) })
	}
}

// hasImages reports whether a record of some resources may have an image.
func hasImages(kinds []*model.Resource) bool {
	for _, k := range kinds {
		for _, a := range k.Args {
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
	Fault        string // What is wrong with the upload.
	Alt, Caption string // Typed beside a file that was refused.
	Why          string // Why there is no upload.
	Key          string
	Back, Onward string // URLs of the neighbours of the page.
}

// listMedia shows a page of the library, and the form for an upload.
func (v *visit) listMedia() { v.showMedia(http.StatusOK, mediaList{}) }

// showMedia shows the list with a form that was refused.
func (v *visit) showMedia(status int, m mediaList) {
	asked := v.asked()
	if m.library = v.libraryPage(asked.Get("search"), asked.Get("page")); m.library == nil {
		return
	}
	m.Why, m.Key = v.noUpload(), rand.Text()
	at := func(n int64) string {
		if n == 0 {
			return ""
		}
		query := url.Values{"page": {strconv.FormatInt(n, 10)}}
		if m.Search != "" {
			query.Set("search", m.Search)
		}
		return v.bundle.URL("/media") + "?" + query.Encode()
	}
	m.Back, m.Onward = at(m.Previous), at(m.Next)
	v.renderMedia(page.Page{Status: status, Title: v.t("Media"), Name: "media.html", Data: m})
}

// renderMedia sends a page about images.
func (v *visit) renderMedia(p page.Page) {
	p.Section, p.Styles, p.Scripts = "media", []string{"records.css"}, []string{"unsaved.js", "picture.js"}
	v.bundle.Render(v.w, v.r, p)
}

// uploadMedia adds a file to the images.
func (v *visit) uploadMedia() {
	sent, file, ok := v.sentForm()
	if !ok {
		return
	}
	m := mediaList{Alt: sent.Get("alt_text"), Caption: sent.Get("caption")}
	if fault := file.Fault; fault != nil {
		m.Fault = v.translated(fault.Message)
		v.showMedia(fault.Status, m)
		return
	}
	if file.Upload == nil {
		m.Fault = v.t("Choose a file first.")
		v.showMedia(http.StatusBadRequest, m)
		return
	}
	texts := url.Values{"alt_text": {m.Alt}, "caption": {m.Caption}}
	a, err := v.desk.API.Upload(v.r.Context(), file.Upload, texts, sent.Get("key"))
	var r record
	switch {
	case err != nil:
		v.failed(err)
	case a.OK() && a.Decode(&r) == nil:
		v.mediaDone(v.t("The picture is in the library."), "/"+r.id())
	default:
		m.Fault = v.apiErrorText(a)
		v.showMedia(a.Status, m)
	}
}

// mediaDone leads to a page about images that says what was done.
func (v *visit) mediaDone(said, at string) {
	page.SetFlash(v.w, v.r, page.Flash{Text: said})
	http.Redirect(v.w, v.r, v.bundle.URL("/media"+at), http.StatusSeeOther)
}

// mediaPage is what image.html gets.
type mediaPage struct {
	image
	Name      string // The title as it is stored.
	CanChange bool
	Uses      []mediaUse
	Faults    map[string]string // By the name of the input.
}

// mediaUse is a record that shows the image.
type mediaUse struct{ Kind, Name, URL string }

// showImage shows an image, its texts, and the records that show it.
func (v *visit) showImage() {
	a := v.do(http.MethodGet, v.mediaPath(), nil, nil, nil)
	if a == nil {
		return
	}
	var r record
	if !a.OK() || a.Decode(&r) != nil {
		v.desk.Fail(v.w, v.r, a.Status, v.apiError(a).Message)
		return
	}
	m := mediaPage{image: imageOf(r), Name: r.in("title").text("raw")}
	v.renderImage(http.StatusOK, m)
}

// mediaPath returns the path of the image in the API.
func (v *visit) mediaPath() string { return "/media/" + url.PathEscape(v.r.PathValue("id")) }

// renderImage shows an image with a form that was refused.
func (v *visit) renderImage(status int, m mediaPage) {
	m.CanChange = v.canDescribe(m.image)
	uses, err := v.desk.API.Uses(v.r.Context(), number(m.ID))
	if err != nil {
		v.failed(err)
		return
	}
	for _, u := range uses {
		m.Uses = append(m.Uses, v.imageUse(u))
	}
	v.renderMedia(page.Page{Status: status, Title: m.Title, Name: "image.html", Data: m})
}

// imageUse returns a record that shows an image, as its page says it.
func (v *visit) imageUse(u images.Use) mediaUse {
	id := strconv.FormatInt(u.ID, 10)
	name := u.Name
	if name == "" {
		name = "#" + id
	}
	return mediaUse{v.t(model.Words(u.Resource.Name)), name, v.bundle.URL("/records/" + u.Resource.Plural + "/" + id)}
}

// changeImage writes the texts of an image.
func (v *visit) changeImage() {
	sent := v.posted()
	if sent == nil {
		return
	}
	body := map[string]any{"title": sent.Get("title"), "alt_text": sent.Get("alt_text"), "caption": unixLines(sent.Get("caption"))}
	a := v.do(http.MethodPatch, v.mediaPath(), nil, nil, body)
	switch {
	case a == nil:
	case a.OK():
		v.mediaDone(v.t("Saved."), "/"+v.r.PathValue("id"))
	default:
		v.imageRefused(a, sent)
	}
}

// imageRefused shows the texts that were refused, as they were typed.
func (v *visit) imageRefused(a *desk.Response, sent url.Values) {
	fault := v.apiError(a)
	read := v.do(http.MethodGet, v.mediaPath(), nil, nil, nil)
	if read == nil {
		return
	}
	var r record
	if len(fault.Data.Details) == 0 || !read.OK() || read.Decode(&r) != nil {
		v.desk.Fail(v.w, v.r, a.Status, fault.Message)
		return
	}
	m := mediaPage{image: imageOf(r), Name: sent.Get("title"), Faults: map[string]string{}}
	m.Alt, m.Caption = sent.Get("alt_text"), sent.Get("caption")
	for name, detail := range fault.Data.Details {
		m.Faults[name] = detail.Message
	}
	v.renderImage(a.Status, m)
}

// deleteImage deletes an image. One that was deleted before is no error.
func (v *visit) deleteImage() {
	sent := v.posted()
	if sent == nil {
		return
	}
	if sent.Get("confirm") == "" {
		v.desk.Fail(v.w, v.r, http.StatusUnprocessableEntity, v.t("Confirm that the picture is to be deleted."))
		return
	}
	a := v.do(http.MethodDelete, v.mediaPath(), nil, nil, nil)
	switch {
	case a == nil:
	case a.OK() || a.Status == http.StatusNotFound:
		v.mediaDone(v.t("The picture is deleted."), "")
	default:
		v.desk.Fail(v.w, v.r, a.Status, v.apiError(a).Message)
	}
}
