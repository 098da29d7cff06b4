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
