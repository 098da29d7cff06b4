package mutate_test

import (
	"testing"

	"almanac/runtime/auth"
	"almanac/runtime/model"
	"almanac/runtime/model/modeltest"
	"almanac/runtime/mutate"
	"almanac/runtime/request"
)

func TestWhoActsOnAPostMayReadAllOfIt(t *testing.T) {
	sign := &model.Action{Name: "sign", Role: auth.RoleSubscriber}
	for _, tt := range []struct {
		name     string
		role     auth.Role
		post     model.Post
		password string
		want     bool
	}{
		{"a published post", auth.RoleSubscriber, model.Post{Status: model.StatusPublish}, "", true},
		{"a draft", auth.RoleSubscriber, model.Post{Status: model.StatusDraft}, "", false},
		{"a post in the trash that was published", auth.RoleSubscriber, model.Post{Status: model.StatusTrash, StatusBeforeTrash: model.StatusPublish}, "", false},
		{"a protected post", auth.RoleSubscriber, model.Post{Status: model.StatusPublish, Password: "secret"}, "", false},
		{"a protected post with its password", auth.RoleSubscriber, model.Post{Status: model.StatusPublish, Password: "secret"}, "secret", true},
		{"a protected post in the trash, as its editor", auth.RoleEditor, model.Post{Status: model.StatusTrash, StatusBeforeTrash: model.StatusDraft, Password: "secret"}, "", true},
	} {
		r := &request.Request{Caller: auth.Caller{User: 7, Role: tt.role}, Password: tt.password, Env: &request.Env{}}
		if err := mutate.MayAct(sign, r, &modeltest.Note{Post: tt.post}); (err == nil) != tt.want {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}
