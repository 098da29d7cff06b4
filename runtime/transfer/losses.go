package transfer

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"almanac/runtime/metadata"
	"almanac/runtime/model"
	"almanac/runtime/store"
)

// losses are what runs of one source have lost and none has brought since, by record: a later
// run does not look again at what has not changed.
type losses struct {
	source  string
	stored  string // As the database has it.
	before  []Problem
	written map[recordKey][]string // Fields that the present run has written of records; nil for all.
}

// recordKey names a record of a source.
type recordKey struct {
	resource string // Singular wire name.
	id       int64
}

// key names the record that a problem is about.
func (p Problem) key() recordKey { return recordKey{p.Resource, p.ID} }

// isLoss reports whether something of the source was not imported.
func (p Problem) isLoss() bool { return p.Skipped || p.Lost || p.Missing > 0 }

// lossesName begins the names under which the database keeps losses; that of the source follows.
const lossesName = "import_losses "

// LoadLosses reads what runs of a source have lost before.
func (im *Importer) LoadLosses(ctx context.Context, source string) (err error) {
	im.losses.source = source
	if im.losses.stored, err = metadata.Get(ctx, im.Env.Store.Reader(), lossesName+source); err != nil {
		return fmt.Errorf("read what earlier imports lost: %w", err)
	}
	if im.losses.stored != "" {
		err = json.Unmarshal([]byte(im.losses.stored), &im.losses.before)
	}
	return err
}

// SaveLosses adds what runs before have lost to the report, as far as it is still missing, and
// stores what is missing now.
func (im *Importer) SaveLosses(ctx context.Context) error {
	reported := map[Problem]bool{}
	for _, p := range im.Report.Problems {
		reported[p] = true
	}
	for _, p := range im.losses.before {
		if !reported[p] && im.isStillLost(p) {
			im.Report.Problems = append(im.Report.Problems, p)
		}
	}
	if im.Options.DryRun {
		return nil
	}
	lost := slices.DeleteFunc(slices.Clone(im.Report.Problems), func(p Problem) bool { return !p.isLoss() })
	content, err := json.Marshal(lost)
	if err != nil || string(content) == im.losses.stored || len(lost) == 0 && im.losses.stored == "" {
		return err
	}
	return im.Env.Store.RunInTx(ctx, func(ctx context.Context, w store.Writer) error {
		_, err := w.Exec(ctx, metadata.Set(lossesName+im.losses.source, string(content)))
		return err
	})
}

// Unseen returns the records of which runs before have lost something, and that this run has not
// found.
func (im *Importer) Unseen() []Reference {
	var unseen []Reference
	isKnown := map[Reference]bool{}
	for _, p := range im.losses.before {
		for _, k := range im.Env.Resources {
			r := Reference{Resource: k, ID: p.ID}
			if k.Name == p.Resource && p.ID != 0 && im.Found.ByResource[k][p.ID] == nil && !isKnown[r] {
				isKnown[r], unseen = true, append(unseen, r)
			}
		}
	}
	return unseen
}

// ForgetLosses forgets what runs before have lost of a record that the source has no longer.
func (im *Importer) ForgetLosses(r Reference) {
	im.losses.before = slices.DeleteFunc(im.losses.before, func(p Problem) bool {
		return p.key() == recordKey{r.Resource.Name, r.ID}
	})
}

// isStillLost reports whether what a run has lost is missing although this run does not report
// it.
func (im *Importer) isStillLost(p Problem) bool {
	i := slices.IndexFunc(im.Env.Resources, func(k *model.Resource) bool { return k.Name == p.Resource })
	if i < 0 || p.ID == 0 {
		isPart := !im.Options.Since.IsZero() // Such a run does not see all that is there.
		return isPart || im.hidesSeries(p)
	}
	k := im.Env.Resources[i]
	r := im.Found.ByResource[k][p.ID]
	fields, isWritten := im.losses.written[p.key()]
	switch {
	case r == nil: // Fewer are shown to other callers, and read without some options.
		return !slices.Contains(im.LostThere, Reference{Resource: k, ID: p.ID})
	case p.Skipped, p.Retried:
		return false
	case isWritten && (fields == nil || p.Field == "" || slices.Contains(fields, fieldOf(k, p.Field))):
		return false
	}
	return !im.editedSince(r)
}

// hidesSeries reports whether a problem is about a series that the source does not show, but dates
// of it.
func (im *Importer) hidesSeries(p Problem) bool {
	if slices.ContainsFunc(im.Repeating, func(g Repeating) bool { return g.Series != nil && g.Series.ID == p.ID }) {
		return false
	}
	for k, of := range im.Found.ByResource {
		for _, r := range of {
			if k.SeriesRoute != "" && k.SeriesRoute == p.Resource && p.ID != 0 && r.SeriesID() == p.ID {
				return true
			}
		}
	}
	return false
}

// editedSince reports whether a record was edited here after it was imported: what was missing
// is no longer up to an import.
func (im *Importer) editedSince(r *Record) bool {
	if im.Followed != nil {
		return im.edited(r.Resource, r.ID)
	}
	head, here := im.heads[r.Resource].byID[r.ID]
	return here && r.Edited() != "" && head.EditedUTC > r.Edited()
}

// reportStillLost reports what runs before have lost of a record of which some fields were
// written, and not of a single field, as far as a write of all fields would lose it, too.
func (b *Batch) reportStillLost(r *Record) {
	key := recordKey{r.Resource.Name, r.ID}
	var before []Problem
	for _, p := range b.losses.before {
		if p.key() == key && p.Field == "" && !p.Skipped && !p.Retried && !slices.Contains(b.Report.Problems, p) {
			before = append(before, p)
		}
	}
	if len(before) == 0 {
		return
	}
	w := b.prepare(r, false)
	w.Prune()
	for _, p := range before {
		if slices.ContainsFunc(w.Notes, func(n Note) bool { return n.lost && n.text == p.Text }) {
			b.Report.Problems = append(b.Report.Problems, p)
		}
	}
}
