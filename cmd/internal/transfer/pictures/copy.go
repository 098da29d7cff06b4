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
	progress *transfer.Progress
	done     int
}

// outcome is what became of a picture.
type outcome struct {
	count transfer.Count
	why   string // Why it was not copied, "" when it was.
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
		f := found[i]
		o.count.Resource = "pictures"
		r.Add(o.count)
		if o.why == "" {
			paths[f.Address] = model.UploadsPath + f.Name
			continue
		}
		r.Problems = append(r.Problems, transfer.Problem{
			Resource: f.Kind, ID: f.ID, Lost: true,
			Text: fmt.Sprintf("its picture %s was not copied: %s", f.URL, o.why), Kind: "its picture … was not copied: " + o.why,
		})
	}
	return paths
}

// one copies a picture.
func (c *copier) one(ctx context.Context, f Found) (outcome, error) {
	if !f.valid() {
		return skipped("its name cannot be stored"), nil
	}
	switch file, err := c.store.Open(ctx, f.Name); {
	case err == nil:
		return outcome{count: transfer.Count{Unchanged: 1}}, file.Close()
	case !errors.Is(err, fs.ErrNotExist):
		return outcome{}, err
	case c.DryRun:
		return outcome{count: transfer.Count{Created: 1}}, nil
	}
	content, err := c.client.File(ctx, "the picture", f.URL)
	var refused *fetch.Error
	if errors.As(err, &refused) {
		return skipped(refused.Text), nil
	}
	if err != nil {
		return outcome{}, err
	}
	if _, err := picture.Inspect(content, c.Limits.Pixels); err != nil {
		return skipped(picture.Reason(err)), nil
	}
	return outcome{count: transfer.Count{Created: 1}}, c.store.Put(ctx, f.Name, bytes.NewReader(content), int64(len(content)))
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
