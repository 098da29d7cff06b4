package filter

import (
	"crypto/subtle"

	"github.com/uptrace/bun"

	"almanac/runtime/auth"
	"almanac/runtime/store"
)

// Scope is who looks, and in which language.  Its method Visible is the one
// predicate that decides which records exist for a caller: every list, total,
// look-up and embedded record goes through it.
type Scope struct {
	Caller   auth.Caller
	Language string // "" for all languages.
	Password string // What the caller sent to open protected records.
	Editing  bool   // The caller asked for context=edit.
}

// Anywhere returns the scope without its language: links may cross languages.
func (s Scope) Anywhere() Scope {
	s.Language = ""
	return s
}

// Where adds one condition to a query, in bun's notation.
type Where func(text string, args ...any)

// On returns the Where of a bun query.
func On(q *bun.SelectQuery) Where {
	return func(text string, args ...any) { q.Where(text, args...) }
}

// Visible narrows a query to the posts of the alias that the caller may see
// under the access of their kind and that are not in the trash.
func (s Scope) Visible(access auth.Access, a *store.Args, alias string, where Where) {
	status := bun.Ident(alias + ".status")
	public := open(access.ReadsPrivate(s.Caller))
	switch {
	case access.EditsOthers(s.Caller):
		where("? <> 'trash'", status)
	case access.ReadsOwn(s.Caller):
		where("(? "+public+" OR (? = ? AND ? <> 'trash'))", status, bun.Ident(alias+".author"), a.Bind(s.Caller.User), status)
	default:
		where("? "+public, status)
	}
	s.Speaking(a, alias, where)
}

// Sees reports whether Visible, without the language, lets a post of the given
// author and status pass.
func (s Scope) Sees(access auth.Access, author int64, status string) bool {
	switch {
	case status == "trash":
		return false
	case status == "publish" || access.EditsOthers(s.Caller):
		return true
	case status == "private" && access.ReadsPrivate(s.Caller):
		return true
	}
	return access.ReadsOwn(s.Caller) && author == s.Caller.User
}

// Opens reports whether a post that the caller may see shows its content: it has
// no password, the caller sent it, or may edit the post and asked for
// context=edit.
func (s Scope) Opens(access auth.Access, author int64, status, password string) bool {
	if password == "" || s.Editing && access.Edits(s.Caller, author, status) {
		return true
	}
	return subtle.ConstantTimeCompare([]byte(password), []byte(s.Password)) == 1
}

// open returns the condition on the status of what a caller may see whoever
// wrote it.
func open(private bool) string {
	if private {
		return "IN ('publish', 'private')"
	}
	return "= 'publish'"
}

// VisibleIn narrows a query to the posts of the given statuses that the caller
// may see; only this way are trashed ones shown.
func (s Scope) VisibleIn(access auth.Access, st *store.Store, a *store.Args, alias string, statuses []string, where Where) {
	status := bun.Ident(alias + ".status")
	if len(statuses) == 1 && statuses[0] == "publish" {
		where("? = 'publish'", status)
		s.Speaking(a, alias, where)
		return
	}
	where("? ?", status, st.InText(a, statuses))
	public := open(access.ReadsPrivate(s.Caller))
	switch {
	case access.EditsOthers(s.Caller):
	case access.ReadsOwn(s.Caller):
		where("(? "+public+" OR ? = ?)", status, bun.Ident(alias+".author"), a.Bind(s.Caller.User))
	default:
		where("? "+public, status)
	}
	if !access.Edits(s.Caller, s.Caller.User, "trash") {
		where("? <> 'trash'", status)
	}
	s.Speaking(a, alias, where)
}

// Speaking narrows a query to the scope's language, if it has one.
func (s Scope) Speaking(a *store.Args, alias string, where Where) {
	if s.Language != "" {
		where("? = ?", bun.Ident(alias+".language"), a.Bind(s.Language))
	}
}
