package filter

import (
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
// and that are not in the trash.
func (s Scope) Visible(a *store.Args, alias string, where Where) {
	status := bun.Ident(alias + ".status")
	switch {
	case s.Caller.EditsOthers():
		where("? <> 'trash'", status)
	case s.Caller.Creates():
		where("(? = 'publish' OR (? = ? AND ? <> 'trash'))", status, bun.Ident(alias+".author"), a.Bind(s.Caller.User), status)
	default:
		where("? = 'publish'", status)
	}
	s.Speaking(a, alias, where)
}

// VisibleIn narrows a query to the posts of the given statuses that the caller
// may see; only this way are trashed ones shown.
func (s Scope) VisibleIn(st *store.Store, a *store.Args, alias string, statuses []string, where Where) {
	status := bun.Ident(alias + ".status")
	if len(statuses) == 1 && statuses[0] == "publish" {
		where("? = 'publish'", status)
		s.Speaking(a, alias, where)
		return
	}
	where("? ?", status, st.InText(a, statuses))
	if !s.Caller.EditsOthers() {
		where("(? = 'publish' OR ? = ?)", status, bun.Ident(alias+".author"), a.Bind(s.Caller.User))
	}
	s.Speaking(a, alias, where)
}

// Speaking narrows a query to the scope's language, if it has one.
func (s Scope) Speaking(a *store.Args, alias string, where Where) {
	if s.Language != "" {
		where("? = ?", bun.Ident(alias+".language"), a.Bind(s.Language))
	}
}
