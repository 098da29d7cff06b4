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
	list := &route{pattern: "/wp/v2/" + mediaPath, operations: map[string]operation{http.MethodGet: (*exchange).listMedia, http.MethodPost: (*exchange).upload}}
	one := &route{pattern: list.pattern + "/{id}", operations: map[string]operation{http.MethodGet: (*exchange).readMedia, http.MethodDelete: (*exchange).deleteMedia}}
	for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodPatch} {
		one.operations[method] = (*exchange).updateMedia
	}
	return []*route{list, one}
}

// listMedia lists images.
func (x *exchange) listMedia() (int, any, error) {
	var in images.ListInput
	httpapi.Decode(x.Request, &in)
	list, err := records.Admit(x.api.Records, x.Request, func() (*images.Page, error) { return images.List(x.Request, &in) })
	if err != nil {
		return 0, nil, err
	}
	x.countPages(mediaPath, list.Page, list.Total, list.Pages)
	return http.StatusOK, list.Images, nil
}

// upload adds an image.
func (x *exchange) upload() (int, any, error) {
	texts, replayed := x.imageInput(), false
	made, err := x.image(func() (v *images.MediaView, err error) {
		v, replayed, err = images.Create(x.Request, texts)
		return v, err
	})
	if err != nil {
		return 0, nil, err
	}
	if !x.Dry { // A dry run leaves no image with an address.
		id := strconv.FormatInt(made.ID, 10)
		x.header.Set("Location", x.url+"/wp/v2/"+mediaPath+"/"+id)
		x.header.Set("X-WP-Upload-Attachment-ID", id)
	}
	if replayed {
		x.header.Set("Idempotency-Replayed", "true")
	}
	return http.StatusCreated, made, nil
}

// readMedia answers an image.
func (x *exchange) readMedia() (int, any, error) {
	one, err := x.image(func() (*images.MediaView, error) { return images.Get(x.Request, x.id()) })
	return http.StatusOK, one, err
}

// updateMedia changes the texts of an image.
func (x *exchange) updateMedia() (int, any, error) {
	texts := x.imageInput()
	one, err := x.image(func() (*images.MediaView, error) { return images.Update(x.Request, x.id(), texts) })
	return http.StatusOK, one, err
}

// deleteMedia deletes an image.
func (x *exchange) deleteMedia() (int, any, error) {
	x.imageInput()
	gone, err := x.image(func() (*images.MediaView, error) { return images.Delete(x.Request, x.id()) })
	return http.StatusOK, object{"deleted": true, "previous": gone}, err
}

// imageInput reads the parameters of a write of an image.
func (x *exchange) imageInput() images.Texts {
	var in struct {
		httpapi.DryRun
		images.Texts
	}
	httpapi.Decode(x.Request, &in)
	return in.Texts
}

// image runs an operation on an image once there is room for it.
func (x *exchange) image(run func() (*images.MediaView, error)) (*images.MediaView, error) {
	return records.Admit(x.api.Records, x.Request, run)
}
