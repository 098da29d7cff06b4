package dsl_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/resources/dsl"
)

// open gives an access.
func open(a dsl.Access) func(*dsl.Resource) {
	return func(r *dsl.Resource) { r.Access = a }
}

func TestAccessThatMakesNoSenseIsAFault(t *testing.T) {
	const noRole = `, which is no role; the roles are ["administrator" "editor" "author" "contributor" "subscriber"]`
	checkValidated(t, []validated{
		{"no words mean editors", []dsl.Resource{talk(open(dsl.Access{}))}, ""},
		{"words in order", []dsl.Resource{talk(open(dsl.Access{Create: dsl.Subscribers, EditDrafts: dsl.Contributors, Edit: dsl.Authors, EditOthers: dsl.Administrators}))}, ""},
		{"words of a term", []dsl.Resource{label(open(dsl.Access{CreateInline: dsl.Contributors, Create: dsl.Authors, Edit: dsl.Subscribers, Delete: dsl.Administrators}))}, ""},
		{
			"every fault at once",
			[]dsl.Resource{talk(open(dsl.Access{Create: "nobody", Edit: "authors", Delete: dsl.Editors}))},
			`resource "talk": access: Create is for "nobody"` + noRole + `
resource "talk": access: Edit is for "authors"` + noRole + `
resource "talk": access: Delete is nothing that can be done with a resource of the kind post`,
		},
		{
			"publishing without creating",
			[]dsl.Resource{talk(open(dsl.Access{Publish: dsl.Authors}))},
			`resource "talk": access: Publish is for the role author, but Create only from editor upwards: nobody publishes without creating`,
		},
		{
			"changing what one does not see",
			[]dsl.Resource{talk(open(dsl.Access{ReadPrivate: dsl.Administrators}))},
			`resource "talk": access: EditOthers is for the role editor, but ReadPrivate only from administrator upwards: nobody changes what they may not see`,
		},
		{
			"own records without creating, and more",
			[]dsl.Resource{talk(open(dsl.Access{Create: dsl.Authors, EditDrafts: dsl.Contributors, EditOthers: dsl.Authors}))},
			`resource "talk": access: EditDrafts is for the role contributor, but Create only from author upwards: nobody has own records without creating any
resource "talk": access: EditOthers is for the role author, but Edit only from editor upwards: who changes everybody's records changes own ones
resource "talk": access: EditOthers is for the role author, but ReadPrivate only from editor upwards: nobody changes what they may not see`,
		},
		{
			"rights of posts on a term",
			[]dsl.Resource{label(open(dsl.Access{Publish: dsl.Editors}))},
			`resource "label": access: Publish is nothing that can be done with a resource of the kind term`,
		},
		{
			"rights on a table of the service",
			[]dsl.Resource{secret(open(dsl.Access{Create: dsl.Editors}))},
			`resource "secret": access: Create is nothing that can be done with a resource of the kind internal`,
		},
	})
}

func TestRightsAreThoseOfTheKind(t *testing.T) {
	a := dsl.Access{Create: dsl.Authors, CreateInline: dsl.Contributors}
	want := []dsl.Right{{"Create", dsl.Authors}, {"CreateInline", dsl.Contributors}, {"Edit", dsl.Editors}, {"Delete", dsl.Editors}}
	if diff := cmp.Diff(want, a.Rights(dsl.Term)); diff != "" {
		t.Errorf("rights of a term (-want +got):\n%s", diff)
	}
	if got := a.Rights(dsl.Internal); got != nil {
		t.Errorf("a table of the service has the rights %v", got)
	}
}

func TestARoleIncludesThoseAboveIt(t *testing.T) {
	tests := []struct {
		name      string
		who, role dsl.Who
		want      bool
	}{
		{"the role itself", dsl.Authors, dsl.Authors, true},
		{"a role above", dsl.Authors, dsl.Administrators, true},
		{"a role below", dsl.Authors, dsl.Contributors, false},
		{"no role", dsl.Subscribers, "", false},
		{"an unknown one", dsl.Subscribers, "janitor", false},
		{"those of an unknown one", "janitor", dsl.Editors, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.who.Includes(tt.role); got != tt.want {
				t.Errorf("%q includes %q: %v, want %v", tt.who, tt.role, got, tt.want)
			}
		})
	}
}
