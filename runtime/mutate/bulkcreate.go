package mutate

import (
	"errors"
	"fmt"
	"runtime"
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
	Input    DecodedInput   // What Decode made of the fields; nil to have them decoded.
	Imported ImportedFields
	Cleaned  map[string]string // What text.Clean made of HTML in the fields; nil to have all of it cleaned.
}

// CreateResult is what became of a draft: the record, or the error for which there
// is none.  Errors are those of Create.
type CreateResult struct {
	Record model.Record
	Err    error
}

// CreateAll makes records of one resource, as Create does one after the other, but
// asks the store for all of them together: a few round trips, however many there
// are.  The error is about the store; after it the transaction cannot go on.
func (b *BulkWriter) CreateAll(k *model.Resource, drafts []CreateInput) ([]CreateResult, error) {
	if !k.Post || len(b.engine.Hooks) > 0 || len(k.Unique) > 0 {
		return b.createEach(k, drafts) // Terms build on each other, and hooks and unique values depend on what is there.
	}
	all, given, asked := make([]*creation, len(drafts)), map[string]bool{}, newBatchLookup(k)
	sideBySide(len(drafts), func(i int) { all[i] = b.begin(k, drafts[i], given, asked) })
	if err := b.runAllQueries(k, all, given, asked); err != nil {
		return nil, err
	}
	if err := b.takeIDs(k, all); err != nil {
		return nil, err
	}
	if err := b.insertAll(k, all); err != nil {
		return nil, err
	}
	results := make([]CreateResult, len(all))
	for i, c := range all {
		results[i] = CreateResult{c.model, c.err}
		if c.err != nil {
			results[i].Record = nil
		}
	}
	return results, nil
}

// sideBySide does something for each number below n, which needs no other, on as
// many processors as there are.
func sideBySide(n int, do func(i int)) {
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

// createEach creates records one after the other.
func (b *BulkWriter) createEach(k *model.Resource, drafts []CreateInput) ([]CreateResult, error) {
	results := make([]CreateResult, len(drafts))
	for i, d := range drafts {
		m, err := b.Create(k, d.Fields, d.Imported)
		if err != nil && !refused(err) {
			return nil, err
		}
		results[i] = CreateResult{m, err}
	}
	return results, nil
}

// refused reports whether an error is about one record, and leaves the
// transaction as it was.
func refused(err error) bool { return apierror.As(err) != nil || errors.Is(err, store.ErrIDInUse) }

// creation is a record on its way.
type creation struct {
	change  *Mutation
	model   model.Record
	claimed bool  // It has the id of a record that is gone.
	err     error // Why there will be none.
}

// fail notes why there will be no record; it returns errors that are about the
// store.
func (c *creation) fail(err error) error {
	if err != nil && !refused(err) {
		return err
	}
	c.err = err
	return nil
}

// begin does what needs no store.
func (b *BulkWriter) begin(k *model.Resource, d CreateInput, given map[string]bool, asked *batchLookup) *creation {
	if d.Input == nil {
		body, f := b.DecodeInput(k, d.Fields, true)
		if f != nil {
			return &creation{err: f}
		}
		d.Input = body
	}
	c := &creation{change: b.mutation(k, d.Fields, d.Imported, true)}
	c.change.reservedSlugs, c.change.batch, c.change.html.cleaned = given, asked, d.Cleaned
	c.model = c.change.begin(d.Input)
	return c
}

// runAllQueries answers the questions of all records in one round trip.
func (b *BulkWriter) runAllQueries(k *model.Resource, all []*creation, given map[string]bool, asked *batchLookup) error {
	used, mine := map[int64]bool{}, map[int64]bool{}
	batch := append(b.locking(all), b.findIDs(k, all, used))
	batch = append(batch, asked.statements(b.engine)...)
	for _, c := range all {
		if c.err == nil {
			for _, q := range c.change.queries {
				batch = append(batch, q.statements...)
			}
		}
	}
	if err := b.store.Batch(b.request.Context(), batch); err != nil {
		return err
	}
	for _, c := range all {
		if c.err != nil {
			continue
		}
		id := c.change.Imported.ID
		if mine[id] {
			c.err = fmt.Errorf("create %s %d: %w", k.Name, id, store.ErrIDInUse)
			continue
		}
		if err := c.answer(used[id]); err != nil {
			return err
		}
		if c.err == nil { // Those that follow get others.
			mine[id], given[c.model.(model.NamedRecord).AsNamed().Slug] = id != 0, true
		}
	}
	return nil
}

// locking returns the statements that take the locks which the records ask for.
func (b *BulkWriter) locking(all []*creation) []store.Statement {
	var names []store.LockName
	for _, c := range all {
		if c.err == nil {
			names = append(names, b.locks.missing(c.change.locksWanted)...)
			c.change.locksWanted = nil
		}
	}
	return b.request.Env.Store.SQL().LockNamesStatements(maxOwnLocksImport, names...)
}

// findIDs returns the statement that reads which of the ids are in use.
func (b *BulkWriter) findIDs(k *model.Resource, all []*creation, used map[int64]bool) store.Statement {
	var ids []int64
	for _, c := range all {
		if c.err == nil {
			ids = append(ids, c.change.Imported.ID)
		}
	}
	e := b.engine
	text := e.SQLCache.Get(request.SQLKey{Of: k, Purpose: "ids in use"}, func(args *store.Args) string {
		// One by one, as in together.findSlugs.
		return e.Store.SQL().Format("SELECT w.id FROM ? AS w WHERE (SELECT s.id FROM ? AS s WHERE s.id = w.id) IS NOT NULL",
			e.Store.SQL().IDTable(args, ids), bun.Ident(k.IDTable))
	})
	return store.Statement{SQL: text.SQL, Args: []any{ids}, ScanRow: func(row store.Row) error {
		var id int64
		err := row.Scan(&id)
		used[id] = true
		return err
	}}
}

// answer goes on with a record whose questions were asked.
func (c *creation) answer(used bool) error {
	if used {
		c.claimed = true
		if err := c.fail(c.change.claimID(c.model.Common(), c.change.Imported.ID)); err != nil || c.err != nil {
			return err
		}
	}
	asked := c.change.queries
	c.change.queries = nil
	for _, q := range asked {
		c.change.setErr(q.answered())
	}
	return c.fail(c.change.validationErr())
}

// takeIDs gives the records their ids.
func (b *BulkWriter) takeIDs(k *model.Resource, all []*creation) error {
	var ids []int64
	for _, c := range all {
		switch {
		case c.err != nil:
		case c.change.Imported.ID == 0:
			if err := c.fail(c.change.setID(c.model.Common())); err != nil {
				return err
			}
		default:
			c.model.Common().ID = c.change.Imported.ID
			if !c.claimed {
				ids = append(ids, c.change.Imported.ID)
			}
		}
	}
	taken, err := b.request.Env.Store.ReserveIDs(b.request.Context(), b.store, k.IDTable, ids, k.Name)
	if err == nil && len(taken) > 0 {
		err = store.MarkRetryable(fmt.Errorf("create %s %d: %w", k.Name, taken[0], store.ErrIDInUse)) // Somebody was faster.
	}
	return err
}

// insertAll writes the rows of the records, the links of all of them in one
// statement for each link.
func (b *BulkWriter) insertAll(k *model.Resource, all []*creation) error {
	e := b.engine
	var ids []int64
	sideBySide(len(all), func(i int) {
		if all[i].err == nil {
			all[i].model.ComputeColumns()
		}
	})
	for _, c := range all {
		if c.err != nil {
			continue
		}
		if err := c.change.insertRow(c.model); err != nil {
			return fmt.Errorf("create %s: %w", k.Name, err)
		}
		e.publisher.note(c.model)
		ids = append(ids, c.model.Common().ID)
	}
	for _, link := range k.Links {
		b.linkAll(link, all)
	}
	c := b.mutation(k, nil, ImportedFields{}, true)
	c.indexRecords(ids)
	return e.publishInline(c.context(), b.store, k, ids, c.publishing())
}

// linkAll writes what the records link to by a link of their resource.
func (b *BulkWriter) linkAll(link *model.Link, all []*creation) {
	var sources, targets, positions []int64
	for _, c := range all {
		if c.err != nil {
			continue
		}
		for i, id := range c.change.links[link.Name] {
			sources, targets, positions = append(sources, c.model.Common().ID), append(targets, id), append(positions, int64(i))
		}
	}
	if len(sources) == 0 {
		return
	}
	e := b.engine
	text := e.SQLCache.Get(request.SQLKey{Of: link, Purpose: "link all"}, func(args *store.Args) string {
		names, value := carried(link, bun.Ident("t.a"))
		return e.Store.SQL().Format("INSERT INTO ? (?, ?, position?) SELECT t.a, t.b, t.c? FROM ? AS t",
			bun.Ident(link.Table), bun.Ident(link.SourceColumn), bun.Ident(link.TargetColumn), names, value, e.Store.SQL().NumberTable(args, sources, targets, positions))
	})
	var args store.Args
	e.Store.SQL().NumberTable(&args, sources, targets, positions)
	b.store.Queue(store.Statement{SQL: text.SQL, Args: args.Values()})
}

// indexRecords puts new records into the search index, once they are written.
func (c *Mutation) indexRecords(ids []int64) {
	if !c.engine.maintainsSearchIndex(c.Kind) || len(ids) == 0 {
		return
	}
	k, s := c.Kind, c.Env.Store
	text := c.Env.SQLCache.Get(request.SQLKey{Of: k, Purpose: "index all"}, func(args *store.Args) string {
		return s.SQL().IndexRowsSQL(args, k.Plural, k.SearchColumns, ids)
	})
	c.Store.QueueForCommit(store.Statement{SQL: text.SQL, Args: []any{ids}})
}
