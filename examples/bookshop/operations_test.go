package main

import (
	"net/http"
	"strings"
	"testing"

	"bookshop/generated"
	"github.com/danielgtaylor/huma/v2"

	"almanac/runtime/auth"
	"almanac/runtime/httpapi"
	"almanac/runtime/request"
	"almanac/runtime/service/servicetest"
	"almanac/runtime/store/storetest"
)

// document is a part of the OpenAPI document.
type document struct {
	Paths map[string]map[string]struct {
		Description string
		RequestBody *struct{ Description string }
		Responses   map[string]struct{ Headers map[string]any }
	}
}

func TestOperationsOfAProgramAreDocumentedAsTheyAre(t *testing.T) {
	s := servicetest.New(t, storetest.SQLite(t), generated.Service())
	op := func(id string) huma.Operation {
		return huma.Operation{OperationID: id, Method: http.MethodPost, Path: "/orders/{id}/" + id, Errors: []int{http.StatusConflict}}
	}
	type path struct {
		ID int64 `path:"id"`
	}
	httpapi.Handle(s.API, op("return"), resource("order"), func(*http.Request, *request.Request, *path) (*struct{}, error) {
		return nil, nil
	})
	type reminder struct {
		path
		Text string `json:"text" doc:"Text"`
	}
	httpapi.Handle(s.API, op("remind"), resource("order"), func(*http.Request, *request.Request, *reminder) (*struct{}, error) {
		return nil, nil
	})
	var doc document
	s.Send("", "GET", "/doc?version=3.1", nil).Decode(t, &doc)
	returned, reminded := doc.Paths["/orders/{id}/return"]["post"], doc.Paths["/orders/{id}/remind"]["post"]
	const access = "Requires the editor role or higher. For your own records the contributor role is enough."
	if returned.Description != access || returned.RequestBody != nil {
		t.Errorf("%q with the body %v, want %q without one", returned.Description, returned.RequestBody, access)
	}
	done, ok := returned.Responses["204"]
	if _, conflict := returned.Responses["409"]; !ok || !conflict || len(done.Headers) > 0 {
		t.Errorf("the responses are %v, want 204 without headers, and 409", returned.Responses)
	}
	if b := reminded.RequestBody; b == nil || strings.Contains(b.Description, "record") {
		t.Errorf("the body is %v, want parameters", b)
	}
	s.AddUser("ed", auth.RoleEditor)
	if r := s.Send("ed", "POST", "/orders/1/return", nil); r.Status != http.StatusNoContent {
		t.Errorf("%d %s, want 204", r.Status, r.Body)
	}
}
