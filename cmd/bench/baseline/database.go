package baseline

import (
	"context"
	"strings"
)

// database is what the two stores do differently.
type database interface {
	selectOne(ctx context.Context) error
	// list returns the events of a window without their links, and, when it
	// counts, how many there are.
	list(ctx context.Context, w Window, counting bool) ([]*Event, int64, error)
	// search is list for a window with words: it always counts.
	search(ctx context.Context, w Window) ([]*Event, int64, error)
	// linked reads what events link to.
	linked(ctx context.Context, terms, posts []int64) (linked, error)
	// get returns an event with its links, nil when there is none.
	get(ctx context.Context, id int64) (*Event, error)
	// create makes an event with its links in one transaction.
	create(ctx context.Context, d *Draft, slug string, shard int64) (id int64, err error)
	// spans calls each with start and end of every listed event.
	spans(ctx context.Context, each func(start, end string)) error
	// termCounts calls each with every term and its count.
	termCounts(ctx context.Context, each func(term, count int64)) error
	close()
}

func open(ctx context.Context, url string, o Options) (database, error) {
	if path, ok := strings.CutPrefix(url, "sqlite:"); ok {
		return openLite(ctx, path, o)
	}
	return openPostgres(ctx, url, o)
}

// Options are the settings of the baseline.
type Options struct {
	Connections int    // To the database, 0 for 8.
	Sync        string // SQLite's synchronous: "full" or "normal".
	Mmap        int64  // Bytes of an SQLite file that are mapped into memory.
}

// connections returns how many connections there are.
func (o Options) connections() int {
	if o.Connections > 0 {
		return o.Connections
	}
	return 8
}

// attach loads what events link to.
func attach(ctx context.Context, db database, list []*Event) error {
	for _, e := range list {
		e.unpack()
	}
	if len(list) == 0 {
		return nil
	}
	terms, posts := linkedIDs(list)
	l, err := db.linked(ctx, terms, posts)
	if err != nil {
		return err
	}
	for _, e := range list {
		l.attach(e)
	}
	return nil
}
