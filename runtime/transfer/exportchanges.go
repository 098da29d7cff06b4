package transfer

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"time"

	"almanac/runtime/audit"
	"almanac/runtime/model"
)

// changes returns what the audit says of each record since the time of the
// export, nothing for an export of everything.
func (ex *exporter) changes(ctx context.Context) (map[*model.Resource]map[int64]audit.Entry, error) {
	if ex.options.Since.IsZero() {
		return nil, nil
	}
	reader := ex.env.Store.Reader()
	begin, err := audit.OldestTime(ctx, reader)
	if err != nil {
		return nil, err
	}
	if begin.IsZero() || begin.After(ex.options.Since) {
		ex.report.Problems = append(ex.report.Problems, Problem{
			Text: fmt.Sprintf("the audit log does not go back to %s: records deleted before its first entry are not listed",
				ex.options.Since.UTC().Format(time.DateTime)),
		})
	}
	all := map[*model.Resource]map[int64]audit.Entry{}
	for _, k := range ex.env.Resources {
		if all[k], err = audit.LastEntries(ctx, reader, k.Name, ex.options.Since); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// deletedPath returns the name of the file of deleted records.
func (ex *exporter) deletedPath() string { return filepath.Join(ex.dir, "deleted.json") }

// writeDeleted writes the file of deleted records, when changes are exported.
func (ex *exporter) writeDeleted(changes map[*model.Resource]map[int64]audit.Entry) error {
	if ex.options.Since.IsZero() {
		return nil
	}
	lists := map[string][]gone{}
	for _, k := range ex.env.Resources {
		lists[k.Plural] = []gone{}
		for _, id := range slices.Sorted(maps.Keys(changes[k])) {
			if e := changes[k][id]; e.Action == audit.ActionDeleted {
				lists[k.Plural] = append(lists[k.Plural], gone{ID: id, At: e.At.Format(time.DateTime)})
			}
		}
		ex.report.Add(Count{Resource: k.Plural, Deleted: len(lists[k.Plural])})
	}
	content, err := json.MarshalIndent(map[string]any{
		sinceMember: ex.options.Since.UTC().Format(time.DateTime), deletedMember: lists,
	}, "", " ")
	if err != nil {
		return err
	}
	ex.report.Files++
	return create(ex.deletedPath(), append(content, '\n'))
}
