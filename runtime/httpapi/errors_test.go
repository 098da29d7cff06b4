package httpapi

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"almanac/runtime/apierror"
	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

func TestErrorsBecomeAnswers(t *testing.T) {
	tests := []struct {
		name string
		err  error
		want int
		code string
	}{
		{"a fault stays what it is", fmt.Errorf("get: %w", request.NotFound(&model.Resource{Name: "tag"})), http.StatusNotFound, "rest-tag-not-found"},
		{"the store is away", fmt.Errorf("list: %w", store.ErrUnavailable), http.StatusServiceUnavailable, apierror.CodeUnavailable},
		{"the disk is full", fmt.Errorf("create: %w", errors.Join(store.ErrFull, store.ErrUnavailable)), http.StatusInsufficientStorage, apierror.CodeInsufficientStorage},
		{"it took too long", context.DeadlineExceeded, http.StatusServiceUnavailable, apierror.CodeUnavailable},
		{"the client left", context.Canceled, http.StatusServiceUnavailable, apierror.CodeUnavailable},
		{"the database refuses a value", fmt.Errorf("update: %w", &store.Error{Class: store.ClassCheck, Constraint: "venues.geo_lat", Err: errors.New("secret")}), http.StatusBadRequest, apierror.CodeInvalidParam},
		{"a rule of its own refuses a value", &store.Error{Class: store.ClassCheck, Constraint: "positive", Err: errors.New("secret")}, http.StatusBadRequest, apierror.CodeInvalidParam},
		{"anything else", errors.New("secret detail"), http.StatusInternalServerError, apierror.CodeInternal},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := apiErrorOf(tt.err)
			if f.Status != tt.want || f.Code != tt.code || strings.Contains(f.Message.Error(), "secret") {
				t.Errorf("got %d %s %q", f.Status, f.Code, f.Message)
			}
			if away := f.Status == http.StatusServiceUnavailable; away != (f.Header["Retry-After"] != "") {
				t.Errorf("headers %v", f.Header)
			}
		})
	}
}
