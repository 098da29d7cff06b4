package transfer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"almanac/runtime/audit"
	"almanac/runtime/deployment"
	"almanac/runtime/httpapi"
	"almanac/runtime/model"
	"almanac/runtime/query"
	"almanac/runtime/records"
	"almanac/runtime/request"
	"almanac/runtime/transfer/rawjson"
)

// PageSize is how many records an exported file has.
const PageSize = deployment.MaxPerPage

// exporter writes records to files.
type exporter struct {
	env    *request.Env
	shown  *records.Service // With all extensions, whatever the deployment says.
	dir    string
	report Report

	options ExportOptions
}

// ExportOptions are the settings of an export; the zero value exports everything.
type ExportOptions struct {
	Since      time.Time // Export what was changed or deleted since.
	LinkImages bool      // Export no files of images: they stay at their addresses here.
}

// overlap is by how much an export of changes should reach back behind the
// export before it.  A write is known by the time at which it began, and may
// have been committed after that export.
const overlap = time.Minute

// Export writes the records of all kinds, statuses and languages into a
// folder, which is made when it is missing: events-1.json and so on, each a
// page of a list as Import takes it.  With Since they are those that were changed
// since, and deleted.json lists those that were deleted.  The images are in
// media-1.json and so on, their files in the folder media, the identity of the site in site_identity.json.  Files hold passwords of protected events and can be read by
// their owner alone.  A folder that holds an export already is an error,
// because pages of the two could mix.  The function registers the routes of the
// service.
func Export(ctx context.Context, env *request.Env, register func(*httpapi.API), dir string, o ExportOptions) (Report, error) {
	ex := &exporter{env: env, shown: withExtensions(env, register), dir: dir, options: o}
	begin := env.Clock()
	if err := ex.begin(); err != nil {
		return Report{}, err
	}
	changes, err := ex.changes(ctx)
	if err != nil {
		return ex.report, err
	}
	for _, k := range env.Resources {
		if err := ex.kind(ctx, k, changes[k]); err != nil {
			return ex.report, fmt.Errorf("export %s: %w", k.Plural, err)
		}
	}
	if err := ex.images(ctx); err != nil {
		return ex.report, fmt.Errorf("export images: %w", err)
	}
	if err := ex.identity(ctx); err != nil {
		return ex.report, err
	}
	ex.report.Next = begin.Add(-overlap)
	return ex.report, ex.writeDeleted(changes)
}

// withExtensions returns the records of the service with all extensions, so that what these
// show is exported whatever the deployment says.
func withExtensions(env *request.Env, register func(*httpapi.API)) *records.Service {
	d := env.Deployment
	d.Extensions = model.Extensions(env.Resources)
	api := httpapi.NewAPI(&request.Env{
		Store: env.Store, Users: env.Users, Deployment: d, Resources: env.Resources, Clock: env.Clock, Log: env.Log, Limits: env.Limits,
	})
	register(api)
	return api.Records
}

// begin makes the folder.
func (ex *exporter) begin() error {
	if err := os.MkdirAll(ex.dir, 0o700); err != nil {
		return fmt.Errorf("make folder %s: %w", ex.dir, errors.Unwrap(err))
	}
	first := []string{ex.deletedPath(), ex.imagesPath(1), ex.filesPath(), ex.identityPath()}
	for _, k := range ex.env.Resources {
		first = append(first, ex.path(k, 1))
	}
	for _, path := range first {
		if _, err := os.Lstat(path); err == nil {
			return fmt.Errorf("%s exists: export to an empty folder", path)
		}
	}
	return nil
}

// path returns the name of a page's file.
func (ex *exporter) path(k *model.Resource, page int64) string {
	return filepath.Join(ex.dir, fmt.Sprintf("%s-%d.json", k.Plural, page))
}

// kind writes the records of a kind, by id, a page after the other.
func (ex *exporter) kind(ctx context.Context, k *model.Resource, changed map[int64]audit.Entry) error {
	ids, err := ex.wanted(ctx, k, changed)
	if err != nil {
		return err
	}
	pages := max(1, (int64(len(ids))+PageSize-1)/PageSize)
	for page := int64(1); page <= pages; page++ {
		chunk := ids[(page-1)*PageSize : min(page*PageSize, int64(len(ids)))]
		records, err := ex.read(ctx, k, chunk)
		if err != nil {
			return err
		}
		lines, err := ex.records(ctx, k, records)
		if err != nil {
			return err
		}
		if err := ex.write(k, page, pages, len(ids), lines); err != nil {
			return err
		}
		ex.report.Files++
		ex.report.Add(Count{Resource: k.Plural, Written: len(lines)})
	}
	return nil
}

// wanted returns the ids of the records to write, in order.  What an import
// has brought says when it was modified where it is from; that it is new here
// is known from the audit.
func (ex *exporter) wanted(ctx context.Context, k *model.Resource, changed map[int64]audit.Entry) ([]int64, error) {
	since := ex.options.Since.UTC().Format(time.DateTime)
	var ids []int64
	err := query.EachSummary(ctx, ex.env, k, func(h query.RecordSummary) {
		if _, ok := changed[h.ID]; ok || ex.options.Since.IsZero() || h.ModifiedUTC >= since {
			ids = append(ids, h.ID)
		}
	})
	return ids, err
}

// read returns the records with the ids, which are in order.  Where they are
// far apart, those between them are passed over.
func (ex *exporter) read(ctx context.Context, k *model.Resource, ids []int64) ([]model.Record, error) {
	var all []model.Record
	for len(ids) > 0 {
		records, err := query.RecordsAfter(ctx, ex.env, k, ids[0]-1, int64(len(ids)))
		if err != nil || len(records) == 0 {
			return all, err
		}
		for _, m := range records {
			if slices.Contains(ids, m.Common().ID) {
				all = append(all, m)
			}
		}
		last := records[len(records)-1].Common().ID
		ids = slices.DeleteFunc(slices.Clone(ids), func(id int64) bool { return id <= last })
	}
	return all, nil
}

// records returns the records as responses show them to an administrator, with what
// these do not show.
func (ex *exporter) records(ctx context.Context, k *model.Resource, list []model.Record) ([]json.RawMessage, error) {
	if len(list) == 0 {
		return []json.RawMessage{}, nil
	}
	ids := make([]int64, len(list))
	for i, m := range list {
		ids[i] = m.Common().ID
	}
	call := ex.shown.Env.NewRequest(ctx, request.Administrator())
	call.EditContext = true
	shown, err := ex.shown.ByID(call, k, ids)
	if err != nil {
		return nil, err
	}
	links, err := ex.links(ctx, k, ids)
	if err != nil {
		return nil, err
	}
	lines := make([]json.RawMessage, 0, len(list))
	for _, m := range list {
		id := m.Common().ID
		if one := shown[id]; one != nil { // It may have been deleted just now.
			raw, err := one.JSON()
			if err != nil {
				return nil, err
			}
			members := rawjson.Members(raw)
			lines = append(lines, appendMembers(raw, hidden(m, members), hiddenLinks(k, members, links, id)))
		}
	}
	return lines, nil
}
