package dsl

import "slices"

// Who names users by the least of their roles.  A more powerful role may do
// everything that a lesser one may, and callers without credentials may write
// nothing, whatever the description says.
type Who string

// The roles, most powerful first.
const (
	Administrators Who = "administrator"
	Editors        Who = "editor"
	Authors        Who = "author"
	Contributors   Who = "contributor"
	Subscribers    Who = "subscriber"
)

// Roles lists the roles that a user can have, most powerful first.
func Roles() []Who { return []Who{Administrators, Editors, Authors, Contributors, Subscribers} }

// Includes reports whether users of a role are among those that w names.  It is
// false for a role that does not exist.
func (w Who) Includes(role Who) bool {
	at := slices.Index(Roles(), role)
	return at >= 0 && at <= slices.Index(Roles(), w)
}

// Access says who may do what with the records of a resource:
//
//	Access: dsl.Access{
//		Create: dsl.Contributors, EditDrafts: dsl.Contributors,
//		Edit: dsl.Authors, Publish: dsl.Authors,
//		EditOthers: dsl.Editors, ReadPrivate: dsl.Editors,
//	},
//
// It holds for a record whichever route names it: an event that describes a new
// venue needs the right to create venues.  A word that is left out means
// Editors, so a resource without words is one that editors and administrators
// alone write.  Published records are for everybody to read.
type Access struct {
	Create       Who // Make records.  Those of users who may not publish become pending.
	CreateInline Who // Terms only: make one by naming it in a record of another kind, as who may Create may too.
	Edit         Who // Posts: change and delete own records.  Terms: change any.
	EditDrafts   Who // Posts only: change and delete own records that are not published.
	EditOthers   Who // Posts only: see, change and delete everybody's, and name another author.
	Publish      Who // Posts only: publish own records, at once or in the future, and make them private.
	ReadPrivate  Who // Posts only: see everybody's private records.
	Delete       Who // Terms only: delete any.
}

// Right is one word of an access, and who has the right.
type Right struct {
	Word string
	Who  Who
}

// Rights lists the words that a kind of resource has, Editors standing for
// those that are left out.  It returns none for a kind without routes.
func (a Access) Rights(k Kind) []Right {
	var list []Right
	for _, s := range a.stated() {
		if !slices.Contains(s.of, k) {
			continue
		}
		if s.Who == "" {
			s.Who = Editors
		}
		list = append(list, s.Right)
	}
	return list
}

// Of returns who has a right: Editors where the description says nothing.
func (a Access) Of(word string) Who {
	for _, s := range a.stated() {
		if s.Word == word && s.Who != "" {
			return s.Who
		}
	}
	return Editors
}

// stated is one word with what it says, "" for nothing.
type stated struct {
	Right
	of []Kind // Kinds that have the word.
}

// stated lists all words.
func (a Access) stated() []stated {
	both, posts, terms := []Kind{Post, Term}, []Kind{Post}, []Kind{Term}
	return []stated{
		{Right{"Create", a.Create}, both},
		{Right{"CreateInline", a.CreateInline}, terms},
		{Right{"Edit", a.Edit}, both},
		{Right{"EditDrafts", a.EditDrafts}, posts},
		{Right{"EditOthers", a.EditOthers}, posts},
		{Right{"Publish", a.Publish}, posts},
		{Right{"ReadPrivate", a.ReadPrivate}, posts},
		{Right{"Delete", a.Delete}, terms},
	}
}
