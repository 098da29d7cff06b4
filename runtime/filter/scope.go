package filter

import (
	"crypto/subtle"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"almanac/runtime/apierror"
	"almanac/runtime/auth"
	"almanac/runtime/model"
	"almanac/runtime/param"
	"almanac/runtime/store"
)

// Scope is the caller of a request and its language.  Its method WhereVisible is the
// one predicate that decides which records exist for a caller: every list, total,
// look-up and embedded record goes through it.
type Scope struct {
	Caller   auth.Caller
	Language string // "" for all languages.
	Password string // What the caller sent to open protected records.
	Editing  bool   // The caller asked for context=edit.

	Resources []*model.Resource // Of the service: those with a link to a term decide who may know it.

	linked bool // See Linked.
}

// AllLanguages returns the scope without its language: links may cross languages.
func (s Scope) AllLanguages() Scope {
	s.Language = ""
	return s
}

// Linked returns the scope of what a post that the caller may read links to: it
// shows also those that were made inside of a record and are still as visible as
// that one.
func (s Scope) Linked() Scope {
	s.linked = true
	return s
}

// AddCondition adds one condition to a query, in bun's notation.
type AddCondition func(text string, args ...any)

// ConditionsOf returns the Where of a bun query.
func ConditionsOf(q *bun.SelectQuery) AddCondition {
	return func(text string, args ...any) { q.Where(text, args...) }
}

// WhereVisible narrows a query to the posts of the alias that the caller may see
// under the permissions of their resource and that are not in the trash.  Of records without
// a status the caller may see all, own ones or none; they have no language either.
func (s Scope) WhereVisible(access auth.Permissions, a *store.Args, alias string, where AddCondition) {
	if !access.HasStatus() {
		s.whereReadable(access, a, alias, where)
		return
	}
	status := bun.Ident(alias + ".status")
	public := open(access.CanReadPrivate(s.Caller))
	text, args := "? "+public, []any{status}
	switch {
	case access.CanEditOthers(s.Caller):
		text = "? <> 'trash'"
	case access.CanReadOwnUnpublished(s.Caller):
		text += " OR (? = ? AND ? <> 'trash')"
		args = append(args, bun.Ident(alias+".author"), a.Bind(s.Caller.User), status)
	}
	s.whereVisibleOrInline(alias, text, args, where)
	s.WhereLanguage(a, alias, where)
}

// whereReadable narrows a query to the records without a status that the caller may read:
// all, own ones or none.
func (s Scope) whereReadable(access auth.Permissions, a *store.Args, alias string, where AddCondition) {
	switch {
	case access.CanReadAll(s.Caller):
	case access.Owns(s.Caller, s.Caller.User):
		where("? = ?", bun.Ident(alias+"."+access.Owner), a.Bind(s.Caller.User))
	default:
		where("1 = 0")
	}
}

// whereVisibleOrInline adds a condition on what the caller may see, and in the scope of links
// lets what was made inline pass too.
func (s Scope) whereVisibleOrInline(alias, text string, args []any, where AddCondition) {
	if s.linked {
		text += " OR (? AND ? IN ('draft', 'private'))"
		args = append(args, bun.Ident(alias+".made_inline"), bun.Ident(alias+".status"))
	}
	if strings.Contains(text, " OR ") {
		text = "(" + text + ")"
	}
	where(text, args...)
}

// CanSee reports whether WhereVisible, without the language, selects a post of the given
// author and status pass, made inline or not.
func (s Scope) CanSee(access auth.Permissions, author int64, status string, madeInline bool) bool {
	switch {
	case s.linked && madeInline && (status == model.StatusDraft || status == model.StatusPrivate):
		return true
	case status == model.StatusTrash:
		return false
	case status == model.StatusPublish || access.CanEditOthers(s.Caller):
		return true
	case status == model.StatusPrivate && access.CanReadPrivate(s.Caller):
		return true
	}
	return access.CanReadOwnUnpublished(s.Caller) && author == s.Caller.User
}

// Opens reports whether a post that the caller may see shows its content: it has
// no password, the caller sent it, or may edit the post and asked for
// context=edit.
func (s Scope) Opens(access auth.Permissions, author int64, status, password string) bool {
	if password == "" || s.Editing && access.CanEdit(s.Caller, author, status) {
		return true
	}
	return subtle.ConstantTimeCompare([]byte(password), []byte(s.Password)) == 1
}

// open returns the condition on the status of records that a caller may see
// without being their author.
func open(private bool) string {
	if private {
		return "IN ('publish', 'private')"
	}
	return "= 'publish'"
}

// WhereVisibleStatus narrows a query to the posts of the given statuses that the caller
// may see; only this way are trashed ones shown.  In the scope of links, published
// ones include those that were made inline.
func (s Scope) WhereVisibleStatus(
	access auth.Permissions, st *store.Store, a *store.Args, alias string, statuses []string, where AddCondition,
) {
	status := bun.Ident(alias + ".status")
	if len(statuses) == 1 && statuses[0] == model.StatusPublish {
		s.whereVisibleOrInline(alias, "? = 'publish'", []any{status}, where)
		s.WhereLanguage(a, alias, where)
		return
	}
	where("? ?", status, st.SQL().InTexts(a, statuses))
	public := open(access.CanReadPrivate(s.Caller))
	switch {
	case access.CanEditOthers(s.Caller):
	case access.CanReadOwnUnpublished(s.Caller):
		where("(? "+public+" OR ? = ?)", status, bun.Ident(alias+".author"), a.Bind(s.Caller.User))
	default:
		where("? "+public, status)
	}
	if !access.CanRead(s.Caller, s.Caller.User, model.StatusTrash) {
		where("? <> 'trash'", status)
	}
	s.WhereLanguage(a, alias, where)
}

// WhereLanguage narrows a query to the scope's language, if it has one.
func (s Scope) WhereLanguage(a *store.Args, alias string, where AddCondition) {
	if s.Language != "" {
		where("? = ?", bun.Ident(alias+".language"), a.Bind(s.Language))
	}
}

// Statuses lists the statuses that a record can have.
//
// Deprecated: use model.Statuses.
func Statuses() []string { return model.Statuses() }

// StatusIn keeps records of the statuses.  Visitors, and others who may see no
// more, may ask for published ones alone; without a wish, they and the open mode
// get those, and other callers what they may see.
func StatusIn(q *Query, name string, p param.Opt[[]string]) {
	wanted := p.Value
	caller, more := q.Scope.Caller, q.Resource.Permissions.CanReadNonPublic(q.Scope.Caller)
	if p.IsSet() && len(wanted) == 0 && !more {
		q.refuseStatus(name, more)
		return
	}
	if !p.IsSet() || len(wanted) == 0 {
		if !more || caller.AuthDisabled {
			q.statuses = []string{model.StatusPublish}
			q.AddLinkParam(name, model.StatusPublish)
			return
		}
		q.AddLinkParam(name, "any")
		return
	}
	q.through = false
	for _, s := range wanted {
		if !mayAsk(more, s) {
			q.refuseStatus(name, more)
			return
		}
	}
	q.AddLinkParam(name, strings.Join(wanted, ","))
	if !slices.Contains(wanted, "any") {
		q.statuses = wanted
	}
}

// mayAsk reports whether a caller may filter by the status.
func mayAsk(more bool, status string) bool {
	return status == model.StatusPublish || more && (status == "any" || slices.Contains(model.Statuses(), status))
}

// refuseStatus adds the error of a status that the caller may not filter by.
func (q *Query) refuseStatus(name string, more bool) {
	if more {
		q.Fail(name, "%s must be \"any\", or one or more of %s.", apierror.Param(name), strings.Join(model.Statuses(), ", "))
		return
	}
	q.Fail(name, "%s must be publish; you are not allowed to see records with other statuses.", apierror.Param(name))
}

// addVisible adds a condition on what is seen.  That of published records alone
// lets most of them pass.  Of other statuses there are so few that the page and the
// total are found at once.
func (q *Query) addVisible(text string, args ...any) {
	if len(q.statuses) == 1 && q.statuses[0] == model.StatusPublish {
		q.addUnselective(text, args...)
		return
	}
	q.narrow = true
	q.needsFullResult = q.needsFullResult || !slices.Contains(q.statuses, model.StatusPublish)
	q.AddCondition(text, args...)
}

// CanSee reports whether WhereVisible selects a record of the given author, status and
// language, made inline or not: whether a record of the list still belongs to it.
func (q *Query) CanSee(author int64, status, language string, madeInline bool) bool {
	switch {
	case !q.Resource.Permissions.HasStatus():
		return q.Resource.Permissions.CanReadAll(q.Scope.Caller)
	case q.Scope.Language != "" && q.Scope.Language != language:
		return false
	case !q.Resource.Post:
		return true
	case len(q.statuses) > 0 && !slices.Contains(q.statuses, status) && (!q.through || !madeInline):
		return false
	case len(q.statuses) > 0 && status == model.StatusTrash:
		own := q.Resource.Permissions.CanReadOwnUnpublished(q.Scope.Caller) && author == q.Scope.Caller.User
		return (own || q.Resource.Permissions.CanEditOthers(q.Scope.Caller)) &&
			q.Resource.Permissions.CanRead(q.Scope.Caller, q.Scope.Caller.User, status)
	}
	return q.scopeOfQuery().CanSee(q.Resource.Permissions, author, status, madeInline)
}

// WhereVisible narrows the list to what the caller may see.  It comes after
// StatusIn and is called once.
func (q *Query) WhereVisible() {
	switch {
	case q.Resource.Term && (q.known || q.from != nil): // The one event exists for the caller.
		q.Scope.WhereLanguage(&q.Args, q.Resource.Name, q.AddCondition)
	case len(q.statuses) > 0:
		q.scopeOfQuery().
			WhereVisibleStatus(q.Resource.Permissions, q.Store, &q.Args, q.Resource.Name, q.statuses, q.addVisible)
	default:
		q.scopeOfQuery().WhereKnown(q.Store, q.Resource, &q.Args, q.Resource.Name, q.AddCondition)
	}
}

// scopeOfQuery returns the scope in which the records of the list are looked at.
func (q *Query) scopeOfQuery() Scope {
	if q.through {
		return q.Scope.Linked()
	}
	return q.Scope
}
