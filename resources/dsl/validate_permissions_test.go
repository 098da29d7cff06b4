package dsl_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/resources/dsl"
)

// open gives an access.
func open(a dsl.Permissions) func(*dsl.Resource) {
	return func(r *dsl.Resource) { r.Permissions = a }
}

func TestAccessThatMakesNoSenseIsAFault(t *testing.T) {
	const noRole = `, which is not a role; the roles are ["administrator" "editor" "author" "contributor" "subscriber"]`
	checkValidated(t, []validated{
		{"no words mean editors", []dsl.Resource{talk(open(dsl.Permissions{}))}, ""},
		{"words in order", []dsl.Resource{talk(open(dsl.Permissions{Create: dsl.RoleSubscriber, EditDrafts: dsl.RoleContributor, Edit: dsl.RoleAuthor, EditOthers: dsl.RoleAdministrator}))}, ""},
		{"words of a term", []dsl.Resource{label(open(dsl.Permissions{CreateInline: dsl.RoleContributor, Create: dsl.RoleAuthor, Edit: dsl.RoleSubscriber, Delete: dsl.RoleAdministrator}))}, ""},
		{
			"every fault at once",
			[]dsl.Resource{talk(open(dsl.Permissions{Create: "nobody", Edit: "authors", Delete: dsl.RoleEditor}))},
			`resource "talk": permissions: Create is granted to "nobody"` + noRole + `
resource "talk": permissions: Edit is granted to "authors"` + noRole + `
resource "talk": permissions: Delete is not a permission of a resource of the kind post; it has: Create, Edit, EditDrafts, EditOthers, Publish, ReadPrivate; who may edit a post may delete it`,
		},
		{
			"publishing without creating",
			[]dsl.Resource{talk(open(dsl.Permissions{Publish: dsl.RoleAuthor}))},
			`resource "talk": permissions: Publish is granted to author, but Create only to editor: publishing needs creating; grant Publish to editor or a role above`,
		},
		{
			"changing what one does not see",
			[]dsl.Resource{talk(open(dsl.Permissions{ReadPrivate: dsl.RoleAdministrator}))},
			`resource "talk": permissions: EditOthers is granted to editor, but ReadPrivate only to administrator: users cannot edit records that they cannot read; grant EditOthers to administrator or a role above`,
		},
		{
			"own records without creating, and more",
			[]dsl.Resource{talk(open(dsl.Permissions{Create: dsl.RoleAuthor, EditDrafts: dsl.RoleContributor, EditOthers: dsl.RoleAuthor}))},
			`resource "talk": permissions: EditDrafts is granted to contributor, but Create only to author: users have no own records without creating some; grant EditDrafts to author or a role above
resource "talk": permissions: EditOthers is granted to author, but Edit only to editor: users who edit all records edit own records; grant EditOthers to editor or a role above
resource "talk": permissions: EditOthers is granted to author, but ReadPrivate only to editor: users cannot edit records that they cannot read; grant EditOthers to editor or a role above`,
		},
		{"words of a record", []dsl.Resource{order(open(dsl.Permissions{Create: dsl.RoleSubscriber, Read: dsl.RoleAuthor, Delete: dsl.RoleAdministrator}))}, ""},
		{"a record of which nothing is said", []dsl.Resource{order()}, ""},
		{
			"records that editors change and only administrators read",
			[]dsl.Resource{order(open(dsl.Permissions{Edit: dsl.RoleEditor}))},
			`resource "order": permissions: Edit is granted to editor, but Read only to administrator: users cannot edit records that they cannot read; grant Edit to administrator or a role above`,
		},
		{"a record for everybody", []dsl.Resource{order(open(dsl.Permissions{Read: dsl.RoleVisitor}))}, ""},
		{
			"records that are changed and not read, by visitors",
			[]dsl.Resource{order(open(dsl.Permissions{Create: dsl.RoleVisitor})), order(named("bill", "bills"), open(dsl.Permissions{Edit: dsl.RoleAuthor, Read: dsl.RoleEditor, Publish: dsl.RoleEditor}))},
			`resource "order": permissions: Create is granted to "visitor"` + noRole + `
resource "bill": permissions: Publish is not a permission of a resource of the kind record; it has: Create, Edit, Delete, Read
resource "bill": permissions: Edit is granted to author, but Read only to editor: users cannot edit records that they cannot read; grant Edit to editor or a role above`,
		},
		{
			"rights of posts on a term",
			[]dsl.Resource{label(open(dsl.Permissions{Publish: dsl.RoleEditor}))},
			`resource "label": permissions: Publish is not a permission of a resource of the kind term; it has: Create, CreateInline, Edit, Delete`,
		},
		{
			"rights on a table of the service",
			[]dsl.Resource{secret(open(dsl.Permissions{Create: dsl.RoleEditor}))},
			`resource "secret": permissions: Create is not a permission of a resource of the kind internal; it has: none`,
		},
	})
}

func TestRightsAreThoseOfTheKind(t *testing.T) {
	a := dsl.Permissions{Create: dsl.RoleAuthor, CreateInline: dsl.RoleContributor}
	want := []dsl.Permission{{"Create", dsl.RoleAuthor}, {"CreateInline", dsl.RoleContributor}, {"Edit", dsl.RoleEditor}, {"Delete", dsl.RoleEditor}}
	if diff := cmp.Diff(want, a.List(dsl.KindTerm)); diff != "" {
		t.Errorf("rights of a term (-want +got):\n%s", diff)
	}
	closed := []dsl.Permission{{"Create", dsl.RoleAdministrator}, {"Edit", dsl.RoleAdministrator}, {"Delete", dsl.RoleAdministrator}, {"Read", dsl.RoleAdministrator}}
	if diff := cmp.Diff(closed, dsl.Permissions{}.List(dsl.KindRecord)); diff != "" {
		t.Errorf("rights of a record of which nothing is said (-want +got):\n%s", diff)
	}
	opened := []dsl.Permission{{"Create", dsl.RoleEditor}, {"Edit", dsl.RoleEditor}, {"Delete", dsl.RoleEditor}, {"Read", dsl.RoleVisitor}}
	if diff := cmp.Diff(opened, dsl.Permissions{Read: dsl.RoleVisitor}.List(dsl.KindRecord)); diff != "" {
		t.Errorf("rights of a record for everybody (-want +got):\n%s", diff)
	}
	if got := a.List(dsl.KindInternal); got != nil {
		t.Errorf("a table of the service has the rights %v", got)
	}
}

func TestARoleIncludesThoseAboveIt(t *testing.T) {
	tests := []struct {
		name      string
		who, role dsl.Role
		want      bool
	}{
		{"the role itself", dsl.RoleAuthor, dsl.RoleAuthor, true},
		{"a role above", dsl.RoleAuthor, dsl.RoleAdministrator, true},
		{"a role below", dsl.RoleAuthor, dsl.RoleContributor, false},
		{"no role", dsl.RoleSubscriber, "", false},
		{"an unknown one", dsl.RoleSubscriber, "janitor", false},
		{"those of an unknown one", "janitor", dsl.RoleEditor, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.who.Includes(tt.role); got != tt.want {
				t.Errorf("%q includes %q: %v, want %v", tt.who, tt.role, got, tt.want)
			}
		})
	}
}
