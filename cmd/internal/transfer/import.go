package transfer

import (
	"context"
	"errors"
	"fmt"
	"io"
	goruntime "runtime"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"almanac/cmd/internal/app"
	"almanac/runtime/httpapi"
	"almanac/runtime/model"
	"almanac/runtime/mutate"
	"almanac/runtime/query"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// Options are the settings of an import; the zero value is good.
type Options struct {
	Progress io.Writer // Where progress is written; may be nil.
	DryRun   bool      // Do everything, in one transaction that is undone.
	Since    time.Time // Leave out what was modified before; zero for nothing.
	Delete   bool      // Delete what an export says was deleted.

	Occurrences int       // Events of one series in an iCalendar file at most; 0 for DefaultOccurrences.
	Until       time.Time // Events of such series that begin then or later, by the clock of their zone, are left out; zero for two years from now.
}

// batchSize is how many records one transaction takes.  More write fewer pages of
// the indexes again and again, but keep others waiting on SQLite, and hold a lock
// for each slug on PostgreSQL.
const batchSize = 500

// importer brings gathered records into a store.
type importer struct {
	env       *request.Env
	writes    *mutate.Engine
	options   Options
	user      int64 // Author of records that name none.
	found     *gathered
	older     []*record // Left out because of Options.Since.
	partial   bool      // What the sources leave out may be here.
	deleted   []deletion
	followed  followed    // What the site had before; nil when it is not followed.
	lostThere []reference // What it has no longer.
	heads     map[*model.Resource]heads
	resolved  map[*model.Resource]map[int64]int64 // Ids here by ids of the sources.
	within    *mutate.BulkWriter                  // The transaction of a rehearsal, nil otherwise.
	report    Report
	progress  *progress
}

// newImporter returns an importer that has found nothing yet.
func newImporter(a *app.App, o Options) *importer {
	return &importer{
		env: a.Env, writes: a.API.Writes, options: o, found: &gathered{byKind: map[*model.Resource]map[int64]*record{}},
		heads: map[*model.Resource]heads{}, report: Report{DryRun: o.DryRun},
	}
}

// heads are the records of a kind that were here before.
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
func Import(ctx context.Context, a *app.App, sources []string, o Options) (Report, error) {
	ctx = httpapi.NewRun(ctx, "import")
	files, err := listFiles(sources)
	if err != nil {
		return Report{}, err
	}
	im := newImporter(a, o)
	if err := im.read(files); err != nil {
		return im.report, err
	}
	err = im.run(ctx)
	im.report.Import = err == nil
	return im.report, err
}

// run imports what was found.
func (im *importer) run(ctx context.Context) error {
	im.older = im.found.drop(im.options.Since)
	for _, r := range im.older {
		im.report.add(Count{Resource: r.kind.Plural, SkippedSince: 1})
	}
	if err := im.meet(ctx); err != nil {
		return err
	}
	im.progress = newProgress(im.options.Progress, im.total())
	defer im.progress.end()
	if im.options.DryRun {
		return im.rehearse(ctx, im.work)
	}
	return im.deferred(ctx, im.work)
}

// errRehearsed undoes a rehearsal.
var errRehearsed = errors.New("rehearsed")

// rehearse does all the work in one transaction and undoes it.
func (im *importer) rehearse(ctx context.Context, work func(context.Context) error) error {
	before := im.report
	err := im.writes.Bulk(ctx, im.user, func(b *mutate.BulkWriter) error {
		im.within, im.report = b, before.clone()
		if err := work(ctx); err != nil {
			return err
		}
		return errRehearsed
	})
	im.within = nil
	if errors.Is(err, errRehearsed) {
		return nil
	}
	return err
}

// work brings everything in: authors, records by kind, deletions.
func (im *importer) work(ctx context.Context) error {
	im.resolve()
	if err := im.authors(ctx); err != nil {
		return err
	}
	for _, k := range importOrder(im.env.Resources) {
		if err := im.kind(ctx, k); err != nil {
			return fmt.Errorf("import %s: %w", k.Plural, err)
		}
	}
	if err := im.bury(ctx); err != nil {
		return err
	}
	return im.erase(ctx)
}

// resolve begins the list of what is here under which id with the records that
// were left out because they are older.
func (im *importer) resolve() {
	im.resolved = map[*model.Resource]map[int64]int64{}
	for _, k := range im.env.Resources {
		im.resolved[k] = map[int64]int64{}
	}
	for _, r := range im.older {
		if head, here := im.heads[r.kind].byID[r.id]; here && matches(head, r) {
			im.resolved[r.kind][r.id] = r.id
		}
	}
}

// transaction runs do in a transaction of its own, or in that of a rehearsal.
func (im *importer) transaction(ctx context.Context, do func(*mutate.BulkWriter) error) error {
	if im.within != nil {
		return do(im.within)
	}
	return im.writes.Bulk(ctx, im.user, do)
}

// holding is what a file held.
type holding struct {
	reader  *reader
	records []*record
	err     error
}

// read reads the files, several at a time.
func (im *importer) read(files []string) error {
	all := make([]holding, len(files))
	var work errgroup.Group
	work.SetLimit(goruntime.GOMAXPROCS(0))
	inside := &sync.Map{}
	for i, path := range files {
		work.Go(func() error {
			c := &all[i]
			c.reader = &reader{kinds: im.env.Resources, inside: inside}
			c.records, c.err = c.reader.file(path)
			return nil
		})
	}
	_ = work.Wait() // What is wrong with a file stands beside it.
	return im.gather(all)
}

// gather takes what the files held, in their order.
func (im *importer) gather(all []holding) error {
	rd := &reader{kinds: im.env.Resources}
	var bad []error
	for _, c := range all {
		if c.err != nil {
			bad = append(bad, c.err)
			im.report.Problems = append(im.report.Problems, Problem{Text: c.err.Error(), Skipped: true})
			continue
		}
		im.report.Files++
		im.found.add(c.records)
		rd.problems = append(rd.problems, c.reader.problems...)
		rd.deleted = append(rd.deleted, c.reader.deleted...)
		rd.partial = rd.partial || c.reader.partial
	}
	if im.report.Files == 0 {
		return errors.Join(bad...)
	}
	im.accept(rd)
	return nil
}

// accept notes what a reader found beside records.
func (im *importer) accept(rd *reader) {
	im.report.Problems = append(im.report.Problems, rd.problems...)
	for _, p := range rd.problems {
		im.report.add(Count{Resource: im.env.Resource(p.Resource).Plural, Skipped: 1})
	}
	im.partial, im.deleted = rd.partial, rd.deleted
}

// meet learns what is here already.
func (im *importer) meet(ctx context.Context) error {
	for _, k := range im.env.Resources {
		list, err := query.Summaries(ctx, im.env, k)
		if err != nil {
			return fmt.Errorf("look at the %s that are here: %w", k.Plural, err)
		}
		h := heads{byID: make(map[int64]query.RecordSummary, len(list)), bySlug: make(map[string]query.RecordSummary, len(list))}
		for _, head := range list {
			h.byID[head.ID], h.bySlug[head.Slug] = head, head
		}
		im.heads[k] = h
	}
	first, err := im.env.Users.EnsureFirstUser(ctx)
	if err != nil {
		return err
	}
	im.user = first.ID
	return nil
}

// authors makes users without credentials for the authors who are not here.
func (im *importer) authors(ctx context.Context) error {
	ids := im.found.authors()
	var made []int64
	err := im.transaction(ctx, func(b *mutate.BulkWriter) error {
		var err error
		made, err = im.env.Users.EnsureAuthors(ctx, b.Writer(), ids)
		return err
	})
	if err == nil && len(made) > 0 {
		im.report.add(Count{Resource: "authors", Created: len(made)})
	}
	return err
}

// total returns the number of records to import.
func (im *importer) total() int {
	n := 0
	for _, of := range im.found.byKind {
		n += len(of)
	}
	return n
}

// kind imports all records of a kind, a batch to a transaction.
func (im *importer) kind(ctx context.Context, k *model.Resource) error {
	list := im.found.ordered(k)
	done := 0
	for chunk := range slices.Chunk(list, batchSize) {
		if err := im.batch(ctx, chunk); err != nil {
			return err
		}
		done += len(chunk)
		im.progress.step(k.Plural, len(chunk), done, len(list))
	}
	return nil
}

// batch imports records in one transaction.
func (im *importer) batch(ctx context.Context, chunk []*record) error {
	for _, r := range chunk {
		r.open()
		defer r.close()
	}
	var b *batch
	err := im.transaction(ctx, func(bulk *mutate.BulkWriter) error {
		b = &batch{importer: im, bulk: bulk, ids: map[*model.Resource]map[int64]int64{}}
		for _, r := range chunk {
			if err := b.importRecord(r); err != nil {
				return fmt.Errorf("%s %d of %s: %w", r.kind.Name, r.id, r.file, err)
			}
		}
		return b.createAll()
	})
	if store.IsTooLarge(err) && im.within == nil {
		return im.apart(ctx, chunk)
	}
	if err != nil {
		return err
	}
	im.add(b.report)
	for k, ids := range b.ids {
		for id, local := range ids {
			im.resolved[k][id] = local
		}
	}
	return nil
}

// tooLong says why the database takes no record.
const tooLong = "a text is longer than the database can store"

// apart imports the halves of a batch in which a record is too large for the
// database, and leaves that one out.
func (im *importer) apart(ctx context.Context, chunk []*record) error {
	if half := len(chunk) / 2; half > 0 {
		if err := im.batch(ctx, chunk[:half]); err != nil {
			return err
		}
		return im.batch(ctx, chunk[half:])
	}
	r := chunk[0]
	im.report.Problems = append(im.report.Problems, Problem{Resource: r.kind.Name, ID: r.id, Text: tooLong, Kind: tooLong, Skipped: true})
	im.report.add(Count{Resource: r.kind.Plural, Skipped: 1})
	return nil
}

// add adds what a transaction did to the report.
func (im *importer) add(r Report) {
	for _, n := range r.Counts {
		im.report.add(n)
	}
	im.report.Problems = append(im.report.Problems, r.Problems...)
}
