package transfer

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"almanac/runtime/images"
	"almanac/runtime/media"
	"almanac/runtime/model"
	"almanac/runtime/transfer/rawjson"
)

// mediaMember is the member with the images of a page, and the name of the directory with
// their files. No resource is called so: the API has routes of that name.
const mediaMember = "media"

// imageRecord is an image in an export: all of its row.
type imageRecord struct {
	ID          int64  `json:"id"`
	URL         string `json:"url"` // As model.Image has it.
	Author      int64  `json:"author"`
	Title       string `json:"title"`
	Alt         string `json:"alt_text"`
	Caption     string `json:"caption"`
	Width       int64  `json:"width"`
	Height      int64  `json:"height"`
	FileSize    int64  `json:"filesize"`
	Sizes       string `json:"sizes"` // JSON as text, so that it stays as it is written.
	StoredBytes int64  `json:"stored_bytes"`
	Created     string `json:"created_utc"`
	Modified    string `json:"modified_utc"`
}

// imageRecordOf returns a row as an export has it.
func imageRecordOf(i images.Row) imageRecord {
	return imageRecord{
		ID: i.ID, URL: i.URL, Author: i.Author, Title: i.Title, Alt: i.Alt, Caption: i.Caption, Width: i.Width,
		Height:   i.Height,
		FileSize: i.FileSize, Sizes: i.Sizes, StoredBytes: i.StoredBytes, Created: i.Created, Modified: i.Modified,
	}
}

// row returns the row of an image in an export.
func (i imageRecord) row() images.Row {
	return images.Row{
		Image: model.Image{
			ID: i.ID, URL: i.URL, Width: i.Width, Height: i.Height, FileSize: i.FileSize, Sizes: i.Sizes,
			Alt: i.Alt, Title: i.Title, Caption: i.Caption, StoredBytes: i.StoredBytes,
		},
		Author: i.Author, Created: i.Created, Modified: i.Modified,
	}
}

// imagesPath returns the name of the file of a page of images.
func (ex *exporter) imagesPath(page int) string {
	return filepath.Join(ex.dir, fmt.Sprintf("%s-%d.json", mediaMember, page))
}

// filesPath returns the name of the directory with the files of images.
func (ex *exporter) filesPath() string { return filepath.Join(ex.dir, mediaMember) }

// images writes the images, those without a record too, a page after the other, and then
// their files. An export of changes has all images as well, but new files alone.
func (ex *exporter) images(ctx context.Context) error {
	var page []json.RawMessage
	pages, files := 0, map[string]int64{} // IDs of the images, by the names of their files.
	flush := func() error {
		pages++
		ex.report.Files++
		ex.report.Add(Count{Resource: "images", Written: len(page)})
		content := joined(page)
		page = nil
		return create(ex.imagesPath(pages), fmt.Appendf(nil, "{%q:[%s\n],\n\"site_url\":%s}\n", mediaMember, content,
			rawjson.Encode(ex.env.Deployment.SiteURL)))
	}
	err := images.All(ctx, ex.env.Store, func(i images.Row) error {
		if ex.options.LinkImages {
			i = ex.linked(i)
		}
		for _, name := range images.Files(i.Image) {
			files[name] = i.ID
		}
		page = append(page, rawjson.Encode(imageRecordOf(i)))
		if len(page) < PageSize {
			return nil
		}
		return flush()
	})
	if err == nil && (pages == 0 || len(page) > 0) {
		err = flush()
	}
	if err != nil || ex.options.LinkImages {
		return err
	}
	return ex.files(ctx, files)
}

// joined joins the lines of a page.
func joined(lines []json.RawMessage) []byte {
	var b bytes.Buffer
	for i, line := range lines {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteByte('\n')
		b.Write(line)
	}
	return b.Bytes()
}

// linked returns an image at its address on the site, of which no file is exported.
func (ex *exporter) linked(i images.Row) images.Row {
	site := ex.env.Deployment.SiteURL
	if i.URL, i.Sizes = model.PublicURL(site, i.URL), model.PublicSizes(site, i.Sizes); len(images.Files(i.Image)) == 0 {
		i.StoredBytes = 0
	}
	return i
}

// files copies the files of the media store, also those that texts alone show, and tells
// which ones it does not have.
func (ex *exporter) files(ctx context.Context, due map[string]int64) error {
	if ex.env.Media == nil {
		if len(due) == 0 {
			return nil
		}
		return errors.New("there is no media store with the image files: set --media, or use --images link to leave them " +
			"where they are")
	}
	to := media.Dir(ex.filesPath())
	for info, err := range ex.env.Media.All(ctx) {
		if err != nil {
			return err
		}
		if info.Modified.Before(ex.options.Since) {
			delete(due, info.Name)
			continue
		}
		if err := os.MkdirAll(ex.filesPath(), 0o700); err != nil {
			return err
		}
		switch err := media.Copy(ctx, to, ex.env.Media, info.Name); {
		case errors.Is(err, fs.ErrNotExist): // It was removed just now.
			continue
		case err != nil:
			return err
		}
		delete(due, info.Name)
		ex.report.Add(Count{Resource: "pictures", Written: 1})
	}
	for _, name := range slices.Sorted(maps.Keys(due)) {
		ex.report.Problems = append(ex.report.Problems, Problem{
			Resource: "image", ID: due[name], Text: fmt.Sprintf("its file %s is not in the media store", name),
			Type: "its file … is not in the media store",
		})
	}
	return nil
}
