package httpapi

import (
	"errors"
	"io/fs"
	"net/http"
	"net/url"
	"path"
	"strings"
	"time"

	"almanac/runtime/admission"
	"almanac/runtime/apierror"
	"almanac/runtime/model"
	"almanac/runtime/request"
)

// filePolicy is the Content-Security-Policy of files: a browser that shows one runs
// nothing in the name of the site.
const filePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

// fileCaching is for files that never change under their names.
const fileCaching = "public, max-age=31536000, immutable"

// pictureTypes and fileTypes are the media types of what browsers show, by extension. With
// nosniff nothing else is taken for a picture, nor for anything that runs: all other files
// are saved.
var (
	pictureTypes = map[string]string{
		".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".jpe": "image/jpeg", ".png": "image/png", ".gif": "image/gif",
		".webp": "image/webp",
	}
	fileTypes = map[string]string{
		".pdf": "application/pdf", ".txt": "text/plain; charset=utf-8", ".mp3": "audio/mpeg", ".m4a": "audio/mp4",
		".ogg": "audio/ogg", ".oga": "audio/ogg", ".opus": "audio/ogg", ".wav": "audio/wav", ".flac": "audio/flac",
		".mp4": "video/mp4", ".m4v": "video/mp4", ".webm": "video/webm", ".ogv": "video/ogg",
	}
)

// files serves the files of the media store.
type files struct {
	*request.Env
	admission *admission.Controller
}

// name returns the name in the media store that a path has, below the site's path or
// below the root. It returns false for all other paths.
func (f files) name(u *url.URL) (string, bool) {
	if f.Media == nil || !strings.Contains(u.Path, model.UploadsPath) || below(f.Env, u.EscapedPath()) {
		return "", false
	}
	if name, ok := model.StoredName(u.Path); ok {
		return name, true
	}
	site, err := url.Parse(f.Deployment.SiteURL)
	if err != nil || site.Path == "" {
		return "", false
	}
	return strings.CutPrefix(u.Path, site.Path+model.UploadsPath)
}

// serve sends a file of the media store as it is read. Nobody needs credentials:
// names of uploads cannot be guessed, and nothing lists them to those who may not see
// the image.
func (f files) serve(w http.ResponseWriter, r *http.Request, x *request.State, name string) {
	x.Route = model.UploadsPath + "{file}"
	w.Header().Add("Vary", "Origin") // As all other responses.
	if refused := f.refuse(r, x); refused != nil {
		writeError(w, refused)
		return
	}
	file, err := f.Media.Open(r.Context(), name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		writeError(w, noRoute(f.Env))
		return
	case err != nil:
		f.Log.ErrorContext(r.Context(), "media store failed", "error", err)
		writeError(
			w,
			apierror.New(http.StatusServiceUnavailable, apierror.CodeUnavailable, "The file cannot be read right now. Try "+
				"again in a moment.").
				WithRetryAfter(time.Second),
		)
		return
	}
	defer func() { _ = file.Close() }() // It was only read.
	describeFile(w.Header(), name, file.Tag)
	http.ServeContent(w, r, "", file.Modified, file)
}

// refuse returns why a file is not served, nil when it is.
func (f files) refuse(r *http.Request, x *request.State) *apierror.Error {
	if fault := (origins{f.Env}).misdirected(r); fault != nil {
		return fault
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return wrongMethod("GET", "GET, HEAD")
	}
	return f.admission.Admit(r, x.Address, f.Clock)
}

// describeFile sets the header of a file. Pages of other sites may show it.
func describeFile(h http.Header, name, tag string) {
	ending := strings.ToLower(path.Ext(name))
	mediaType, isPicture := pictureTypes[ending]
	if fileType, isFile := fileTypes[ending]; isFile {
		mediaType = fileType // Their viewers do not work under a policy, and run no script of the site.
		h.Del("Content-Security-Policy")
	} else {
		h.Set("Content-Security-Policy", filePolicy)
		if !isPicture {
			mediaType = "application/octet-stream"
			h.Set("Content-Disposition", "attachment")
		}
	}
	h.Set("Content-Type", mediaType)
	h.Set("ETag", `"`+tag+`"`)
	h.Set("Cache-Control", fileCaching)
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	h.Set("Access-Control-Allow-Origin", "*")
}
