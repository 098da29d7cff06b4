package auth

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// posts is the access of events, venues and organizers as in The Events Calendar.
var posts = Permissions{Create: RoleContributor, EditDrafts: RoleContributor, Edit: RoleAuthor, Publish: RoleAuthor, EditOthers: RoleEditor, ReadPrivate: RoleEditor}

// rights lists in words what a caller may do with posts, own ones (author 7)
// and those of others (author 8).
func rights(a Permissions, c Caller) string {
	var list []string
	note := func(may bool, what string) {
		if may {
			list = append(list, what)
		}
	}
	note(c.IsAnonymous(), "visitor")
	note(a.CanWrite(c), "writes")
	note(a.CanCreate(c), "creates")
	note(a.CanPublish(c), "publishes")
	note(a.CanReadNonPublic(c), "sees more")
	for _, status := range []string{"draft", "publish", "private", "trash"} {
		note(a.CanEdit(c, 7, status), "edits own "+status)
		note(a.CanRead(c, 7, status), "reads own "+status)
		note(a.CanEdit(c, 8, status), "edits "+status)
		note(a.CanRead(c, 8, status), "reads "+status)
	}
	return strings.Join(list, ", ")
}

const (
	everything = "writes, creates, publishes, sees more, " +
		"edits own draft, reads own draft, edits draft, reads draft, " +
		"edits own publish, reads own publish, edits publish, reads publish, " +
		"edits own private, reads own private, edits private, reads private, " +
		"edits own trash, reads own trash, edits trash, reads trash"
	nothing = "reads own publish, reads publish"
)

func TestEachRoleHasItsRights(t *testing.T) {
	tests := []struct {
		name   string
		access Permissions
		role   Role
		want   string
	}{
		{"administrators may do everything", posts, RoleAdministrator, everything},
		{"editors may do everything", posts, RoleEditor, everything},
		{"authors publish and see to their own", posts, RoleAuthor, "writes, creates, publishes, sees more, edits own draft, reads own draft, " +
			"edits own publish, reads own publish, reads publish, " +
			"edits own private, reads own private, edits own trash, reads own trash"},
		{"contributors change what is not published", posts, RoleContributor, "writes, creates, sees more, edits own draft, reads own draft, reads own publish, reads publish, " +
			"reads own private, reads own trash"},
		{"subscribers read", posts, RoleSubscriber, nothing},
		{"an unknown role reads", posts, "unknown", nothing},
		{"an unknown word is for nobody below", Permissions{Create: "unknown"}, RoleAuthor, nothing},
		{"without words editors may do everything", Permissions{}, RoleEditor, everything},
		{"without words authors read", Permissions{}, RoleAuthor, nothing},
		{"members may be let into what is private", Permissions{ReadPrivate: RoleSubscriber}, RoleSubscriber, "sees more, reads own publish, reads publish, reads own private, reads private"},
		{"authors may hand in for good", Permissions{Create: RoleAuthor}, RoleAuthor, "writes, creates, sees more, reads own draft, reads own publish, reads publish, reads own private"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, rights(tt.access, Caller{User: 7, Role: tt.role})); diff != "" {
				t.Errorf("rights differ (-want +got):\n%s", diff)
			}
		})
	}
}

func TestVisitorsMayWriteNothingWhateverTheWordsSay(t *testing.T) {
	for _, access := range []Permissions{{}, posts, {Create: RoleAnonymous, ReadPrivate: RoleSubscriber}} {
		if diff := cmp.Diff("visitor, "+nothing, rights(access, Caller{})); diff != "" {
			t.Errorf("rights differ (-want +got):\n%s", diff)
		}
	}
}

func TestTermsAreChangedByWhomTheWordsName(t *testing.T) {
	a := Permissions{CreateInline: RoleContributor, Create: RoleAuthor, Edit: RoleEditor, Delete: RoleAdministrator}
	for role, want := range map[Role][4]bool{
		RoleAdministrator: {true, true, true, true}, RoleEditor: {true, true, true, false}, RoleAuthor: {true, true, false, false},
		RoleContributor: {true, false, false, false}, RoleSubscriber: {}, RoleAnonymous: {},
	} {
		c := Caller{User: 7, Role: role}
		if got := [4]bool{a.CanCreateInline(c), a.CanCreate(c), a.CanEditTerms(c), a.CanDeleteTerms(c)}; got != want {
			t.Errorf("%q names, creates, edits, deletes terms: %v, want %v", role, got, want)
		}
	}
}
