package dsl

import "slices"

// Role is the role of a user.  A permission that is granted to a role is also
// granted to the roles above it.  Callers without credentials cannot write.
type Role string

// The roles, most powerful first.
const (
	RoleAdministrator Role = "administrator"
	RoleEditor        Role = "editor"
	RoleAuthor        Role = "author"
	RoleContributor   Role = "contributor"
	RoleSubscriber    Role = "subscriber"
)

// RoleVisitor stands for everybody, also callers without credentials.  Only
// [Permissions.Read] is granted to it.
const RoleVisitor Role = "visitor"

// Roles lists the roles, most powerful first.
func Roles() []Role {
	return []Role{RoleAdministrator, RoleEditor, RoleAuthor, RoleContributor, RoleSubscriber}
}

// Includes reports whether users of a role have what is granted to r.  It is
// false for an unknown role.
func (r Role) Includes(role Role) bool {
	at := slices.Index(Roles(), role)
	return r == RoleVisitor || at >= 0 && at <= slices.Index(Roles(), r)
}

// Permissions grants each action on the records of a resource to a minimum
// role:
//
//	Permissions: dsl.Permissions{
//		Create: dsl.RoleContributor, EditDrafts: dsl.RoleContributor,
//		Edit: dsl.RoleAuthor, Publish: dsl.RoleAuthor,
//		EditOthers: dsl.RoleEditor, ReadPrivate: dsl.RoleEditor,
//	},
//
// A permission does not depend on the route: an event that describes a new venue
// needs the permission to create venues.  An action without a role is granted to
// RoleEditor, but records are closed until Read opens them: without it only
// RoleAdministrator reads, creates, updates and deletes them, and their owners read them.
// A Create that the description has may be below Read: owners still see what they created.
// Everybody may read published posts, and terms.
type Permissions struct {
	Create       Role // Create records.  Those of users who may not publish become pending.
	CreateInline Role // Terms only: create a term by naming it in another record.  The role of Create may too.
	Edit         Role // Posts: update and delete own records.  Terms and records: update any.
	EditDrafts   Role // Posts only: update and delete own unpublished records.
	EditOthers   Role // Posts only: read, update and delete everybody's records, and set another author.
	Publish      Role // Posts only: publish own records, now or in the future, and make them private.
	ReadPrivate  Role // Posts only: read everybody's private records.
	Delete       Role // Terms and records only: delete any.
	// Records only: read any, also where others link to them.  RoleAdministrator by default;
	// RoleVisitor for everybody.
	Read Role
	// Records with a field As(Owner) only, which their owners always read: update and delete own
	// records, also where Delete is a role above.  Nobody by default.
	EditOwn Role
}

// Permission is one action and the minimum role that may do it.
type Permission struct {
	Name string // Member of [Permissions], such as "Create".
	Role Role
}

// List returns the permissions of a kind of resource, with the default role
// where the description has none.  It is empty for a kind without routes.
func (p Permissions) List(k Kind) []Permission {
	var list []Permission
	for _, e := range p.entries() {
		if slices.Contains(e.kinds, k) && (e.Name != "EditOwn" || e.Role != "") {
			list = append(list, Permission{e.Name, p.RoleFor(k, e.Name)})
		}
	}
	return list
}

// RoleFor returns the minimum role of an action on a kind of resource.  Where the
// description has none it is RoleEditor, and RoleAdministrator for Read; nobody
// creates, edits or deletes records without reading them.
func (p Permissions) RoleFor(k Kind, name string) Role {
	for _, e := range p.entries() {
		if e.Name == name && e.Role != "" {
			return e.Role
		}
	}
	if name == "Read" {
		return RoleAdministrator
	}
	if k == KindRecord && (name == "Create" || name == "Edit" || name == "Delete") {
		if read := p.RoleFor(k, "Read"); !read.Includes(RoleEditor) {
			return read
		}
	}
	return RoleEditor
}

// permissionEntry is one member of Permissions; the role is "" for the default.
type permissionEntry struct {
	Permission
	kinds []Kind // Kinds of resource that have the permission.
}

func (p Permissions) entries() []permissionEntry {
	all, posts, terms := []Kind{KindPost, KindTerm, KindRecord}, []Kind{KindPost}, []Kind{KindTerm}
	return []permissionEntry{
		{Permission{"Create", p.Create}, all},
		{Permission{"CreateInline", p.CreateInline}, terms},
		{Permission{"Edit", p.Edit}, all},
		{Permission{"EditDrafts", p.EditDrafts}, posts},
		{Permission{"EditOthers", p.EditOthers}, posts},
		{Permission{"Publish", p.Publish}, posts},
		{Permission{"ReadPrivate", p.ReadPrivate}, posts},
		{Permission{"Delete", p.Delete}, []Kind{KindTerm, KindRecord}},
		{Permission{"Read", p.Read}, []Kind{KindRecord}},
		{Permission{"EditOwn", p.EditOwn}, []Kind{KindRecord}},
	}
}
