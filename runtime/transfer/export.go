package transfer

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"almanac/runtime/audit"
	"almanac/runtime/deployment"
	"almanac/runtime/model"
	"almanac/runtime/query"
	"almanac/runtime/records"
	"almanac/runtime/request"
	"almanac/runtime/store"
	"almanac/runtime/transfer/rawjson"
)

// PageSize is how many records an exported file has.
const PageSize = deployment.MaxPerPage

// exporter writes records to files.
type exporter struct {
	env     *request.Env // With all extensions, whatever the deployment says.
	service *records.Service
	dir     string
	options ExportOptions
	report  Report

	seriesOfDates map[int64]bool // IDs of the series of the records of a resource that are exported.
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

// Export writes the records of all resources, statuses and languages into a
// folder, which is made when it is missing: events-1.json and so on, each a
// page of a list as Import takes it.  With Since they are those that were changed
// since, and deleted.json lists those that were deleted.  The images are in
// media-1.json and so on, their files in the folder media, the identity of the site in
// site_identity.json.  Files hold passwords of protected events and can be read by
// their owner alone.  A folder that holds an export already is an error,
// because pages of the two could mix.  Each page of records is of one snapshot.
func Export(ctx context.Context, service *records.Service, dir string, o ExportOptions) (Report, error) {
	ex := &exporter{env: withExtensions(service.Env), service: service, dir: dir, options: o}
	begin := ex.env.Clock()
	if err := ex.begin(); err != nil {
		return Report{}, err
	}
	changes, err := ex.changes(ctx)
	if err != nil {
		return ex.report, err
	}
	for _, k := range ex.env.Resources {
		if err := ex.resource(ctx, k, changes[k]); err != nil {
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

// withExtensions returns what an export needs of a service, with all extensions, so that what
// these show is exported whatever the deployment says.
func withExtensions(e *request.Env) *request.Env {
	d := e.Deployment
	d.Extensions = model.Extensions(e.Resources)
	return &request.Env{
		Store: e.Store, Media: e.Media, Users: e.Users, Deployment: d, Service: e.Service, Resources: e.Resources,
		Clock: e.Clock, Log: e.Log, Limits: e.Limits,
	}
}

// begin makes the folder.
func (ex *exporter) begin() error {
	if err := os.MkdirAll(ex.dir, 0o700); err != nil {
		return fmt.Errorf("create directory %s: %w", ex.dir, errors.Unwrap(err))
	}
	first := []string{ex.deletedPath(), ex.imagesPath(1), ex.filesPath(), ex.identityPath()}
	for _, k := range ex.env.Resources {
		first = append(first, ex.path(k, 1))
		if k.SeriesRoute != "" {
			first = append(first, ex.seriesPath(k))
		}
	}
	for _, path := range first {
		if _, err := os.Lstat(path); err == nil {
			return fmt.Errorf("%s exists: export to an empty directory", path)
		}
	}
	return nil
}

// path returns the name of a page's file.
func (ex *exporter) path(k *model.Resource, page int64) string {
	return filepath.Join(ex.dir, fmt.Sprintf("%s-%d.json", k.Plural, page))
}

// resource writes the records of a resource, by id, a page after the other.
func (ex *exporter) resource(ctx context.Context, k *model.Resource, changed map[int64]audit.Entry) error {
	ids, err := ex.ids(ctx, k, changed)
	if err != nil {
		return err
	}
	ex.seriesOfDates = map[int64]bool{}
	pages := max(1, (int64(len(ids))+PageSize-1)/PageSize)
	for page := int64(1); page <= pages; page++ {
		lines, err := ex.records(ctx, k, ids[(page-1)*PageSize:min(page*PageSize, int64(len(ids)))])
		if err != nil {
			return err
		}
		if err := ex.write(k, page, pages, len(ids), lines); err != nil {
			return err
		}
		ex.report.Files++
		ex.report.Add(Count{Resource: k.Plural, Written: len(lines)})
	}
	return ex.series(ctx, k)
}

// ids returns the ids of the records to write, in order.  What an import
// has brought says when it was modified where it is from; that it is new here
// is known from the audit.
func (ex *exporter) ids(ctx context.Context, k *model.Resource, changed map[int64]audit.Entry) ([]int64, error) {
	since := ex.options.Since.UTC().Format(time.DateTime)
	var ids []int64
	err := query.EachSummary(ctx, ex.env, k, func(h query.RecordSummary) {
		if _, ok := changed[h.ID]; ok || ex.options.Since.IsZero() || h.EditedUTC >= since {
			ids = append(ids, h.ID)
		}
	})
	return ids, err
}

// records returns the records with the ids as responses show them to an administrator, with
// what these do not show.
func (ex *exporter) records(ctx context.Context, k *model.Resource, ids []int64) ([]json.RawMessage, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	call := ex.env.NewRequest(ctx, request.Administrator())
	call.EditContext = true
	links, reads := map[string]map[int64][]int64{}, []store.Statement{}
	former := map[int64][]string{}
	if k.Post || k.Term {
		reads = append(reads, query.ReadFormerSlugs(ex.env, k, ids, former))
	}
	for _, link := range k.Links {
		links[link.Name] = map[int64][]int64{}
		reads = append(reads, query.ReadLinkedIDs(ex.env, link, ids, links[link.Name]))
	}
	shown, err := ex.service.ByID(call, k, ids, reads...)
	if err != nil {
		return nil, err
	}
	lines := make([]json.RawMessage, 0, len(ids))
	for _, id := range ids {
		one := shown[id]
		if one == nil { // It was deleted just now.
			continue
		}
		raw, err := one.JSON()
		if err != nil {
			return nil, err
		}
		if o := model.OccurrenceOf(one.Record); o != nil {
			ex.seriesOfDates[o.SeriesID] = true
		}
		members := rawjson.Members(raw)
		more := hidden(one.Record, members)
		if slugs := former[id]; slugs != nil {
			more = append(more, member{formerSlugsMember, slugs})
		}
		lines = append(lines, appendMembers(raw, more, hiddenLinks(k, members, links, id)))
	}
	return lines, nil
}

// write writes one page, a record to a line.
func (ex *exporter) write(k *model.Resource, page, pages int64, total int, lines []json.RawMessage) error {
	list := ex.env.Deployment.APIURL() + "/" + k.Plural
	var b bytes.Buffer
	fmt.Fprintf(&b, "{%q:[", k.Plural)
	b.Write(joined(lines))
	b.WriteString("\n],\n")
	link := func(name string, n int64) {
		fmt.Fprintf(&b, "%q:%s,\n", name, rawjson.Encode(fmt.Sprintf("%s?page=%d&per_page=%d", list, n, PageSize)))
	}
	link("rest_url", page)
	if page < pages {
		link("next_rest_url", page+1)
	}
	if page > 1 {
		link("previous_rest_url", page-1)
	}
	if !ex.options.Since.IsZero() {
		fmt.Fprintf(&b, "%q:%q,\n", sinceMember, ex.options.Since.UTC().Format(time.DateTime))
	}
	fmt.Fprintf(&b, "\"total\":%d,\n\"total_pages\":%d}\n", total, pages)
	return create(ex.path(k, page), b.Bytes())
}

// create makes a file that its owner alone can read; one that is there is an
// error.
func create(path string, content []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600) //nolint:gosec // The operator names the file.
	switch {
	case errors.Is(err, fs.ErrExist):
		return fmt.Errorf("%s exists: export to an empty directory", path)
	case err != nil:
		return err
	}
	_, err = f.Write(content)
	return errors.Join(err, f.Close())
}
