package httpapi

import (
	"net/http"
	"strings"

	"almanac/runtime/apierror"
	"almanac/runtime/param"
	"almanac/runtime/request"
)

// Clients that can send nothing but GET and POST name another method beside a
// POST: in the query, as _method, in the header X-HTTP-Method-Override, or, as
// HTML forms do, as _method in the form.  The first of these counts.

// overridden returns the request with the method that its query or its header
// names.
func overridden(r *http.Request) *http.Request {
	if r.Method != http.MethodPost {
		return r
	}
	method, _ := param.InQuery(r.URL.RawQuery, "_method")
	if method == "" {
		method = r.Header.Get("X-HTTP-Method-Override")
	}
	if method == "" {
		return r
	}
	return withMethod(r, strings.ToUpper(method))
}

// override looks for a method in the form of a POST.  Forms are read after the
// operation was chosen, so that they count towards the limits of bodies; when one
// names another method, an error ends this operation, and the router calls the
// one of that method.
func override(r *request.Request) error {
	method := strings.ToUpper(r.Values.Form("_method"))
	if r.HTTP.Method != http.MethodPost || method == "" {
		return nil
	}
	switch method {
	case http.MethodPost:
		return nil
	case http.MethodPut, http.MethodPatch, http.MethodDelete:
		r.State.Override = method
		return apierror.New(http.StatusMethodNotAllowed, apierror.CodeMethodNotAllowed, "The form names the method %s.", method) // Nobody sees it.
	}
	return apierror.InvalidParamError("_method", "_method in a form must be PUT, PATCH or DELETE.")
}
