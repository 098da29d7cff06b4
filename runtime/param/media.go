package param

import (
	"bytes"
	"errors"
	"mime"
	"net/http"
	"strings"

	"almanac/runtime/apierror"
)

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
			"The body of the request is compressed; send it without Content-Encoding.")
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
			"The body of the request has an unsupported charset; send it as utf-8.")
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
		"The body of the request has an unsupported content type; send application/json, "+
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
