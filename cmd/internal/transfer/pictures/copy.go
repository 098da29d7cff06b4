package pictures

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"sync"

	"golang.org/x/sync/errgroup"

	"almanac/cmd/internal/transfer"
	"almanac/cmd/internal/transfer/fetch"
	"almanac/runtime/media"
	"almanac/runtime/media/picture"
	"almanac/runtime/model"
)

// Options are the settings of copying.
type Options struct {
	Hosts   []string      // Names of hosts, beside that of the site, from which pictures are copied.
	Fetch   fetch.Options // Without credentials.
	Limits  media.Limits
	SiteURL string // Of this service, for the addresses in texts; "" to leave them as they are.
	DryRun  bool   // Fetch nothing, and tell how many pictures there are.
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
	report   *transfer.Report
	progress *transfer.Progress
	copies   transfer.Copies
	done     int
}

// Copy copies the pictures that records of a site name into the media store, and returns
// which of them are there. Files that are there already are not read again, so that an
// import that was interrupted goes on. Pictures that cannot be copied are listed in the
// report; an error is about the media store, or that of ctx.
func Copy(ctx context.Context, site fetch.Base, found []Found, store media.Store, o Options, im *transfer.Importer) (transfer.Copies, error) {
	o.Fetch.Limit, o.Fetch.Public, o.Fetch.Folder = o.Limits.FileBytes, true, ""
	client, err := fetch.NewClient(site, o.Fetch)
	if err != nil {
		return transfer.Copies{}, err
	}
	defer client.Close()
	c := &copier{
		Options: o, client: client, store: store, report: &im.Report,
		progress: transfer.NewProgress(im.Options.Progress, len(found)),
		copies:   transfer.Copies{Paths: make(map[string]string, len(found)), SiteURL: o.SiteURL},
	}
	defer c.progress.End()
	work, ctx := errgroup.WithContext(ctx)
	work.SetLimit(atOnce)
	for _, f := range found {
		work.Go(func() error {
			count, err := c.one(ctx, f)
			if err == nil {
				c.tell(f, count, len(found))
			}
			return err
		})
	}
	err = work.Wait()
	return c.copies, err
}

// one copies a picture, and returns what the report counts.
func (c *copier) one(ctx context.Context, f Found) (transfer.Count, error) {
	if !f.valid() {
		return c.skip(f, "its name cannot be stored"), nil
	}
	switch file, err := c.store.Open(ctx, f.Name); {
	case err == nil:
		return transfer.Count{Unchanged: 1}, file.Close()
	case !errors.Is(err, fs.ErrNotExist):
		return transfer.Count{}, err
	case c.DryRun:
		return transfer.Count{Created: 1}, nil
	}
	content, err := c.client.File(ctx, "the picture", f.URL)
	var refused *fetch.Error
	if errors.As(err, &refused) {
		return c.skip(f, refused.Text), nil
	}
	if err != nil {
		return transfer.Count{}, err
	}
	if _, err := picture.Inspect(content, c.Limits.Pixels); err != nil {
		return c.skip(f, reason(err)), nil
	}
	return transfer.Count{Created: 1}, c.store.Put(ctx, f.Name, bytes.NewReader(content), int64(len(content)))
}

// reason says what is wrong with a file.
func reason(err error) string {
	for _, known := range []error{picture.ErrUnknown, picture.ErrTooLarge, picture.ErrBroken} {
		if errors.Is(err, known) {
			return known.Error()
		}
	}
	return err.Error()
}

// skip reports a picture that is not copied.
func (c *copier) skip(f Found, why string) transfer.Count {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.report.Problems = append(c.report.Problems, transfer.Problem{
		Resource: f.Kind, ID: f.ID, Lost: true,
		Text: fmt.Sprintf("its picture %s was not copied: %s", f.URL, why), Kind: "its picture … was not copied: " + why,
	})
	return transfer.Count{Skipped: 1}
}

// tell notes a picture that was looked at.
func (c *copier) tell(f Found, n transfer.Count, all int) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	n.Resource = "pictures"
	c.report.Add(n)
	if n.Skipped == 0 {
		c.copies.Paths[f.Address] = model.UploadsPath + f.Name
	}
	c.done++
	const step = 100 // In plain lines, one for each would be too many.
	if c.done%step == 0 || c.done == all {
		c.progress.Step("pictures", step, c.done, all)
	}
}
