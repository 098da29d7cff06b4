package httpapi

import (
	"context"
	"net/http"
	"time"

	"almanac/runtime/store"
)

// responseOf returns the response that the handler of a page was given, nil for one of another
// server.
func responseOf(w http.ResponseWriter) *bufferedResponse {
	for {
		switch v := w.(type) {
		case *bufferedResponse:
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
	return out != nil && out.cacheKey != ""
}

// CacheUntil has a response sent for all requests like its own, until something is written or
// a time has come.  Call it once everything is read.
func CacheUntil(ctx context.Context, w http.ResponseWriter, read *store.SnapshotReader, until time.Time) {
	if out := responseOf(w); out != nil && out.cacheable && read != nil {
		out.snapshot, out.expires = read.Snapshot(ctx), until
	}
}

// SetVersion gives a response that shows one record the strong entity tag of its version.
// The tags of other pages are weak.
func SetVersion(w http.ResponseWriter, version int64) {
	if out := responseOf(w); out != nil {
		out.listed, out.version = false, version
	}
}
