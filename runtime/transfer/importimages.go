package transfer

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"path/filepath"
	"slices"

	"almanac/runtime/dates"
	"almanac/runtime/images"
	"almanac/runtime/media"
	"almanac/runtime/model"
	"almanac/runtime/mutate"
	"almanac/runtime/store"
)

// imagePage is a file of an export with images.
type imagePage struct {
	Images  []imageRecord `json:"media"`
	SiteURL string        `json:"site_url"` // Of the service that was exported.
	dir     string        // With the files.
}

// imagePage reads a file with images.
func (rd *Reader) imagePage(content []byte, path string) error {
	page := imagePage{dir: filepath.Join(filepath.Dir(path), mediaMember)}
	if err := json.Unmarshal(content, &page); err != nil || bytes.Contains(content, []byte(`\u0000`)) {
		return fmt.Errorf("%s is not a list of images in the format of an export", path)
	}
	for _, i := range page.Images {
		if why := i.invalid(); why != "" {
			return fmt.Errorf("%s lists an image with %s", path, why)
		}
	}
	rd.images = append(rd.images, page)
	return nil
}

// invalid says what no image has, "" for nothing.
func (i imageRecord) invalid() string {
	name, stored := model.StoredName(i.URL)
	address, err := url.Parse(i.URL)
	switch {
	case i.ID < 1 || i.ID > store.MaxID || i.Author < 0 || i.Author > store.MaxID:
		return "an invalid ID"
	case stored && !media.ValidName(name), !stored &&
		(err != nil || address.Host == "" || address.Scheme != "http" && address.Scheme != "https"):
		return "an invalid URL"
	case i.Sizes != "" && !json.Valid([]byte(i.Sizes)):
		return "smaller versions that are not JSON"
	case min(i.Width, i.Height, i.FileSize, i.StoredBytes) < 0:
		return "a negative size"
	case i.Created != "" && !dates.WallTime(i.Created).Valid(), i.Modified != "" && !dates.WallTime(i.Modified).Valid():
		return "an invalid time"
	}
	return ""
}

// imagesHere are the images that were here before.
type imagesHere struct {
	byID  map[int64]images.Row
	byURL map[string]images.Row
}

// importImages adds the images of an export, and changes those that were modified later
// there.
func (im *Importer) importImages(ctx context.Context) error {
	found := map[int64]imageRecord{} // The last ones, when several exports have them.
	for _, page := range im.images {
		for _, i := range page.Images {
			if old, twice := found[i.ID]; !twice || old.Modified <= i.Modified {
				found[i.ID] = i
			}
		}
	}
	if len(found) == 0 {
		return nil
	}
	here := imagesHere{map[int64]images.Row{}, map[string]images.Row{}}
	err := images.All(ctx, im.Env.Store, func(i images.Row) error {
		here.byID[i.ID], here.byURL[i.URL] = i, i
		return nil
	})
	if err != nil {
		return err
	}
	for chunk := range slices.Chunk(slices.Sorted(maps.Keys(found)), BatchSize) {
		var b *Batch
		err := im.Transaction(ctx, func(bulk *mutate.BulkWriter) error {
			b = im.NewBatch(bulk)
			for _, id := range chunk {
				if err := b.importImage(found[id].row(), here); err != nil {
					return fmt.Errorf("image %d: %w", id, err)
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		im.Add(b.Report)
	}
	return nil
}

// importImage adds one image, or changes the one that is here.
func (b *Batch) importImage(i images.Row, here imagesHere) error {
	count := Count{Resource: "images"}
	defer func() { b.Report.Add(count) }()
	old, known := here.byURL[i.URL]
	moved := false // It was linked to when it was imported first, and has its file here now.
	if !known {
		old, known = here.byID[i.ID]
		moved = known && b.Options.Copies.Paths[old.URL] == i.URL
		known = moved || known && old.Created == i.Created
	}
	switch {
	case known && !moved && i.Modified <= old.Modified:
		count.Unchanged = 1
		return nil
	case known:
		count.Updated, i.ID = 1, old.ID
		return b.Bulk.ReplaceImage(i.Image)
	}
	count.Created = 1
	err := b.Bulk.AddImage(i)
	if errors.Is(err, store.ErrIDInUse) {
		b.Report.Problems = append(b.Report.Problems, Problem{
			Resource: "image", ID: i.ID, Text: "its ID is taken: it now has another one",
			Type: "its ID is taken: it now has another one",
		})
		i.ID = 0
		err = b.Bulk.AddImage(i)
	}
	return err
}
