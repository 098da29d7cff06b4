package param

import (
	"errors"
	"io"
	"net/http"

	"almanac/runtime/apierror"
)

// Read returns the parameters of a request from its JSON body, its form body and
// its query string, in this order of precedence, name by name. It reads bodies of
// POST, PUT, PATCH and DELETE only.
//
// Errors are *apierror.Error: 400 rest_invalid_json for malformed bodies and for
// invalid UTF-8 anywhere; 400 rest_invalid_param for text with U+0000, files,
// and what exceeds Depth, Params or Items; 413 for a body over Limits.Body; 415
// for a body of another content type, charset or encoding; and those that
// reading the body returns.
func Read(r *http.Request, l Limits) (*Values, error) {
	l = l.complete()
	query := newForm(l)
	if err := query.parse(r.URL.RawQuery); err != nil {
		return nil, err
	}
	v := &Values{query: query.tree(), limits: l}
	if err := v.readBody(r, query.count); err != nil {
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
	case http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete:
		return r.Body != nil && r.Body != http.NoBody
	}
	return false
}

// loadBody reads the whole body, at most limit bytes. Memory is allocated as bytes
// are received, not by Content-Length. It returns an *apierror.Error of the body
// as it is.
func loadBody(r *http.Request, limit int64) ([]byte, error) {
	if r.ContentLength > limit {
		return nil, tooLarge(limit)
	}
	body, err := io.ReadAll(http.MaxBytesReader(nil, r.Body, limit))
	var exceeded *http.MaxBytesError
	var refused *apierror.Error
	switch {
	case errors.As(err, &exceeded):
		return nil, tooLarge(exceeded.Limit)
	case errors.As(err, &refused):
		return nil, refused
	case err != nil:
		return nil, malformed("The body of the request ended early; send it again.").WithCause(err)
	}
	return body, nil
}

func tooLarge(limit int64) error {
	return apierror.New(http.StatusRequestEntityTooLarge, apierror.CodeContentTooLarge,
		"The body of the request is too large; send %d bytes at most.", limit)
}

// malformed returns the 400 for a body or query that cannot be parsed.
func malformed(format string, args ...any) *apierror.Error {
	return apierror.New(http.StatusBadRequest, apierror.CodeInvalidJSON, format, args...)
}

// notUTF8 returns the 400 for text in another encoding; where begins the sentence.
func notUTF8(where string) error {
	return malformed("%s is not valid UTF-8; encode it as UTF-8.", where)
}
