package desk

import (
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"

	"almanac/runtime/apierror"
	"almanac/runtime/images"
	"almanac/runtime/param"
	"almanac/runtime/request"
)

// Limits of a form beside those of its file. A text of the largest size that the API takes
// is larger when it is encoded.
const (
	maxFormBytes  = 8 << 20
	maxFormParams = 5000
)

// File is the file of a form.
type File struct {
	Upload *request.Upload // Nil for none.
	Err    *apierror.Error // Why the API does not take it; nil if it does.
}

// ReadForm reads a form with at most one file, and returns both with the request to go on
// with, which has the time of one that begins now. A file that is refused leaves the rest
// of the form readable. Errors are *apierror.Error.
func (d *Desk) ReadForm(r *http.Request) (url.Values, File, *http.Request, error) {
	const spare = 3 // Files that are too large are read to their end, up to so many times the limit.
	x, form, f := request.StateOf(r.Context()), url.Values{}, File{}
	limits := d.Env.Limits
	limits.MaxBodyBytes, limits.MaxParams, limits.MaxItems = maxFormBytes, maxFormParams, maxFormParams
	files := param.Files{FileBytes: (1 + spare) * d.Env.MediaLimits.FileBytes}
	files.Receive = func(name, filename string, content io.Reader) (string, error) {
		err := error(nil)
		if refused := images.CheckUploader(d.Env, CallerOf(r.Context())); refused != nil {
			err = refused
			x.BodyState.Stream() // It is read to its end, and not kept.
		} else {
			_, err = d.Env.Receive(x, name, filename, content)
		}
		var refused *apierror.Error
		if errors.As(err, &refused) && refused.Status != http.StatusRequestTimeout {
			f.Err = refused
			if refused.Status >= http.StatusInternalServerError {
				d.Env.Log.ErrorContext(r.Context(), "upload failed", "error", refused)
			}
			_, err = io.Copy(io.Discard, content)
		}
		return "", err
	}
	values, err := param.ReadWithFiles(r, limits, files)
	if err != nil {
		return nil, f, r, err
	}
	for _, name := range values.Names() {
		sent, _ := values.LookupAll(name)
		list, many := sent.([]any)
		if !many {
			list = []any{sent}
		}
		for _, value := range list {
			if text, ok := value.(string); ok {
				form.Add(name, text)
			}
		}
	}
	if x.Upload != nil {
		r = d.Env.AfterUpload(r)
		if f.Err == nil {
			f.Upload = x.Upload
		}
	}
	return form, f, r, nil
}

// Upload adds a file that ReadForm has returned to the images of the service, with texts
// such as alt_text. The key makes it once, however often the form is sent.
func (a *API) Upload(ctx context.Context, file *request.Upload, texts url.Values, key string) (*Response, error) {
	header := http.Header{
		"Content-Type":        {"application/octet-stream"},
		"Content-Disposition": {mime.FormatMediaType("attachment", map[string]string{"filename": file.Filename})},
	}
	if key != "" {
		const digits = 16 // Of the digest: another file is another request.
		header.Set("Idempotency-Key", key+"-"+file.Digest[:digits])
	}
	return a.send(ctx, http.MethodPost, "/media", texts, header, file.Reader(), file.Size)
}
