package pages

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"net/http"
	"path"
	"strings"
)

//go:embed templates/*.html messages calendar.css event.css calendar.svg embed.css favicon.ico almanac-events.js
var files embed.FS

// asset is a file that pages need.  Its name has a hash of its content, so
// that browsers may cache it for good.
type asset struct {
	name        string // "calendar-0123abcd.css".
	media       string
	cache       string // Cache-Control.
	body        []byte
	crossOrigin bool // Pages of other sites may load it.
}

func embedded(file string) []byte {
	body, err := files.ReadFile(file)
	if err != nil {
		panic(err) // It is embedded: a programming error.
	}
	return body
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
