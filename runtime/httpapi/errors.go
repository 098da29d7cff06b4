package httpapi

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path"
	goruntime "runtime"
	"strings"

	"almanac/runtime/apierror"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// apiErrorOf is the one table from errors to responses.
func apiErrorOf(err error) *apierror.Error {
	if f := apierror.As(err); f != nil {
		return f
	}
	switch {
	case errors.Is(err, store.ErrFull):
		return apierror.NoSpace(err)
	case errors.Is(err, store.ErrUnavailable), errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		f := apierror.New(
			http.StatusServiceUnavailable,
			apierror.CodeUnavailable,
			"The service cannot reach its database. Try again in a moment.",
		)
		f.Header = map[string]string{"Retry-After": "5"}
		return f.WithCause(err)
	case store.IsTooLarge(err):
		return apierror.New(http.StatusBadRequest, apierror.CodeInvalidParam, "A text value is longer than the database can "+
			"store. Nothing was changed.").
			WithCause(err)
	}
	if rule, ok := store.IsCheck(err); ok {
		return refusedValue(rule).WithCause(err)
	}
	return internalError().WithCause(err)
}

// refusedValue is the response for a value that only the database refuses: because
// another version of the program has other bounds, or a hook has set it.
func refusedValue(rule string) *apierror.Error {
	if _, field, ok := strings.Cut(rule, "."); ok {
		return apierror.InvalidParamError(field,
			"%s has a value that is out of range for the database. Nothing was changed.", apierror.Param(field))
	}
	return apierror.New(
		http.StatusBadRequest,
		apierror.CodeInvalidParam,
		"The database rejected a value because of the constraint %q. Nothing was changed.",
		rule,
	)
}

// internalError is the response for what is no error of the client.
func internalError() *apierror.Error {
	return apierror.New(
		http.StatusInternalServerError, apierror.CodeInternal, "Something went wrong on our end. It has been logged.",
	)
}

// noRoute is the response for a path that names nothing.
func noRoute(env *request.Env) *apierror.Error {
	return apierror.New(
		http.StatusNotFound,
		apierror.CodeNoRoute,
		"No such endpoint. See %s/doc for the list.",
		env.Deployment.APIPath(),
	)
}

// deepest is how many calls of a stack are logged.
const deepest = 32

// frames returns the calls that led to a panic, innermost first.  Unlike
// debug.Stack it tells neither the directories of the machine that built the
// program nor what the calls were given.
func frames() string {
	var list []string
	counters := make([]uintptr, deepest)
	stack := goruntime.CallersFrames(counters[:goruntime.Callers(4, counters)]) // Less this, its caller, and the panic.
	for {
		frame, more := stack.Next()
		list = append(list, fmt.Sprintf("%s %s:%d", path.Base(frame.Function), path.Base(frame.File), frame.Line))
		if !more {
			return strings.Join(list, " < ")
		}
	}
}
