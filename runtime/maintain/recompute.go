package maintain

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"almanac/runtime/audit"
	"almanac/runtime/linkids"
	"almanac/runtime/metadata"
	"almanac/runtime/model"
	"almanac/runtime/mutate"
	"almanac/runtime/query"
	"almanac/runtime/store"
	"almanac/runtime/text"
)

// Numbers of the algorithms behind computed columns.  Raise one when its
// algorithm gives other results: the next migration then recomputes what is
// stored.  Slugs are not among them, because a slug is an address that clients
// keep.
const (
	derivedAlgorithm = 4 // Folded columns, sort keys, times in UTC, HTML as text.Clean leaves it.
	countsAlgorithm  = 1 // Counts of terms.
)

// recomputeBatch is how many records one transaction recomputes.
const recomputeBatch = 500

// Recompute brings computed columns up to date where they were made by another
// algorithm than this program's.  It works in batches, each of which commits
// together with how far it has come, so that it goes on where it was
// interrupted.
func Recompute(ctx context.Context, s *store.Store, resources []*model.Resource, log *slog.Logger) error {
	r := recomputation{store: s, resources: resources, log: log}
	known, err := metadata.All(ctx, r.store.Reader(), "")
	if err != nil {
		return err
	}
	for _, k := range resources {
		if err := r.bring(ctx, k, known); err != nil {
			return fmt.Errorf("recompute %s: %w", k.Plural, err)
		}
	}
	if err := r.sweepSearch(ctx); err != nil {
		return err
	}
	if mark := known["counts"]; mark != strconv.Itoa(countsAlgorithm) && !newer(mark, countsAlgorithm) {
		return r.recount(ctx)
	}
	return nil
}

// bring brings the computed columns of a resource up to date, what its rows tell of
// their links, and the search index.
func (r recomputation) bring(ctx context.Context, k *model.Resource, known map[string]string) error {
	if err := r.refillLinks(ctx, k, progress(known[linksName(k)], linksMark(k))); err != nil {
		return err
	}
	if mark := known[derivedName(k)]; mark != derivedMark(k) && !newer(mark, derivedAlgorithm) {
		if err := r.forget(ctx, searchName(k)); err != nil {
			return err
		}
		delete(known, searchName(k))
		if err := r.derive(ctx, k, progress(known[derivedName(k)+"/done"], derivedMark(k))); err != nil {
			return err
		}
	}
	if err := r.endByClock(ctx, k, known); err != nil {
		return err
	}
	if mark := known[searchName(k)]; mark == searchMark(r.store, k) || newer(mark, searchAlgorithm(r.store)) {
		return nil
	}
	return r.buildSearch(ctx, k)
}

// forget removes what the database remembers under a name.
func (r recomputation) forget(ctx context.Context, name string) error {
	return r.store.RunInTx(ctx, func(ctx context.Context, w store.Writer) error {
		_, err := w.Exec(ctx, metadata.Delete(name))
		return err
	})
}

// newer reports whether a remembered mark is of a later algorithm than this
// program's: during a rolling upgrade an older server must not undo the work.
func newer(mark string, own int) bool {
	number, _, _ := strings.Cut(mark, ";")
	n, err := strconv.Atoi(number)
	return err == nil && n > own
}

// derivedName is the name under which the database remembers what made the
// computed columns of a resource.  How far an unfinished run came stands under the
// same name with /done.  Migrations that change sources of computed columns
// remove both.
func derivedName(k *model.Resource) string { return "derived/" + k.Plural }

// derivedMark tells the algorithm and the columns, so that a column which a
// migration has added is filled too.
func derivedMark(k *model.Resource) string {
	return strings.Join(append([]string{strconv.Itoa(derivedAlgorithm)}, k.ComputedColumns...), "; ")
}

// reached writes down the id that a run came to, and for what.
func reached(id int64, mark string) string { return strconv.FormatInt(id, 10) + " " + mark }

// progress returns the id that a run for the same came to, 0 when there was none.
func progress(reached, mark string) int64 {
	id, of, _ := strings.Cut(reached, " ")
	from, err := strconv.ParseInt(id, 10, 64)
	if err != nil || of != mark {
		return 0
	}
	return from
}

// recomputation is one run of Recompute.
type recomputation struct {
	store     *store.Store
	resources []*model.Resource
	log       *slog.Logger
}

// set remembers a text.
func (r recomputation) set(ctx context.Context, w store.Writer, name, value string) error {
	_, err := w.Exec(ctx, metadata.Set(name, value))
	return err
}

// derive recomputes the records of a resource whose ids are above from.
func (r recomputation) derive(ctx context.Context, k *model.Resource, from int64) error {
	for {
		n, last := 0, from
		err := r.store.RunInTx(ctx, func(ctx context.Context, w store.Writer) (err error) {
			n, last, err = r.step(ctx, w, k, from) // May run more than once.
			return err
		})
		if err != nil || n == 0 {
			return err
		}
		from = last
		r.log.InfoContext(ctx, "columns recomputed", "resource", k.Plural, "records", n)
	}
}

// step recomputes one batch and remembers how far it has come.  It returns how
// many records there were and the id of the last one.
func (r recomputation) step(ctx context.Context, w store.Writer, k *model.Resource,
	from int64,
) (n int, last int64, err error) {
	if err := r.store.Lock(ctx, w, "recompute"); err != nil {
		return 0, 0, err
	}
	records, err := r.batch(ctx, w, k, from)
	if err != nil {
		return 0, 0, err
	}
	done := derivedName(k) + "/done"
	if len(records) == 0 {
		if _, err := w.Exec(ctx, metadata.Delete(done)); err != nil {
			return 0, 0, err
		}
		return 0, from, r.set(ctx, w, derivedName(k), derivedMark(k))
	}
	text := mutate.UpdateSQL(r.store, k, new(store.Args), false)
	var renewed []audit.Change
	for _, m := range records {
		before := mutate.SnapshotOf(m)
		if compute(m) {
			renewed = append(renewed, before.Change(audit.ActionUpdated, m))
		}
		w.Queue(store.Statement{SQL: text, Args: m.ColumnValues()})
	}
	now := time.Now()
	audit.Add(w, audit.Actor{At: now, Note: "upgrade", Change: audit.NewChange(now)}, renewed)
	last = records[len(records)-1].Common().ID
	return len(records), last, r.set(ctx, w, done, reached(last, derivedMark(k)))
}

// compute computes the columns of a record, and cleans its HTML, of which an older program
// may have stored more. Its version stays, unless what clients see of it changes: then it reports true.
func compute(m model.Record) bool {
	cleaned := cleanHTML(m)
	computed := m.Resource().ComputeFields(m)
	if computed || cleaned {
		renew(m)
	}
	return computed || cleaned
}

// renew gives a record a new version, as what clients see of it changes.
func renew(m model.Record) {
	links, ok := linkids.Of(m.Resource(), m)
	m.Common().Version++
	if l, has := m.(model.LinkCacher); ok && has {
		linkids.Set(m.Resource(), l, links)
	}
}

// cleanHTML cleans the HTML of a record, and reports whether that changes it.
func cleanHTML(m model.Record) (changed bool) {
	k := m.Resource()
	columns := m.ScanTargets(nil)
	for _, arg := range k.Args {
		at := slices.Index(k.ReadColumns, arg.Name)
		if !arg.HTML || at < 0 {
			continue
		}
		column := columns[at].(*string)
		before := *column
		*column = text.Clean(before)
		changed = changed || *column != before
	}
	return changed
}

// batch reads the next records, held until the transaction ends.
func (r recomputation) batch(ctx context.Context, w store.Writer, k *model.Resource,
	from int64,
) ([]model.Record, error) {
	var args store.Args
	id := bun.Ident(k.Name + ".id")
	sq := query.WithColumns(r.store.Builder().NewSelect().Model(k.New()), k).
		Where("? > ?", id, args.Bind(from)).OrderExpr("?", id).Limit(recomputeBatch)
	sq = r.store.SQL().ForUpdate(sq, k.Name)
	var records []model.Record
	err := w.Query(ctx, store.Statement{SQL: sq.String(), Args: args.Values(), ScanRow: func(row store.Row) error {
		m, err := query.Scan(k, row)
		records = append(records, m)
		return err
	}})
	return records, err
}

// recount counts the published records of every term again.
func (r recomputation) recount(ctx context.Context) error {
	return r.store.RunInTx(ctx, func(ctx context.Context, w store.Writer) error {
		if err := r.store.Lock(ctx, w, "recompute"); err != nil {
			return err
		}
		if _, err := w.Exec(ctx, store.Statement{SQL: "DELETE FROM term_counts"}); err != nil {
			return err
		}
		for _, k := range r.resources {
			for _, link := range k.Links {
				if !k.Post || !link.Target.Term {
					continue
				}
				text := r.store.SQL().
					Format("INSERT INTO term_counts (term_id, shard, count) SELECT l.?, 0, count(*) FROM ? AS l JOIN ? AS r ON "+
						"r.id = l.? WHERE r.status = 'publish' GROUP BY l.?",
						bun.Ident(link.TargetColumn), bun.Ident(link.Table), bun.Ident(k.Plural), bun.Ident(link.SourceColumn),
						bun.Ident(link.TargetColumn))
				if _, err := w.Exec(ctx, store.Statement{SQL: text}); err != nil {
					return err
				}
			}
		}
		return r.set(ctx, w, "counts", strconv.Itoa(countsAlgorithm))
	})
}
