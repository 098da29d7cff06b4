package transfer

import (
	"slices"

	"almanac/runtime/model"
)

// prepared are writes that were prepared before the transaction of their batch.  Each is
// taken once: a transaction that is run again prepares its own.
type prepared map[*Record]*Writing

// prepareNext prepares the new posts among records, while the batch before them is
// written.  Those that depend on other records of their resource are left out, for these may
// be in that batch.
func (im *Importer) prepareNext(chunk []*Record) prepared {
	all, b := prepared{}, im.NewBatch(nil)
	for _, r := range chunk {
		_, here := im.heads[r.Resource].byID[r.ID]
		own := slices.ContainsFunc(r.Resource.Links, func(l *model.Link) bool { return l.Target == r.Resource })
		if here || own || !r.Resource.Post {
			continue
		}
		r.open()
		if parent, _ := r.Number(r.Resource.ParentField); parent == 0 {
			all[r] = b.prepare(r, true)
		}
	}
	return all
}

// take returns a prepared write, for a batch to go on with; nil when there is none.
func (p prepared) take(r *Record, b *Batch) *Writing {
	w := p[r]
	if w != nil {
		w.batch = b
		delete(p, r)
	}
	return w
}
