package docsui

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"strconv"
	"strings"

	"almanac/runtime/accept"
)

// assetsPath is where assets are, relative to the path of the document.
const assetsPath = "assets/"

// Asset is a file that the page needs.  It answers GET and HEAD alike; other
// methods are the caller's to refuse.
type Asset struct {
	mediaType string
	content   []byte
	zipped    bool // The content is compressed with gzip.
}

// catalog returns the path of each asset in the embedded files, by name.
func catalog() map[string]string {
	return map[string]string{
		"page.css":                         "page/page.css",
		"page.js":                          "page/page.js",
		"swagger-ui.css":                   "swaggerui/swagger-ui.css.gz",
		"swagger-ui-bundle.js":             "swaggerui/swagger-ui-bundle.js.gz",
		"swagger-ui-bundle.js.LICENSE.txt": "swaggerui/swagger-ui-bundle.js.LICENSE.txt",
		"LICENSE":                          "swaggerui/LICENSE",
		"NOTICE":                           "swaggerui/NOTICE",
	}
}

// FindAsset returns the asset at a path relative to that of the document, such as
// "assets/<version>/page.js", and false when there is none.
func FindAsset(path string) (*Asset, bool) {
	name, ok := strings.CutPrefix(path, assetsPath+version+"/")
	if !ok {
		return nil, false
	}
	file, ok := catalog()[name]
	if !ok {
		return nil, false
	}
	content, err := files.ReadFile(file)
	if err != nil {
		return nil, false
	}
	return &Asset{mediaType: mediaType(name), content: content, zipped: strings.HasSuffix(file, ".gz")}, true
}

// mediaType returns the type of an asset.  The tables of package mime are not
// asked, because they depend on the machine.
func mediaType(name string) string {
	switch {
	case strings.HasSuffix(name, ".js"):
		return "text/javascript; charset=utf-8"
	case strings.HasSuffix(name, ".css"):
		return "text/css; charset=utf-8"
	}
	return "text/plain; charset=utf-8"
}

// ServeHTTP answers the asset, compressed when it is stored so and the client
// takes it.
func (a *Asset) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h, body := w.Header(), a.content
	if a.zipped {
		h.Add("Vary", "Accept-Encoding")
	}
	switch {
	case a.zipped && accept.Coding(r.Header["Accept-Encoding"], "gzip") != "":
		h.Set("Content-Encoding", "gzip")
	case a.zipped:
		plain, err := unzip(a.content)
		if err != nil { // The file is damaged, which a test rules out.
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		body = plain
	}
	h.Set("Content-Type", a.mediaType)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	if r.Method != http.MethodHead {
		_, _ = w.Write(body) // The client may be gone; there is nobody to tell.
	}
}

// unzip returns the plain bytes of a compressed file.  They are not kept:
// browsers all take gzip, so that this is rare.
func unzip(content []byte) ([]byte, error) {
	plain, err := gzip.NewReader(bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(plain)
}

var _ http.Handler = (*Asset)(nil)
