package records

import (
	"cmp"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"almanac/runtime/desk"
	"almanac/runtime/text"
)

// image is an image as the desk shows it.
type image struct {
	ID, URL, Thumb, Title string
	Alt, Caption, Added   string
	Size                  string // Such as "800 × 600".
	Author                int64
}

func imageOf(r record) image {
	i := image{
		ID: r.id(), URL: r.text("source_url"), Title: r.in("title").text("raw"), Alt: r.text("alt_text"),
		Caption: r.in("caption").text("raw"),
		Author:  number(r.text("author")),
	}
	i.Added, _, _ = strings.Cut(r.text("date"), "T")
	i.Thumb = cmp.Or(r.in("media_details").in("sizes").in("medium").text("source_url"), i.URL)
	i.Title = cmp.Or(i.Title, r.text("slug"), "#"+i.ID)
	if width := r.in("media_details").text("width"); width != "0" {
		i.Size = width + " × " + r.in("media_details").text("height")
	}
	return i
}

// texts returns the digest of the texts of an image, by which a form tells whether they
// were changed.
func (i image) texts() string { return digest([]string{i.Alt, i.Caption}) }

// canDescribe reports whether the user may change the texts of an image.
func (h *handler) canDescribe(i image) bool {
	c := desk.CallerOf(h.r.Context())
	return c.CanChangeUploads() || c.CanUpload() && i.Author != 0 && i.Author == c.User
}

// noUpload says why the user cannot upload, "" if nothing prevents it.
func (h *handler) noUpload() string {
	switch {
	case !desk.CallerOf(h.r.Context()).CanUpload():
		return h.t("You can’t upload images. Choose one from the library.")
	case h.desk.Env.Media == nil:
		return h.t("Uploads are off on this server. Use an image URL.")
	}
	return ""
}

// library is a page of the images that the user may see.
type library struct {
	Search         string
	Images         []image
	Total          int64
	Previous, Next int64 // Numbers of pages, 0 for none.
}

// maxLibrary is how many images a page of the library has.
const maxLibrary = 12

// libraryPage returns a page of the images that have some words. It returns nil after it has
// sent a page about a failure; a page that does not exist is empty.
func (h *handler) libraryPage(words, page string) *library {
	n := max(number(page), 1)
	query := url.Values{"per_page": {strconv.Itoa(maxLibrary)}, "page": {strconv.FormatInt(n, 10)}}
	if words = strings.TrimSpace(words); words != "" {
		query.Set("search", words)
	}
	resp := h.do(http.MethodGet, "/media", query, nil, nil)
	if resp == nil {
		return nil
	}
	var list []record
	l := &library{Search: words, Total: number(resp.Header.Get(h.desk.Env.Service.TotalHeader))}
	if !resp.OK() || resp.Decode(&list) != nil {
		return l
	}
	for _, r := range list {
		l.Images = append(l.Images, imageOf(r))
	}
	l.Previous = n - 1
	if n*maxLibrary < l.Total {
		l.Next = n + 1
	}
	return l
}

// pictureView is the image of a form as the template "picture" shows it.
type pictureView struct {
	image
	Was     string // Digest of the texts as they are stored.
	Texts   bool   // The user may change them.
	Upload  bool
	Why     string // Why there is no upload.
	Other   bool   // An address elsewhere may be given.
	Address string
	Library *library // Nil unless it was asked for.
}

// imageField returns the field with the image, and whether there is one.
func (f *form) imageField() (field, bool) { return named(f.fields, "image") }

// readPicture reads what was done with the image of a form: an upload, an address, a
// removal, or a look into the library. It returns false after it has sent a page about a
// failure.
func (f *form) readPicture(of field) bool {
	if f.sent.Has(of.Name + ".clear") {
		f.values[of.Name] = nil
	}
	if address := strings.TrimSpace(f.sent.Get(of.Name + ".address")); address != "" {
		f.values[of.Name] = one(address)
	}
	if refused := f.file.Err; refused != nil {
		f.refusePicture(of, refused.Status, f.translated(refused.Message))
	} else if f.file.Upload != nil && !f.upload(of) {
		return false
	}
	page, words := f.sent.Get(of.Name+".page"), f.sent.Get(of.Name+".find")
	if page == "" && f.sent.Get("look") != of.Name && words == f.sent.Get(of.Name+".found") {
		return true
	}
	f.open = true // The key Enter in the search of the library searches, too.
	f.library = f.libraryPage(words, page)
	return f.library != nil
}

// refusePicture notes what is wrong with the image; the form is shown again.
func (f *form) refusePicture(of field, status int, message string) {
	f.errors[of.Name], f.message, f.status, f.open = message, message, status, true
}

// upload adds the file that was sent to the images, so that it is not lost when something
// else in the form is wrong. It returns false after it has sent a page about a failure.
func (f *form) upload(of field) bool {
	resp, err := f.desk.API.Upload(f.r.Context(), f.file.Upload, f.pictureTexts(of), f.sent.Get("key"))
	if err != nil {
		f.failed(err)
		return false
	}
	var r record
	if !resp.OK() || resp.Decode(&r) != nil {
		f.refusePicture(of, resp.Status, f.apiErrorText(resp.Err))
		return true
	}
	f.values[of.Name] = one(r.id())
	f.sent.Del(of.Name + ".was") // The texts are stored.
	return true
}

// pictureTexts returns the texts of the image that were changed in the form, nil for none.
func (f *form) pictureTexts(of field) url.Values {
	typed := image{Alt: f.sent.Get(of.Name + ".alt"), Caption: unixLines(f.sent.Get(of.Name + ".caption"))}
	if !f.sent.Has(of.Name+".was") || f.sent.Get(of.Name+".was") == typed.texts() {
		return nil
	}
	return url.Values{"alt_text": {typed.Alt}, "caption": {typed.Caption}}
}

// describe writes the texts of the image of a record that was saved, if the form has
// changed them: before, they would have changed the version of the record. It returns what
// the API says against it, and false after it has sent a page about a failure.
func (f *form) describe(saved record) (refused string, ok bool) {
	of, _ := f.imageField()
	id := saved.in(of.name()).id()
	if id == "" || id != f.sent.Get(of.Name+".of") && f.sent.Get(of.Name+".address") == "" {
		return "", true
	}
	texts := f.pictureTexts(of)
	if texts == nil {
		return "", true
	}
	resp := f.do(http.MethodPatch, "/media/"+url.PathEscape(id), nil, nil,
		map[string]any{"alt_text": texts.Get("alt_text"), "caption": texts.Get("caption")})
	switch {
	case resp == nil:
		return "", false
	case !resp.OK():
		return f.apiErrorText(resp.Err), true
	}
	return "", true
}

// addPicture adds the image of the form to the view of its field. It returns false after
// it has sent a page about a failure.
func (f *form) addPicture(view *fieldView, of field) bool {
	p := &pictureView{Library: f.library, Why: f.noUpload()}
	p.Upload, p.Other = p.Why == "", f.Permissions.CanPublish(desk.CallerOf(f.r.Context()))
	id := view.Value
	switch {
	case id == "":
	case !text.Digits(id):
		p.Address = id
	default:
		resp := f.do(http.MethodGet, "/media/"+id, nil, nil, nil)
		if resp == nil {
			return false
		}
		var r record
		if p.image = (image{ID: id, Thumb: f.names[of.key(id)], Title: "#" + id}); resp.OK() && resp.Decode(&r) == nil {
			p.image = imageOf(r)
		}
	}
	p.Was, p.Texts = p.texts(), p.Upload && p.ID == "" || p.ID != "" && f.canDescribe(p.image)
	if f.sent.Has(of.Name+".alt") && f.sent.Get(of.Name+".of") == p.ID {
		p.Alt, p.Caption = f.sent.Get(of.Name+".alt"), f.sent.Get(of.Name+".caption")
	}
	view.Picture = p
	return true
}
