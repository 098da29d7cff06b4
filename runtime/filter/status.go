package filter

import (
	"slices"
	"strings"

	"almanac/runtime/param"
)

// Statuses lists the statuses that a record can have.
func Statuses() []string {
	return []string{"publish", "future", "draft", "pending", "private", "trash"}
}

// StatusIn keeps records of the statuses.  Visitors, and others who may see no
// more, may ask for published ones alone; without a wish, they and the open mode
// get those, and other callers what they may see.
func StatusIn(q *Query, name string, p param.Opt[[]string]) {
	wanted := p.V
	caller, more := q.Scope.Caller, q.Access.ReadsMore(q.Scope.Caller)
	if p.IsSet() && len(wanted) == 0 && !more {
		q.fail(name, "%s must be %s.", name, askable(false))
		return
	}
	if !p.IsSet() || len(wanted) == 0 {
		if !more || caller.Open {
			q.statuses = []string{"publish"}
			q.addLinkParam(name, "publish")
			return
		}
		q.addLinkParam(name, "any")
		return
	}
	q.through = false
	for _, s := range wanted {
		if !mayAsk(more, s) {
			q.fail(name, "%s must be %s.", name, askable(more))
			return
		}
	}
	q.addLinkParam(name, strings.Join(wanted, ","))
	if !slices.Contains(wanted, "any") {
		q.statuses = wanted
	}
}

// mayAsk reports whether a caller may filter by the status.
func mayAsk(more bool, status string) bool {
	return status == "publish" || more && (status == "any" || slices.Contains(Statuses(), status))
}

// askable words what a caller may filter by.
func askable(more bool) string {
	if more {
		return "any, or some of " + strings.Join(Statuses(), ", ")
	}
	return "publish; other statuses need a caller who may see more"
}

// addVisible adds a condition on what is seen.  That of published records alone
// lets most of them pass.
func (q *Query) addVisible(text string, args ...any) {
	if len(q.statuses) == 1 && q.statuses[0] == "publish" {
		q.addUnselective(text, args...)
		return
	}
	q.narrow = true
	q.AddCondition(text, args...)
}

// CanSee reports whether Visible lets a record of the given author, status and
// language pass, made inline or not: whether one that was in the list is still fit
// for it.
func (q *Query) CanSee(author int64, status, language string, madeInline bool) bool {
	switch {
	case q.Scope.Language != "" && q.Scope.Language != language:
		return false
	case !q.Post:
		return true
	case len(q.statuses) > 0 && !slices.Contains(q.statuses, status) && (!q.through || !madeInline):
		return false
	case len(q.statuses) > 0 && status == "trash":
		own := q.Access.ReadsOwn(q.Scope.Caller) && author == q.Scope.Caller.User
		return (own || q.Access.EditsOthers(q.Scope.Caller)) && q.Access.Edits(q.Scope.Caller, q.Scope.Caller.User, status)
	}
	return q.scopeOfQuery().CanSee(q.Access, author, status, madeInline)
}

// WhereVisible narrows the list to what the caller may see.  It comes after
// StatusIn and is called once.
func (q *Query) WhereVisible() {
	scope := q.scopeOfQuery()
	switch {
	case !q.Post:
		q.Scope.Speaking(&q.Args, q.Alias, q.AddCondition)
	case len(q.statuses) > 0:
		scope.VisibleIn(q.Access, q.Store, &q.Args, q.Alias, q.statuses, q.addVisible)
	default:
		scope.WhereVisible(q.Access, &q.Args, q.Alias, q.AddCondition)
	}
}

// scopeOfQuery returns the scope in which the records of the list are looked at.
func (q *Query) scopeOfQuery() Scope {
	if q.through {
		return q.Scope.Linked()
	}
	return q.Scope
}
