package transfer

import (
	"context"
	"maps"
	"slices"
	"strings"

	"almanac/runtime/model"
	"almanac/runtime/mutate"
)

// moveImages has images that are registered here by an address in the source lead to
// their copies: those of an import before that copied nothing.
func (im *Importer) moveImages(ctx context.Context) error {
	images := map[string]model.Image{}
	if len(im.Options.Copies.Paths) > 0 {
		im.Found.EachImage(func(_ *Record, image model.Image) { images[image.URL] = im.Options.Copies.ofImage(image) })
	}
	for addresses := range slices.Chunk(slices.Sorted(maps.Keys(images)), BatchSize) {
		err := im.Transaction(ctx, func(b *mutate.BulkWriter) error {
			for _, address := range addresses {
				if err := moveImage(b, address, images[address]); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// moveImage has the image that is registered by an address lead to its copy.
func moveImage(b *mutate.BulkWriter, address string, moved model.Image) error {
	if moved.URL == address {
		return nil // It was not copied.
	}
	known, err := b.ImageAt(address)
	if err != nil || known.ID == 0 {
		return err
	}
	there, err := b.ImageAt(moved.URL)
	if err != nil || there.ID != 0 {
		return err
	}
	moved.ID = known.ID
	return b.ReplaceImage(moved)
}

// EachImage calls each for every image of a record, in the order of kinds and IDs.
func (g *Gathered) EachImage(each func(r *Record, image model.Image)) {
	g.EachRecord(func(r *Record) {
		for _, arg := range r.Kind.Args {
			if !arg.Image {
				continue
			}
			if image := r.ImageOf(arg.Name); image.URL != "" {
				each(r, image)
			}
		}
	})
}

// EachRecord calls each for every record, in the order of IDs within a kind.
func (g *Gathered) EachRecord(each func(r *Record)) {
	kinds := slices.SortedFunc(maps.Keys(g.ByKind), func(a, b *model.Resource) int { return strings.Compare(a.Name, b.Name) })
	for _, k := range kinds {
		for _, id := range slices.Sorted(maps.Keys(g.ByKind[k])) {
			each(g.ByKind[k][id])
		}
	}
}
