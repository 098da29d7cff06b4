package request

import (
	"net/http"

	"almanac/runtime/apierror"
	"almanac/runtime/model"
)

// NotFound is the response for an id or slug that names no record of the resource.
func NotFound(k *model.Resource) *apierror.Error {
	return apierror.New(http.StatusNotFound, "rest-"+k.Name+"-not-found", "There is no %s with this ID or slug.",
		apierror.Resource(k.Name))
}

// NotAccessible is the response for a record that the caller may not read.
func NotAccessible(k *model.Resource) *apierror.Error {
	return apierror.New(http.StatusForbidden, k.Name+"-not-accessible", "This %s is not accessible.",
		apierror.Resource(k.Name))
}

// RenamedNotFound is the response of a write by the former slug of a record that the caller may
// change.
func RenamedNotFound(k *model.Resource, slug string) *apierror.Error {
	return apierror.New(http.StatusNotFound, "rest-"+k.Name+"-not-found", "This %s now has the slug %q.",
		apierror.Resource(k.Name), slug)
}

// Moved is the response of a read by the former slug of a record, which is at a URL now.
func Moved(k *model.Resource, slug, url string) *apierror.Error {
	f := apierror.New(http.StatusMovedPermanently, "rest-"+k.Name+"-moved", "This %s now has the slug %q.",
		apierror.Resource(k.Name), slug)
	f.Header = map[string]string{"Location": url, "Cache-Control": "no-store"} // Another record may take the former slug.
	return f
}
