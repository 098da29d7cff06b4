package query

import (
	"context"
	"crypto/rand"
	"slices"

	"github.com/uptrace/bun"

	"almanac/runtime/dates"
	"almanac/runtime/filter"
	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// Reader reads lists and single records.  It is complete without Linker and
// Totals, which only spare it statements.
type Reader struct {
	*request.Env
	Linker Linker // Nil to read link tables for every request.
	Totals Totals // Nil to count every list.

	counts   sharedCounts
	process  string // A text that no other process has.
	attempts passwordAttempts
}

// NewReader makes a reader.
func NewReader(e *request.Env) *Reader {
	return &Reader{Env: e, process: rand.Text(), attempts: newPasswordAttempts()}
}

// Linker attaches what records link to, from what it knows of earlier requests
// as far as that is proven to be what the store has.
type Linker interface {
	// Attach reports false when a record was changed after it had been read: then
	// nothing is attached, and all records have to be read again.
	Attach(r *request.Request, k *model.Resource, records []model.Record) (whole bool, err error)
}

// Totals holds how many records lists have, each with the snapshot of the store
// at which they were counted.
type Totals interface {
	// Total returns the total that is known under a key at a snapshot, false when it was not
	// counted there.
	Total(key string, at store.SnapshotID) (total int64, ok bool)
	// Latest returns the snapshot of the last ObserveSnapshot.
	Latest() store.SnapshotID
	// SetTotal notes a total.
	SetTotal(key string, total int64, at store.SnapshotID)
	// ObserveSnapshot notes the present snapshot of the store.
	ObserveSnapshot(at store.SnapshotID)
}

// Watch begins a read that learns at which snapshot it is made: its response may be
// cached, and what it needs of others' is good for it.
func (rd *Reader) Watch(r *request.Request) {
	if rd.Totals != nil {
		r.Snapshot = rd.Store.SnapshotReader()
	}
}

// ListParams are the parameters of a list, such as *generated.EventList.
type ListParams interface {
	// Filter narrows the query by the parameters that were sent, and by those with a default, and
	// notes their errors.
	Filter(ctx context.Context, q *filter.Query)
}

// ListOptions say more of a list than clients can.
type ListOptions struct {
	PageSize  int64    // Records on a page; 0 for what the parameters say.
	OwnClock  []string // Parameters whose dates are compared in the time zone of each record.
	Uncounted bool     // The total is not asked for.

	WithoutLinks bool // Of an uncounted list, neither what the records link to is read nor the terms above them.

	// NextOfSeries keeps of each series the first date that ends after this time, in UTC; "" for all.
	NextOfSeries dates.WallTime

	Restriction filter.Restriction // The list of the desk has no others.

	sync bool // The page is of a sync.

	Linked []filter.Linked // The list has records with all of these links.
	// Related has words of the search, as text.ParseSearch returns them: a record that links
	// to one of theirs has the word too.
	Related map[string][]filter.Linked
}

// ScanInto returns the function that adds the record of each row to found.
func ScanInto(k *model.Resource, found *[]model.Record) func(store.Row) error {
	return func(row store.Row) error {
		m, err := Scan(k, row)
		*found = append(*found, m)
		return err
	}
}

// LoadAll returns the statement that loads the records with the ids.
func LoadAll(r *request.Request, k *model.Resource, ids []int64, each func(model.Record)) store.Statement {
	text := r.Env.SQLCache.Get(request.SQLKey{Of: k, Purpose: "load"}, func(args *store.Args) string {
		s := r.Env.Store
		return WithColumns(
			s.Builder().NewSelect().Model(k.New()), k,
		).Where("? ?", bun.Ident(k.Name+".id"), s.SQL().In(args, ids)).
			String()
	})
	return store.Statement{SQL: text.SQL, Args: []any{ids}, RunToCompletion: true, ScanRow: func(row store.Row) error {
		m, err := Scan(k, row)
		if err == nil {
			each(m)
		}
		return err
	}}
}

// ByID reads the records with the IDs and what they link to, for any caller. Those
// that do not exist are left out.  Other reads see the same state of the database.
func ByID(
	r *request.Request, k *model.Resource, ids []int64, others ...store.Statement,
) (map[int64]model.Record, error) {
	found := map[int64]model.Record{}
	load := LoadAll(r, k, ids, func(m model.Record) { found[m.Common().ID] = m })
	batch := slices.Concat([]store.Statement{load}, linkStatements(r, k, ids, found), others)
	return found, r.Reader().Batch(r.Context(), batch)
}
