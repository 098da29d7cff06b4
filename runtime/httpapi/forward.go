package httpapi

import (
	"context"
	"net/http"
	"net/url"
	"time"

	"almanac/runtime/store"
)

// Handlers of pages outside the API (API.Pages) are given a response that is sent once it is
// whole, as those of the API are.  The following functions say what else is known of it.

// responseOf returns the response that a handler was given, nil for one of another server.
func responseOf(w http.ResponseWriter) *response {
	for {
		switch v := w.(type) {
		case *response:
			return v
		case interface{ Unwrap() http.ResponseWriter }:
			w = v.Unwrap()
		default:
			return nil
		}
	}
}

// IsCacheable reports whether a response that depends on nothing but its address, the day
// and the store may be stored for other requests: then it should be read by one
// store.SnapshotReader.
func IsCacheable(w http.ResponseWriter) bool {
	out := responseOf(w)
	return out != nil && out.key != ""
}

// CacheUntil has a response sent to everybody who asks the same, until something is written
// or a time has come.  Call it once everything is read.
func CacheUntil(ctx context.Context, w http.ResponseWriter, read *store.SnapshotReader, until time.Time) {
	if out := responseOf(w); out != nil && out.wanted && read != nil {
		out.snapshot, out.expires = read.Snapshot(ctx), until
	}
}

// SetVersion says that a response shows one record, of a version: its entity tag has that.
// Those of other pages are weak.
func SetVersion(w http.ResponseWriter, version int64) {
	if out := responseOf(w); out != nil {
		out.listed, out.version = false, version
	}
}

// Forward answers the request of a page with what the API answers to an anonymous
// caller who reads a path below its root with the parameters.  Nothing is cached under
// the address of the request: what it stands for may change with the day, or with records
// that are read before.
func (a *API) Forward(w http.ResponseWriter, r *http.Request, path string, params url.Values) {
	out := responseOf(w)
	if out == nil {
		panic("httpapi: Forward of a response that is not of a page") // A programming error.
	}
	out.listed, out.key = false, ""
	next := *r
	next.Header = r.Header.Clone()
	next.Header.Del("Authorization") // Pages ignore credentials, and so does what stands for one.
	next.URL = &url.URL{Path: a.Env.Deployment.APIPath() + path, RawQuery: params.Encode()}
	a.mux.ServeHTTP(out, &next)
}
