package forms

import (
	"net/http"
	"net/url"
	"strings"

	"almanac/runtime/desk"
	"almanac/runtime/desk/library"
	"almanac/runtime/desk/record"
	"almanac/runtime/text"
)

// imageField returns the field with the image, and whether there is one.
func (f *form) imageField() (record.Field, bool) { return record.Named(f.fields, "image") }

// readPicture reads what was done with the image of a form: an upload, an address, a
// removal, or a look into the library. It returns false after it has sent a page about a
// failure.
func (f *form) readPicture(of record.Field) bool {
	if f.sent.Has(of.Name + ".clear") {
		f.values[of.Name] = nil
	}
	if address := strings.TrimSpace(f.sent.Get(of.Name + ".address")); address != "" {
		f.values[of.Name] = record.One(address)
	}
	if refused := f.file.Err; refused != nil {
		f.refusePicture(of, refused.Status, f.Translated(refused.Message))
	} else if f.file.Upload != nil && !f.upload(of) {
		return false
	}
	page, words := f.sent.Get(of.Name+".page"), f.sent.Get(of.Name+".find")
	if page == "" && f.sent.Get("look") != of.Name && words == f.sent.Get(of.Name+".found") {
		return true
	}
	f.open = true // The key Enter in the search of the library searches, too.
	f.library = library.Page(f.Exchange, words, page)
	return f.library != nil
}

// refusePicture notes what is wrong with the image; the form is shown again.
func (f *form) refusePicture(of record.Field, status int, message string) {
	f.errors[of.Name], f.message, f.status, f.open = message, message, status, true
}

// upload adds the file that was sent to the images, so that it is not lost when something
// else in the form is wrong. It returns false after it has sent a page about a failure.
func (f *form) upload(of record.Field) bool {
	resp, err := f.Desk.API.Upload(f.R.Context(), f.file.Upload, f.pictureTexts(of), f.sent.Get("key"))
	if err != nil {
		f.Failed(err)
		return false
	}
	var r record.Record
	if !resp.OK() || resp.Decode(&r) != nil {
		f.refusePicture(of, resp.Status, f.APIErrorText(resp.Err))
		return true
	}
	f.values[of.Name] = record.One(r.ID())
	f.sent.Del(of.Name + ".was") // The texts are stored.
	return true
}

// pictureTexts returns the texts of the image that were changed in the form, nil for none.
func (f *form) pictureTexts(of record.Field) url.Values {
	typed := record.Image{Alt: f.sent.Get(of.Name + ".alt"), Caption: record.UnixLines(f.sent.Get(of.Name + ".caption"))}
	if !f.sent.Has(of.Name+".was") || f.sent.Get(of.Name+".was") == typed.Digest() {
		return nil
	}
	return url.Values{"alt_text": {typed.Alt}, "caption": {typed.Caption}}
}

// describe writes the texts of the image of a record that was saved, if the form has
// changed them: before, they would have changed the version of the record. It returns what
// the API says against it, and false after it has sent a page about a failure.
func (f *form) describe(saved record.Record) (refused string, ok bool) {
	of, _ := f.imageField()
	id := saved.In(of.FieldName()).ID()
	if id == "" || id != f.sent.Get(of.Name+".of") && f.sent.Get(of.Name+".address") == "" {
		return "", true
	}
	texts := f.pictureTexts(of)
	if texts == nil {
		return "", true
	}
	resp := f.Do(http.MethodPatch, "/media/"+url.PathEscape(id), nil, nil,
		map[string]any{"alt_text": texts.Get("alt_text"), "caption": texts.Get("caption")})
	switch {
	case resp == nil:
		return "", false
	case !resp.OK():
		return f.APIErrorText(resp.Err), true
	}
	return "", true
}

// addPicture adds the image of the form to the view of its field. It returns false after
// it has sent a page about a failure.
func (f *form) addPicture(view *record.FieldView, of record.Field) bool {
	p := &record.PictureView{Library: f.library, Why: library.NoUpload(f.Exchange)}
	p.Upload, p.Other = p.Why == "", f.Permissions.CanPublish(desk.CallerOf(f.R.Context()))
	id := view.Value
	switch {
	case id == "":
	case !text.Digits(id):
		p.Address = id
	default:
		resp := f.Do(http.MethodGet, "/media/"+id, nil, nil, nil)
		if resp == nil {
			return false
		}
		var r record.Record
		p.Image = record.Image{ID: id, Thumb: f.names[of.Key(id)], Title: "#" + id}
		if resp.OK() && resp.Decode(&r) == nil {
			p.Image = record.ImageOf(r)
		}
	}
	p.Was, p.Texts = p.Digest(), p.Upload && p.ID == "" || p.ID != "" && library.CanDescribe(f.Exchange, p.Image)
	if f.sent.Has(of.Name+".alt") && f.sent.Get(of.Name+".of") == p.ID {
		p.Alt, p.Caption = f.sent.Get(of.Name+".alt"), f.sent.Get(of.Name+".caption")
	}
	view.Picture = p
	return true
}
