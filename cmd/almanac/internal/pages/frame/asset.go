package frame

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"net/http"
	"path"
	"strings"
)

// asset is a file that pages need.  Its name has a hash of its content, so
// that browsers may cache it for good.
type asset struct {
	name        string // "calendar-0123abcd.css".
	media       string
	cache       string // Cache-Control.
	body        []byte
	crossOrigin bool // Pages of other sites may load it.
}

// file returns the content of a file.
func (h *Site) file(name string) string {
	content, err := fs.ReadFile(h.files, name)
	if err != nil {
		panic(err) // It is embedded: a programming error.
	}
	return string(content)
}

// SharedFile serves a file that pages of other sites load, by the one name that they know.
func (h *Site) SharedFile(name, media string) http.Handler {
	a := newAsset(name, media, h.file(name))
	a.cache, a.crossOrigin = "public, max-age=3600", true
	return a
}

func newAsset(file, media, content string) asset {
	sum := sha256.Sum256([]byte(content))
	ext := path.Ext(file)
	return asset{
		name:  strings.TrimSuffix(file, ext) + "-" + hex.EncodeToString(sum[:4]) + ext,
		media: media, cache: "public, max-age=31536000, immutable", body: []byte(content),
	}
}

// ServeHTTP sends the file.
func (a asset) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if a.crossOrigin {
		w.Header().Set("Cross-Origin-Resource-Policy", "cross-origin")
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", allowed)
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	w.Header().Set("Content-Type", a.media)
	w.Header().Set("Cache-Control", a.cache)
	_, _ = w.Write(a.body) // The client may be gone; there is nobody to tell.
}
