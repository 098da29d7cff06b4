package transfer

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"almanac/runtime/images"
	"almanac/runtime/model"
	"almanac/runtime/mutate"
)

// moveImages has images that are registered here by an address in the source lead to
// their copies: those of an import before that copied nothing.
func (im *Importer) moveImages(ctx context.Context) error {
	if len(im.Options.Copies.Paths) == 0 {
		return nil
	}
	here := map[string]model.Image{} // The images that are registered, by their addresses.
	if err := images.All(ctx, im.Env.Store, func(i images.Row) error { here[i.URL] = i.Image; return nil }); err != nil {
		return err
	}
	var moved []model.Image
	im.Found.EachImage(func(_ *Record, image model.Image) {
		stored, copied := here[image.URL], im.Options.Copies.ofImage(image)
		if stored.ID != 0 && copied.URL != image.URL && here[copied.URL].ID == 0 {
			copied.ID = stored.ID
			copied = ImageTexts{stored.Alt, stored.Title, stored.Caption}.in(copied)
			here[copied.URL] = copied
			moved = append(moved, copied)
		}
	})
	for chunk := range slices.Chunk(moved, BatchSize) {
		err := im.Transaction(ctx, func(b *mutate.BulkWriter) error {
			for _, image := range chunk {
				if err := b.ReplaceImage(image); err != nil {
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

// imagesFollowed is the name of images among the resources of a site that is followed.
const imagesFollowed = "images"

// followImages has images get the texts that the site has changed since it was read last,
// unless they were changed here, too.
func (im *Importer) followImages(ctx context.Context) error {
	if im.Followed == nil || len(im.Options.ImageTexts) == 0 {
		return nil
	}
	found := map[int64]map[string]bool{} // Addresses that the images have in the source, or here.
	im.Found.EachImage(func(_ *Record, i model.Image) {
		found[i.ID] = map[string]bool{i.URL: true, im.Options.Copies.ofImage(i).URL: true}
	})
	here := map[int64]model.Image{}
	err := images.All(ctx, im.Env.Store, func(i images.Row) error {
		if found[i.ID][i.URL] {
			here[i.ID] = i.Image
		}
		return nil
	})
	if err != nil {
		return err
	}
	now, report := map[int64]seen{}, Report{}
	err = im.Transaction(ctx, func(b *mutate.BulkWriter) error {
		clear(now)
		report = Report{}
		for _, id := range slices.Sorted(maps.Keys(here)) {
			there, asked := im.Options.ImageTexts[id]
			if !asked {
				continue // The site refused.
			}
			image := here[id]
			local := ImageTexts{image.Alt, image.Title, image.Caption}
			before, known := im.Followed[imagesFollowed][id]
			after := seen{There: digestAll(there.fields()), Local: digestAll(local.fields())}
			if changed := before.There.different(after.There); known && len(changed) > 0 {
				if before.Local != after.Local && there != local {
					report.Problems = append(report.Problems, Problem{
						ID: id, Resource: "image",
						Type: "its texts were changed both on the site and here", Text: fmt.Sprintf(
							"its texts were changed both on the site and here since the last run: not updated; on the site "+
								"the alternative text is %.*s", longestValue, there.Alt),
					})
					after.Local = before.Local
				} else if there != local {
					image.Alt, image.Title, image.Caption = there.Alt, there.Title, there.Caption
					if err := b.ReplaceImage(image); err != nil {
						return err
					}
					after.Local = digestAll(there.fields())
					report.Add(Count{Resource: "images", Updated: 1})
				}
			} else if known {
				after.Local = before.Local
			}
			now[id] = after
		}
		return nil
	})
	if err == nil {
		im.Add(report)
		im.seen[imagesFollowed] = now
	}
	return err
}

// fields returns the texts by name, for their digests.
func (t ImageTexts) fields() map[string][]any {
	return map[string][]any{"alt": {t.Alt}, "title": {t.Title}, "caption": {t.Caption}}
}

// ImageTexts are the texts of an image.
type ImageTexts struct{ Alt, Title, Caption string }

func (t ImageTexts) in(image model.Image) model.Image {
	image.Alt, image.Title, image.Caption = cmp.Or(image.Alt, t.Alt), cmp.Or(image.Title, t.Title),
		cmp.Or(image.Caption, t.Caption)
	return image
}

// EachImage calls each for every image of a record, in the order of resources and IDs.
func (g *RecordSet) EachImage(each func(r *Record, image model.Image)) {
	g.EachRecord(func(r *Record) {
		for _, arg := range r.Resource.Args {
			if !arg.Image {
				continue
			}
			if image := r.ImageOf(arg.Name); image.URL != "" {
				each(r, image)
			}
		}
	})
}

// EachRecord calls each for every record, in the order of IDs within a resource.
func (g *RecordSet) EachRecord(each func(r *Record)) {
	resources := slices.SortedFunc(maps.Keys(g.ByResource), func(a, b *model.Resource) int {
		return strings.Compare(a.Name, b.Name)
	})
	for _, k := range resources {
		for _, id := range slices.Sorted(maps.Keys(g.ByResource[k])) {
			each(g.ByResource[k][id])
		}
	}
}
