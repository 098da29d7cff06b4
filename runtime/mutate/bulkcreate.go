package mutate

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"github.com/uptrace/bun"

	"almanac/runtime/apierror"
	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// CreateInput is a record that CreateAll is to make.
type CreateInput struct {
	Fields   map[string]any // Of a create request.
	Input    Body           // What Decode made of the fields; nil to have them decoded.
	Imported ImportedFields
	Cleaned  map[string]string // What text.Clean made of HTML in the fields; nil to have all of it cleaned.
}

// CreateResult is the result of an input: the record, or the error for which there is none.
// Errors are those of Create.
type CreateResult struct {
	Record model.Record
	Err    error
}

// CreateAll makes records of one resource, as Create does one after the other, but with the
// queries of all of them together: a few round trips, however many there are.  The error is
// one of the store, after which the transaction cannot go on.
func (b *BulkWriter) CreateAll(res *model.Resource, drafts []CreateInput) ([]CreateResult, error) {
	repeats := func(d CreateInput) bool { return res.RecurrenceField != "" && d.Fields[res.RecurrenceField] != nil }
	if !res.Post || len(b.unit.engine.Hooks) > 0 || len(res.Unique) > 0 || slices.ContainsFunc(drafts, repeats) {
		// Terms build on each other, hooks and unique values depend on what is there, and a series has several records.
		return b.createEach(res, drafts)
	}
	all, given, asked := make([]*creation, len(drafts)), map[string]bool{}, newBatchLookup(res)
	inParallel(len(drafts), func(i int) { all[i] = b.begin(res, drafts[i], given, asked) })
	if err := b.runAllQueries(res, all, given, asked); err != nil {
		return nil, err
	}
	if err := b.takeIDs(res, all); err != nil {
		return nil, err
	}
	if err := b.insertAll(res, all); err != nil {
		return nil, err
	}
	results := make([]CreateResult, len(all))
	for i, c := range all {
		results[i] = CreateResult{c.record, c.err}
		if c.err != nil {
			results[i].Record = nil
		}
	}
	return results, nil
}

// inParallel calls do for each number below n, on all processors.
func inParallel(n int, do func(i int)) {
	workers := min(n, runtime.GOMAXPROCS(0))
	var group sync.WaitGroup
	for first := range workers {
		group.Go(func() {
			for i := first; i < n; i += workers {
				do(i)
			}
		})
	}
	group.Wait()
}

func (b *BulkWriter) createEach(res *model.Resource, drafts []CreateInput) ([]CreateResult, error) {
	results := make([]CreateResult, len(drafts))
	for i, d := range drafts {
		rec, err := b.Create(res, d.Fields, d.Imported)
		if err != nil && !refused(err) {
			return nil, err
		}
		results[i] = CreateResult{rec, err}
	}
	return results, nil
}

// refused reports whether an error is about one record, and leaves the
// transaction as it was.
func refused(err error) bool { return apierror.As(err) != nil || errors.Is(err, store.ErrIDInUse) }

// creation is a record that CreateAll makes.
type creation struct {
	mutation *Mutation
	record   model.Record
	claimed  bool  // It has the id of a deleted record.
	err      error // Why it is not made.
}

// fail sets an error for which the record is not made; it returns errors of the store.
func (c *creation) fail(err error) error {
	if err != nil && !refused(err) {
		return err
	}
	c.err = err
	return nil
}

// begin makes a new record from an input, as far as that needs no query.
func (b *BulkWriter) begin(res *model.Resource, d CreateInput, given map[string]bool, asked *batchLookup) *creation {
	if d.Input == nil {
		body, f := b.DecodeInput(res, d.Fields, true)
		if f != nil {
			return &creation{err: f}
		}
		d.Input = body
	}
	c := &creation{mutation: b.mutation(res, d.Fields, d.Imported, true)}
	c.mutation.reservedSlugs, c.mutation.batch, c.mutation.html.cleaned = given, asked, d.Cleaned
	c.record = c.mutation.begin(d.Input)
	return c
}

// runAllQueries runs the queries of all records in one round trip.
func (b *BulkWriter) runAllQueries(
	res *model.Resource, all []*creation, given map[string]bool, asked *batchLookup,
) error {
	used, mine := map[int64]bool{}, map[int64]bool{}
	batch := append(b.lockStatements(all), b.usedIDsStatement(res, all, used))
	batch = append(batch, asked.statements(b.unit.engine)...)
	for _, c := range all {
		if c.err == nil {
			for _, q := range c.mutation.queries {
				batch = append(batch, q.statements...)
			}
		}
	}
	if err := b.unit.Batch(b.request.Context(), batch); err != nil {
		return err
	}
	for _, c := range all {
		if c.err != nil {
			continue
		}
		id := c.mutation.Imported.ID
		if mine[id] {
			c.err = fmt.Errorf("create %s %d: %w", res.Name, id, store.ErrIDInUse)
			continue
		}
		if err := c.runQueries(used[id]); err != nil {
			return err
		}
		if c.err == nil { // Those that follow get others.
			mine[id], given[c.record.(model.NamedRecord).AsNamed().Slug] = id != 0, true
		}
	}
	return nil
}

// lockStatements returns the statements that take the queued locks of the records.
func (b *BulkWriter) lockStatements(all []*creation) []store.Statement {
	var names []store.LockName
	for _, c := range all {
		if c.err == nil {
			names = append(names, b.unit.locks.missing(c.mutation.locksWanted)...)
			c.mutation.locksWanted = nil
		}
	}
	return b.request.Env.Store.SQL().LockNamesStatements(maxOwnLocksImport, names...)
}

// usedIDsStatement returns the statement that reads which of the ids are in use.
func (b *BulkWriter) usedIDsStatement(res *model.Resource, all []*creation, used map[int64]bool) store.Statement {
	var ids []int64
	for _, c := range all {
		if c.err == nil {
			ids = append(ids, c.mutation.Imported.ID)
		}
	}
	e := b.unit.engine
	text := e.SQLCache.Get(request.SQLKey{Of: res, Purpose: "ids in use"}, func(args *store.Args) string {
		// One by one, as in batchLookup.usedSlugsStatement.
		return e.Store.SQL().Format("SELECT w.id FROM ? AS w WHERE (SELECT s.id FROM ? AS s WHERE s.id = w.id) IS NOT NULL",
			e.Store.SQL().IDTable(args, ids), bun.Ident(res.IDTable))
	})
	return store.Statement{SQL: text.SQL, Args: []any{ids}, ScanRow: func(row store.Row) error {
		var id int64
		err := row.Scan(&id)
		used[id] = true
		return err
	}}
}

// runQueries goes on with a record whose queries have run.
func (c *creation) runQueries(used bool) error {
	if used {
		c.claimed = true
		if err := c.fail(c.mutation.claimID(c.record.Common(), c.mutation.Imported.ID)); err != nil || c.err != nil {
			return err
		}
	}
	asked := c.mutation.queries
	c.mutation.queries = nil
	for _, q := range asked {
		c.mutation.setErr(q.done())
	}
	return c.fail(c.mutation.validationErr())
}

// takeIDs sets the ids of the records.
func (b *BulkWriter) takeIDs(res *model.Resource, all []*creation) error {
	var ids []int64
	for _, c := range all {
		switch {
		case c.err != nil:
		case c.mutation.Imported.ID == 0:
			if err := c.fail(c.mutation.setID(c.record.Common())); err != nil {
				return err
			}
		default:
			c.record.Common().ID = c.mutation.Imported.ID
			if !c.claimed {
				ids = append(ids, c.mutation.Imported.ID)
			}
		}
	}
	taken, err := b.request.Env.Store.ReserveIDs(b.request.Context(), b.unit.Writer, res.IDTable, ids, res.Name)
	if err == nil && len(taken) > 0 {
		// Another transaction was faster.
		err = store.MarkRetryable(fmt.Errorf("create %s %d: %w", res.Name, taken[0], store.ErrIDInUse))
	}
	return err
}

// insertAll writes the rows of the records, the links of all of them in one
// statement for each link.
func (b *BulkWriter) insertAll(res *model.Resource, all []*creation) error {
	e := b.unit.engine
	var ids []int64
	var slugs []string
	inParallel(len(all), func(i int) {
		if all[i].err == nil {
			all[i].record.ComputeColumns()
		}
	})
	for _, c := range all {
		if c.err != nil {
			continue
		}
		if err := c.mutation.insertRow(c.record); err != nil {
			return fmt.Errorf("create %s: %w", res.Name, err)
		}
		e.publisher.add(c.record)
		ids = append(ids, c.record.Common().ID)
		slugs = append(slugs, c.record.(model.NamedRecord).AsNamed().Slug)
	}
	b.unit.Queue(e.takeSlugs(res, 0, slugs...))
	for _, c := range all {
		if c.err == nil {
			c.mutation.importFormerSlugs(c.record)
		}
	}
	for _, link := range res.Links {
		b.linkAll(link, all)
	}
	m := b.mutation(res, nil, ImportedFields{}, true)
	m.indexRecords(ids)
	return e.publishInline(m.Context(), b.unit.Writer, res, ids, m.publishing())
}

// linkAll writes what the records link to by a link of their resource.
func (b *BulkWriter) linkAll(link *model.Link, all []*creation) {
	var sources, targets, positions []int64
	for _, c := range all {
		if c.err != nil {
			continue
		}
		for i, id := range c.mutation.links[link.Name] {
			sources, targets, positions = append(sources, c.record.Common().ID), append(targets, id), append(positions, int64(i))
		}
	}
	if len(sources) == 0 {
		return
	}
	e := b.unit.engine
	text := e.SQLCache.Get(request.SQLKey{Of: link, Purpose: "link all"}, func(args *store.Args) string {
		names, value := denormalizedSQL(link, bun.Ident("t.a"))
		return e.Store.SQL().Format("INSERT INTO ? (?, ?, position?) SELECT t.a, t.b, t.c? FROM ? AS t",
			bun.Ident(link.Table), bun.Ident(link.SourceColumn), bun.Ident(link.TargetColumn), names, value,
			e.Store.SQL().NumberTable(args, sources, targets, positions))
	})
	var args store.Args
	e.Store.SQL().NumberTable(&args, sources, targets, positions)
	b.unit.Queue(store.Statement{SQL: text.SQL, Args: args.Values()})
}

// indexRecords puts new records into the search index, once they are written.
func (m *Mutation) indexRecords(ids []int64) {
	if !m.engine.maintainsSearchIndex(m.Resource) || len(ids) == 0 {
		return
	}
	res, s := m.Resource, m.Env.Store
	text := m.Env.SQLCache.Get(request.SQLKey{Of: res, Purpose: "index all"}, func(args *store.Args) string {
		return s.SQL().IndexRowsSQL(args, res.Plural, res.SearchColumns, ids)
	})
	m.Store.QueueForCommit(store.Statement{SQL: text.SQL, Args: []any{ids}})
}
