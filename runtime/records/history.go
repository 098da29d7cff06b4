package records

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"almanac/runtime/apierror"
	"almanac/runtime/audit"
	"almanac/runtime/auth"
	"almanac/runtime/dates"
	"almanac/runtime/history"
	"almanac/runtime/model"
	"almanac/runtime/mutate"
	"almanac/runtime/query"
	"almanac/runtime/request"
	"almanac/runtime/store"
	"almanac/runtime/views"
)

// HistoryPage is how many changes of a record a page has.
const HistoryPage = 50

// maxHistory is how many changes of a record are read at most to find a version.
const maxHistory = 5000

// Revision is one change of a record.
type Revision struct {
	Change  string `json:"change,omitempty" doc:"ID of the change, for undo; none for changes of releases before 1.3"`
	At      string `json:"at" format:"date-time" doc:"When, in UTC"`
	Action  string `json:"action" doc:"What was done: created, updated, trashed, restored, deleted, published or an action"`
	Version int64  `json:"version,omitempty" doc:"Version that the change made"`
	User    string `json:"user,omitempty" doc:"Who, for editors and for changes of your own"`
	Address string `json:"address,omitempty" doc:"IP address of the client, for editors"`
	Note    string `json:"note,omitempty" doc:"Why, in the words of the user"`
	Known   bool   `json:"known" doc:"Whether former values are known"`
	// Fields are those whose values in responses the change has changed.
	Fields map[string]FieldChange `json:"fields" doc:"Fields that changed, by name"`
	Secret []string               `json:"secret,omitempty" doc:"Fields that changed and whose values are not kept"`

	Undoes  string `json:"-"` // ID of the change that it takes back; "" for none.
	Words   string `json:"-"` // The note without that.
	MayUndo bool   `json:"-"` // The caller may ask to take it back.
}

// FieldChange is a field before and after a change.
type FieldChange struct {
	Before json.RawMessage `json:"before,omitempty" doc:"Value before; none if there was none"`
	After  json.RawMessage `json:"after,omitempty" doc:"Value after; none if there is none"`
}

// History returns a page of the changes of a record, the newest first, and whether there are more.
// Those may read it who may edit the record now; of a deleted one, editors who could edit it.
func (s *Service) History(r *request.Request, k *model.Resource, key Key, page int64) ([]Revision, bool, error) {
	type found struct {
		list []Revision
		more bool
	}
	f, err := operate(s, r, func() (f found, err error) {
		f.list, f.more, err = s.history(r, k, key, page)
		return f, err
	})
	return f.list, f.more, err
}

func (s *Service) history(r *request.Request, k *model.Resource, key Key, page int64) ([]Revision, bool, error) {
	now, log, err := s.present(r, k, key, page*HistoryPage+1)
	if err != nil {
		return nil, false, err
	}
	more := int64(len(log)) > page*HistoryPage
	log = log[:min(int64(len(log)), page*HistoryPage)]
	first := min((page-1)*HistoryPage, int64(len(log)))
	states, after := []query.Former{}, now
	known := make([]bool, len(log))
	at := make([][2]int, len(log)) // Places in states of what was after and before, 0 for nothing.
	place := func(one history.State) int {
		if one.Record == nil {
			return 0
		}
		states = append(states, query.Former{Record: one.Record, Links: one.Links})
		return len(states)
	}
	last := 0
	if int64(len(log)) > 0 {
		last = place(now)
	}
	unknown := false
	for i, e := range log {
		if unknown {
			continue
		}
		before, err := after.Before(k, e)
		if errors.Is(err, history.ErrUnknown) {
			unknown = true
			continue
		}
		if err != nil {
			return nil, false, err
		}
		known[i], at[i] = true, [2]int{last, 0}
		if int64(i) >= first-1 {
			last = place(before)
		} else {
			last = 0
		}
		at[i][1], after = last, before
	}
	bodies, err := s.encodeStates(r, k, states)
	if err != nil {
		return nil, false, err
	}
	list := make([]Revision, 0, HistoryPage)
	for i := first; i < int64(len(log)); i++ {
		one := s.revision(r, k, log[i])
		if one.Known = known[i]; known[i] && !k.NoHistory {
			one.Fields = differences(bodies[at[i][0]], bodies[at[i][1]])
			for _, name := range history.Fields(k, k.SecretColumns) {
				delete(one.Fields, name)
			}
		}
		list = append(list, one)
	}
	return list, more, nil
}

// revision returns an entry as the caller may see it.
func (s *Service) revision(r *request.Request, k *model.Resource, e audit.Entry) Revision {
	one := Revision{
		Change: e.Change, At: e.At.UTC().Format(time.RFC3339), Action: e.Action, Version: e.Version, Note: e.Note,
		Secret: history.Touched(k, e), Fields: map[string]FieldChange{},
	}
	one.Undoes, one.Words = UndoOf(e.Note)
	editor := r.Caller.Role.Includes(auth.RoleEditor)
	own := e.User != 0 && e.User == r.Caller.User
	if editor || own {
		one.User = e.UserName
	}
	one.MayUndo = (editor || own) && e.Change != "" && e.Patch.Known() &&
		!e.At.Before(r.Now.Add(-r.Env.Deployment.ChangesKept))
	if editor {
		one.Address = e.Address
	}
	return one
}

// present returns a record as it is now, if the caller may edit it, and the newest entries of the log
// about it.  Nothing is in the place of a record that was deleted.
func (s *Service) present(
	r *request.Request, k *model.Resource, key Key, limit int64,
) (history.State, []audit.Entry, error) {
	none := history.State{}
	rec, err := query.Find(r.Context(), r, r.Reader(), k, key, false)
	if apierror.As(err) != nil && key.Slug == "" {
		return s.deleted(r, k, key, limit)
	}
	if err != nil {
		return none, nil, err
	}
	if err := mutate.MayChange(r, rec); err != nil {
		return none, nil, err
	}
	log, err := audit.OfRecord(r.Context(), r.Reader(), k.Name, rec.Common().ID, 0, int(limit))
	if err != nil {
		return none, nil, err
	}
	history.Sort(log)
	now := history.State{Record: rec, Links: map[string][]int64{}}
	id := rec.Common().ID
	linked := make([]map[int64][]int64, len(k.Links))
	batch := make([]store.Statement, len(k.Links))
	for i, link := range k.Links {
		linked[i] = map[int64][]int64{}
		batch[i] = query.ReadLinkedIDs(r.Env, link, []int64{id}, linked[i])
	}
	if err := r.Reader().Batch(r.Context(), batch); err != nil {
		return none, nil, err
	}
	for i, link := range k.Links {
		now.Links[link.Name] = linked[i][id]
	}
	return now, log, nil
}

// deleted is present of a record that is not there: editors who could edit it may see what it was.
func (s *Service) deleted(
	r *request.Request, k *model.Resource, key Key, limit int64,
) (history.State, []audit.Entry, error) {
	none := history.State{}
	if !r.Caller.Role.Includes(auth.RoleEditor) {
		return none, nil, request.NotFound(k)
	}
	log, err := audit.OfRecord(r.Context(), r.Reader(), k.Name, key.ID, 0, int(limit))
	if err != nil {
		return none, nil, err
	}
	history.Sort(log)
	if len(log) == 0 {
		return none, nil, request.NotFound(k)
	}
	was, err := none.Before(k, log[0])
	if err != nil || was.Record == nil {
		return none, nil, request.NotFound(k)
	}
	return none, log, mutate.MayChange(r, was.Record)
}

// encodeStates returns the members of the representation of each state; the first place is that of
// nothing.
func (s *Service) encodeStates(
	r *request.Request, k *model.Resource, states []query.Former,
) ([]map[string]json.RawMessage, error) {
	if err := query.AttachFormer(r.Context(), r, r.Reader(), k, states); err != nil {
		return nil, err
	}
	seen := *r
	seen.EditContext = true // Who may edit a protected record knows what it says.
	bodies := make([]map[string]json.RawMessage, len(states)+1)
	for i, one := range states {
		text, err := views.Encode(s.view(one.Record, &views.View{Request: &seen}))
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(text, &bodies[i+1]); err != nil {
			return nil, err
		}
	}
	return bodies, nil
}

// follows are the members that every change changes.
var follows = []string{"version", "modified", "modified_utc", "modified_utc_details", "modified_details"}

// differences returns the members that differ.
func differences(after, before map[string]json.RawMessage) map[string]FieldChange {
	list := map[string]FieldChange{}
	for name, value := range after {
		if !bytes.Equal(value, before[name]) && !slices.Contains(follows, name) {
			list[name] = FieldChange{Before: before[name], After: value}
		}
	}
	for name, value := range before {
		if _, still := after[name]; !still && !slices.Contains(follows, name) {
			list[name] = FieldChange{Before: value}
		}
	}
	return list
}

// GetAsOf returns a record as it was at an instant, with what it linked to then as that is today.  Those
// may read it who may edit the record now, and could read that version then.
func (s *Service) GetAsOf(r *request.Request, k *model.Resource, key Key, at time.Time) (*Record, error) {
	return operate(s, r, func() (*Record, error) {
		state, log, err := s.present(r, k, key, maxHistory)
		if err != nil {
			return nil, err
		}
		if at.Before(r.Now.Add(-r.Env.Deployment.ChangesKept)) {
			return nil, mutate.VersionUnknown()
		}
		for i := 0; i < len(log) && log[i].At.After(at); i++ {
			if state, err = stepBack(k, state, log[i]); err != nil {
				return nil, err
			}
		}
		if state.Record == nil {
			return nil, request.NotFound(k)
		}
		if len(log) > 0 && !log[len(log)-1].At.Before(at) && log[len(log)-1].Was.There && len(log) == maxHistory {
			return nil, mutate.VersionUnknown()
		}
		return s.showFormer(r, k, state)
	})
}

// stepBack returns the state before an entry; the error is a 410 if nobody knows it.
func stepBack(k *model.Resource, state history.State, e audit.Entry) (history.State, error) {
	if k.NoHistory && len(e.Patch.Secret) > 0 {
		return state, mutate.VersionUnknown()
	}
	before, err := state.Before(k, e)
	if errors.Is(err, history.ErrUnknown) {
		return state, mutate.VersionUnknown()
	}
	return before, err
}

// showFormer returns a former version if the caller could read it then.
func (s *Service) showFormer(r *request.Request, k *model.Resource, state history.State) (*Record, error) {
	seen := *r
	seen.EditContext = true
	if err := s.Reads.Readable(&seen, state.Record); err != nil {
		return nil, err
	}
	one := []query.Former{{Record: state.Record, Links: state.Links}}
	err := query.AttachFormer(r.Context(), r, r.Reader(), k, one)
	if err == nil && k.Hierarchical && len(k.Links) == 0 { // Its URL names the terms above it.
		err = query.Attach(r.Context(), r, r.Reader(), k, []model.Record{state.Record})
	}
	if err != nil {
		return nil, err
	}
	if o := model.OccurrenceOf(state.Record); o != nil {
		var err error
		if o.Series, err = query.SeriesInfo(r.Context(), r, r.Reader(), k, o.SeriesID); err != nil {
			return nil, err
		}
	}
	return s.Show(&seen, state.Record), nil
}

// Restore writes the values of a former version of a record.
func (s *Service) Restore(r *request.Request, k *model.Resource, key Key, version int64) (*Record, error) {
	return s.write(r, func() (mutate.Result, error) { return s.Writes.Restore(r, k, key, version) })
}

// ParseInstant reads the value of as_of: an instant of RFC 3339, also without seconds, or a wall time
// of the site.
func ParseInstant(text string, zone dates.Zone, now time.Time) (time.Time, bool) {
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04Z07:00"} {
		if at, err := time.Parse(layout, text); err == nil {
			return at, true
		}
	}
	at, err := dates.Parse(text, zone, now)
	return at.Instant, err == nil
}
