package audit

import (
	"context"
	"encoding/json"
	"fmt"

	"almanac/runtime/store"
)

// Erase takes former values of a record out of the log, in the transaction w: those of the columns and links that
// erases names, which stay known as changed.  With notes, what people wrote about its changes goes too.  It returns how
// many entries had some.
func Erase(
	ctx context.Context, w store.Writer, resource string, record int64, erases func(column string) bool, notes bool,
) (int, error) {
	list, err := entries(ctx, w, "SELECT "+entryColumns+" FROM audit_entries WHERE resource = $1 AND record_id = $2",
		resource, record)
	if err != nil {
		return 0, fmt.Errorf("read the history of %s %d: %w", resource, record, err)
	}
	n := 0
	for _, e := range list {
		note := e.Note
		if notes {
			note = ""
		}
		erased := e.Patch.erase(erases)
		if !erased && note == e.Note {
			continue
		}
		n++
		w.Queue(store.Statement{
			SQL: "UPDATE audit_entries SET patch = $1, note = $2 WHERE id = $3", Args: []any{e.Patch.text(), note, e.ID},
		})
	}
	return n, nil
}

// erase makes columns and links ones whose former values the log does not keep.
func (p *Patch) erase(erases func(column string) bool) (erased bool) {
	columns, links := map[string]json.RawMessage{}, map[string][]int64{}
	for column, value := range p.Columns {
		if erases(column) {
			p.Secret, erased = append(p.Secret, column), true
		} else {
			columns[column] = value
		}
	}
	for link, ids := range p.Links {
		if erases(link) {
			p.Secret, erased = append(p.Secret, link), true
		} else {
			links[link] = ids
		}
	}
	if erased {
		p.Columns, p.Links = columns, links
	}
	return erased
}

// Forget takes all former values of a record out of the log, as if it had never had some: nobody can undo
// the changes then.  It returns how many entries had some.
func Forget(ctx context.Context, w store.Writer, resource string, record int64) (int64, error) {
	return w.Exec(ctx, store.Statement{
		SQL:  "UPDATE audit_entries SET patch = '' WHERE resource = $1 AND record_id = $2 AND patch <> ''",
		Args: []any{resource, record},
	})
}
