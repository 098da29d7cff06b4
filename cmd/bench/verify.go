package main

import (
	"context"
	"fmt"

	"almanac/runtime/store"
	"almanac/runtime/store/open"
)

// census is how many events a database has, how many links to venues and
// organizers and to categories and tags, and the sum of the counts of these.
type census struct{ Events, Posts, Terms, Counts int64 }

// rows returns the columns that count the events and the links of the service,
// which has a table for each kind of link, or of the baseline.
func rows(server string) string {
	if server == baselineServer {
		return "(SELECT count(*) FROM baseline_events), (SELECT count(*) FROM baseline_event_posts), (SELECT count(*) " +
			"FROM baseline_event_terms)"
	}
	return "(SELECT count(*) FROM events), (SELECT count(*) FROM event_venues) + (SELECT count(*) FROM " +
		"event_organizers), (SELECT count(*) FROM event_categories) + (SELECT count(*) FROM event_tags)"
}

// takeCensus counts the rows of a server's database.
func takeCensus(ctx context.Context, server, url string) (c census, err error) {
	s, err := open.Store(ctx, url, store.Options{ReadOnly: true})
	if err != nil {
		return c, err
	}
	defer func() { _ = s.Close() }()
	err = s.Reader().Query(ctx, store.Statement{
		SQL:     "SELECT " + rows(server) + ", (SELECT CAST(sum(count) AS bigint) FROM term_counts)",
		ScanRow: func(row store.Row) error { return row.Scan(&c.Events, &c.Posts, &c.Terms, &c.Counts) },
	})
	return c, err
}

// verify compares what each server has stored with what it has acknowledged.
func (r *run) verify(ctx context.Context) error {
	for server, made := range r.requests.made {
		n := made.Load()
		want := r.before
		want.Events, want.Posts = want.Events+n, want.Posts+2*n
		want.Terms, want.Counts = want.Terms+4*n, want.Counts+4*n
		got, err := takeCensus(ctx, server, r.stage.urls[server])
		if err != nil {
			return err
		}
		if got != want {
			return fmt.Errorf("after %d creates the %s has %+v, not %+v", n, server, got, want)
		}
	}
	return nil
}
