package docsui

import (
	"crypto/sha256"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"almanac/runtime/theme"
)

// assetsPath is where assets are, relative to the path of the document.
const assetsPath = "assets/"

// Names of the assets. The style depends on the accent.
const (
	scriptName = "page.js"
	styleName  = "page.css"
)

// Asset is a file that the page needs.  It serves GET and HEAD alike; other methods are the
// caller's to refuse.
type Asset struct {
	mediaType string
	content   []byte
}

// version is part of the path of assets, because browsers store them for a year: a digest of
// all that they are made of.
var version = sync.OnceValue(func() string {
	digest := sha256.New()
	for _, name := range []string{scriptName, styleName} {
		_, _ = fmt.Fprintf(digest, "%s", assetFile(name)) // A hash returns no errors.
	}
	_, _ = fmt.Fprint(digest, theme.New("").CSS())
	return fmt.Sprintf("%x", digest.Sum(nil)[:6])
})

// assetFile returns an embedded file.
func assetFile(name string) []byte {
	content, err := files.ReadFile("page/" + name)
	if err != nil {
		panic(err) // It is embedded: a programming error.
	}
	return content
}

// assetURL returns the URL of an asset, where doc is that of the document.
func assetURL(doc, name string) string { return doc + "/" + assetsPath + version() + "/" + name }

// ScriptURL returns the URL of the page's script, where doc is that of the document.
func ScriptURL(doc string) string { return assetURL(doc, scriptName) }

// FindAsset returns the asset at a path relative to that of the document, such as
// "assets/<version>/page.js", and false when there is none.
func FindAsset(path string) (*Asset, bool) {
	name, ok := strings.CutPrefix(path, assetsPath+version()+"/")
	if !ok {
		return nil, false
	}
	switch file, accent := theme.ParseFileName(name); {
	case file == styleName && theme.FileName(file, accent) == name:
		css := theme.New(accent).CSS() + string(assetFile(styleName))
		return &Asset{"text/css; charset=utf-8", []byte(css)}, true
	case name == scriptName:
		return &Asset{"text/javascript; charset=utf-8", assetFile(scriptName)}, true
	}
	return nil, false
}

// ServeHTTP sends the asset.
func (a *Asset) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", a.mediaType)
	h.Set("Content-Length", strconv.Itoa(len(a.content)))
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	if r.Method != http.MethodHead {
		_, _ = w.Write(a.content) // The client may be gone.
	}
}

var _ http.Handler = (*Asset)(nil)
