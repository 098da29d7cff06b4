package wordpress

import (
	"net/http"
	"strconv"

	"almanac/runtime/httpapi"
	"almanac/runtime/images"
	"almanac/runtime/records"
)

// mediaPath is the path of images below wp/v2.  They are those of the API, which shows them
// as WordPress does.
const mediaPath = "media"

// mediaRoutes lists the routes of images.
func mediaRoutes() []*route {
	list := &route{pattern: "/wp/v2/" + mediaPath, operations: map[string]operation{
		http.MethodGet: (*exchange).listMedia, http.MethodPost: (*exchange).upload,
	}}
	one := &route{pattern: list.pattern + "/{id}", operations: map[string]operation{
		http.MethodGet: (*exchange).readMedia, http.MethodDelete: (*exchange).deleteMedia,
	}}
	for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodPatch} {
		one.operations[method] = (*exchange).updateMedia
	}
	return []*route{list, one}
}

// listMedia lists images.
func (e *exchange) listMedia() (int, any, error) {
	var in images.ListInput
	httpapi.Decode(e.Request, &in)
	list, err := records.Admit(e.api.Records, e.Request, func() (*images.Page, error) {
		return images.List(e.Request, &in)
	})
	if err != nil {
		return 0, nil, err
	}
	e.countPages(mediaPath, list.Page, list.Total, list.Pages)
	return http.StatusOK, list.Images, nil
}

// upload adds an image.
func (e *exchange) upload() (int, any, error) {
	texts, replayed := e.imageInput(), false
	made, err := e.image(func() (v *images.MediaView, err error) {
		v, replayed, err = images.Create(e.Request, texts)
		return v, err
	})
	if err != nil {
		return 0, nil, err
	}
	if !e.Dry { // A dry run leaves no image with an address.
		id := strconv.FormatInt(made.ID, 10)
		e.header.Set("Location", e.url+"/wp/v2/"+mediaPath+"/"+id)
		e.header.Set("X-WP-Upload-Attachment-ID", id)
	}
	if replayed {
		e.header.Set("Idempotency-Replayed", "true")
	}
	return http.StatusCreated, made, nil
}

// readMedia answers an image.
func (e *exchange) readMedia() (int, any, error) {
	one, err := e.image(func() (*images.MediaView, error) { return images.Get(e.Request, e.id()) })
	return http.StatusOK, one, err
}

// updateMedia changes the texts of an image.
func (e *exchange) updateMedia() (int, any, error) {
	texts := e.imageInput()
	one, err := e.image(func() (*images.MediaView, error) { return images.Update(e.Request, e.id(), texts) })
	return http.StatusOK, one, err
}

// deleteMedia deletes an image.
func (e *exchange) deleteMedia() (int, any, error) {
	e.imageInput()
	gone, err := e.image(func() (*images.MediaView, error) { return images.Delete(e.Request, e.id()) })
	return http.StatusOK, object{"deleted": true, "previous": gone}, err
}

// imageInput reads the parameters of a write of an image.
func (e *exchange) imageInput() images.Texts {
	var in struct {
		httpapi.DryRun
		images.Texts
	}
	httpapi.Decode(e.Request, &in)
	return in.Texts
}

// image runs an operation on an image once there is room for it.
func (e *exchange) image(run func() (*images.MediaView, error)) (*images.MediaView, error) {
	return records.Admit(e.api.Records, e.Request, run)
}
