package wordpress

import (
	"net/http"
	"strings"

	"almanac/runtime/apierror"
)

// translate returns an error of the API with the code and the names of WordPress.
func (e *exchange) translate(f *apierror.Error) *apierror.Error {
	if e.kind == nil || e.Request == nil {
		return f
	}
	about, isAbout := strings.CutPrefix(f.Code, e.kind.resource.Name+"-")
	switch {
	case f.Code == "rest-"+e.kind.resource.Name+"-not-found" && e.kind.resource.Term:
		return apierror.New(http.StatusNotFound, "rest_term_invalid", "There is no such term.")
	case f.Code == "rest-"+e.kind.resource.Name+"-not-found":
		return apierror.New(http.StatusNotFound, "rest_post_invalid_id", "There is no post of this type with this ID.")
	case f.Code == apierror.CodeForbidden && e.denied != "":
		return e.refused(e.denied, f.Message.Format, f.Message.Values...)
	case isAbout && (about == "not-accessible" || about == "no-longer-available"):
		return e.refused(apierror.CodeForbidden, f.Message.Format, f.Message.Values...)
	case isAbout && about == "password-protected":
		return apierror.New(http.StatusForbidden, "rest_post_incorrect_password", "The password of the post is not correct.")
	case isAbout && about == "is-in-trash":
		return apierror.New(http.StatusGone, "rest_already_trashed", "%s", f.Message)
	case isAbout && about == "archive-page-not-found":
		return apierror.New(http.StatusBadRequest, "rest_post_invalid_page_number", "%s", f.Message)
	}
	return e.rename(f)
}

// rename returns an error about parameters with the names that the client knows.
func (e *exchange) rename(f *apierror.Error) *apierror.Error {
	faulty, missing := apierror.FieldErrors{}, []string{}
	for field, fault := range f.Params {
		member := e.kind.memberOf(field)
		renamed := apierror.Renamed(fault.Message, apierror.Param(field), apierror.Param(member))
		faulty[member] = apierror.FieldError{Code: fault.Code, Message: renamed}
	}
	for _, field := range f.Missing {
		missing = append(missing, e.kind.memberOf(field))
	}
	if renamed := faulty.Err(missing); renamed != nil {
		return renamed
	}
	return f
}
