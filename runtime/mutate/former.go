package mutate

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"

	"github.com/uptrace/bun"

	"almanac/runtime/apierror"
	"almanac/runtime/audit"
	"almanac/runtime/history"
	"almanac/runtime/model"
	"almanac/runtime/param"
	"almanac/runtime/query"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// CodeVersionUnknown is the code of a version that the log of changes does not know.
const CodeVersionUnknown = "rest_version_unknown"

// VersionUnknown returns the 410 of a version that the log of changes does not know.
func VersionUnknown() *apierror.Error {
	return apierror.New(http.StatusGone, CodeVersionUnknown,
		"The values of this version are not known: they are older than the service keeps, or were never kept.")
}

// keptBack are columns that a former version does not bring back: they say when and how often the record
// was changed, and follow from others.
var keptBack = []string{"id", "version", "created_utc", "modified_utc", "modified", "edited_utc", "links_cache"}

// identity are columns that belong to the record rather than to one of its versions.
var identity = []string{"original_slug", "status_before_trash", "made_inline", "series_id", "recurrence_id"}

// Restore writes the values of a former version to the record with the key, as an update would that sends
// them: those who may change it may restore it.  What the log does not keep stays as it is, and whether
// the record is in the trash.
func (e *Engine) Restore(r *request.Request, res *model.Resource, key query.Key, version int64) (_ Result, err error) {
	defer func() { keep(r, err) }()
	if f := r.Params.Err(); f != nil {
		return Result{}, f
	}
	if err := rejectReadOnly(r, res, key, res.Permissions.CanWrite(r.Caller), MayChange); err != nil {
		return Result{}, err
	}
	return e.transaction(r, res, false, func(m *Mutation) (model.Record, error) {
		m.lockTree()
		rec, err := m.findAllowed(key, true, MayChange)
		if err != nil {
			return nil, err
		}
		if err := m.checkPreconditions(rec); err != nil {
			return nil, err
		}
		former, err := m.versionOf(rec, version)
		if err != nil {
			return nil, err
		}
		if err := m.restore(rec, former); err != nil {
			return nil, err
		}
		return m.readBack(rec)
	})
}

// versionOf returns a former version of a record that is locked.
func (m *Mutation) versionOf(rec model.Record, version int64) (history.State, error) {
	const atOnce = 200
	state := history.State{Record: rec, Links: map[string][]int64{}}
	if err := m.linksOf(rec, state.Links); err != nil {
		return state, err
	}
	unknown := VersionUnknown()
	if version == rec.Common().Version {
		return state, nil
	}
	noVersion := apierror.InvalidParamError("version", "%s: there is no version %d of this %s.",
		apierror.Param("version"), version, apierror.Resource(m.Resource.Name))
	if version < 1 || version > rec.Common().Version {
		return state, noVersion
	}
	for before := int64(0); ; {
		log, err := audit.OfRecord(m.Context(), m.Store, m.Resource.Name, rec.Common().ID, before, atOnce)
		if err != nil {
			return state, err
		}
		if len(log) == 0 {
			return state, unknown
		}
		before = log[len(log)-1].ID
		history.Sort(log)
		for _, e := range log {
			if e.Version == version {
				return state, nil
			}
			if e.Version < version && e.Version != 0 {
				return state, noVersion // A number that no change has made.
			}
			if e.At.Before(m.Now.Add(-m.Env.Deployment.ChangesKept)) || m.Resource.NoHistory {
				return state, unknown
			}
			state, err = state.Before(m.Resource, e)
			if errors.Is(err, history.ErrUnknown) {
				return state, unknown
			}
			if err != nil {
				return state, err
			}
			if state.Record == nil {
				return state, noVersion
			}
		}
	}
}

// restore gives a stored record the values and links of a former version, and saves it if that changes
// anything.
func (m *Mutation) restore(rec model.Record, former history.State) error {
	skip := slices.Concat(keptBack, identity, m.Resource.SecretColumns, m.Resource.FunctionColumns)
	if model.StatusOf(rec) == model.StatusTrash || model.StatusOf(former.Record) == model.StatusTrash {
		skip = append(skip, "status", "slug")
	}
	columns, values := map[string]json.RawMessage{}, m.Resource.Targets(former.Record)
	for _, column := range m.Resource.ReadColumns {
		if slices.Contains(skip, column) {
			continue
		}
		var err error
		if columns[column], err = json.Marshal(values[column]); err != nil {
			return err
		}
	}
	m.captureBefore(rec)
	moved := m.followZone(rec)
	stored := m.storedState(rec)
	m.setModified(rec, false)
	if err := m.setFormer(rec, columns, former.Links); err != nil {
		return err
	}
	if n, ok := rec.(model.NamedRecord); ok && n.AsNamed().Slug != m.slugBefore {
		named := n.AsNamed()
		m.freeSlug(named.ID, named.Slug, func(free string) { named.Slug = free })
	}
	m.runBeforeValidate(rec)
	if err := m.validationErr(); err != nil {
		return err
	}
	if stored.equals(m, rec) {
		if stored.restoreModified(rec); moved {
			m.writeFollowed(rec, m.before)
		}
		return nil
	}
	if err := m.updateRecord(rec); err != nil {
		return err
	}
	m.engine.publisher.add(rec)
	return nil
}

// setFormer gives a record former values of columns, and has the write link it to what it linked to.
// It notes links to what is gone, and refuses values that the caller may not set.
func (m *Mutation) setFormer(rec model.Record, columns map[string]json.RawMessage, links map[string][]int64) error {
	columns = without(columns, keptBack)
	before, owner := model.StatusOf(rec), ownerOf(rec)
	parent := int64(0)
	t, isTerm := rec.(model.TermRecord)
	if isTerm {
		parent = t.AsTerm().Parent
	}
	if err := history.SetColumns(rec, columns); err != nil {
		return err
	}
	if now := ownerOf(rec); now != owner && now != m.Caller.User && !m.maySetOwner() {
		return Allow(m.Request, false)
	}
	if isTerm && t.AsTerm().Parent != parent {
		former := t.AsTerm().Parent
		t.AsTerm().Parent = parent
		SetParent(m, t.AsTerm(), param.Of(former))
	}
	if p, ok := rec.(model.PostRecord); ok {
		post := p.AsPost()
		post.Status = scheduledStatus(post.Status, post.DateUTC, string(m.UTC()))
		may := StatusAfter(m.Request, m.Resource, post.Status, post.DateUTC) == post.Status
		if before != post.Status && !m.follows && !may {
			return Allow(m.Request, false)
		}
		if err := m.checkImage(post); err != nil {
			return err
		}
	}
	if m.Resource.ZoneColumn != "" {
		m.followZone(rec)
	}
	for _, link := range m.Resource.Links {
		ids, sent := links[link.Name]
		if !sent {
			continue
		}
		m.links[link.Name] = slices.Clone(ids)
		if err := m.checkLinked(link, ids); err != nil {
			return err
		}
	}
	if m.follows {
		return nil
	}
	return MayChange(m.Request, rec)
}

// without returns the columns but for some.
func without(columns map[string]json.RawMessage, names []string) map[string]json.RawMessage {
	rest := map[string]json.RawMessage{}
	for column, value := range columns {
		if !slices.Contains(names, column) {
			rest[column] = value
		}
	}
	return rest
}

// ownerOf returns the ID of the author or owner of a record, 0 for none.
func ownerOf(rec model.Record) int64 {
	if n, ok := rec.(model.NamedRecord); ok {
		return n.AsNamed().Author
	}
	return model.OwnerOf(rec)
}

// maySetOwner reports whether the caller may give records to others.
func (m *Mutation) maySetOwner() bool {
	if m.Resource.Post {
		return m.Resource.Permissions.CanEditOthers(m.Caller)
	}
	return m.Resource.Permissions.CanEditTerms(m.Caller)
}

// checkLinked notes records that a link would lead to and that are gone.
func (m *Mutation) checkLinked(link *model.Link, ids []int64) error {
	if len(ids) == 0 {
		return nil
	}
	var args store.Args
	found := map[int64]bool{}
	sq := m.Env.Store.Builder().NewSelect().TableExpr("?", bun.Ident(link.Target.Plural)).ColumnExpr("id").
		Where("id ?", m.Env.Store.SQL().In(&args, ids))
	err := m.Store.Query(m.Context(), store.Statement{
		SQL: sq.String(), Args: args.Values(), ScanRow: func(row store.Row) error {
			var id int64
			err := row.Scan(&id)
			found[id] = true
			return err
		},
	})
	for _, id := range ids {
		if err == nil && !found[id] {
			m.Fail(link.Name, "%s: there is no %s with the ID %s.",
				apierror.Param(link.Name), apierror.Resource(link.Target.Name), apierror.ID(id))
		}
	}
	return err
}

// checkImage has a post show no image if that is gone.
func (m *Mutation) checkImage(p *model.Post) error {
	if p.ImageID == 0 || p.ImageID == p.Image.ID {
		return nil
	}
	found := false
	err := m.Store.Query(m.Context(), store.Statement{
		SQL: "SELECT id FROM images WHERE id = $1", Args: []any{p.ImageID}, ScanRow: func(row store.Row) error {
			found = true
			return row.Scan(new(int64))
		},
	})
	if !found && err == nil {
		p.ImageID = 0
	}
	return err
}
