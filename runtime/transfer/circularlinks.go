package transfer

import (
	"context"
	"fmt"

	"almanac/runtime/apierror"
	"almanac/runtime/model"
	"almanac/runtime/mutate"
)

// isLater reports whether a record that a link leads to is imported later: resources may link
// to each other in a circle.
func (im *Importer) isLater(k *model.Resource, id int64) bool {
	return !im.finished[k] && im.Found.ByResource[k][id] != nil
}

// linkLater sets the links that lead to records of resources that were imported later.
func (im *Importer) linkLater(ctx context.Context) error {
	if len(im.later) == 0 {
		return nil
	}
	var b *Batch
	err := im.Transaction(ctx, func(bulk *mutate.BulkWriter) error {
		b = im.NewBatch(bulk)
		for _, w := range im.later {
			again := b.NewWriting(w.Record, false, map[string]any{})
			for _, link := range w.later {
				again.link(link)
			}
			_, err := b.Bulk.Update(w.Resource, again.Fields, w.Origin)
			if f := apierror.As(err); f != nil {
				again.Lose(w.later[0].Name, "imported without its links: %s", Sentence(f))
			} else if err != nil {
				return fmt.Errorf("link %s %d: %w", w.Resource.Name, w.ID, err)
			}
			for _, note := range again.Notes {
				b.AddNote(w.Record, note, false)
			}
		}
		return nil
	})
	if err == nil {
		im.Add(b.Report)
	}
	return err
}
