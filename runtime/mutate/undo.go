package mutate

import (
	"cmp"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"almanac/runtime/apierror"
	"almanac/runtime/audit"
	"almanac/runtime/auth"
	"almanac/runtime/history"
	"almanac/runtime/messages"
	"almanac/runtime/model"
	"almanac/runtime/query"
	"almanac/runtime/request"
	"almanac/runtime/store"
	"almanac/runtime/undo"
)

// UndoNote is the beginning of the note of entries that take a change back; its ID follows.
const UndoNote = "undo of "

// CodeUndoConflict is the code of a change that is not taken back, since some records cannot be.
const CodeUndoConflict = "rest_undo_conflict"

// Undone is what taking a change back has done, or would do in a dry run.
type Undone struct {
	Change    string         `json:"change,omitempty" doc:"ID of the change that this made, by which it can be undone in turn; none in a dry run"`
	Records   []UndoneRecord `json:"records" doc:"Records that were changed"`
	Conflicts []UndoConflict `json:"conflicts" doc:"Records that stay as they are, with the reason"`
	Hidden    int64          `json:"hidden,omitempty" doc:"Number of records among these that you cannot see"`
}

// UndoneRecord is a record that taking a change back has written.
type UndoneRecord struct {
	Resource string   `json:"resource" doc:"Name of the resource, or the route of its series"`
	ID       int64    `json:"id" doc:"ID of the record"`
	Name     string   `json:"name,omitempty" doc:"Name of the record"`
	Action   string   `json:"action" enum:"reverted,restored,removed,kept" doc:"reverted: it has its former values; restored: it was deleted and is back; removed: it was new, and is in the trash or deleted; kept: its former values are not known"`
	Kept     []string `json:"kept,omitempty" doc:"Fields that the change touched and whose former values are not known"`
}

// UndoConflict is a record that is in the way of taking a change back.
type UndoConflict struct {
	Resource string           `json:"resource" doc:"Name of the resource, or the route of its series"`
	ID       int64            `json:"id" doc:"ID of the record"`
	Name     string           `json:"name,omitempty" doc:"Name of the record"`
	Code     string           `json:"code" doc:"Machine-readable code"`
	Message  messages.Message `json:"message" doc:"Why the record stays as it is"`
	Since    []LaterChange    `json:"since,omitempty" doc:"What changed it since"`
}

// LaterChange is a change of a record after that which is taken back.
type LaterChange struct {
	Change string   `json:"change,omitempty" doc:"ID of the change"`
	At     string   `json:"at" format:"date-time" doc:"When, in UTC"`
	Action string   `json:"action" doc:"What was done"`
	User   string   `json:"user,omitempty" doc:"Who, for editors and for changes of your own"`
	Fields []string `json:"fields,omitempty" doc:"Columns and links that changed"`
}

// undoing is a change that is being taken back.
type undoing struct {
	engine  *Engine
	request *request.Request
	unit    *unit
	done    Undone

	touched map[undo.Key]*undo.Touched
	records map[undo.Key]model.Record // As they are now.
}

// Undo takes a change back, in the transaction of the call: those may who made it, and editors.  Each
// record is written as by any other write, with its permissions and hooks.  If some cannot be, nothing
// happens, or partial takes back the others.
func (e *Engine) Undo(r *request.Request, change string, partial bool) (_ *Undone, err error) {
	defer func() { keep(r, err) }()
	if r.Caller.IsAnonymous() {
		return nil, Allow(r, false)
	}
	w := r.Transaction.(*unit)
	note := strings.TrimSuffix(UndoNote+change+": "+request.NoteOf(r.Context()), ": ")
	u := &undoing{
		engine: e, request: r.Within(request.WithNote(r.Context(), note), w), unit: w,
		touched: map[undo.Key]*undo.Touched{}, records: map[undo.Key]model.Record{},
		done: Undone{Records: []UndoneRecord{}, Conflicts: []UndoConflict{}},
	}
	if err := u.read(change); err != nil {
		return nil, err
	}
	plan := undo.Make(u.list())
	for _, c := range plan.Conflicts {
		u.conflict(c)
	}
	if len(plan.Conflicts) == 0 || partial || r.Dry {
		if err := u.apply(plan.Steps); err != nil {
			return nil, err
		}
	}
	if n := len(u.done.Conflicts) + int(u.done.Hidden); n > 0 && !partial && !r.Dry {
		f := apierror.New(http.StatusConflict, CodeUndoConflict,
			"%d records have changed since, or cannot be changed back. Nothing was undone. "+
				"Send partial=true to undo the rest.", n)
		f.Extra = map[string]any{"conflicts": u.done.Conflicts}
		return nil, f
	}
	if !r.Dry {
		u.done.Change = ChangeOf(r)
	}
	return &u.done, nil
}

// read reads and locks what the change has written, with what came after it.
func (u *undoing) read(change string) error {
	ctx, e := u.request.Context(), u.engine
	entries, err := audit.OfChange(ctx, u.unit, change)
	if err != nil {
		return err
	}
	if len(entries) == 0 {
		return apierror.New(http.StatusNotFound, "rest_change_not_found", "There is no change with this ID.")
	}
	if err := u.mayUndo(entries); err != nil {
		return err
	}
	last := map[string]int64{}
	for _, entry := range entries {
		key := undo.Key{Resource: entry.Resource, ID: entry.Record}
		if u.touched[key] == nil {
			u.touched[key] = &undo.Touched{Key: key}
		}
		u.touched[key].Entries = append(u.touched[key].Entries, entry)
		last[key.Resource] = max(last[key.Resource], entry.ID)
	}
	if len(u.touched) > undo.MaxRecords {
		return apierror.New(http.StatusBadRequest, "rest_undo_too_large",
			"This change has %d records; at most %d can be undone at once.", len(u.touched), undo.MaxRecords)
	}
	if err := u.lock(); err != nil {
		return err
	}
	for name, after := range last {
		later, err := audit.Since(ctx, e.Store, u.unit, name, u.ids(name), after)
		if err != nil {
			return err
		}
		for _, entry := range later {
			if t := u.touched[undo.Key{Resource: name, ID: entry.Record}]; entry.Change != change {
				t.Since = append(t.Since, entry)
			}
		}
	}
	for _, t := range u.touched {
		slices.SortStableFunc(t.Entries, func(a, b audit.Entry) int { return cmp.Compare(a.Version, b.Version) })
	}
	return nil
}

// mayUndo returns nil if the caller may take back a change with the entries.
func (u *undoing) mayUndo(entries []audit.Entry) error {
	r, own := u.request, false
	known := r.Now.Add(-r.Env.Deployment.ChangesKept)
	for _, entry := range entries {
		switch {
		case entry.User == r.Caller.User && entry.User != 0:
			own = true
		case entry.User != 0 && !r.Caller.Role.Includes(auth.RoleEditor):
			return Allow(r, false)
		}
		if !entry.Patch.Known() || entry.At.Before(known) {
			return apierror.New(http.StatusGone, CodeVersionUnknown,
				"This change cannot be undone: its former values are older than the service keeps, or were never kept.")
		}
	}
	return Allow(r, own || r.Caller.Role.Includes(auth.RoleEditor))
}

// ids returns the IDs of a resource that the change has written, in their order.
func (u *undoing) ids(resource string) []int64 {
	var list []int64
	for key := range u.touched {
		if key.Resource == resource {
			list = append(list, key.ID)
		}
	}
	slices.Sort(list)
	return list
}

// lock locks what the change has written, in the order of all writes, and reads the records.
func (u *undoing) lock() error {
	ctx, e := u.request.Context(), u.engine
	var present []int64
	all := map[*model.Resource][]int64{}
	for _, res := range e.Resources {
		all[res] = u.ids(res.Name)
		if res.SeriesRoute == "" {
			continue
		}
		var args store.Args
		ids := u.ids(res.SeriesRoute)
		rows := e.Store.Builder().NewSelect().TableExpr("record_series AS s").ColumnExpr("s.id").
			Where("s.id ?", e.Store.SQL().In(&args, ids)).OrderExpr("s.id")
		err := u.unit.Query(ctx, store.Statement{
			SQL: e.Store.SQL().ForUpdate(rows, "s").String(), Args: args.Values(), ScanRow: scanID(&present),
		})
		if err != nil {
			return err
		}
		for _, id := range ids {
			u.touched[undo.Key{Resource: res.SeriesRoute, ID: id}].There = slices.Contains(present, id)
		}
	}
	if err := e.LockRecords(u.request, all); err != nil {
		return err
	}
	for _, res := range e.Resources {
		if len(all[res]) == 0 {
			continue
		}
		load := query.LoadAll(u.request, res, all[res], func(rec model.Record) {
			key := undo.Key{Resource: res.Name, ID: rec.Common().ID}
			u.records[key], u.touched[key].There = rec, true
		})
		if err := u.unit.Batch(ctx, []store.Statement{load}); err != nil {
			return err
		}
	}
	return nil
}

// list returns what the change has written, in a fixed order.
func (u *undoing) list() []undo.Touched {
	list := make([]undo.Touched, 0, len(u.touched))
	for _, t := range u.touched {
		list = append(list, *t)
	}
	slices.SortFunc(list, func(a, b undo.Touched) int {
		return cmp.Or(cmp.Compare(a.Resource, b.Resource), cmp.Compare(a.ID, b.ID))
	})
	return list
}

// resourceOf returns the resource of a key, and whether it is that of its series.
func (u *undoing) resourceOf(key undo.Key) (res *model.Resource, isSeries bool) {
	for _, res := range u.engine.Resources {
		if res.Name == key.Resource || res.SeriesRoute != "" && res.SeriesRoute == key.Resource {
			return res, res.Name != key.Resource
		}
	}
	return nil, false
}

// sees reports whether the caller may know of a record, as it is now or as it was before the change.
func (u *undoing) sees(key undo.Key) bool {
	res, isSeries := u.resourceOf(key)
	if res == nil || isSeries {
		return res != nil
	}
	access, was := res.Permissions, u.touched[key].Entries[0].Was
	owner, status := was.Owner, was.Status
	rec := u.records[key]
	if rec != nil {
		owner, status = ownerOf(rec), model.StatusOf(rec)
	}
	switch {
	case res.Term:
		return true
	case !access.HasStatus():
		return access.CanReadRecord(u.request.Caller, owner)
	case rec != nil && MayChange(u.request, rec) == nil:
		return true
	}
	return access.CanRead(u.request.Caller, owner, status)
}

// nameOf returns the name of a record that is there, "" for others.
func (u *undoing) nameOf(key undo.Key) string {
	if n, ok := u.records[key].(model.NamedRecord); ok {
		return *n.DisplayName()
	}
	return ""
}

// conflict notes a record that is in the way.
func (u *undoing) conflict(c undo.Conflict) {
	one := UndoConflict{Code: "rest_changed_since", Message: messages.NewMessage("It has changed since.")}
	switch c.Reason {
	case undo.Gone:
		one.Code, one.Message = "rest_record_gone", messages.NewMessage("It was deleted since.")
	case undo.Unknown:
		one.Code, one.Message = CodeVersionUnknown, messages.NewMessage("Its former values are not known.")
	case undo.Changed:
	}
	for _, entry := range c.Since {
		later := LaterChange{Change: entry.Change, At: entry.At.UTC().Format(time.RFC3339), Action: entry.Action}
		caller := u.request.Caller
		if own := entry.User != 0 && entry.User == caller.User; own || caller.Role.Includes(auth.RoleEditor) {
			later.User = entry.UserName
		}
		res, _ := u.resourceOf(c.Key)
		for column := range without(entry.Patch.Columns, keptBack) {
			later.Fields = append(later.Fields, column)
		}
		later.Fields = append(later.Fields, slices.Collect(maps.Keys(entry.Patch.Links))...)
		if later.Fields = append(later.Fields, entry.Patch.Secret...); res != nil {
			later.Fields = history.Fields(res, later.Fields)
		}
		one.Since = append(one.Since, later)
	}
	u.refuse(c.Key, one)
}

// refuse notes a record that stays as it is, without its ID if the caller cannot see it.
func (u *undoing) refuse(key undo.Key, c UndoConflict) {
	if !u.sees(key) {
		u.done.Hidden++
		return
	}
	c.Resource, c.ID, c.Name = key.Resource, key.ID, u.nameOf(key)
	u.done.Conflicts = append(u.done.Conflicts, c)
}

// phaseOf returns when a step is applied: what others need comes before them.
func (u *undoing) phaseOf(s undo.Step) int {
	res, isSeries := u.resourceOf(s.Key)
	order := slices.Index(sourcesFirst(u.engine.Resources), res)
	const phases = 1000
	switch {
	case s.Action == undo.Remove && !isSeries && res.Post: // Its slug may be wanted.
		return 0
	case s.Action == undo.Create && !isSeries: // Others link to it.
		return phases - order
	case s.Action == undo.Create:
		return phases + 1
	case s.Action == undo.Revert: // What was published with another record is so as long as that is public.
		return 2*phases + order
	case !isSeries:
		return 3*phases + order
	}
	return 4 * phases
}

// apply applies the steps, each as a whole or not at all.
func (u *undoing) apply(steps []undo.Step) error {
	steps = slices.Clone(steps)
	slices.SortStableFunc(steps, func(a, b undo.Step) int { return cmp.Compare(u.phaseOf(a), u.phaseOf(b)) })
	for _, step := range steps {
		name := u.nameOf(step.Key)
		var named model.Record
		err := u.unit.attempt(u.request.Context(), func() (err error) {
			named, err = u.applyStep(step)
			return err
		})
		switch f := apierror.As(err); {
		case f != nil && f.Status < http.StatusInternalServerError:
			u.refuse(step.Key, UndoConflict{Code: f.Code, Message: firstMessage(f)})
			continue
		case err != nil:
			return err
		}
		if n, ok := named.(model.NamedRecord); ok {
			name = *n.DisplayName()
		}
		if !u.sees(step.Key) {
			continue
		}
		res, _ := u.resourceOf(step.Key)
		u.done.Records = append(u.done.Records, UndoneRecord{
			Resource: step.Resource, ID: step.ID, Name: name, Action: string(step.Action),
			Kept: history.Fields(res, step.Secret),
		})
	}
	return nil
}

// firstMessage returns what is wrong with the first of the faulty parameters, or the error itself.
func firstMessage(f *apierror.Error) messages.Message {
	for _, name := range slices.Sorted(maps.Keys(f.Params)) {
		return f.Params[name].Message
	}
	return f.Message
}

// applyStep applies one step, and returns the record; nil for a series.
func (u *undoing) applyStep(s undo.Step) (model.Record, error) {
	res, isSeries := u.resourceOf(s.Key)
	if res == nil {
		return nil, Conflict("There is no such resource any more.")
	}
	m := u.unit.mutation(u.request, res, s.Action == undo.Create)
	m.follows = s.Follows
	switch {
	case s.Action == undo.Keep:
		return u.records[s.Key], nil
	case isSeries:
		return nil, u.applySeries(m, s)
	case s.Action == undo.Create:
		return m.bringBack(s)
	case s.Action == undo.Remove:
		return m.remove(s.ID)
	}
	rec, err := query.Find(m.Context(), m.Request, m.Store, res, query.Key{ID: s.ID}, true)
	if err != nil {
		return nil, err
	}
	if err := MayChange(m.Request, rec); err != nil && !m.follows {
		return nil, err
	}
	return rec, m.revert(rec, s)
}

// revert gives a record back what it had.
func (m *Mutation) revert(rec model.Record, s undo.Step) error {
	m.captureBefore(rec)
	m.followZone(rec)
	m.setModified(rec, false)
	if err := m.setFormer(rec, s.Columns, s.Links); err != nil {
		return err
	}
	if err := m.checkSlug(rec); err != nil {
		return err
	}
	m.runBeforeValidate(rec)
	if err := m.validationErr(); err != nil {
		return err
	}
	if err := m.updateRecord(rec); err != nil {
		return err
	}
	m.engine.publisher.add(rec)
	return m.Store.Flush(m.Context())
}

// bringBack inserts a record that was deleted, with its ID.
func (m *Mutation) bringBack(s undo.Step) (model.Record, error) {
	if len(s.Columns) == 0 {
		return nil, apierror.New(http.StatusGone, CodeVersionUnknown, "Its former values are not known.")
	}
	if err := Allow(m.Request, m.Resource.Permissions.CanCreate(m.Caller)); err != nil {
		return nil, err
	}
	rec := m.Resource.New()
	rec.Common().Version, m.record, m.formerID = 1, rec, s.ID
	m.setModified(rec, true)
	if created, ok := s.Columns["created_utc"]; ok {
		if err := history.SetColumns(rec, map[string]json.RawMessage{"created_utc": created}); err != nil {
			return nil, err
		}
	}
	if err := m.setFormer(rec, s.Columns, s.Links); err != nil {
		return nil, err
	}
	if err := m.checkSlug(rec); err != nil {
		return nil, err
	}
	m.runBeforeValidate(rec)
	if err := m.validationErr(); err != nil {
		return nil, err
	}
	err := m.insertRecord(rec)
	if errors.Is(err, store.ErrIDInUse) {
		return nil, Conflict("Another record has its ID.")
	}
	if err != nil {
		return nil, err
	}
	m.engine.publisher.add(rec)
	return rec, m.Store.Flush(m.Context())
}

// remove takes away a record that is new: a post goes to the trash, others go for good.
func (m *Mutation) remove(id int64) (model.Record, error) {
	m.deletesSeries = true // Its row is another step.
	if !m.Resource.Post {
		rec, err := m.findForDelete(query.Key{ID: id})
		if err != nil {
			return nil, err
		}
		if _, err = m.deleteRow(rec); err != nil {
			return nil, err
		}
		return rec, m.Store.Flush(m.Context())
	}
	rec, err := m.findAllowed(query.Key{ID: id}, true, MayDelete)
	if err != nil || isTrashed(rec) {
		return rec, err
	}
	if err := m.trash(rec); err != nil {
		return nil, err
	}
	return rec, m.Store.Flush(m.Context())
}

// checkSlug notes that another record has the slug that one had before.
func (m *Mutation) checkSlug(rec model.Record) error {
	n, ok := rec.(model.NamedRecord)
	if !ok || n.AsNamed().Slug == m.slugBefore {
		return nil
	}
	var other int64
	err := m.Store.Query(m.Context(), store.Statement{
		SQL:  m.Env.Store.SQL().Format("SELECT id FROM ? WHERE slug = $1 AND id <> $2 LIMIT 1", bun.Ident(m.Resource.Plural)),
		Args: []any{n.AsNamed().Slug, rec.Common().ID}, ScanRow: func(row store.Row) error { return row.Scan(&other) },
	})
	if other != 0 {
		m.Errors.Add("slug", "duplicate_term_slug", "%s %q belongs to another %s.",
			apierror.Param("slug"), n.AsNamed().Slug, apierror.Resource(m.Resource.Name))
	}
	return err
}
