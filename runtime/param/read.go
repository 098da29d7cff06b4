package param

import (
	"bytes"
	"errors"
	"mime"
	"net/http"
	"strings"

	"almanac/runtime/apierror"
	"almanac/runtime/messages"
)

// Read returns the parameters of a request from its JSON body, its form body and
// its query string, in this order of precedence, name by name. It reads bodies of
// POST, PUT, PATCH, DELETE and QUERY only.
//
// Errors are *apierror.Error: 400 rest_invalid_json for malformed bodies and for
// invalid UTF-8 anywhere; 400 rest_invalid_param for text with U+0000, files,
// and what exceeds Depth, Params or Items; 413 for a body over Limits.Body; 415
// for a body of another content type, charset or encoding; and those that
// reading the body returns.
func Read(r *http.Request, l Limits) (*Values, error) {
	return read(r, l, func(v *Values, count int) error { return v.readBody(r, count) })
}

// ReadTree is Read of a request whose body is JSON that was decoded already, in the types of
// Lookup.  The tree is not copied.
func ReadTree(r *http.Request, body map[string]any, l Limits) (*Values, error) {
	return read(r, l, func(v *Values, count int) error {
		if members(body) > v.limits.MaxParams-count {
			return tooManyParams(v.limits.MaxParams)
		}
		v.body = body
		return nil
	})
}

// read is Read with a function that reads the body; count parameters were already read from
// the query.
func read(r *http.Request, l Limits, readBody func(v *Values, count int) error) (*Values, error) {
	l = l.complete()
	query := newForm(l)
	if err := query.parse(r.URL.RawQuery); err != nil {
		return nil, err
	}
	v := &Values{query: query.tree(), limits: l, http: r}
	if err := readBody(v, query.count); err != nil {
		return nil, err
	}
	found := inspector{limits: l}
	found.tree(v.query)
	found.tree(v.body)
	if err := found.err(); err != nil {
		return nil, err
	}
	return v, nil
}

// readBody fills v.body; count parameters were already read from the query.
func (v *Values) readBody(r *http.Request, count int) error {
	if !carriesBody(r) {
		return nil
	}
	body, err := loadBody(r, v.limits.MaxBodyBytes)
	if err != nil || len(body) == 0 {
		return err
	}
	media, err := mediaOf(r.Header, body)
	if err != nil {
		return err
	}
	if media.kind == mediaJSON {
		v.body, err = parseJSON(body, v.limits.MaxParams-count, v.limits.maxValues())
		return err
	}
	v.form = true
	form := newForm(v.limits)
	form.count = count
	if media.kind == mediaMultipart {
		err = form.parseMultipart(body, media.boundary)
	} else {
		err = form.parse(string(body))
	}
	v.body = form.tree()
	return err
}

// carriesBody reports whether the body of a request is read. RFC 9110 defines no
// meaning for a body of GET, HEAD and OPTIONS.
func carriesBody(r *http.Request) bool {
	switch r.Method {
	case http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, MethodQuery:
		return r.Body != nil && r.Body != http.NoBody
	}
	return false
}

// ReadBody returns the whole body of a request that is no set of parameters.  Its errors are those of Read.
func ReadBody(r *http.Request, l Limits) ([]byte, error) {
	return loadBody(r, l.complete().MaxBodyBytes)
}

// loadBody reads the whole body, at most limit bytes. Memory is allocated as bytes
// are received, not by Content-Length. It returns an *apierror.Error of the body
// as it is.
func loadBody(r *http.Request, limit int64) ([]byte, error) {
	if r.ContentLength > limit {
		return nil, tooLarge(limit)
	}
	var body bytes.Buffer
	body.Grow(int(min(max(r.ContentLength, 0), 4<<10)) + bytes.MinRead) // Most bodies fit, with the end to be seen.
	_, err := body.ReadFrom(http.MaxBytesReader(nil, r.Body, limit))
	var exceeded *http.MaxBytesError
	var refused *apierror.Error
	switch {
	case errors.As(err, &exceeded):
		return nil, tooLarge(exceeded.Limit)
	case errors.As(err, &refused):
		return nil, refused
	case err != nil:
		return nil, malformed("The request body ended early; send it again.").WithCause(err)
	}
	return body.Bytes(), nil
}

func tooLarge(limit int64) error {
	return apierror.New(http.StatusRequestEntityTooLarge, apierror.CodeContentTooLarge,
		"The request body is too large; send %d bytes at most.", limit)
}

// malformed returns the 400 for a body or query that cannot be parsed.
func malformed(format messages.Format, values ...any) *apierror.Error {
	return apierror.New(http.StatusBadRequest, apierror.CodeInvalidJSON, format, values...)
}

// mediaKind is the format of a body.
type mediaKind uint8

const (
	mediaJSON mediaKind = iota
	mediaForm
	mediaMultipart
)

// media is the media type of a body.
type media struct {
	kind     mediaKind
	boundary string // Of multipart/form-data only.
}

// mediaOf returns the media type of a body that is not empty, or the 415.
func mediaOf(h http.Header, body []byte) (media, error) {
	encoding := h.Get("Content-Encoding")
	if encoding != "" && !strings.EqualFold(encoding, "identity") {
		return media{}, apierror.New(http.StatusUnsupportedMediaType, apierror.CodeUnsupportedMediaType,
			"The request body is compressed; send it without Content-Encoding.")
	}
	contentType := h.Get("Content-Type")
	if contentType == "" {
		return sniff(body), nil
	}
	name, params, err := mime.ParseMediaType(contentType)
	if err != nil && !errors.Is(err, mime.ErrInvalidMediaParameter) {
		return media{}, unsupported()
	}
	if !isUTF8(params["charset"]) {
		return media{}, apierror.New(http.StatusUnsupportedMediaType, apierror.CodeUnsupportedMediaType,
			"The request body has an unsupported charset; send it as utf-8.")
	}
	return mediaByName(name, params["boundary"])
}

// mediaByName maps the name of a media type, in lower case, to its kind.
func mediaByName(name, boundary string) (media, error) {
	switch {
	case name == "application/json", strings.HasSuffix(name, "+json"):
		return media{kind: mediaJSON}, nil
	case name == "application/x-www-form-urlencoded":
		return media{kind: mediaForm}, nil
	case name == "multipart/form-data":
		return media{kind: mediaMultipart, boundary: boundary}, nil
	}
	return media{}, unsupported()
}

func unsupported() error {
	return apierror.New(http.StatusUnsupportedMediaType, apierror.CodeUnsupportedMediaType,
		"The request body has an unsupported content type; send application/json, "+
			"application/x-www-form-urlencoded or multipart/form-data.")
}

// sniff guesses the kind of a body without a content type: an object is JSON,
// everything else a form.
func sniff(body []byte) media {
	if bytes.HasPrefix(bytes.TrimLeft(body, " \t\r\n"), []byte("{")) {
		return media{kind: mediaJSON}
	}
	return media{kind: mediaForm}
}

// isUTF8 reports whether a charset parameter says UTF-8 or says nothing.
func isUTF8(charset string) bool {
	return charset == "" || strings.EqualFold(charset, "utf-8") || strings.EqualFold(charset, "utf8")
}
