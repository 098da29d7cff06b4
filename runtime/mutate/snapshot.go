package mutate

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"almanac/runtime/audit"
	"almanac/runtime/linkids"
	"almanac/runtime/model"
	"almanac/runtime/query"
)

// Snapshot is a record before a change, as the log of changes keeps it.  The zero value is that of a
// new record.
type Snapshot struct {
	was    audit.Was
	values []any       // Of the columns that reads load, in their order.
	links  linkids.IDs // nil if they are not known.
}

// SnapshotOf returns what a stored record has.
func SnapshotOf(rec model.Record) Snapshot {
	res := rec.Resource()
	s := Snapshot{was: audit.Was{There: true, Status: model.StatusOf(rec), Owner: model.OwnerOf(rec)}}
	s.values = valuesNow(rec)
	s.links, _ = linkids.Of(res, rec)
	if res.HiddenColumn != "" {
		s.was.Hidden, _ = s.values[slices.Index(res.ReadColumns, res.HiddenColumn)].(bool)
	}
	if p, ok := rec.(model.PostRecord); ok {
		s.was.Owner, s.was.Locked = p.AsPost().Author, p.AsPost().Password != ""
	}
	return s
}

// Was returns what decides who can read the record.
func (s Snapshot) Was() audit.Was { return s.was }

// valuesNow returns the columns of a record that reads load.
func valuesNow(rec model.Record) []any {
	targets := rec.ScanTargets(nil)
	values := make([]any, len(targets))
	for i, at := range targets {
		values[i] = reflect.ValueOf(at).Elem().Interface()
	}
	return values
}

// Change returns the entry of the log about what was done to the record, which has its next version.
func (s Snapshot) Change(action string, rec model.Record) audit.Change {
	return audit.Change{
		Action: action, Resource: rec.Resource().Name, Record: rec.Common().ID, Version: rec.Common().Version,
		Was: s.was, Patch: s.patch(rec, action == string(ActionDeleted)),
	}
}

// patch returns the former values of the columns that a record has otherwise now, or of all.
func (s Snapshot) patch(rec model.Record, all bool) audit.Patch {
	var p audit.Patch
	res := rec.Resource()
	if !s.was.There {
		return audit.KnownPatch(p)
	}
	now := valuesNow(rec)
	for i, column := range res.ReadColumns {
		switch same := reflect.DeepEqual(now[i], s.values[i]); {
		case slices.Contains([]string{"id", "version", linkids.Column}, column) || same && !all:
		case slices.Contains(res.FunctionColumns, column): // They follow from others.
		case res.NoHistory || slices.Contains(res.SecretColumns, column):
			p.Secret = append(p.Secret, column)
		default:
			text, err := json.Marshal(s.values[i])
			if err != nil {
				panic(fmt.Sprintf("column %s of %s is no JSON: %v", column, res.Name, err)) // Scan filled it.
			}
			if p.Columns == nil {
				p.Columns = map[string]json.RawMessage{}
			}
			p.Columns[column] = text
		}
	}
	return audit.KnownPatch(p)
}

// statusPatch is the patch of a record that had another status.
func statusPatch(status string) audit.Patch {
	columns := map[string]json.RawMessage{"status": json.RawMessage(`"` + status + `"`)}
	if status != model.StatusFuture { // It was made inside of a record, and follows it.
		columns["made_inline"] = json.RawMessage("true")
	}
	return audit.KnownPatch(audit.Patch{Columns: columns})
}

// formerLinks returns what a record linked to before the mutation, by the names of the links that it
// changes, or of all.  It reads the link tables if the record does not have its links.
func (m *Mutation) formerLinks(rec model.Record, all bool) (map[string][]int64, error) {
	if !m.before.was.There {
		return nil, nil
	}
	var former map[string][]int64
	for i, link := range m.Resource.Links {
		ids, written := m.links[link.Name]
		if !written && !all {
			continue
		}
		var was []int64
		if m.before.links != nil {
			was = m.before.links[i]
		} else {
			var err error
			if was, err = m.readLinks(link, rec); err != nil {
				return nil, err
			}
		}
		if all && len(was) > 0 || written && !slices.Equal(was, ids) {
			if former == nil {
				former = map[string][]int64{}
			}
			former[link.Name] = append([]int64{}, was...) // No null in JSON.
		}
	}
	return former, nil
}

// readLinks returns the IDs that a link of a stored record leads to.
func (m *Mutation) readLinks(link *model.Link, rec model.Record) ([]int64, error) {
	id := rec.Common().ID
	linked, err := query.LinkedIDs(m.Context(), m.Env, m.Store, link, []int64{id})
	return linked[id], err
}
