package transfer

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"almanac/cmd/internal/transfer/rawjson"
	"almanac/runtime/apierror"
	"almanac/runtime/model"
	"almanac/runtime/mutate"
	"almanac/runtime/query"
)

// followed is what a site had when it was read last: by the plural names of the
// kinds, and by id.
type followed map[string]map[int64]seen

// seen is a record of a site that is followed.
type seen struct {
	There string `json:"there"`          // Digest of it on the site.
	Here  string `json:"here"`           // Its modified_utc here, as the import left it.
	Gone  bool   `json:"gone,omitempty"` // The site had it no longer.
}

// LoadFollowed reads the file of a site that is followed; there is none at first.
func LoadFollowed(path string) (followed, error) {
	f := followed{}
	content, err := os.ReadFile(path) //nolint:gosec // The operator names the folder.
	if errors.Is(err, fs.ErrNotExist) {
		return f, nil
	}
	if err == nil {
		err = json.Unmarshal(content, &f)
	}
	if err != nil {
		return nil, fmt.Errorf("read what the site had (%s): %w", path, err)
	}
	return f, nil
}

// save writes the file, whole or not at all.
func (f followed) save(path string) error {
	content, err := json.Marshal(f)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("keep what the site has: %w", err)
	}
	if err := os.WriteFile(path+".new", content, 0o600); err != nil {
		return fmt.Errorf("keep what the site has: %w", err)
	}
	return os.Rename(path+".new", path)
}

// volatile are members that change though nobody changed the record, or that only
// some answers have; a new event_status changes modified too.
var volatile = []string{"count", "json_ld", "urls", "_links", "event_status", "event_status_reason", "ical_uid"}

// digest returns what differs when the record was changed on its site.
func (r *Record) digest() string {
	sum := sha256.New()
	rawjson.EachMember(r.text.load(), func(name string, key, value json.RawMessage) bool {
		isLink := slices.ContainsFunc(r.Kind.Links, func(l *model.Link) bool { return l.Name == name })
		if !isLink && !slices.Contains(volatile, name) {
			_, _ = fmt.Fprintf(sum, "%s:%s\n", key, value)
		}
		return true
	})
	for _, link := range r.Kind.Links {
		_, _ = fmt.Fprintln(sum, r.Named(link).All)
	}
	return hex.EncodeToString(sum.Sum(nil)[:16])
}

// edited reports whether a record was changed here since it was imported.  One that is
// here as of the time that the site says was written by a reading that was interrupted.
func (im *Importer) edited(k *model.Resource, id int64) bool {
	head, here := im.heads[k].byID[id]
	if r := im.Found.ByKind[k][id]; r != nil && head.ModifiedUTC == r.Moment("modified_utc") {
		return false
	}
	return here && head.ModifiedUTC != im.Followed[k.Plural][id].Here
}

// ChangedThere reports whether a record differs from what the site had when it was read
// last, which a later date need not say.
func (im *Importer) ChangedThere(r *Record) bool {
	before := im.Followed[r.Kind.Plural][r.ID]
	return before.There != "" && (before.Gone || before.There != r.digest())
}

// followChange brings in a record that is here, and that a reading before had,
// when it was changed there and not here.
func (b *Batch) followChange(r *Record) error {
	changed := b.ChangedThere(r)
	if changed && !b.edited(r.Kind, r.ID) {
		return b.write(r, false)
	}
	b.mapID(r, r.ID)
	b.Report.Add(Count{Resource: r.Kind.Plural, Unchanged: 1})
	if changed {
		b.Problem(r, false, "was changed on the site and here since the last reading: it stays as it is here")
	}
	return nil
}

// Reference is a record of a source.
type Reference struct {
	Kind *model.Resource
	ID   int64
}

// Gone returns the ids of a kind that a reading before had and this one has not,
// in order.
func (im *Importer) Gone(k *model.Resource) []int64 {
	var ids []int64
	for id, before := range im.Followed[k.Plural] {
		if _, here := im.heads[k].byID[id]; !before.Gone && im.Found.ByKind[k][id] == nil && here {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// bury moves posts to the trash that their site has no longer, and deletes terms.
func (im *Importer) bury(ctx context.Context) error {
	if len(im.LostThere) == 0 {
		return nil
	}
	slices.SortStableFunc(im.LostThere, func(a, b Reference) int { return len(b.Kind.Links) - len(a.Kind.Links) })
	var b *Batch
	err := im.Transaction(ctx, func(bulk *mutate.BulkWriter) error {
		b = im.NewBatch(bulk)
		for _, r := range im.LostThere {
			if err := b.bury(&Record{Kind: r.Kind, ID: r.ID}); err != nil {
				return fmt.Errorf("remove %s %d: %w", r.Kind.Name, r.ID, err)
			}
		}
		return nil
	})
	if err == nil {
		im.Add(b.Report)
	}
	return err
}

// bury removes one record, unless it was changed here.
func (b *Batch) bury(r *Record) error {
	if b.edited(r.Kind, r.ID) {
		b.Problem(r, false, "is no longer on the site, but was changed here: it stays")
		return nil
	}
	if !r.Kind.Post {
		if err := b.Bulk.Delete(r.Kind, r.ID); err != nil && apierror.As(err) == nil {
			return err
		}
		b.Report.Add(Count{Resource: r.Kind.Plural, Deleted: 1})
		return nil
	}
	_, err := b.Bulk.Update(r.Kind, map[string]any{"status": "trash"}, mutate.ImportedFields{ID: r.ID})
	if err != nil {
		return err
	}
	b.Report.Add(Count{Resource: r.Kind.Plural, Trashed: 1})
	return nil
}

// KeepFollowed writes what the site has now, unless nothing was changed.
func (im *Importer) KeepFollowed(ctx context.Context, path string) error {
	if im.Followed == nil || im.Options.DryRun {
		return nil
	}
	now, err := im.follow(ctx)
	if err != nil {
		return err
	}
	return now.save(path)
}

// follow returns what the site has now.
func (im *Importer) follow(ctx context.Context) (followed, error) {
	now := followed{}
	for _, k := range im.Env.Resources {
		list, err := query.Summaries(ctx, im.Env, k)
		if err != nil {
			return nil, err
		}
		of := maps.Clone(im.Followed[k.Plural])
		if of == nil {
			of = map[int64]seen{}
		}
		for _, head := range list {
			if after, ok := im.seen(k, head); ok {
				of[head.ID] = after
			}
		}
		now[k.Plural] = of
	}
	return now, nil
}

// seen returns what is to be remembered of a record that is here, false when it
// is nothing new.
func (im *Importer) seen(k *model.Resource, head query.RecordSummary) (seen, bool) {
	before, known := im.Followed[k.Plural][head.ID]
	edited := known && im.edited(k, head.ID)
	r := im.Found.ByKind[k][head.ID]
	if r == nil || !r.Own {
		gone := !edited && slices.Contains(im.LostThere, Reference{k, head.ID})
		return seen{There: before.There, Here: head.ModifiedUTC, Gone: true}, gone
	}
	after := seen{There: r.digest(), Here: head.ModifiedUTC}
	if modified := r.Moment("modified_utc"); k.Post && modified != "" {
		after.Here = modified // What was edited here in the meantime is newer.
	}
	if edited {
		after.Here = before.Here
	}
	return after, true
}
