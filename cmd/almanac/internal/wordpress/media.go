package wordpress

import (
	"net/http"
	"strconv"

	"almanac/runtime/httpapi"
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
	list, err := httpapi.Run(x.Call, 0, x.api.ListMedia)
	if err != nil {
		return 0, nil, err
	}
	total, pages := list.Counts()
	x.countPages(mediaPath, x.page(), total, pages)
	return http.StatusOK, list.Body, nil
}

// upload adds an image.
func (x *exchange) upload() (int, any, error) {
	made, err := httpapi.Run(x.Call, 0, x.api.UploadMedia)
	if err != nil {
		return 0, nil, err
	}
	if made.UploadID != "" { // It is empty after a dry run.
		x.header.Set("Location", x.url+"/wp/v2/"+mediaPath+"/"+made.UploadID)
		x.header.Set("X-WP-Upload-Attachment-ID", made.UploadID)
	}
	if made.Replayed != "" {
		x.header.Set("Idempotency-Replayed", made.Replayed)
	}
	return made.Status, made.Body, nil
}

// readMedia answers an image.
func (x *exchange) readMedia() (int, any, error) {
	one, err := httpapi.Run(x.Call, x.id(), x.api.ReadMedia)
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, one.Body, nil
}

// updateMedia changes the texts of an image.
func (x *exchange) updateMedia() (int, any, error) {
	one, err := httpapi.Run(x.Call, x.id(), x.api.UpdateMedia)
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, one.Body, nil
}

// deleteMedia deletes an image.
func (x *exchange) deleteMedia() (int, any, error) {
	gone, err := httpapi.Run(x.Call, x.id(), x.api.DeleteMedia)
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, gone.Body, nil
}

// page returns the number of the page that a request is about.
func (x *exchange) page() int64 {
	sent, _ := x.Request.Values.Lookup("page")
	text, _ := sent.(string)
	page, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 1 // Of a list: others were refused.
	}
	return page
}
