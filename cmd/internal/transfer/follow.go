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

// loadFollowed reads the file of a site that is followed; there is none at first.
func loadFollowed(path string) (followed, error) {
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
// some answers have.
var volatile = []string{"count", "json_ld", "urls", "_links"}

// digest returns what differs when the record was changed on its site.
func (r *record) digest() string {
	sum := sha256.New()
	rawjson.EachMember(r.raw, func(name string, key, value json.RawMessage) bool {
		if !slices.Contains(volatile, name) {
			_, _ = fmt.Fprintf(sum, "%s:%s\n", key, value)
		}
		return true
	})
	for _, link := range r.links {
		_, _ = fmt.Fprintln(sum, link.all)
	}
	return hex.EncodeToString(sum.Sum(nil)[:16])
}

// edited reports whether a record was changed here since it was imported.
func (im *importer) edited(k *model.Resource, id int64) bool {
	head, here := im.heads[k].byID[id]
	return here && head.ModifiedUTC != im.followed[k.Plural][id].Here
}

// followChange brings in a record that is here, and that a reading before had,
// when it was changed there and not here.
func (b *batch) followChange(r *record, before seen) error {
	changed := before.Gone || before.There != r.digest()
	if changed && !b.edited(r.kind, r.id) {
		return b.write(r, false)
	}
	b.mapID(r, r.id)
	b.report.add(Count{Resource: r.kind.Plural, Unchanged: 1})
	if changed {
		b.problem(r, false, "was changed on the site and here since the last reading: it stays as it is here")
	}
	return nil
}

// gone returns the ids of a kind that a reading before had and this one has not,
// in order.
func (im *importer) gone(k *model.Resource) []int64 {
	var ids []int64
	for id, before := range im.followed[k.Plural] {
		if _, here := im.heads[k].byID[id]; !before.Gone && im.found.byKind[k][id] == nil && here {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// How many records of a kind may be gone at once: always a few, and a part of all.
// A site that lists less is in trouble.
const (
	fewGone  = 10
	partGone = 4
)

// miss looks for the records that are gone.  Those that the site still shows by
// their ids are only hidden now.
func (s *siteReader) miss(ctx context.Context) error {
	if s.followed == nil {
		return nil
	}
	if err := s.meet(ctx); err != nil {
		return err
	}
	for _, k := range s.env.Resources {
		ids := s.gone(k)
		if all := len(s.followed[k.Plural]); len(ids) > max(fewGone, all/partGone) {
			s.report.Problems = append(s.report.Problems, Problem{Lost: true, Text: fmt.Sprintf(
				"the site no longer lists %d of %d %s: that is too many to believe it, so they stay", len(ids), all, k.Plural)})
			continue
		}
		for _, id := range ids {
			shown, err := s.single(ctx, k, id)
			if err != nil {
				return err
			}
			if !shown {
				s.lostThere = append(s.lostThere, reference{k, id})
			}
		}
	}
	return nil
}

// bury moves posts to the trash that their site has no longer, and deletes terms.
func (im *importer) bury(ctx context.Context) error {
	if len(im.lostThere) == 0 {
		return nil
	}
	slices.SortStableFunc(im.lostThere, func(a, b reference) int { return len(b.kind.Links) - len(a.kind.Links) })
	var b *batch
	err := im.transaction(ctx, func(bulk *mutate.BulkWriter) error {
		b = &batch{importer: im, bulk: bulk}
		for _, r := range im.lostThere {
			if err := b.bury(&record{kind: r.kind, id: r.id}); err != nil {
				return fmt.Errorf("remove %s %d: %w", r.kind.Name, r.id, err)
			}
		}
		return nil
	})
	if err == nil {
		im.add(b.report)
	}
	return err
}

// bury removes one record, unless it was changed here.
func (b *batch) bury(r *record) error {
	if b.edited(r.kind, r.id) {
		b.problem(r, false, "is no longer on the site, but was changed here: it stays")
		return nil
	}
	if !r.kind.Post {
		if err := b.bulk.Delete(r.kind, r.id); err != nil && apierror.As(err) == nil {
			return err
		}
		b.report.add(Count{Resource: r.kind.Plural, Deleted: 1})
		return nil
	}
	_, err := b.bulk.Update(r.kind, map[string]any{"status": "trash"}, mutate.ImportedFields{ID: r.id})
	if err != nil {
		return err
	}
	b.report.add(Count{Resource: r.kind.Plural, Trashed: 1})
	return nil
}

// keepFollowed writes what the site has now, unless nothing was changed.
func (im *importer) keepFollowed(ctx context.Context, path string) error {
	if im.followed == nil || im.options.DryRun {
		return nil
	}
	now, err := im.follow(ctx)
	if err != nil {
		return err
	}
	return now.save(path)
}

// follow returns what the site has now.
func (im *importer) follow(ctx context.Context) (followed, error) {
	now := followed{}
	for _, k := range im.env.Resources {
		list, err := query.Summaries(ctx, im.env, k)
		if err != nil {
			return nil, err
		}
		of := maps.Clone(im.followed[k.Plural])
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
func (im *importer) seen(k *model.Resource, head query.RecordSummary) (seen, bool) {
	before, known := im.followed[k.Plural][head.ID]
	edited := known && im.edited(k, head.ID)
	r := im.found.byKind[k][head.ID]
	if r == nil || !r.own {
		gone := !edited && slices.Contains(im.lostThere, reference{k, head.ID})
		return seen{There: before.There, Here: head.ModifiedUTC, Gone: true}, gone
	}
	after := seen{There: r.digest(), Here: head.ModifiedUTC}
	if modified := r.moment("modified_utc"); k.Post && modified != "" {
		after.Here = modified // What was edited here in the meantime is newer.
	}
	if edited {
		after.Here = before.Here
	}
	return after, true
}
