package auth

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// posts is the access of events, venues and organizers as in The Events Calendar.
var posts = Access{Create: Contributor, EditDrafts: Contributor, Edit: Author, Publish: Author, EditOthers: Editor, ReadPrivate: Editor}

// rights lists in words what a caller may do with posts, own ones (author 7)
// and those of others (author 8).
func rights(a Access, c Caller) string {
	var list []string
	note := func(may bool, what string) {
		if may {
			list = append(list, what)
		}
	}
	note(c.IsVisitor(), "visitor")
	note(a.Writes(c), "writes")
	note(a.Creates(c), "creates")
	note(a.Publishes(c), "publishes")
	note(a.ReadsMore(c), "sees more")
	for _, status := range []string{"draft", "publish", "private", "trash"} {
		note(a.Edits(c, 7, status), "edits own "+status)
		note(a.Reads(c, 7, status), "reads own "+status)
		note(a.Edits(c, 8, status), "edits "+status)
		note(a.Reads(c, 8, status), "reads "+status)
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
		access Access
		role   Role
		want   string
	}{
		{"administrators may do everything", posts, Administrator, everything},
		{"editors may do everything", posts, Editor, everything},
		{"authors publish and see to their own", posts, Author, "writes, creates, publishes, sees more, edits own draft, reads own draft, " +
			"edits own publish, reads own publish, reads publish, " +
			"edits own private, reads own private, edits own trash, reads own trash"},
		{"contributors change what is not published", posts, Contributor, "writes, creates, sees more, edits own draft, reads own draft, reads own publish, reads publish, " +
			"reads own private, edits own trash, reads own trash"},
		{"subscribers read", posts, Subscriber, nothing},
		{"an unknown role reads", posts, "unknown", nothing},
		{"an unknown word is for nobody below", Access{Create: "unknown"}, Author, nothing},
		{"without words editors may do everything", Access{}, Editor, everything},
		{"without words authors read", Access{}, Author, nothing},
		{"members may be let into what is private", Access{ReadPrivate: Subscriber}, Subscriber, "sees more, reads own publish, reads publish, reads own private, reads private"},
		{"authors may hand in for good", Access{Create: Author}, Author, "writes, creates, sees more, reads own draft, reads own publish, reads publish, reads own private"},
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
	for _, access := range []Access{{}, posts, {Create: Visitor, ReadPrivate: Subscriber}} {
		if diff := cmp.Diff("visitor, "+nothing, rights(access, Caller{})); diff != "" {
			t.Errorf("rights differ (-want +got):\n%s", diff)
		}
	}
}

func TestTermsAreChangedByWhomTheWordsName(t *testing.T) {
	a := Access{CreateInline: Contributor, Create: Author, Edit: Editor, Delete: Administrator}
	for role, want := range map[Role][4]bool{
		Administrator: {true, true, true, true}, Editor: {true, true, true, false}, Author: {true, true, false, false},
		Contributor: {true, false, false, false}, Subscriber: {}, Visitor: {},
	} {
		c := Caller{User: 7, Role: role}
		if got := [4]bool{a.CreatesInline(c), a.Creates(c), a.EditsTerms(c), a.DeletesTerms(c)}; got != want {
			t.Errorf("%q names, creates, edits, deletes terms: %v, want %v", role, got, want)
		}
	}
}
