package param

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"

	"almanac/runtime/apierror"
)

// Files says what becomes of the files that a request sends.
type Files struct {
	// Raw takes a body that is no multipart form as the file of the parameter "file";
	// the header Content-Disposition has its name.
	Raw bool
	// FileBytes is the maximum size of all files in bytes.
	FileBytes int64
	// Receive reads a file of a parameter, and returns the parameter's value.
	Receive func(name, filename string, content io.Reader) (value string, err error)
}

// UploadPrefix begins the value of a parameter whose file was received.
const UploadPrefix = "upload:"

// ReadWithFiles is Read for requests that may send files: these are not in memory.
func ReadWithFiles(r *http.Request, l Limits, files Files) (*Values, error) {
	return read(r, l, func(v *Values, count int) error {
		boundary, form := boundaryOf(r.Header)
		switch {
		case !carriesBody(r):
			return nil
		case form:
			return v.readFiles(r, count, boundary, files)
		case !files.Raw:
			return v.readBody(r, count)
		}
		filename, err := filenameOf(r.Header)
		if err != nil {
			return err
		}
		value, err := files.Receive("file", filename, r.Body)
		v.body = map[string]any{"file": value}
		return bodyErr(err)
	})
}

// boundaryOf returns the boundary of a multipart form, and whether the body is one.
func boundaryOf(h http.Header) (boundary string, is bool) {
	name, params, err := mime.ParseMediaType(h.Get("Content-Type"))
	if err != nil && !errors.Is(err, mime.ErrInvalidMediaParameter) || name != "multipart/form-data" {
		return "", false
	}
	return params["boundary"], true
}

// filenameOf returns the name of a file that is the whole body, with the codes that
// WordPress has for its errors.
func filenameOf(h http.Header) (string, error) {
	disposition := h.Get("Content-Disposition")
	if disposition == "" {
		return "", apierror.New(
			http.StatusBadRequest,
			"rest_upload_no_content_disposition",
			`Name the file in a header such as Content-Disposition: attachment; filename="image.png", `+
				"or send a multipart form with a \"file\" field.",
		)
	}
	_, params, err := mime.ParseMediaType(disposition)
	if err != nil || params["filename"] == "" {
		return "", apierror.New(
			http.StatusBadRequest,
			"rest_upload_invalid_disposition",
			`The Content-Disposition header does not name a file: use attachment; filename="image.png".`,
		)
	}
	return params["filename"], nil
}

// readFiles reads a multipart form as it arrives. Its texts have the limit of other bodies
// together.
func (v *Values) readFiles(r *http.Request, count int, boundary string, files Files) error {
	v.form = true
	form := newForm(v.limits)
	form.count = count
	body := http.MaxBytesReader(nil, r.Body, v.limits.MaxBodyBytes+files.FileBytes)
	err := form.readMultipart(body, boundary, func(part *multipart.Part, name string) error {
		value, err := files.Receive(name, part.FileName(), part)
		if err != nil {
			return err
		}
		return form.add(name, value)
	})
	v.body = form.tree()
	return bodyErr(err)
}

// bodyErr returns the error of a body whose reader failed.
func bodyErr(err error) error {
	var exceeded *http.MaxBytesError
	var refused *apierror.Error
	switch {
	case errors.As(err, &exceeded):
		return tooLarge(exceeded.Limit)
	case errors.As(err, &refused):
		return cause(refused)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return malformed("The request body ended early; send it again.").WithCause(err)
	}
	return err
}

// cause returns the error of the body below one of its form: a form that arrives too slowly
// is not broken.
func cause(f *apierror.Error) error {
	var exceeded *http.MaxBytesError
	if errors.As(f.Unwrap(), &exceeded) {
		return tooLarge(exceeded.Limit)
	}
	var below *apierror.Error
	if errors.As(f.Unwrap(), &below) {
		return below
	}
	return f
}

// tail is a reader that remembers the end of what was read.
type tail struct {
	io.Reader
	end []byte
}

// maxTail is how many bytes a tail remembers: more than a boundary, which has 70 at most.
const maxTail = 256

// Read reads, and remembers.
func (t *tail) Read(p []byte) (int, error) {
	n, err := t.Reader.Read(p)
	t.end = append(t.end, p[max(0, n-maxTail):n]...)
	t.end = t.end[max(0, len(t.end)-maxTail):]
	return n, err
}

// closed reports whether the end has the last boundary of a multipart body.
func (t *tail) closed(boundary string) bool {
	return bytes.Contains(t.end, []byte("--"+boundary+"--"))
}
