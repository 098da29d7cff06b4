package mutate

import (
	"fmt"
	"slices"
	"strings"

	"almanac/runtime/apierror"
	"almanac/runtime/model"
	"almanac/runtime/request"
)

// actionInput is an input that is sent for an action, which generated inputs name.
type actionInput interface{ Action() *model.Action }

func (t typedInput[R]) action() *model.Action {
	if in, ok := t.Input.(actionInput); ok {
		return in.Action()
	}
	return nil
}

// Action returns the name of the action that the write is, "" for other writes.
func (m *Mutation) Action() string {
	if m.action == nil {
		return ""
	}
	return m.action.Name
}

// MayAct returns nil when the caller may perform the action on the record.  Who may not change a post has
// to be able to read all of it, which the response shows.
func MayAct(a *model.Action, r *request.Request, rec model.Record) error {
	access, change := rec.Resource().Permissions, MayChange(r, rec)
	may := a.Allows(r.Caller, access, model.OwnerOf(rec), change == nil)
	if p, ok := rec.(model.PostRecord); ok && change != nil {
		post := p.AsPost()
		may = may && access.CanRead(r.Caller, post.Author, post.Status) &&
			r.Scope().Opens(access, post.Author, post.Status, post.Password)
	}
	if may {
		return nil
	}
	if change != nil {
		return change
	}
	return Allow(r, false)
}

// CheckAction returns the 409 of an action that no transition of the record allows.
func CheckAction(a *model.Action, rec model.Record) error {
	res := rec.Resource()
	value := func(field string) string { text, _ := res.Value(rec, field).(string); return text }
	if s, to := res.ForbidsAction(a, value); s != nil {
		return impossible(s, value(s.Field), to)
	}
	return nil
}

// impossible returns the error of a change that no transition allows.
func impossible(s *model.State, from, to string) error {
	if from == to {
		return Conflict("%s is %s already.", Field(s.Field), from)
	}
	if next := s.Next[from]; len(next) > 0 {
		return Conflict("%s cannot change from %s to %s, only to %s.", Field(s.Field), from, to, strings.Join(next, ", "))
	}
	return Conflict("%s is %s, and cannot change any more.", Field(s.Field), from)
}

// statesOf returns what the record has in the fields whose changes are limited.
func (m *Mutation) statesOf(rec model.Record) []string {
	if len(m.Resource.States) == 0 {
		return nil
	}
	values := make([]string, len(m.Resource.States))
	for i, s := range m.Resource.States {
		values[i], _ = m.Resource.Value(rec, s.Field).(string)
	}
	return values
}

// checkStatesSent adds errors of fields that a body has set and may not: those of new records that
// begin in another way, and those that actions alone change.
func (m *Mutation) checkStatesSent(rec model.Record) {
	if m.Imported != nil || m.formerID != 0 {
		return
	}
	for i, now := range m.statesOf(rec) {
		switch s := m.Resource.States[i]; {
		case m.IsCreate && now != "" && !slices.Contains(s.Initial, now):
			m.Fail(s.Field, "%s of a new %s must be one of %s.", Field(s.Field), apierror.Resource(m.Resource.Name),
				strings.Join(s.Initial, ", "))
		case !m.IsCreate && s.ByActions && m.action == nil && now != m.statesBefore[i]:
			m.Fail(s.Field, "Omit %s: only actions change it.", Field(s.Field))
		}
	}
}

// checkTransitions refuses a change that no transition allows, also one that a hook has made.
func (m *Mutation) checkTransitions(rec model.Record) error {
	if m.IsCreate || m.Imported != nil || m.statesBefore == nil {
		return nil
	}
	for i, now := range m.statesOf(rec) {
		s, before := m.Resource.States[i], m.statesBefore[i]
		if before != now && !slices.Contains(s.Next[before], now) {
			return impossible(s, before, now)
		}
	}
	return nil
}

// CheckActions returns an error if a hook is of an action that its resource has not, or if an action
// of a resource does nothing: it sets and takes no field, and no hook is of it.
func (e *Engine) CheckActions(resources []*model.Resource) error {
	done := map[*model.Action]bool{}
	for _, h := range e.Hooks {
		rec, names := h.actions()
		if len(names) == 0 {
			continue
		}
		if rec == nil {
			return fmt.Errorf("a hook of all records is of the actions %q: make it one of the records that have them", names)
		}
		res := rec.Resource()
		for _, name := range names {
			a := res.ActionNamed(name)
			if a == nil {
				return fmt.Errorf("a hook is of the action %q, which %s have not: describe it in their Actions", name, res.Plural)
			}
			done[a] = true
		}
	}
	for _, res := range resources {
		for _, a := range res.Actions {
			if !done[a] && len(a.Values) == 0 && len(a.Args) == 0 {
				return fmt.Errorf("the action %q of %s does nothing: it sets no field, and no hook has it in Actions",
					a.Name, res.Plural)
			}
		}
	}
	return nil
}
