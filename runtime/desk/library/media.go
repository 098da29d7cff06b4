package library

import (
	"crypto/rand"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"almanac/runtime/desk"
	"almanac/runtime/desk/page"
	"almanac/runtime/desk/record"
	"almanac/runtime/images"
	"almanac/runtime/model"
)

// mediaList is what media.html gets.
type mediaList struct {
	*record.Library
	Error        string // What is wrong with the upload.
	Alt, Caption string // Typed beside a file that was refused.
	Why          string // Why there is no upload.
	Key          string
	Back, Onward string // URLs of the previous and the next page.
	Insecure     string // URL of the list of images over http; "" where pages show them.
}

// ListMedia shows a page of the library, and the form for an upload.
func ListMedia(x *record.Exchange) { showMedia(x, http.StatusOK, mediaList{}) }

// showMedia shows the list with a form that was refused.
func showMedia(x *record.Exchange, status int, m mediaList) {
	asked := x.Asked()
	if m.Library = Page(x, asked.Get("search"), asked.Get("page")); m.Library == nil {
		return
	}
	m.Why, m.Key = NoUpload(x), rand.Text()
	at := func(n int64) string {
		if n == 0 {
			return ""
		}
		query := url.Values{"page": {strconv.FormatInt(n, 10)}}
		if m.Search != "" {
			query.Set("search", m.Search)
		}
		return x.Bundle.URL("/media") + "?" + query.Encode()
	}
	m.Back, m.Onward = at(m.Previous), at(m.Next)
	if strings.HasPrefix(x.Desk.Env.Deployment.SiteURL, "https:") {
		m.Insecure = x.Bundle.URL("/media/insecure")
	}
	renderMedia(x, page.Page{Status: status, Title: x.T("Media"), Name: "media.html", Data: m})
}

// renderMedia sends a page about images.
func renderMedia(x *record.Exchange, p page.Page) {
	p.Section, p.Styles, p.Scripts = "media", []string{"records.css"}, []string{"unsaved.js", "picture.js", "upload.js"}
	x.Bundle.Render(x.W, x.R, p)
}

// insecureList is what insecure.html gets.
type insecureList struct {
	Records []mediaUse
	Max     int  // Of a resource.
	Cut     bool // A resource may have more.
}

// ListInsecure shows the records with images that pages of a site on https leave out.
func ListInsecure(x *record.Exchange) {
	found, err := x.Desk.API.InsecureImages(x.R.Context())
	if err != nil {
		x.Failed(err)
		return
	}
	list, count := insecureList{Max: images.MaxInsecure}, map[*model.Resource]int{}
	for _, u := range found {
		list.Records = append(list.Records, imageUse(x, u))
		count[u.Resource]++
		list.Cut = list.Cut || count[u.Resource] == images.MaxInsecure
	}
	renderMedia(x, page.Page{Title: x.T("Insecure images"), Name: "insecure.html", Data: list})
}

// UploadMedia adds a file to the images.
func UploadMedia(x *record.Exchange) {
	sent, file, ok := x.SentForm()
	if !ok {
		return
	}
	m := mediaList{Alt: sent.Get("alt_text"), Caption: sent.Get("caption")}
	if refused := file.Err; refused != nil {
		m.Error = x.Translated(refused.Message)
		showMedia(x, refused.Status, m)
		return
	}
	if file.Upload == nil {
		m.Error = x.T("Choose a file first.")
		showMedia(x, http.StatusBadRequest, m)
		return
	}
	texts := url.Values{"alt_text": {m.Alt}, "caption": {m.Caption}}
	resp, err := x.Desk.API.Upload(x.R.Context(), file.Upload, texts, sent.Get("key"))
	var r record.Record
	switch {
	case err != nil:
		x.Failed(err)
	case resp.OK() && resp.Decode(&r) == nil:
		mediaDone(x, x.T("Image added to the library."), "/"+r.ID())
	default:
		m.Error = x.APIErrorText(resp.Err)
		showMedia(x, resp.Status, m)
	}
}

// mediaDone leads to a page about images that says what was done.
func mediaDone(x *record.Exchange, said, at string) {
	page.SetFlash(x.W, x.R, page.Flash{Text: said})
	http.Redirect(x.W, x.R, x.Bundle.URL("/media"+at), http.StatusSeeOther)
}

// mediaPage is what image.html gets.
type mediaPage struct {
	record.Image
	Name      string // The title as it is stored.
	CanChange bool
	Uses      []mediaUse
	Errors    map[string]string // By the name of the input.
}

// mediaUse is a record that shows the image.
type mediaUse struct{ Resource, Name, URL string }

// ShowImage shows an image, its texts, and the records that show it.
func ShowImage(x *record.Exchange) {
	resp := x.Do(http.MethodGet, mediaPath(x), nil, nil, nil)
	if resp == nil {
		return
	}
	var r record.Record
	if !resp.OK() || resp.Decode(&r) != nil {
		x.Desk.Fail(x.W, x.R, resp.Status, x.Translated(resp.Err.Message))
		return
	}
	m := mediaPage{Image: record.ImageOf(r), Name: r.In("title").Text("raw")}
	renderImage(x, http.StatusOK, m)
}

// mediaPath returns the path of the image in the API.
func mediaPath(x *record.Exchange) string { return "/media/" + url.PathEscape(x.R.PathValue("id")) }

// renderImage shows an image with a form that was refused.
func renderImage(x *record.Exchange, status int, m mediaPage) {
	m.CanChange = CanDescribe(x, m.Image)
	uses, err := x.Desk.API.Uses(x.R.Context(), record.Number(m.ID))
	if err != nil {
		x.Failed(err)
		return
	}
	for _, u := range uses {
		m.Uses = append(m.Uses, imageUse(x, u))
	}
	renderMedia(x, page.Page{Status: status, Title: m.Title, Name: "image.html", Data: m})
}

// imageUse returns a record that shows an image, as its page says it.
func imageUse(x *record.Exchange, u images.Use) mediaUse {
	id := strconv.FormatInt(u.ID, 10)
	name := u.Name
	if name == "" {
		name = "#" + id
	}
	return mediaUse{x.T(model.Words(u.Resource.Name)), name, x.Bundle.URL("/records/" + u.Resource.Plural + "/" + id)}
}

// ChangeImage writes the texts of an image.
func ChangeImage(x *record.Exchange) {
	sent := x.Posted()
	if sent == nil {
		return
	}
	body := map[string]any{
		"title": sent.Get("title"), "alt_text": sent.Get("alt_text"), "caption": record.UnixLines(sent.Get("caption")),
	}
	resp := x.Do(http.MethodPatch, mediaPath(x), nil, nil, body)
	switch {
	case resp == nil:
	case resp.OK():
		mediaDone(x, x.T("Saved."), "/"+x.R.PathValue("id"))
	default:
		imageRefused(x, resp, sent)
	}
}

// imageRefused shows the texts that were refused, as they were typed.
func imageRefused(x *record.Exchange, resp *desk.Response, sent url.Values) {
	message, details := x.APIErrorOf(resp.Err)
	read := x.Do(http.MethodGet, mediaPath(x), nil, nil, nil)
	if read == nil {
		return
	}
	var r record.Record
	if len(details) == 0 || !read.OK() || read.Decode(&r) != nil {
		x.Desk.Fail(x.W, x.R, resp.Status, message)
		return
	}
	m := mediaPage{Image: record.ImageOf(r), Name: sent.Get("title"), Errors: details}
	m.Alt, m.Caption = sent.Get("alt_text"), sent.Get("caption")
	renderImage(x, resp.Status, m)
}

// DeleteImage deletes an image. One that was deleted before is no error.
func DeleteImage(x *record.Exchange) {
	sent := x.Posted()
	if sent == nil {
		return
	}
	if sent.Get("confirm") == "" {
		x.Desk.Fail(x.W, x.R, http.StatusUnprocessableEntity, x.T("Check the box to delete this image."))
		return
	}
	resp := x.Do(http.MethodDelete, mediaPath(x), nil, nil, nil)
	switch {
	case resp == nil:
	case resp.OK() || resp.Status == http.StatusNotFound:
		mediaDone(x, x.T("Image deleted."), "")
	default:
		x.Desk.Fail(x.W, x.R, resp.Status, x.Translated(resp.Err.Message))
	}
}
