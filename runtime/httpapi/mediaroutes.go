package httpapi

import (
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"almanac/runtime/images"
	"almanac/runtime/model"
	"almanac/runtime/openapi"
	"almanac/runtime/param"
	"almanac/runtime/request"
)

// mediaFiles are the files of uploads.
var mediaFiles = request.FileRules{Params: []string{"file"}, Raw: true, Allowed: images.CheckUploader}

// BeginUpload reads a request that adds an image: a multipart form with the field file, or
// the file itself with the header Content-Disposition.
func (a *API) BeginUpload(h *http.Request) (*request.Request, error) {
	return a.Env.BeginWithFiles(h, mediaFiles)
}

// mediaResponse is the response about one image.
type mediaResponse struct {
	delivery
	Body *images.MediaView
}

// mediaCreated is the response to an upload.
type mediaCreated struct {
	Status   int
	Location string `header:"Location" doc:"URL of the new image"`
	UploadID string `header:"X-WP-Upload-Attachment-ID" doc:"ID of the new image"`
	Replayed string `header:"Idempotency-Replayed" doc:"true if this repeats the response to an earlier request with the same Idempotency-Key"`
	Body     *images.MediaView
}

// mediaDeletion is the response about an image that was deleted.
type mediaDeletion struct {
	Body struct {
		Deleted  bool              `json:"deleted" doc:"Always true"`
		Previous *images.MediaView `json:"previous" doc:"The image before it was deleted"`
	}
}

// uploadMedia adds the file of a request that BeginUpload has read.
func uploadMedia(_ *http.Request, r *request.Request, in *mediaUpload) (*mediaCreated, error) {
	v, replayed, err := images.Create(r, in.Texts)
	if err != nil {
		return nil, err
	}
	out := &mediaCreated{Status: http.StatusCreated, Body: v}
	if replayed {
		out.Replayed = "true"
	}
	if !r.Dry { // A dry run leaves no image with an address.
		out.Location, out.UploadID = r.Env.Deployment.RecordURL("media", v.ID), strconv.FormatInt(v.ID, 10)
	}
	return out, nil
}

// listMedia lists the images that exist for the caller.
func listMedia(h *http.Request, r *request.Request, in *images.ListInput) (*ListResponse[[]*images.MediaView], error) {
	p, err := images.List(r, in)
	if err != nil {
		return nil, err
	}
	return &ListResponse[[]*images.MediaView]{
		delivery: delivery{listed: true, counts: &listTotals{p.Total, p.Pages}},
		Link:     pageLinks(h, r, p.Page, p.Pages), Body: &p.Images,
	}, nil
}

// pageLinks returns the header with the addresses of the neighbours of a page (RFC 8288).
func pageLinks(h *http.Request, r *request.Request, at, pages int64) string {
	link := func(page int64) string {
		if page < 1 || page > pages {
			return ""
		}
		query := param.ParseQuery(h.URL.RawQuery)
		query.Del("password")
		query.Set("page", strconv.FormatInt(page, 10))
		return r.Env.Deployment.SiteURL + h.URL.EscapedPath() + "?" + query.Encode()
	}
	return linkHeader(link(at+1), link(at-1))
}

// readMedia returns the image that the path names.  Its tag is weak: images have no versions.
func readMedia(_ *http.Request, r *request.Request, in *mediaPath) (*mediaResponse, error) {
	v, err := images.Get(r, in.ID)
	return &mediaResponse{delivery: delivery{listed: true}, Body: v}, err
}

// updateMedia changes the texts of the image that the path names.
func updateMedia(_ *http.Request, r *request.Request, in *mediaUpdate) (*mediaResponse, error) {
	v, err := images.Update(r, in.ID, in.Texts)
	return &mediaResponse{Body: v}, err
}

// deleteMedia deletes the image that the path names.
func deleteMedia(_ *http.Request, r *request.Request, in *mediaDelete) (*mediaDeletion, error) {
	v, err := images.Delete(r, in.ID)
	out := &mediaDeletion{}
	out.Body.Deleted, out.Body.Previous = true, v
	return out, err
}

// mediaPath has the path of one image.
type mediaPath struct {
	ID int64 `path:"id" doc:"Image ID"`
}

// mediaUpdate has the arguments of an update of an image.
type mediaUpdate struct {
	mediaPath
	DryRun
	images.Texts
}

// mediaDelete has the arguments of the delete of an image.
type mediaDelete struct {
	mediaPath
	DryRun
}

// mediaUpload has the arguments of an upload.
type mediaUpload struct {
	UploadHeaders
	DryRun
	images.Texts
}

// RegisterMedia registers the routes of images, after those of the resources: what these are
// called decides about headers.
func (a *API) RegisterMedia() {
	const item, missing, forbidden = "/media/{id}", http.StatusNotFound, http.StatusForbidden
	op := func(id, method, path, summary, description string, errors ...int) huma.Operation {
		return huma.Operation{
			OperationID: id, Method: method, Path: path, Summary: summary, Description: description,
			Tags: []string{"media"}, Errors: errors,
		}
	}
	list := op("list-media", http.MethodGet, "/media", "List images",
		"Returns a page of images: those the caller added, and those of records the caller can see.")
	handle(a, list, nil, model.ArgsOf[images.ListInput](), a.Env.Begin, listMedia)
	upload := op("create-media", http.MethodPost, "/media", "Upload an image",
		"Uploads a JPEG, PNG, GIF or WebP file, as the \"file\" field of a multipart form or as the body with a "+
			"Content-Disposition header. The image is rotated upright and its EXIF data removed. "+
			"Requires the author role or higher.",
		forbidden, http.StatusRequestEntityTooLarge, http.StatusRequestTimeout, http.StatusUnprocessableEntity)
	upload.DefaultStatus, upload.Metadata = http.StatusCreated, map[string]any{openapi.BodyKey: uploadBody()}
	upload.Extensions = map[string]any{"x-least-role": "author"}
	handle(a, upload, nil, model.ArgsOf[mediaUpload](), a.BeginUpload, uploadMedia)
	get := op("get-media", http.MethodGet, item, "Get an image", "Returns one image.", missing)
	handle(a, get, nil, model.ArgsOf[mediaPath](), a.Env.Begin, readMedia)
	update := op("update-media", "", item, "Update an image",
		"Updates title, caption and alternative text. Authors can update their own images, editors any image.",
		missing, forbidden)
	for _, op := range updates(update, "", "-by-put", "-by-patch") {
		handle(a, op, nil, model.ArgsOf[mediaUpdate](), a.Env.Begin, updateMedia)
	}
	remove := op("delete-media", http.MethodDelete, item, "Delete an image",
		"Deletes the image and its files, and removes it from all records. "+
			"Authors can delete their own images, editors any image.", missing, forbidden)
	handle(a, remove, nil, model.ArgsOf[mediaDelete](), a.Env.Begin, deleteMedia)
}

// uploadBody describes the body of an upload.
func uploadBody() *huma.RequestBody {
	file := &huma.Schema{Type: huma.TypeString, Format: "binary", Description: "The file"}
	words := func(about string) *huma.Schema { return &huma.Schema{Type: huma.TypeString, Description: about} }
	form := &huma.Schema{Type: huma.TypeObject, Required: []string{"file"}, Properties: map[string]*huma.Schema{
		"file": file, "title": words("Title; defaults to the file name"),
		"alt_text": words("Alternative text"), "caption": words("Caption"),
	}}
	return &huma.RequestBody{
		Description: "The file itself, or a form that contains it",
		Required:    true,
		Content: map[string]*huma.MediaType{
			"multipart/form-data": {Schema: form}, openapi.AnyImage: {Schema: file},
		},
	}
}

// imageFiles returns the rules of files for a resource: its image may be one.
func imageFiles(k *model.Resource) request.FileRules {
	rules := request.FileRules{Allowed: images.CheckUploader}
	for _, arg := range k.Args {
		if arg.Image {
			rules.Params = append(rules.Params, arg.Name)
		}
	}
	return rules
}

// beginRecord returns what reads the request for a write of a record.
func beginRecord(env *request.Env, k *model.Resource) func(*http.Request) (*request.Request, error) {
	rules := imageFiles(k)
	if len(rules.Params) == 0 {
		return env.Begin
	}
	return func(h *http.Request) (*request.Request, error) { return env.BeginWithFiles(h, rules) }
}

// beginWrite is beginRecord for what changes the record in one transaction.  Hooks may do what is
// outside of it, so that they run for callers who were authenticated.
func beginWrite(a *API, k *model.Resource) func(*http.Request) (*request.Request, error) {
	begin := beginRecord(a.Env, k)
	if len(a.Writes.Hooks) > 0 {
		return begin
	}
	return request.Recalling(begin)
}
