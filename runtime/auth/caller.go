// Package auth knows users, their credentials and roles, and what each role may
// do. It authenticates requests and limits sign-in attempts. It does not know
// HTTP responses or the record that a request is about.
//
// Users is the entry point: Authenticate returns the Caller of a request, and
// Permissions says what a Caller may do.
package auth

import (
	"slices"
)

// Role is the role of a user, with the names of WordPress.
type Role string

// The roles, most powerful first. RoleAnonymous is that of a caller without
// credentials.
const (
	RoleAdministrator Role = "administrator"
	RoleEditor        Role = "editor"
	RoleAuthor        Role = "author"
	RoleContributor   Role = "contributor"
	RoleSubscriber    Role = "subscriber"
	RoleAnonymous     Role = ""
)

// RoleVisitor stands for everybody. Only Permissions.Read is granted to it.
const RoleVisitor Role = "visitor"

// Roles lists the roles that a user can have.
func Roles() []Role {
	return []Role{RoleAdministrator, RoleEditor, RoleAuthor, RoleContributor, RoleSubscriber}
}

// Caller is the user that makes a request. The zero value is anonymous.
type Caller struct {
	User         int64  // ID of the user, 0 if anonymous.
	Name         string // Name of the user, for logs.
	Role         Role
	AuthDisabled bool // Authentication is disabled: every caller acts as the first user.
}

// IsAnonymous reports whether the caller has no credentials.
func (c Caller) IsAnonymous() bool { return c.Role == RoleAnonymous }

// CanUpload reports whether the caller may upload files, and change and delete own ones.
func (c Caller) CanUpload() bool { return c.hasRole(RoleAuthor) }

// CanChangeUploads reports whether the caller may change and delete files of others.
func (c Caller) CanChangeUploads() bool { return c.hasRole(RoleEditor) }

// Permissions has the minimum role of each action on the records of a resource.
// An empty role means RoleEditor, so the zero value allows only editors and
// administrators to write. Anonymous callers cannot write.
type Permissions struct {
	Create       Role // Create records.
	CreateInline Role // Terms: create one by naming it in a record of another resource; Create allows this too.
	Edit         Role // Posts: update and delete own records. Terms and others: update any.
	EditDrafts   Role // Posts: update and delete own records that are not published.
	EditOthers   Role // Posts: read, update and delete records of any author, and set another author.
	Publish      Role // Posts: publish own records and make them private.
	ReadPrivate  Role // Posts: read private records of any author.
	Delete       Role // Terms and others: delete any.
	Read         Role // Of what is neither: read any, RoleVisitor for everybody; "" for posts and terms.
	EditOwn      Role // Of what is neither and has an owner: update and delete own records; "" for nobody.

	// Owner is the column with the ID of the user whose the record is, of what is
	// neither post nor term; "" where records have none.  Owners read own records.
	Owner string
}

// Includes reports whether users of the role have what is granted to least, as in a hook:
//
//	if !m.Caller.Role.Includes(auth.RoleEditor) {
//
// It is false if one of the two is unknown, and for RoleAnonymous.
func (r Role) Includes(least Role) bool {
	at := slices.Index(Roles(), r)
	return at >= 0 && at <= slices.Index(Roles(), least)
}

// hasRole reports whether the caller's role is at least the minimum role.
func (c Caller) hasRole(least Role) bool { return c.Role.Includes(least.OrDefault()) }

// OrDefault returns the role, RoleEditor for an empty one.
func (r Role) OrDefault() Role {
	if r == "" {
		return RoleEditor
	}
	return r
}

// CanCreate reports whether the caller may create records.
func (p Permissions) CanCreate(c Caller) bool { return c.hasRole(p.Create) }

// CanCreateInline reports whether the caller may create terms by naming them in
// records of other resources.
func (p Permissions) CanCreateInline(c Caller) bool {
	return c.hasRole(p.CreateInline) || p.CanCreate(c)
}

// CanPublish reports whether the caller may publish records.
func (p Permissions) CanPublish(c Caller) bool { return c.hasRole(p.Publish) }

// CanEditOthers reports whether the caller may read and update every post, of any
// author and status.
func (p Permissions) CanEditOthers(c Caller) bool { return c.hasRole(p.EditOthers) }

// CanReadAll reports whether the caller may read records that are neither posts nor
// terms. They have no status, on which it would depend.
func (p Permissions) CanReadAll(c Caller) bool {
	return p.Read == RoleVisitor || c.hasRole(p.Read)
}

// HasStatus reports whether the status of a record decides who may read it.
func (p Permissions) HasStatus() bool { return p.Read == "" }

// CanReadRecord reports whether the caller may read a record that is neither post nor
// term; owner is the ID of the user whose it is, 0 for none.
func (p Permissions) CanReadRecord(c Caller, owner int64) bool {
	return p.CanReadAll(c) || p.Owns(c, owner)
}

// Owns reports whether a record that is neither post nor term is the caller's.
func (p Permissions) Owns(c Caller, owner int64) bool {
	return p.Owner != "" && owner != 0 && owner == c.User && !c.IsAnonymous()
}

// CanEditRecord reports whether the caller may update a term, or a record of an owner.
func (p Permissions) CanEditRecord(c Caller, owner int64) bool {
	return p.CanEditTerms(c) || p.canEditOwn(c) && p.Owns(c, owner)
}

// CanDeleteRecord reports whether the caller may delete a term, or a record of an owner.
func (p Permissions) CanDeleteRecord(c Caller, owner int64) bool {
	return p.CanDeleteTerms(c) || p.canEditOwn(c) && p.Owns(c, owner)
}

// CanEditTerms reports whether the caller may update records that have no author on
// their own routes.
func (p Permissions) CanEditTerms(c Caller) bool { return c.hasRole(p.Edit) }

// CanDeleteTerms reports whether the caller may delete records that have no author.
func (p Permissions) CanDeleteTerms(c Caller) bool { return c.hasRole(p.Delete) }

// CanWrite reports whether there can be a record that the caller may create,
// update or delete.
func (p Permissions) CanWrite(c Caller) bool {
	return slices.ContainsFunc([]Role{p.Create, p.Edit, p.EditDrafts, p.EditOthers, p.Delete}, c.hasRole) ||
		p.canEditOwn(c)
}

// canEditOwn reports whether the caller may change records that are neither post nor term
// and that the caller owns.
func (p Permissions) canEditOwn(c Caller) bool { return p.EditOwn != "" && c.hasRole(p.EditOwn) }

// CanReadPrivate reports whether the caller may read private posts of others.
func (p Permissions) CanReadPrivate(c Caller) bool {
	return c.hasRole(p.ReadPrivate) || p.CanEditOthers(c)
}

// CanReadOwnUnpublished reports whether the caller can have unpublished posts
// and may read them.
func (p Permissions) CanReadOwnUnpublished(c Caller) bool { return c.User != 0 && p.CanCreate(c) }

// CanReadNonPublic reports whether there can be posts that the caller may read
// and an anonymous caller may not.
func (p Permissions) CanReadNonPublic(c Caller) bool {
	return p.CanReadPrivate(c) || p.CanReadOwnUnpublished(c)
}

// The statuses of posts that permissions depend on. Package model, which has all of them,
// imports this one.
const (
	statusPublish = "publish"
	statusFuture  = "future"
	statusPrivate = "private"
	statusDraft   = "draft"
	statusTrash   = "trash"
)

// CanEdit reports whether the caller may update or delete a post of the given author and
// status.  The status of one in the trash is that of before (model.Post.StatusOutsideTrash);
// "trash" counts as published.
func (p Permissions) CanEdit(c Caller, author int64, status string) bool {
	switch {
	case p.CanEditOthers(c):
		return true
	case c.User == 0 || c.User != author:
		return false
	case c.hasRole(p.Edit):
		return true
	}
	return c.hasRole(p.EditDrafts) &&
		!slices.Contains([]string{statusPublish, statusFuture, statusPrivate, statusTrash}, status)
}

// CanRead reports whether the caller may read a post of the given author and
// status. A trashed post is readable if the caller may edit it, or might if it was a draft.
func (p Permissions) CanRead(c Caller, author int64, status string) bool {
	switch {
	case status == statusPublish || p.CanEditOthers(c):
		return true
	case status == statusTrash:
		return p.CanEdit(c, author, statusDraft)
	case status == statusPrivate && p.CanReadPrivate(c):
		return true
	}
	return p.CanReadOwnUnpublished(c) && c.User == author
}
