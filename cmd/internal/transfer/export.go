package transfer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"almanac/cmd/internal/app"
	"almanac/runtime"
)

// pageSize is how many records an exported file has.
const pageSize = runtime.MaxPerPage

// exporter writes records to files.
type exporter struct {
	env    *runtime.Env
	api    *runtime.API // As an administrator sees it.
	dir    string
	report Report
}

// Export writes all records of all kinds, statuses and languages into a
// folder, which is made when it is missing: events-1.json and so on, each a
// page of a list as Import takes it.  Files hold passwords of protected events
// and can be read by their owner alone.  A folder that holds an export already
// is an error, because pages of the two could mix.
func Export(ctx context.Context, a *app.App, dir string) (Report, error) {
	ex := &exporter{env: a.Env, api: administration(a.Env), dir: dir}
	if err := ex.begin(); err != nil {
		return Report{}, err
	}
	for _, k := range a.Env.Kinds {
		if err := ex.kind(ctx, k); err != nil {
			return ex.report, fmt.Errorf("export %s: %w", k.Plural, err)
		}
	}
	return ex.report, nil
}

// begin makes the folder.
func (ex *exporter) begin() error {
	if err := os.MkdirAll(ex.dir, 0o700); err != nil {
		return fmt.Errorf("make folder %s: %w", ex.dir, errors.Unwrap(err))
	}
	for _, k := range ex.env.Kinds {
		if _, err := os.Lstat(ex.path(k, 1)); err == nil {
			return fmt.Errorf("%s exists: export to an empty folder", ex.path(k, 1))
		}
	}
	return nil
}

// path returns the name of a page's file.
func (ex *exporter) path(k *runtime.Kind, page int64) string {
	return filepath.Join(ex.dir, fmt.Sprintf("%s-%d.json", k.Plural, page))
}

// kind writes all records of a kind, by id.
func (ex *exporter) kind(ctx context.Context, k *runtime.Kind) error {
	all, err := ex.env.Heads(ctx, k)
	if err != nil {
		return err
	}
	pages := max(1, (int64(len(all))+pageSize-1)/pageSize)
	after := int64(0)
	for page := int64(1); page <= pages; page++ {
		records, err := ex.env.Following(ctx, k, after, pageSize)
		if err != nil {
			return err
		}
		lines, err := ex.records(ctx, k, records)
		if err != nil {
			return err
		}
		if err := ex.write(k, page, pages, len(all), lines); err != nil {
			return err
		}
		ex.report.Files++
		ex.report.add(Count{Kind: k.Plural, Written: len(lines)})
		if len(records) > 0 {
			after = records[len(records)-1].Record().ID
		}
	}
	return nil
}

// records returns the records as an answer shows them, with what it does not
// show.
func (ex *exporter) records(ctx context.Context, k *runtime.Kind, records []runtime.Model) ([]json.RawMessage, error) {
	if len(records) == 0 {
		return []json.RawMessage{}, nil
	}
	ids := make([]int64, len(records))
	for i, m := range records {
		ids[i] = m.Record().ID
	}
	shown, err := ex.shown(ctx, k, ids)
	if err != nil {
		return nil, err
	}
	links, err := ex.links(ctx, k, ids)
	if err != nil {
		return nil, err
	}
	lines := make([]json.RawMessage, 0, len(records))
	for _, m := range records {
		id := m.Record().ID
		if raw := shown[id]; raw != nil { // It may have been deleted just now.
			lines = append(lines, appendMembers(raw, hidden(m), hiddenLinks(raw, links, id)))
		}
	}
	return lines, nil
}
