package dataset

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"almanac/cmd/internal/deployments"
	"almanac/generated"
	"almanac/runtime/linkids"
	"almanac/runtime/maintain"
	"almanac/runtime/model"
	"almanac/runtime/service"
)

// Load puts a data set into the empty database at url, which is made to have
// the tables first: "sqlite:PATH" or "postgres://...".
func Load(ctx context.Context, url string, s *Set) error {
	if err := migrate(ctx, url); err != nil {
		return err
	}
	w, err := openWriter(ctx, url)
	if err != nil {
		return err
	}
	if err := write(ctx, w, s); err != nil {
		_ = w.close(ctx) // The first error tells more.
		return err
	}
	if err := w.close(ctx); err != nil {
		return err
	}
	return index(ctx, url)
}

// index fills the search indexes of SQLite, which are tables of the service's
// own.  Those of PostgreSQL are indexes like all others.
func index(ctx context.Context, url string) error {
	if !strings.HasPrefix(url, "sqlite:") {
		return nil
	}
	log := slog.New(slog.DiscardHandler)
	a, err := service.Open(ctx, generated.Service(), service.Config{Database: url, Deployment: deployments.A(), Log: log})
	if err != nil {
		return err
	}
	if err := maintain.RebuildSearch(ctx, a.Store, generated.Service().Resources, log); err != nil {
		_ = a.Close() // The first error tells more.
		return err
	}
	return a.Close()
}

// migrate makes the tables.
func migrate(ctx context.Context, url string) error {
	a, err := service.Open(ctx, generated.Service(), service.Config{
		Database: url, Deployment: deployments.A(), Migrate: true, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		return err
	}
	return a.Close()
}

// writer writes rows into one kind of database as fast as that can.
type writer interface {
	// begin takes away what slows writing down.
	begin(ctx context.Context) error
	insert(ctx context.Context, table string, columns []string, rows [][]any) error
	// finish puts back what begin took away, and leaves the database as the
	// service would in the course of time.
	finish(ctx context.Context) error
	close(ctx context.Context) error
}

// openWriter returns the writer of a database.
func openWriter(ctx context.Context, url string) (writer, error) {
	if path, ok := strings.CutPrefix(url, "sqlite:"); ok {
		return openLite(ctx, path)
	}
	return openPostgres(ctx, url)
}

// write writes all records.
func write(ctx context.Context, w writer, s *Set) error {
	if err := w.begin(ctx); err != nil {
		return err
	}
	done := make(chan struct{})
	defer close(done)
	counts := make(map[int64]int64)
	for c := range s.chunks(done) {
		if err := c.write(ctx, w, counts); err != nil {
			return fmt.Errorf("load %s: %w", c.kind.Plural, err)
		}
	}
	if err := w.insert(ctx, "term_counts", []string{"term_id", "shard", "count"}, countRows(counts)); err != nil {
		return err
	}
	return w.finish(ctx)
}

// write writes the records of a chunk and their links, and adds to the counts
// of terms.  The table of a sequence hands out the ids by itself: they begin at
// 1 and have no gaps, as those of the records.
func (c chunk) write(ctx context.Context, w writer, counts map[int64]int64) error {
	names, rows := make([][]any, len(c.records)), make([][]any, len(c.records))
	for i, r := range c.records {
		c.tell(r)
		names[i], rows[i] = []any{c.kind.Name}, r.ColumnValues()
		c.count(r, counts)
	}
	if err := w.insert(ctx, c.kind.IDTable, []string{"resource"}, names); err != nil {
		return err
	}
	if err := w.insert(ctx, c.kind.Plural, c.kind.Columns, rows); err != nil {
		return err
	}
	for _, link := range c.kind.Links {
		columns, rows := c.links(link)
		if err := w.insert(ctx, link.Table, columns, rows); err != nil {
			return err
		}
	}
	return nil
}

// tell has the row of a record tell where its links lead.
func (c chunk) tell(r Record) {
	m, ok := r.Record.(model.LinkCacher)
	if !ok {
		return
	}
	links := make([][]int64, len(c.kind.Links))
	for i, link := range c.kind.Links {
		links[i] = r.Links[link.Name]
	}
	linkids.Set(c.kind, m, links)
}

// links returns the columns and the rows of one relation.
func (c chunk) links(link *model.Link) (columns []string, rows [][]any) {
	columns = []string{link.SourceColumn, link.TargetColumn, "position"}
	if link.DenormalizedColumn != "" {
		columns = append(columns, link.DenormalizedColumn)
	}
	for _, r := range c.records {
		for i, id := range r.Links[link.Name] {
			row := []any{r.Common().ID, id, int64(i)}
			if link.DenormalizedColumn != "" {
				row = append(row, r.ColumnValues()[slices.Index(c.kind.Columns, link.DenormalizedColumn)])
			}
			rows = append(rows, row)
		}
	}
	return columns, rows
}

// count adds a published record to the counts of its terms.
func (c chunk) count(r Record, counts map[int64]int64) {
	post, ok := r.Record.(model.PostRecord)
	if !ok || post.AsPost().Status != "publish" {
		return
	}
	for _, link := range c.kind.Links {
		if !link.Target.Term {
			continue
		}
		for _, id := range r.Links[link.Name] {
			counts[id]++
		}
	}
}

// countRows returns the counts as rows, all in the first shard.
func countRows(counts map[int64]int64) [][]any {
	rows := make([][]any, 0, len(counts))
	for id, n := range counts {
		rows = append(rows, []any{id, int64(0), n})
	}
	return rows
}

// chunkSize is how many records are in memory at once.
const chunkSize = 5000

// chunk is some records of one kind, in the order of their ids.
type chunk struct {
	kind    *model.Resource
	records []Record
}

// chunks makes all records, terms before posts and what is linked to before
// what links, while the one before is being written.  It ends early when done
// is closed.
func (s *Set) chunks(done <-chan struct{}) <-chan chunk {
	out := make(chan chunk, 1)
	go func() {
		defer close(out)
		for _, part := range []struct {
			count int
			make  func(int) Record
		}{
			{s.Size.Categories, s.Category},
			{s.Size.Tags, s.Tag},
			{s.Size.Venues, s.Venue},
			{s.Size.Organizers, s.Organizer},
			{s.Size.Events, s.Event},
		} {
			for begin := 0; begin < part.count; begin += chunkSize {
				c := chunk{records: make([]Record, 0, chunkSize)}
				for i := begin; i < min(begin+chunkSize, part.count); i++ {
					c.records = append(c.records, part.make(i))
				}
				c.kind = c.records[0].Resource()
				select {
				case out <- c:
				case <-done:
					return
				}
			}
		}
	}()
	return out
}
