package auth

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// rights lists in words what a caller may do, with own records (author 7) and
// those of others (author 8).
func rights(c Caller) string {
	var list []string
	note := func(may bool, what string) {
		if may {
			list = append(list, what)
		}
	}
	note(c.IsVisitor(), "visitor")
	note(c.Creates(), "creates")
	note(c.Publishes(), "publishes")
	note(c.EditsTerms(true), "categories")
	note(c.EditsTerms(false), "tags")
	for _, status := range []string{"draft", "publish", "private", "trash"} {
		note(c.Edits(7, status), "edits own "+status)
		note(c.Reads(7, status), "reads own "+status)
		note(c.Edits(8, status), "edits "+status)
		note(c.Reads(8, status), "reads "+status)
	}
	return strings.Join(list, ", ")
}

func TestEachRoleHasItsRights(t *testing.T) {
	const everything = "creates, publishes, categories, tags, " +
		"edits own draft, reads own draft, edits draft, reads draft, " +
		"edits own publish, reads own publish, edits publish, reads publish, " +
		"edits own private, reads own private, edits private, reads private, " +
		"edits own trash, reads own trash, edits trash, reads trash"
	tests := []struct {
		role Role
		want string
	}{
		{Administrator, everything},
		{Editor, everything},
		{Author, "creates, publishes, categories, edits own draft, reads own draft, " +
			"edits own publish, reads own publish, reads publish, " +
			"edits own private, reads own private, edits own trash, reads own trash"},
		{Contributor, "creates, edits own draft, reads own draft, reads own publish, reads publish, " +
			"reads own private, edits own trash, reads own trash"},
		{Subscriber, "reads own publish, reads publish"},
		{"unknown", "reads own publish, reads publish"},
	}
	for _, tt := range tests {
		t.Run("the rights of "+string(tt.role), func(t *testing.T) {
			if diff := cmp.Diff(tt.want, rights(Caller{User: 7, Role: tt.role})); diff != "" {
				t.Errorf("rights differ (-want +got):\n%s", diff)
			}
		})
	}
	t.Run("the rights of a visitor", func(t *testing.T) {
		if diff := cmp.Diff("visitor, reads own publish, reads publish", rights(Caller{})); diff != "" {
			t.Errorf("rights differ (-want +got):\n%s", diff)
		}
	})
}
