package records

import (
	"strings"
	"time"

	"almanac/runtime/audit"
	"almanac/runtime/auth"
	"almanac/runtime/history"
	"almanac/runtime/model"
	"almanac/runtime/mutate"
	"almanac/runtime/query"
	"almanac/runtime/request"
)

// RecentChange is one change: what one request, or one step of a command, did to records.
type RecentChange struct {
	Revision

	When     time.Time
	Records  int64           // How many it has written.
	Resource *model.Resource // Of the first one.
	ID       int64           // Of the first one; 0 if the caller may not edit it.
	Name     string          // Of the first one, as it is now or was last; "" for none.
}

// Changes returns changes of records before the one with an ID, "" for the last ones, the newest first, and
// whether there are more.  Editors see all changes, others their own.
func (s *Service) Changes(r *request.Request, before string) ([]RecentChange, bool, error) {
	if r.Caller.IsAnonymous() {
		return nil, false, mutate.Allow(r, false)
	}
	asked := audit.Changes{
		Since: r.Now.Add(-r.Env.Deployment.ChangesKept), Before: before, Limit: HistoryPage + 1,
	}
	if !r.Caller.Role.Includes(auth.RoleEditor) {
		asked.User = r.Caller.User
	}
	for _, k := range s.Env.Resources {
		if k.Permissions.CanWrite(r.Caller) {
			asked.Resources = append(asked.Resources, k.Name)
		}
	}
	found, err := operate(s, r, func() ([]RecentChange, error) { return s.changes(r, asked) })
	return found[:min(len(found), HistoryPage)], len(found) > HistoryPage, err
}

func (s *Service) changes(r *request.Request, asked audit.Changes) ([]RecentChange, error) {
	ctx, reader := r.Context(), r.Reader()
	summaries, err := audit.Summaries(ctx, s.Env.Store, reader, asked)
	if err != nil {
		return nil, err
	}
	var ids []int64
	for _, one := range summaries {
		ids = append(ids, one.Entry)
	}
	entries, err := audit.ByID(ctx, s.Env.Store, reader, ids)
	if err != nil {
		return nil, err
	}
	wanted, found := map[string][]int64{}, map[string]map[int64]model.Record{}
	for _, e := range entries {
		wanted[e.Resource] = append(wanted[e.Resource], e.Record)
	}
	for name, ids := range wanted {
		if found[name], err = query.ByID(r, s.Env.Resource(name), ids); err != nil {
			return nil, err
		}
	}
	list := make([]RecentChange, 0, len(summaries))
	for _, one := range summaries {
		e := entries[one.Entry]
		k := s.Env.Resource(e.Resource)
		recent := RecentChange{Revision: s.revision(r, k, e), When: e.At, Records: one.Records, Resource: k}
		rec := found[e.Resource][e.Record]
		if rec == nil { // It was deleted: it is named as it was.
			if was, err := (history.State{}).Before(k, e); err == nil {
				rec = was.Record
			}
		}
		if rec != nil && mutate.MayChange(r, rec) == nil {
			recent.ID = e.Record
			if n, ok := rec.(model.NamedRecord); ok {
				recent.Name = *n.DisplayName()
			}
		}
		list = append(list, recent)
	}
	return list, nil
}

// Undone is what taking a change back has done: see mutate.Undone.
type Undone = mutate.Undone

// UndoneRecord is a record that was changed back.
type UndoneRecord = mutate.UndoneRecord

// UndoConflict is a record that stays as it is.
type UndoConflict = mutate.UndoConflict

// CodeUndoConflict is the code of a change that is not taken back, since some records cannot be.
const CodeUndoConflict = mutate.CodeUndoConflict

// Undo takes a change back, in a transaction of its own: see mutate.Engine.Undo.
func (s *Service) Undo(r *request.Request, change string, partial bool) (*mutate.Undone, error) {
	return operate(s, r, func() (done *mutate.Undone, err error) {
		err = s.Writes.Transaction(r, func(inside *request.Request) error {
			done, err = s.Writes.Undo(inside, change, partial)
			return err
		})
		return done, err
	})
}

// UndoOf returns the ID of the change that the entry with a note takes back, "" for none, and the rest of the note:
// the words of the user.
func UndoOf(note string) (change, words string) {
	rest, isUndo := strings.CutPrefix(note, mutate.UndoNote)
	if !isUndo {
		return "", note
	}
	change, words, _ = strings.Cut(rest, ": ")
	return change, words
}
