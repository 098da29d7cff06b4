package dsl

import "slices"

// permissions checks that the roles exist, that the kind has the permissions, and
// that no role has a permission without its prerequisite.
func (v *validation) permissions(r Resource) {
	v.atMember("Permissions")
	defer v.atMember()
	known := true
	for _, e := range r.Permissions.entries() {
		if e.Role == "" {
			continue
		}
		if !slices.Contains(Roles(), e.Role) && (e.Role != RoleVisitor || e.Name != "Read") {
			known = false
			v.errorf(r, "permissions: %s is granted to %q, which is not a role; the roles are %q", e.Name, e.Role, Roles())
		}
		if !slices.Contains(e.kinds, r.Kind) {
			hint := ""
			if e.Name == "Delete" && r.Kind == KindPost {
				hint = "; who may edit a post may delete it"
			}
			v.errorf(r, "permissions: %s is not a permission of a resource of the kind %s; it has: %s%s",
				e.Name, r.Kind, joined(r.permissionNames()), hint)
		}
	}
	if _, owned := r.FieldWithBehavior(Owner); r.Permissions.EditOwn != "" && !owned {
		v.errorf(r, "permissions: EditOwn is about owners; add a field As(Owner), or remove EditOwn")
	}
	if !known {
		return
	}
	for _, need := range prerequisites {
		if need.kind != r.Kind {
			continue
		}
		role, other := r.Permissions.RoleFor(r.Kind, need.name), r.Permissions.RoleFor(r.Kind, need.other)
		if !other.Includes(role) {
			v.errorf(r, "permissions: %s is granted to %s, but %s only to %s: %s; grant %s to %s or a role above",
				need.name, role, need.other, other, need.reason, need.name, other)
		}
	}
}

func (r Resource) permissionNames() []string {
	var names []string
	for _, p := range r.Permissions.List(r.Kind) {
		names = append(names, p.Name)
	}
	return names
}

// prerequisites lists the permissions that need another one.
var prerequisites = []struct {
	kind                Kind
	name, other, reason string
}{
	{KindPost, "Publish", "Create", "publishing needs creating"},
	{KindPost, "EditDrafts", "Create", "users have no own records without creating some"},
	{KindPost, "Edit", "EditDrafts", "users who edit own published records edit own drafts"},
	{KindPost, "EditOthers", "Edit", "users who edit all records edit own records"},
	{KindPost, "EditOthers", "ReadPrivate", "users cannot edit records that they cannot read"},
	{KindRecord, "Edit", "Read", "users cannot edit records that they cannot read"},
	{KindRecord, "Delete", "Read", "users cannot delete records that they cannot read"},
}
