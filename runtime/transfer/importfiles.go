package transfer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/url"
	"slices"

	"almanac/runtime/images"
	"almanac/runtime/media"
	"almanac/runtime/media/picture"
	"almanac/runtime/model"
)

// copyFiles brings the files of the images of an export into the media store. Files that
// are there already stay, so that an import that was interrupted goes on.
func (im *Importer) copyFiles(ctx context.Context) error {
	due, sites := map[string]int64{}, map[string]string{} // IDs of images by names of files; URLs by directories.
	im.Options.Copies.Paths = map[string]string{}
	for _, page := range im.images {
		sites[page.dir] = page.SiteURL
		for _, i := range page.Images {
			for _, name := range images.Files(i.row().Image) {
				due[name] = i.ID
				im.leadHere(page.SiteURL, name)
			}
		}
	}
	if len(due) > 0 && im.Env.Media == nil {
		return errors.New("there is no media store for the image files: set --media, or export again with --images link")
	}
	for _, dir := range slices.Sorted(maps.Keys(sites)) {
		if err := im.copyDir(ctx, media.Dir(dir), sites[dir], due); err != nil {
			return err
		}
	}
	return im.lostFiles(ctx, due)
}

// leadHere has the address of a file on the site of an export lead to the file here.
func (im *Importer) leadHere(site, name string) {
	file := model.UploadsPath + name
	im.Options.Copies.Paths[site+file] = file
	im.Options.Copies.Paths[site+(&url.URL{Path: file}).EscapedPath()] = file // In texts.
}

// copyDir copies the files of a directory, and takes their names out of due.
func (im *Importer) copyDir(ctx context.Context, dir media.Dir, site string, due map[string]int64) error {
	for info, err := range dir.All(ctx) {
		if err != nil {
			return err
		}
		if im.Env.Media == nil {
			return errors.New("there is no media store for the image files: set --media")
		}
		count, why, err := im.copyFile(ctx, dir, info)
		if err != nil {
			return fmt.Errorf("copy %s: %w", info.Name, err)
		}
		count.Resource = "pictures"
		im.Report.Add(count)
		if why != "" {
			im.Report.Problems = append(im.Report.Problems, Problem{
				Resource: "image", ID: due[info.Name], Lost: true, Text: "its file " + info.Name + " was not imported: " + why,
				Type: "its file … was not imported: " + why,
			})
		} else {
			im.leadHere(site, info.Name)
		}
		delete(due, info.Name)
	}
	return nil
}

// copyFile copies one file, unless it is there; why says why it was not copied.
func (im *Importer) copyFile(ctx context.Context, dir media.Dir, info media.Info) (n Count, why string, err error) {
	here, err := im.Env.Media.Open(ctx, info.Name)
	if err == nil {
		if here.Size != info.Size {
			return Count{Skipped: 1}, "another file already has its name", here.Close()
		}
		return Count{Unchanged: 1}, "", here.Close()
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return Count{}, "", err
	}
	f, err := dir.Open(ctx, info.Name)
	if err != nil {
		return Count{}, "", err
	}
	content, err := io.ReadAll(f)
	if err = errors.Join(err, f.Close()); err != nil {
		return Count{}, "", err
	}
	if _, bad := picture.Inspect(content, im.Env.MediaLimits.Pixels); bad != nil {
		return Count{Skipped: 1}, picture.Reason(bad), nil
	}
	if !im.Options.DryRun {
		err = im.Env.Media.Put(ctx, info.Name, bytes.NewReader(content), int64(len(content)))
	}
	return Count{Created: 1}, "", err
}

// lostFiles reports the files that are neither in the export nor here.
func (im *Importer) lostFiles(ctx context.Context, due map[string]int64) error {
	for name, id := range due {
		switch f, err := im.Env.Media.Open(ctx, name); {
		case err == nil:
			if err := f.Close(); err != nil {
				return err
			}
		case errors.Is(err, fs.ErrNotExist):
			im.Report.Problems = append(im.Report.Problems, Problem{
				Resource: "image", ID: id, Lost: true, Text: "its file " + name + " is not in the export",
				Type: "its file … is not in the export",
			})
		default:
			return err
		}
	}
	return nil
}
