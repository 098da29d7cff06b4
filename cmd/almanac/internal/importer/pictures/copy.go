package pictures

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"almanac/cmd/almanac/internal/importer/fetch"
	"almanac/runtime/media"
	"almanac/runtime/media/picture"
	"almanac/runtime/model"
	"almanac/runtime/transfer"
)

// Options are the settings of copying.
type Options struct {
	Hosts   []string      // Names of hosts, beside that of the site, from which pictures are copied.
	Fetch   fetch.Options // Without credentials.
	Limits  media.Limits
	SiteURL string            // Of this service, for the addresses in texts; "" to leave them as they are.
	DryRun  bool              // Fetch nothing, and tell how many pictures there are.
	Pages   map[string]string // Files by the addresses of pages that texts link to and that show nothing else.

	LinkPictures, LinkFiles bool // These stay where they are.
}

// atOnce is how many pictures are read at the same time: what one holds in memory is
// bounded by media.Limits.
const atOnce = 4

// copier copies the pictures of one site.
type copier struct {
	Options
	client *fetch.Client
	store  media.Store

	mutex    sync.Mutex
	progress *transfer.Progress
	done     int
}

// outcome is what became of a picture.
type outcome struct {
	count transfer.Count
	why   string // Why it was not copied, "" when it was.
}

// Copy copies the files that records of a site name into the media store, and returns
// which of them are there. Files that are there already are not read again, so that an
// import that was interrupted goes on. Pictures that cannot be copied are listed in the
// report; an error is about the media store, or that of ctx.
func Copy(ctx context.Context, site fetch.Base, found []Found, store media.Store, o Options,
	im *transfer.Importer,
) (transfer.Copies, error) {
	o.Fetch.Limit, o.Fetch.Public, o.Fetch.Folder = o.Limits.FileBytes, true, ""
	client, err := fetch.NewClient(site, o.Fetch)
	if err != nil {
		return transfer.Copies{}, err
	}
	defer client.Close()
	c := &copier{Options: o, client: client, store: store, progress: transfer.NewProgress(im.Options.Progress, len(found))}
	defer c.progress.End()
	work, ctx := errgroup.WithContext(ctx)
	work.SetLimit(atOnce)
	outcomes := make([]outcome, len(found))
	for i, f := range found {
		work.Go(func() (err error) {
			outcomes[i], err = c.one(ctx, f)
			c.step(len(found))
			return err
		})
	}
	if err := work.Wait(); err != nil {
		return transfer.Copies{}, err
	}
	return transfer.Copies{Paths: report(&im.Report, found, outcomes), SiteURL: o.SiteURL}, nil
}

// report tells what became of the pictures, in their order, and returns the paths of
// those that are here by their addresses.
func report(r *transfer.Report, found []Found, outcomes []outcome) map[string]string {
	paths := make(map[string]string, len(found))
	for i, o := range outcomes {
		f, what := found[i], "picture"
		switch {
		case f.IsFile:
			what = "file"
		case f.IsOriginal:
			what = "original picture"
		}
		if o != (outcome{}) {
			o.count.Resource = "pictures"
			if f.IsFile {
				o.count.Resource = "files"
			}
			r.Add(o.count)
		}
		if o.why == "" {
			if o.count != (transfer.Count{}) {
				paths[f.Address] = model.UploadsPath + f.Name
			}
			continue
		}
		r.Problems = append(r.Problems, transfer.Problem{
			Resource: f.Resource, ID: f.ID, Lost: !f.IsOriginal, Retried: true,
			Text: fmt.Sprintf("its %s %s was not copied: %s", what, f.URL, o.why),
			Type: fmt.Sprintf("its %s … was not copied: %s", what, o.why),
		})
	}
	return paths
}

// one copies a file.
func (c *copier) one(ctx context.Context, f Found) (outcome, error) {
	switch {
	case !f.valid():
		return skipped("its name cannot be stored"), nil
	case f.IsFile && !slices.Contains(fileEndings, strings.ToLower(path.Ext(f.Name))):
		return skipped("files of this type are not copied"), nil
	}
	switch file, err := c.store.Open(ctx, f.Name); {
	case err == nil:
		return outcome{count: transfer.Count{Unchanged: 1}}, file.Close()
	case !errors.Is(err, fs.ErrNotExist):
		return outcome{}, err
	case c.DryRun && f.IsOriginal: // Nobody knows whether it is there.
		return outcome{}, nil
	case c.DryRun:
		return outcome{count: transfer.Count{Created: 1}}, nil
	}
	content, err := c.client.File(ctx, "the file", f.URL)
	var refused *fetch.Error
	switch {
	case f.IsOriginal && errors.As(err, &refused) && refused.Status >= http.StatusBadRequest && refused.Status < 500:
		return outcome{}, nil // The site does not have it either.
	case errors.As(err, &refused):
		return skipped(refused.Text), nil
	case err != nil:
		return outcome{}, err
	}
	switch limit := c.Limits.Pixels; {
	case f.IsFile && bytes.HasPrefix([]byte(http.DetectContentType(content)), []byte("text/html")):
		return skipped("is an HTML page"), nil
	case f.IsFile:
	default:
		if f.IsOriginal {
			limit = math.MaxInt64 // Nothing here decodes it.
		}
		if _, err := picture.Inspect(content, limit); err != nil {
			return skipped(picture.Reason(err)), nil
		}
	}
	return outcome{count: transfer.Count{Created: 1}},
		c.store.Put(ctx, f.Name, bytes.NewReader(content), int64(len(content)))
}

// skipped is the outcome of a picture that is not copied.
func skipped(why string) outcome { return outcome{transfer.Count{Skipped: 1}, why} }

// step notes that one more picture was looked at.
func (c *copier) step(all int) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.done++
	const step = 100 // In plain lines, one for each would be too many.
	if c.done%step == 0 || c.done == all {
		c.progress.Step("pictures", step, c.done, all)
	}
}
