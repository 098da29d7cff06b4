package transfer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"
	"time"

	"almanac/runtime/auth"
	"almanac/runtime/deployment"
	"almanac/runtime/httpapi"
	"almanac/runtime/model"
	"almanac/runtime/mutate"
	"almanac/runtime/query"
	"almanac/runtime/records"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// Options are the settings of an import; the zero value is good.
type Options struct {
	Progress io.Writer // Where progress is written; may be nil.
	DryRun   bool      // Do everything, in one transaction that is undone.
	Since    time.Time // Leave out what was modified before; zero for nothing.
	Delete   bool      // Delete what an export says was deleted.

	Adapt  Adapter       // Nil for none; not asked about what an export has for writes.
	Copies Copies        // Files of the source that are here.
	People []auth.Author // Who writes there, if the source shows it.

	ImageTexts map[int64]ImageTexts // By the IDs of images in the source; records do not show them.
}

// Adapter returns what a write takes of a field that other programs show in another
// way, and what differs then, "" for nothing; false for what a write takes as it is shown.
type Adapter func(d deployment.Deployment, r *Record, arg *model.Arg) (value any, difference string, adapted bool)

// BatchSize is how many records one transaction takes.  More write fewer pages of
// the indexes again and again, but keep others waiting on SQLite, and hold a lock
// for each slug on PostgreSQL.
const BatchSize = 500

// Importer brings records into a store.
type Importer struct {
	Env     *request.Env
	Records *records.Service
	Options Options
	User    int64 // Author of records that name none.
	Found   *RecordSet
	members func(*model.Resource) map[string]bool // Of a record in responses.
	older   []*Record                             // Left out because of Options.Since.
	// Another run has imported a part of what was found, and reported nothing of it.
	Resumed    bool
	Partial    bool // What the sources leave out may be here.
	Deleted    []deletion
	images     []imagePage       // Of an export.
	identities []*identityRecord // The same; nil for files without one.
	series     seriesFound
	Repeating  []Repeating
	shown      map[*model.Resource]map[int64]int64 // IDs here of series that sources show, by those there.
	Followed   followed                            // What the site had before; nil when it is not followed.
	LostThere  []Reference                         // What it has no longer.
	seen       followed                            // What it has now.
	losses     losses
	heads      map[*model.Resource]heads
	resolved   map[*model.Resource]map[int64]int64 // Ids here by ids of the sources.
	finished   map[*model.Resource]bool            // Resources that are imported.
	later      []*Writing                          // With links to records of resources that are imported after them.
	Within     *mutate.BulkWriter                  // The transaction of a dry run, nil otherwise.
	Report     Report
	Progress   *Progress
	texts      *texts // Of what was found.
}

// NewImporter returns an importer that has found nothing yet.
func NewImporter(api *httpapi.API, o Options) *Importer {
	return &Importer{
		members: api.Members, Env: api.Env, Records: api.Records, Options: o,
		Found:  &RecordSet{ByResource: map[*model.Resource]map[int64]*Record{}},
		series: seriesFound{}, seen: followed{}, shown: map[*model.Resource]map[int64]int64{},
		heads: map[*model.Resource]heads{}, Report: Report{DryRun: o.DryRun}, texts: &texts{},
		losses: losses{written: map[recordKey][]string{}},
	}
}

// Close removes what the import keeps outside of memory.
func (im *Importer) Close() { im.texts.close() }

// Here returns the records of a resource that were here before, by their IDs.
func (im *Importer) Here(k *model.Resource) map[int64]query.RecordSummary { return im.heads[k].byID }

// heads are the records of a resource that were here before.
type heads struct {
	byID   map[int64]query.RecordSummary
	bySlug map[string]query.RecordSummary
}

// Import takes in the records of files, and of the *.json files of folders,
// with their ids, slugs, authors and dates.  Records that are here are changed
// when those of the files have been modified later; none is overwritten by
// another one.  Records that were not imported, or changed, are listed in the report.
// A file that is not of the form is listed there too, and not imported;
// the error is about sources that cannot be found, about files none of which
// is of the form, and about the store.  Records go in by batches: after an
// error the batches before it stay, and the import can simply be run again.
func Import(ctx context.Context, api *httpapi.API, sources []string, o Options) (Report, error) {
	ctx = httpapi.NewRun(ctx, "import")
	files, err := listFiles(sources)
	if err != nil {
		return Report{}, err
	}
	im := NewImporter(api, o)
	defer im.Close()
	if err := im.read(files); err != nil {
		return im.Report, err
	}
	if err = im.copyFiles(ctx); err == nil {
		err = im.Run(ctx)
	}
	im.Report.Import = err == nil
	return im.Report, err
}

// Run imports what was found.
func (im *Importer) Run(ctx context.Context) error {
	if err := im.texts.failure(); err != nil {
		return err
	}
	im.older = im.Found.drop(im.Options.Since)
	for _, r := range im.older {
		im.Report.Add(Count{Resource: r.Resource.Plural, SkippedSince: 1})
	}
	if err := im.LoadSummaries(ctx); err != nil {
		return err
	}
	im.Progress = NewProgress(im.Options.Progress, im.total())
	defer im.Progress.End()
	if im.Options.DryRun {
		return im.DryRun(ctx, im.work)
	}
	return im.withoutIndexes(ctx, im.work)
}

// DryRun does all the work in one transaction and undoes it.
func (im *Importer) DryRun(ctx context.Context, work func(context.Context) error) error {
	before := im.Report
	err := im.Records.Bulk(ctx, im.User, func(b *mutate.BulkWriter) error {
		im.Within, im.Report = b, before.clone()
		if err := work(ctx); err != nil {
			return err
		}
		return store.ErrRollback
	})
	im.Within = nil
	if errors.Is(err, store.ErrRollback) {
		return nil
	}
	return err
}

// work brings everything in: authors, records by resource, deletions.
func (im *Importer) work(ctx context.Context) error {
	im.resolve()
	if err := im.loadSeries(ctx); err != nil {
		return err
	}
	if err := im.authors(ctx); err != nil {
		return err
	}
	if err := im.importImages(ctx); err != nil {
		return fmt.Errorf("import images: %w", err)
	}
	if err := im.moveImages(ctx); err != nil {
		return err
	}
	if err := importIdentity(ctx, im); err != nil {
		return err
	}
	for _, k := range ImportOrder(im.Env.Resources) {
		if err := im.importResource(ctx, k); err != nil {
			return fmt.Errorf("import %s: %w", k.Plural, err)
		}
		im.finished[k] = true
	}
	if err := im.linkLater(ctx); err != nil {
		return err
	}
	if err := im.joinSeries(ctx); err != nil {
		return fmt.Errorf("import series: %w", err)
	}
	if err := im.joinRepeating(ctx); err != nil {
		return fmt.Errorf("import series: %w", err)
	}
	if err := im.followImages(ctx); err != nil {
		return err
	}
	if err := im.deleteLost(ctx); err != nil {
		return err
	}
	return im.erase(ctx)
}

// resolve begins the list of what is here under which id with the records that
// were left out because they are older.
func (im *Importer) resolve() {
	im.resolved, im.finished, im.later = map[*model.Resource]map[int64]int64{}, map[*model.Resource]bool{}, nil
	for _, k := range im.Env.Resources {
		im.resolved[k] = map[int64]int64{}
	}
	for _, r := range im.older {
		if head, here := im.heads[r.Resource].byID[r.ID]; here && matches(head, r) {
			im.resolved[r.Resource][r.ID] = r.ID
		}
	}
}

// Transaction runs do in a transaction of its own, or in that of a dry run.
func (im *Importer) Transaction(ctx context.Context, do func(*mutate.BulkWriter) error) error {
	if im.Within != nil {
		return do(im.Within)
	}
	return im.Records.Bulk(ctx, im.User, do)
}

// LoadSummaries reads what is here already.
func (im *Importer) LoadSummaries(ctx context.Context) error {
	for _, k := range im.Env.Resources {
		list, err := query.Summaries(ctx, im.Env, k)
		if err != nil {
			return fmt.Errorf("read the existing %s: %w", k.Plural, err)
		}
		h := heads{
			byID: make(map[int64]query.RecordSummary, len(list)), bySlug: make(map[string]query.RecordSummary, len(list)),
		}
		for _, head := range list {
			h.byID[head.ID], h.bySlug[head.Slug] = head, head
		}
		im.heads[k] = h
	}
	first, err := im.Env.Users.EnsureFirstUser(ctx)
	if err != nil {
		return err
	}
	im.User = first.ID
	return nil
}

// authors makes users without credentials for the authors who are not here, and for the
// people of a site that shows them.
func (im *Importer) authors(ctx context.Context) error {
	authors := map[int64]auth.Author{}
	for _, id := range im.Found.authors() {
		authors[id] = auth.Author{ID: id}
	}
	for _, page := range im.images {
		for _, i := range page.Images {
			if i.Author > 0 {
				authors[i.Author] = auth.Author{ID: i.Author}
			}
		}
	}
	for _, id := range im.series.authors() {
		authors[id] = auth.Author{ID: id}
	}
	for _, person := range im.Options.People {
		authors[person.ID] = person
	}
	list := slices.SortedFunc(maps.Values(authors), func(a, b auth.Author) int { return cmp.Compare(a.ID, b.ID) })
	var made []int64
	err := im.Transaction(ctx, func(b *mutate.BulkWriter) error {
		var err error
		made, err = im.Env.Users.EnsureAuthors(ctx, b.Writer(), list)
		return err
	})
	if err == nil && len(made) > 0 {
		im.Report.Add(Count{Resource: "authors", Created: len(made)})
	}
	return err
}

// total returns the number of records to import.
func (im *Importer) total() int {
	n := 0
	for _, of := range im.Found.ByResource {
		n += len(of)
	}
	return n
}

// importResource imports all records of a resource, a batch to a transaction.
func (im *Importer) importResource(ctx context.Context, k *model.Resource) error {
	list := im.Found.Ordered(k)
	done := 0
	var ready prepared
	for chunk := range slices.Chunk(list, BatchSize) {
		var next prepared
		var group sync.WaitGroup
		done += len(chunk)
		group.Go(func() { next = im.prepareNext(list[done:min(done+BatchSize, len(list))]) })
		err := im.batch(ctx, chunk, ready)
		if group.Wait(); err != nil {
			return err
		}
		ready = next
		im.Progress.Step(k.Plural, len(chunk), done, len(list))
	}
	return nil
}

// batch imports records in one transaction, some of which may be prepared.
func (im *Importer) batch(ctx context.Context, chunk []*Record, ready prepared) error {
	for _, r := range chunk {
		r.open()
		defer r.close()
	}
	var b *Batch
	err := im.Transaction(ctx, func(bulk *mutate.BulkWriter) error {
		b = im.NewBatch(bulk)
		b.ready = ready
		for _, r := range chunk {
			if err := b.importRecord(r); err != nil {
				return fmt.Errorf("%s %d of %s: %w", r.Resource.Name, r.ID, r.File, err)
			}
		}
		if err := im.texts.failure(); err != nil {
			return err
		}
		return b.createAll()
	})
	if why := whyRefused(err); why != "" && im.Within == nil {
		return im.apart(ctx, chunk, why)
	}
	if err != nil {
		return err
	}
	im.Add(b.Report)
	for k, ids := range b.ids {
		for id, local := range ids {
			im.resolved[k][id] = local
		}
	}
	im.later = append(im.later, b.later...)
	maps.Copy(im.losses.written, b.written)
	im.addSeen(b)
	return nil
}

// whyRefused says why the database refuses a record of a batch; "" if the error is
// about none.
func whyRefused(err error) string {
	if rule, ok := store.IsCheck(err); ok {
		return "the database rejects its value of " + rule
	}
	if store.IsTooLarge(err) {
		return "a text value is longer than the database can store"
	}
	return ""
}

// apart imports the halves of a batch in which the database refuses a record, and
// leaves that one out.
func (im *Importer) apart(ctx context.Context, chunk []*Record, why string) error {
	if half := len(chunk) / 2; half > 0 {
		if err := im.batch(ctx, chunk[:half], nil); err != nil {
			return err
		}
		return im.batch(ctx, chunk[half:], nil)
	}
	r := chunk[0]
	im.Report.Problems = append(im.Report.Problems, Problem{
		Resource: r.Resource.Name, ID: r.ID, Text: why, Type: why, Skipped: true,
	})
	im.Report.Add(Count{Resource: r.Resource.Plural, Skipped: 1})
	return nil
}

// Add adds what a transaction did to the report.
func (im *Importer) Add(r Report) {
	for _, n := range r.Counts {
		im.Report.Add(n)
	}
	im.Report.Problems = append(im.Report.Problems, r.Problems...)
}
