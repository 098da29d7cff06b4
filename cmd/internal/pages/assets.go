package pages

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"net/http"
	"path"
	"strings"
)

//go:embed templates/*.html calendar.css calendar.svg
var files embed.FS

// asset is a file that pages need.  Its name holds a hash of its content, so
// that browsers may keep it for good.
type asset struct {
	name  string // "calendar-0123abcd.css".
	media string
	body  []byte
}

// loadAsset reads an embedded file.
func loadAsset(file, media string) asset {
	body, err := files.ReadFile(file)
	if err != nil {
		panic(err) // It is embedded: a programming error.
	}
	sum := sha256.Sum256(body)
	ext := path.Ext(file)
	return asset{name: strings.TrimSuffix(file, ext) + "-" + hex.EncodeToString(sum[:4]) + ext, media: media, body: body}
}

// ServeHTTP answers the file.
func (a asset) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", a.media)
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	_, _ = w.Write(a.body) // The client may be gone; there is nobody to tell.
}
