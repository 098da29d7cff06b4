package images

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path"
	"strings"
	"time"

	"almanac/runtime/admission"
	"almanac/runtime/apierror"
	"almanac/runtime/auth"
	"almanac/runtime/media"
	"almanac/runtime/media/picture"
	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/text"
)

// CheckUploader returns the error of a caller who may not upload: authors and those above
// may.
func CheckUploader(env *request.Env, c auth.Caller) *apierror.Error {
	switch {
	case c.IsAnonymous():
		return env.Unauthorized("rest_cannot_create", "Uploads need credentials of a user who may do it.")
	case !c.CanUpload():
		return apierror.New(http.StatusForbidden, "rest_cannot_create", "Your role does not allow uploads.")
	case env.Media == nil:
		return apierror.New(http.StatusForbidden, "rest_uploads_off", "Uploads are off: start the service with --media file:DIR or --media s3://BUCKET.")
	}
	return nil
}

// Decoding returns the limiter of pictures that are decoded at once, by their pixels.
func Decoding(l media.Limits, wait time.Duration) *admission.Limiter {
	return admission.New("decoded_pixels", l.Pixels, 4*l.Pixels, wait)
}

// Store makes an image of the file that a request uploads and stores it with its smaller
// versions. The image has no row and no ID yet; Discard removes the files if it gets none.
func Store(r *request.Request) (model.Image, error) {
	p, err := decode(r)
	if err != nil {
		return model.Image{}, err
	}
	upload := r.State.Upload
	title := strings.TrimSuffix(path.Base(upload.Filename), path.Ext(upload.Filename))
	image, err := StorePicture(r.Context(), r.Env.Media, newName(r, title), p)
	if err != nil {
		return model.Image{}, unavailable(err)
	}
	image.Title = text.PlainVerbatim(cut(title, maxTitle))
	return image, nil
}

// maxTitle is the length of titles that are made of names of files, in bytes.
const maxTitle = 200

// cut returns the beginning of a text, without half a character.
func cut(s string, length int) string {
	if len(s) <= length {
		return s
	}
	return strings.ToValidUTF8(s[:length], "")
}

// unavailable returns the 503 of a media store that fails.
func unavailable(err error) error {
	return apierror.New(http.StatusServiceUnavailable, apierror.CodeUnavailable, "The file cannot be stored now. Try again in a moment.").WithRetryAfter(time.Second).WithCause(err)
}

// maxHeader is where the header of a picture has to be, in bytes from its beginning.
const maxHeader = 1 << 20

// decode reads the uploaded picture, once there is room for it.
func decode(r *request.Request) (*picture.Picture, error) {
	upload := r.State.Upload
	beginning, err := io.ReadAll(io.LimitReader(upload.Reader(), maxHeader))
	if err != nil {
		return nil, fmt.Errorf("read upload: %w", err)
	}
	h, err := picture.Inspect(beginning, r.Env.MediaLimits.Pixels)
	if err != nil {
		return nil, refused(r, err)
	}
	leave, err := r.Env.Decoding.Enter(r.Context(), h.Pixels())
	if err != nil {
		return nil, err
	}
	defer leave()
	content, err := io.ReadAll(upload.Reader()) // Not before: others wait, too.
	if err != nil {
		return nil, fmt.Errorf("read upload: %w", err)
	}
	p, err := picture.Upload(content, r.Env.MediaLimits.Pixels)
	return p, refused(r, err)
}

// refused returns the 400 for a file that is no picture, with the code that WordPress has
// for it.
func refused(r *request.Request, err error) error {
	switch name := cut(r.State.Upload.Filename, 60); {
	case errors.Is(err, picture.ErrTooLarge):
		return apierror.New(http.StatusBadRequest, "rest_upload_sideload_error", "The picture %s has more than %d megapixels: make it smaller.", name, r.Env.MediaLimits.Pixels/1_000_000)
	case errors.Is(err, picture.ErrUnknown):
		return apierror.New(http.StatusBadRequest, "rest_upload_sideload_error", "The file %s %v: send one of these.", name, picture.ErrUnknown)
	case errors.Is(err, picture.ErrBroken):
		return apierror.New(http.StatusBadRequest, "rest_upload_sideload_error", "The picture %s %v: save it again and send it.", name, picture.ErrBroken).WithCause(err)
	}
	return err
}

// newName returns the name of an upload without its extension: the month, the title, and
// characters that nobody guesses.
func newName(r *request.Request, title string) string {
	const longest = 100
	slug := cut(text.Slug(title), longest)
	if !media.ValidName(slug) {
		slug = "image"
	}
	local := string(r.Local())
	return local[:4] + "/" + local[5:7] + "/" + slug + "-" + strings.ToLower(rand.Text()[:12])
}

// StorePicture stores a picture and its smaller versions under a name without extension,
// and returns the image, without ID and texts. An error leaves no file.
func StorePicture(ctx context.Context, s media.Store, name string, p *picture.Picture) (model.Image, error) {
	image := model.Image{URL: model.UploadsPath + name + p.Extension, Width: int64(p.Width), Height: int64(p.Height), FileSize: int64(len(p.Content))}
	sizes := map[string]storedSize{}
	stored, err := []string{}, error(nil)
	put := func(name string, content []byte) {
		if err == nil {
			err = s.Put(ctx, name, bytes.NewReader(content), int64(len(content)))
			stored = append(stored, name)
			image.StoredBytes += int64(len(content))
		}
	}
	for _, v := range p.Variants {
		file := fmt.Sprintf("%s-%dx%d%s", name, v.Width, v.Height, v.Extension)
		put(file, v.Content)
		sizes[v.Name] = storedSize{int64(v.Width), int64(v.Height), v.MediaType, int64(len(v.Content)), model.UploadsPath + file}
	}
	put(name+p.Extension, p.Content)
	if err != nil {
		return model.Image{}, errors.Join(err, s.Remove(context.WithoutCancel(ctx), stored...))
	}
	if len(sizes) > 0 {
		column, err := json.Marshal(sizes)
		if err != nil {
			return model.Image{}, err
		}
		image.Sizes = string(column)
	}
	return image, nil
}

// Discard removes the files of an image that has no row. What cannot be removed is found
// by Orphans later.
func Discard(r *request.Request, i model.Image) {
	if err := r.Env.Media.Remove(context.WithoutCancel(r.Context()), Files(i)...); err != nil {
		r.Env.Log.WarnContext(r.Context(), "files were left in the media store", "image", i.URL, "error", err)
	}
}
