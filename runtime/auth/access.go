package auth

import "slices"

// Access is who may do what with the records of one kind: each word names the
// least role that may.  A word that is empty means Editor, so the zero value is
// the access of a kind that only editors and administrators write.  Visitors
// may write nothing, whatever the words say.
type Access struct {
	Create       Role // Make records.
	CreateInline Role // Terms: make one by naming it in a record of another kind, as who may Create may too.
	Edit         Role // Posts: change and delete own records.  Terms: change any.
	EditDrafts   Role // Posts: change and delete own records that are not published.
	EditOthers   Role // Posts: see, change and delete everybody's, and name another author.
	Publish      Role // Posts: publish own records and make them private.
	ReadPrivate  Role // Posts: see everybody's private records.
	Delete       Role // Terms: delete any.
}

// has reports whether the caller's role is the least one or above it.  A role
// that does not exist has no rights, and none is above it.
func (c Caller) has(least Role) bool {
	at := slices.Index(Roles(), c.Role)
	return at >= 0 && at <= slices.Index(Roles(), least.OrEditor())
}

// OrEditor returns the least role that a word of an access names: Editor for an
// empty one.
func (r Role) OrEditor() Role {
	if r == "" {
		return Editor
	}
	return r
}

// Creates reports whether the caller may make records.
func (a Access) Creates(c Caller) bool { return c.has(a.Create) }

// CreatesInline reports whether the caller may make terms by naming them in
// records of other kinds.
func (a Access) CreatesInline(c Caller) bool { return c.has(a.CreateInline) || a.Creates(c) }

// Publishes reports whether the caller may publish records.
func (a Access) Publishes(c Caller) bool { return c.has(a.Publish) }

// EditsOthers reports whether the caller may see and change every post, of any
// author and status.
func (a Access) EditsOthers(c Caller) bool { return c.has(a.EditOthers) }

// EditsTerms reports whether the caller may change terms on their own routes.
func (a Access) EditsTerms(c Caller) bool { return c.has(a.Edit) }

// DeletesTerms reports whether the caller may delete terms.
func (a Access) DeletesTerms(c Caller) bool { return c.has(a.Delete) }

// Writes reports whether there can be a record that the caller may make,
// change or delete.
func (a Access) Writes(c Caller) bool {
	return slices.ContainsFunc([]Role{a.Create, a.Edit, a.EditDrafts, a.EditOthers, a.Delete}, c.has)
}

// ReadsPrivate reports whether the caller may see private posts of others.
func (a Access) ReadsPrivate(c Caller) bool { return c.has(a.ReadPrivate) || a.EditsOthers(c) }

// ReadsOwn reports whether the caller can have posts that are not published
// and sees them.
func (a Access) ReadsOwn(c Caller) bool { return c.User != 0 && a.Creates(c) }

// ReadsMore reports whether there can be posts that the caller may see and
// visitors may not.
func (a Access) ReadsMore(c Caller) bool { return a.ReadsPrivate(c) || a.ReadsOwn(c) }

// Edits reports whether the caller may change a post of the given author and
// status.
func (a Access) Edits(c Caller, author int64, status string) bool {
	switch {
	case a.EditsOthers(c):
		return true
	case c.User == 0 || c.User != author:
		return false
	case c.has(a.Edit):
		return true
	}
	return c.has(a.EditDrafts) && status != "publish" && status != "future" && status != "private"
}

// Reads reports whether the caller may read a post of the given author and
// status.  Trashed posts are for those who may edit them.
func (a Access) Reads(c Caller, author int64, status string) bool {
	switch {
	case status == "publish" || a.EditsOthers(c):
		return true
	case status == "trash":
		return a.Edits(c, author, status)
	case status == "private" && a.ReadsPrivate(c):
		return true
	}
	return a.ReadsOwn(c) && c.User == author
}
