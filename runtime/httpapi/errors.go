package httpapi

import (
	"context"
	"errors"
	"net/http"

	"almanac/runtime/fault"
	"almanac/runtime/store"
)

// toFault is the one table from errors to answers.
func toFault(err error) *fault.Error {
	if f := fault.As(err); f != nil {
		return f
	}
	switch {
	case errors.Is(err, store.ErrFull):
		f := fault.New(http.StatusInsufficientStorage, fault.NoSpace, "There is no space left to store this. Nothing was changed; reading goes on.")
		return f.Because(err)
	case errors.Is(err, store.ErrUnavailable), errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		f := fault.New(http.StatusServiceUnavailable, fault.Unavailable, "The service cannot reach its database. Try again in a moment.")
		f.Header = map[string]string{"Retry-After": "5"}
		return f.Because(err)
	case store.IsTooLarge(err):
		return fault.New(http.StatusBadRequest, fault.InvalidParam, "A text is longer than the database can store. Nothing was changed.").Because(err)
	}
	return internal().Because(err)
}

// internal is the answer for what is our fault.
func internal() *fault.Error {
	return fault.New(http.StatusInternalServerError, fault.Internal, "Something went wrong on our side. It has been logged.")
}

// noRoute is the answer for a path that names nothing.
func noRoute() *fault.Error {
	return fault.New(http.StatusNotFound, fault.NoRoute, "There is no route at this address and method. See /doc for those that exist.")
}
