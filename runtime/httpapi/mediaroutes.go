package httpapi

import (
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"almanac/runtime/apierror"
	"almanac/runtime/images"
	"almanac/runtime/model"
	"almanac/runtime/openapi"
	"almanac/runtime/request"
	"almanac/runtime/text"
)

// The operations on images. Each takes a decoded request and returns what a response is
// made of, so that they can be registered under another path, too.

// mediaFiles are the files of uploads.
var mediaFiles = request.FileRules{Params: []string{"file"}, Raw: true, Allowed: images.CheckUploader}

// BeginUpload reads a request that adds an image: a multipart form with the field file, or
// the file itself with the header Content-Disposition.
func (a *API) BeginUpload(h *http.Request) (*request.Request, error) {
	return a.Env.BeginWithFiles(h, mediaFiles)
}

// MediaAnswer is the response about one image.
type MediaAnswer struct{ Body *images.MediaView }

// MediaCreated is the response to an upload.
type MediaCreated struct {
	Status   int
	Location string `header:"Location" doc:"Address of a new image"`
	UploadID string `header:"X-WP-Upload-Attachment-ID" doc:"ID of a new image"`
	Replayed string `header:"Idempotency-Replayed" doc:"true, where the answer is that of an earlier request with the same Idempotency-Key"`
	Body     *images.MediaView
}

// MediaDeletion is the response about an image that was deleted.
type MediaDeletion struct {
	Body struct {
		Deleted  bool              `json:"deleted" doc:"Always true"`
		Previous *images.MediaView `json:"previous" doc:"The image as it was"`
	}
}

// UploadMedia adds the file of a request that BeginUpload has read.
func (a *API) UploadMedia(r *request.Request) (*MediaCreated, error) {
	if r.State.Upload == nil {
		return nil, apierror.New(http.StatusBadRequest, "rest_upload_no_data", "The request has no file: send it as the field file of a multipart form, or as the body.")
	}
	v, replayed, err := images.Create(r)
	if err != nil {
		return nil, err
	}
	out := &MediaCreated{Status: http.StatusCreated, Body: v}
	if replayed {
		out.Replayed = "true"
	}
	if !r.Dry { // A dry run leaves no image with an address.
		out.Location, out.UploadID = r.Env.Deployment.RecordURL("media", v.ID), strconv.FormatInt(v.ID, 10)
	}
	return out, nil
}

// ListMedia lists the images that exist for the caller.
func (a *API) ListMedia(r *request.Request) (*Listing[[]*images.MediaView], error) {
	p, err := images.List(r)
	if err != nil {
		return nil, err
	}
	r.State.Listed = true
	return &Listing[[]*images.MediaView]{total: p.Total, pages: p.Pages, Link: p.Link, Body: &p.Images}, nil
}

// ReadMedia returns the image that the path names.
func (a *API) ReadMedia(r *request.Request) (*MediaAnswer, error) {
	v, err := images.Get(r, mediaID(r))
	r.State.Listed = true // Its tag is weak: images have no versions.
	return &MediaAnswer{Body: v}, err
}

// UpdateMedia changes the texts of the image that the path names.
func (a *API) UpdateMedia(r *request.Request) (*MediaAnswer, error) {
	v, err := images.Update(r, mediaID(r))
	return &MediaAnswer{Body: v}, err
}

// DeleteMedia deletes the image that the path names.
func (a *API) DeleteMedia(r *request.Request) (*MediaDeletion, error) {
	v, err := images.Delete(r, mediaID(r))
	out := &MediaDeletion{}
	out.Body.Deleted, out.Body.Previous = true, v
	return out, err
}

// mediaID returns the ID in the path, -1 for one that no image has.
func mediaID(r *request.Request) int64 {
	digits := r.HTTP.PathValue("id")
	id, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || !text.Digits(digits) {
		return -1
	}
	return id
}

// mediaPath documents the path of one image.
type mediaPath struct {
	ID int64 `path:"id" doc:"Image ID"`
}

// mediaUpdate documents the arguments of an update of an image.
type mediaUpdate struct {
	mediaPath
	DryRun
	images.Texts
}

// mediaDelete documents the arguments of the delete of an image.
type mediaDelete struct {
	mediaPath
	DryRun
}

// mediaUpload documents the arguments of an upload.
type mediaUpload struct {
	Disposition    string `header:"Content-Disposition" doc:"Name of the file that is the body, as in attachment; filename=\"image.png\""`
	IdempotencyKey string `header:"Idempotency-Key" doc:"A key that makes the upload happen once: for 24 hours the same request is given the same answer, and another one 422"`
	DryRun
	images.Texts
}

// RegisterMedia registers the routes of images, after those of the resources: what these are
// called decides about headers.
func (a *API) RegisterMedia() {
	const item, missing, forbidden = "/media/{id}", http.StatusNotFound, http.StatusForbidden
	op := func(id, method, path, summary, about string, errors ...int) huma.Operation {
		return huma.Operation{OperationID: id, Method: method, Path: path, Summary: summary, Description: about, Tags: []string{"media"}, Errors: errors}
	}
	Handle(a, op("list-media", http.MethodGet, "/media", "List images", "Lists the images that the caller added, and those of records that the caller may see."), nil, model.ArgsOf[images.ListInput](), a.ListMedia)
	upload := op("create-media", http.MethodPost, "/media", "Upload an image", "Takes a JPEG, PNG, GIF or WebP file: as the field file of a multipart form, or as the body with the header Content-Disposition. It is turned upright and loses its EXIF data. Needs the role author or one above it.",
		forbidden, http.StatusRequestEntityTooLarge, http.StatusRequestTimeout, http.StatusUnprocessableEntity)
	upload.DefaultStatus, upload.Metadata = http.StatusCreated, map[string]any{openapi.BodyKey: uploadBody()}
	upload.Extensions = map[string]any{"x-least-role": "author"}
	handle(a, upload, nil, model.ArgsOf[mediaUpload](), a.BeginUpload, a.UploadMedia)
	Handle(a, op("get-media", http.MethodGet, item, "Get an image", "Returns one image.", missing), nil, model.ArgsOf[mediaPath](), a.ReadMedia)
	change := op("update-media", "", item, "Change the texts of an image", "Authors change own images, editors all.", missing, forbidden)
	for _, op := range updates(change, "", "-by-put", "-by-patch") {
		Handle(a, op, nil, model.ArgsOf[mediaUpdate](), a.UpdateMedia)
	}
	Handle(a, op("delete-media", http.MethodDelete, item, "Delete an image", "Deletes the image with its files, and takes it from the records that show it. Authors delete own images, editors all.", missing, forbidden), nil, model.ArgsOf[mediaDelete](), a.DeleteMedia)
}

// uploadBody describes the body of an upload.
func uploadBody() *huma.RequestBody {
	file := &huma.Schema{Type: huma.TypeString, Format: "binary", Description: "The file"}
	words := func(about string) *huma.Schema { return &huma.Schema{Type: huma.TypeString, Description: about} }
	form := &huma.Schema{Type: huma.TypeObject, Required: []string{"file"}, Properties: map[string]*huma.Schema{
		"file": file, "title": words("Title; the name of the file when not sent"), "alt_text": words("Alternative text"), "caption": words("Caption"),
	}}
	return &huma.RequestBody{Description: "The file, alone or in a form", Required: true, Content: map[string]*huma.MediaType{
		"multipart/form-data": {Schema: form}, "image/*": {Schema: file},
	}}
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

// withUpload runs a write. The file of the request is stored first; its row is written in
// the transaction of the record, and the files are removed when there is none.
func withUpload[R any](r *request.Request, write func() (R, error)) (R, error) {
	if r.State.Upload == nil {
		return write()
	}
	image, err := images.Store(r)
	if err != nil {
		return *new(R), err
	}
	r.Uploaded = &image
	m, err := write()
	if r.Dry || r.State.Replay != nil {
		images.Discard(r, image)
		return m, err
	}
	images.DiscardRefused(r, image, err)
	return m, err
}

// beginRecord returns what reads the request for a write of a record.
func beginRecord(env *request.Env, k *model.Resource) func(*http.Request) (*request.Request, error) {
	rules := imageFiles(k)
	if len(rules.Params) == 0 {
		return env.Begin
	}
	return func(h *http.Request) (*request.Request, error) { return env.BeginWithFiles(h, rules) }
}
