package transfer

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"almanac/runtime/apierror"
	"almanac/runtime/dates"
	"almanac/runtime/model"
	"almanac/runtime/mutate"
)

// Members of the files of an export of changes: deletedMember lists what was
// deleted by resource, sinceMember says from when on.
const (
	deletedMember = "deleted"
	sinceMember   = "since"
)

// deletion is a record that is gone where the sources come from.
type deletion struct {
	resource *model.Resource
	id       int64
	at       string // UTC.
}

// gone is a deletion as a file has it.
type gone struct {
	ID int64  `json:"id"`
	At string `json:"deleted_utc"`
}

// deletions reads the deletions of a file.
func (rd *Reader) deletions(raw json.RawMessage, path string) error {
	var lists map[string][]gone
	if json.Unmarshal(raw, &lists) != nil {
		return fmt.Errorf("%s does not list deleted records by kind, each with an id and deleted_utc", path)
	}
	var all []deletion
	for _, k := range rd.resources {
		for _, g := range listOf(lists, k) {
			if g.ID < 1 || !dates.WallTime(g.At).Valid() {
				return fmt.Errorf("%s lists a deleted %s without an id or a deleted_utc", path, k.Name)
			}
			all = append(all, deletion{resource: k, id: g.ID, at: g.At})
		}
	}
	rd.partial, rd.deleted = true, append(rd.deleted, all...)
	return nil
}

// erase deletes what is gone where the sources come from, when that is wanted;
// events first, since they link to the others.
func (im *Importer) erase(ctx context.Context) error {
	var due []deletion
	for _, d := range im.Deleted {
		if _, here := im.heads[d.resource].byID[d.id]; here && im.Found.ByResource[d.resource][d.id] == nil {
			due = append(due, d)
		}
	}
	if len(due) == 0 {
		return nil
	}
	if !im.Options.Delete {
		im.Report.Problems = append(im.Report.Problems, Problem{
			Text: fmt.Sprintf("%s: deleted in the source, but not here; --delete deletes them here too", list(due)),
		})
		return nil
	}
	slices.SortStableFunc(due, func(a, b deletion) int { return len(b.resource.Links) - len(a.resource.Links) })
	var b *Batch
	err := im.Transaction(ctx, func(bulk *mutate.BulkWriter) error {
		b = im.NewBatch(bulk)
		for _, d := range due {
			if err := b.erase(d); err != nil {
				return fmt.Errorf("delete %s %d: %w", d.resource.Name, d.id, err)
			}
		}
		return b.endSeries(due)
	})
	if err == nil {
		im.Add(b.Report)
	}
	return err
}

// erase deletes one record, unless it was changed here since.
func (b *Batch) erase(d deletion) error {
	if b.heads[d.resource].byID[d.id].EditedUTC > d.at {
		b.Report.Problems = append(b.Report.Problems, Problem{
			Resource: d.resource.Name, ID: d.id, Text: "was deleted in the source, but changed here since: not deleted",
		})
		return nil
	}
	err := b.Bulk.Delete(d.resource, d.id)
	switch f := apierror.As(err); {
	case isGone(f): // Somebody deleted it just now.
		return nil
	case f != nil:
		b.Report.Problems = append(b.Report.Problems, Problem{
			Resource: d.resource.Name, ID: d.id, Text: "was deleted in the source, but not here: " + Sentence(f),
		})
		return nil
	case err != nil:
		return err
	}
	b.Report.Add(Count{Resource: d.resource.Plural, Deleted: 1})
	return nil
}

// mostNamed is how many records one sentence names.
const mostNamed = 10

// list names records.
func list(all []deletion) string {
	var words []string
	for i, d := range all {
		if i == mostNamed {
			words = append(words, fmt.Sprintf("%d more", len(all)-i))
			break
		}
		words = append(words, fmt.Sprintf("%s %d", d.resource.Name, d.id))
	}
	return strings.Join(words, ", ")
}

// isGone reports whether an error says that there is no such record.
func isGone(f *apierror.Error) bool { return f != nil && f.Status == http.StatusNotFound }
