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
		return env.Unauthorized("rest_cannot_create", "Sign in as a user who is allowed to upload.")
	case !c.CanUpload():
		return apierror.New(http.StatusForbidden, "rest_cannot_create", "Your role does not allow uploads.")
	case env.Media == nil:
		return apierror.New(http.StatusForbidden, "rest_uploads_off",
			"Uploads are off: start the service with --media file:DIR or --media s3://BUCKET.")
	}
	return nil
}

// Store makes r.Uploaded of the file that a request uploads and stores it with its smaller
// versions. The image has no row and no ID yet; DiscardUploaded removes the files if it gets
// none.
func Store(r *request.Request) error {
	var image model.Image
	var err error
	ended := aside(r, func() { image, err = storeUpload(r) })
	if err != nil {
		return err
	}
	if ended != nil {
		Discard(r, image)
		return ended
	}
	r.Uploaded = &image
	return nil
}

// aside runs work that takes no place of the request.
func aside(r *request.Request, work func()) error {
	if r.Aside == nil { // There is none.
		work()
		return nil
	}
	return r.Aside(work)
}

// storeUpload decodes and stores the file of a request.
func storeUpload(r *request.Request) (model.Image, error) {
	leave, err := r.Env.Uploads.Enter(r.Context())
	if err != nil {
		return model.Image{}, err
	}
	defer leave()
	d := decode(r)
	if d.err != nil {
		return model.Image{}, refused(r, d.err)
	}
	defer d.leave()
	upload := r.Upload
	title := strings.TrimSuffix(path.Base(upload.Filename), path.Ext(upload.Filename))
	image, err := StorePicture(r.Context(), r.Env.Media, newName(r, title), d.picture)
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

// unavailable returns the response for a media store that fails.
func unavailable(err error) error {
	if errors.Is(err, media.ErrFull) {
		return apierror.NoSpace(err)
	}
	return apierror.NotStored(err)
}

// decoded is a picture whose bytes count among those that are being stored until leave is
// called.
type decoded struct {
	picture *picture.Picture
	leave   func()
	err     error
}

// errTooLong is why a decoder is ended.
var errTooLong = errors.New("decoding the picture took longer than it may")

// decode reads the uploaded picture in a goroutine of its own: not all decoders can be ended
// at once, and a request that has ended does not wait for them.
func decode(r *request.Request) decoded {
	ctx, done := r.Context(), make(chan decoded, 1)
	limits := picture.Limits{Pixels: r.Env.MediaLimits.Pixels, Memory: r.Env.MediaLimits.DecodeBytes()}
	go func() { done <- decodeFile(ctx, r.Env.Uploads, r.Upload, limits) }()
	select {
	case d := <-done:
		return d
	case <-ctx.Done():
		go func() {
			if d := <-done; d.err == nil {
				d.leave()
			}
		}()
		return decoded{err: ctx.Err()}
	}
}

// decodeFile decodes a file when there is room for it. What it takes is known when it is in
// memory, so a file that takes more than its share then waits for more.
func decodeFile(ctx context.Context, uploads *admission.Uploads, file *request.Upload, limits picture.Limits) decoded {
	for weight := uploads.Share; ; {
		leave, err := uploads.WaitToDecode(ctx, weight)
		if err != nil {
			return decoded{err: err}
		}
		content := make([]byte, file.Size) // Not before: others wait, too.
		var f *picture.File
		if _, err = io.ReadFull(file.Reader(), content); err == nil {
			f, err = picture.Parse(content, limits)
		}
		if err == nil && f.Memory > weight {
			weight = f.Memory
			leave()
			continue
		}
		var d decoded
		if d.err = err; err == nil {
			bounded, cancel := context.WithTimeoutCause(ctx, uploads.Turn, errTooLong)
			d.picture, d.err = f.Decode(bounded)
			cancel()
		}
		if d.err == nil {
			d.leave, d.err = uploads.Storing.Resume(ctx, d.picture.Size())
		}
		leave()
		return d
	}
}

// codeRefused is the code that WordPress has for a file that is no picture.
const codeRefused = "rest_upload_sideload_error"

// refused returns the 400 for a file that is no picture, and other errors as they are.
func refused(r *request.Request, err error) error {
	if errors.Is(err, picture.ErrPanicked) {
		r.Env.Log.ErrorContext(r.Context(), "decoder of a picture failed", "error", err)
	}
	const mega = 1_000_000
	name, detail := cut(r.Upload.Filename, 60), ""
	if detailed := (*picture.DetailedError)(nil); errors.As(err, &detailed) {
		detail = detailed.Detail
	}
	var f *apierror.Error
	memory := (*picture.MemoryError)(nil)
	switch {
	case errors.Is(err, picture.ErrTooLarge):
		f = apierror.New(http.StatusBadRequest, codeRefused,
			"The image %s has more than %d megapixels, the limit of --max-pixels: make it smaller.", name,
			r.Env.MediaLimits.Pixels/mega)
	case errors.As(err, &memory):
		f = apierror.New(http.StatusBadRequest, codeRefused,
			"The image %s needs %d MB of memory to decode; only %d MB is available (--max-pixels, GOMEMLIMIT): make it "+
				"smaller, or save it as a JPEG file that is not progressive.", name, (memory.Needed+mega-1)/mega, memory.Limit/mega)
	case errors.Is(err, picture.ErrTooComplex):
		f = apierror.New(http.StatusBadRequest, codeRefused,
			"The image %s takes too long to decode (%s): save it again and upload it again.", name, detail)
	case errors.Is(err, errTooLong):
		f = apierror.New(http.StatusBadRequest, codeRefused,
			"The image %s took more than %d seconds to decode: make it smaller.", name, int(r.Env.Uploads.Turn.Seconds()))
	case errors.Is(err, picture.ErrUnknown) && detail != "":
		f = apierror.New(http.StatusBadRequest, codeRefused,
			"The file %s has the format %s, not JPEG, PNG, GIF or WebP: send one of those.", name, detail)
	case errors.Is(err, picture.ErrUnknown):
		f = apierror.New(http.StatusBadRequest, codeRefused,
			"The file %s is not a JPEG, PNG, GIF or WebP file: send one of those.", name)
	case errors.Is(err, picture.ErrUnsupported):
		f = apierror.New(http.StatusBadRequest, codeRefused,
			"The image %s uses an unsupported encoding (%s): save it again as a standard JPEG or PNG file.", name, detail)
	case errors.Is(err, picture.ErrBroken):
		f = apierror.New(http.StatusBadRequest, codeRefused,
			"The image %s is damaged or uses an unsupported encoding: save it again and upload it again.", name)
	default:
		return err
	}
	return f.WithCause(err)
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
// and returns the image, without ID and texts. After an error the files are removed.
func StorePicture(ctx context.Context, s media.Store, name string, p *picture.Picture) (model.Image, error) {
	image := model.Image{
		URL: model.UploadsPath + name + p.Extension, Width: int64(p.Width), Height: int64(p.Height),
		FileSize: int64(len(p.Content)),
	}
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
		sizes[v.Name] = storedSize{
			int64(v.Width), int64(v.Height), v.MediaType, int64(len(v.Content)), model.UploadsPath + file,
		}
	}
	put(name+p.Extension, p.Content)
	if err != nil {
		discard(ctx, s, stored, func(error) {}) // The first error says as much.
		return model.Image{}, err
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

// Discard removes the files of an image that has no row. It does not wait for a media store
// that is slow: what cannot be removed is found by Orphans later.
func Discard(r *request.Request, i model.Image) {
	_ = aside(r, func() { // Whatever becomes of the request.
		discard(r.Context(), r.Env.Media, Files(i), func(err error) {
			r.Env.Log.WarnContext(r.Context(), "files were left in the media store", "image", i.URL, "error", err)
		})
	})
}

// discard removes files, and returns soon if that takes longer.
func discard(ctx context.Context, s media.Store, names []string, failed func(error)) {
	const longest, waiting = time.Minute, time.Second
	removed := make(chan struct{})
	go func() {
		defer close(removed)
		bounded, cancel := context.WithTimeout(context.WithoutCancel(ctx), longest)
		defer cancel()
		if err := s.Remove(bounded, names...); err != nil {
			failed(err)
		}
	}()
	select {
	case <-removed:
	case <-time.After(waiting):
	}
}
