package baseline

import (
	"fmt"
	"time"
)

// Window is the part of the calendar that a list shows.
type Window struct {
	Start, End string // Times in UTC; events start and end between them.
	Page       int64  // Begins at 1.
	Search     []string
	Category   int64
	Counting   bool // Count each time, and not from memory.
}

// apart is how far the local time of an event may be from UTC.
const apart = 16 * time.Hour

// local returns between which local times the events of a window start, whatever
// their zones: pages are sorted by local time.
func (w Window) local() (since, until string) {
	return moved(w.Start, -apart), moved(w.End, apart)
}

// moved returns a time that lies further ahead.
func moved(at string, by time.Duration) string {
	t, err := time.Parse(time.DateTime, at)
	if err != nil {
		return at
	}
	return t.Add(by).Format(time.DateTime)
}

// perPage is how many records a page has.
const perPage = 12

// listed is the condition on what lists show; the end of a window is $2.
const listed = "e.status = 'publish' AND e.hide_from_listings = false AND e.utc_start_date >= $1 AND e.utc_end_date " +
	"<= $2"

// SQLite plans a statement again for each execution when LIMIT or OFFSET is a
// bare placeholder, to look at the value; the casts keep it from that.
//
// The texts are those of PostgreSQL.  SQLite takes the same ones, with another
// way to pass a list of ids and to search.
const (
	selectOne = "SELECT 1"
	getText   = "SELECT " + eventColumns + " FROM baseline_events AS e WHERE e.id = $1"
	countText = "SELECT count(*) FROM baseline_events AS e WHERE " + listed

	termCountsText = "SELECT p.id, CAST((SELECT COALESCE(SUM(c.count), 0) FROM term_counts AS c WHERE c.term_id = " +
		"p.id) AS bigint) " +
		"FROM baseline_terms AS p"
	spansText = "SELECT e.utc_start_date, e.utc_end_date FROM baseline_events AS e WHERE e.status = 'publish' AND " +
		"e.hide_from_listings = false"

	termsText = "SELECT " + termColumns + " FROM baseline_terms AS p WHERE p.id "
	postsText = "SELECT " + postColumns + " FROM baseline_posts AS p WHERE p.id "
)

// pageText returns the text of a page, with a condition beside the usual ones;
// $5 and $6 are the local times between which its events start.
// The ids are found first, for which an index is enough: what stands before the
// page is not read.
func pageText(condition string) string {
	found := "SELECT e.id FROM baseline_events AS e WHERE " + listed + " AND e.start_date >= $5 AND e.start_date <= $6" +
		condition +
		" ORDER BY e.start_date, e.id LIMIT CAST($3 AS bigint) OFFSET CAST($4 AS bigint)"
	return "SELECT " + eventColumns + " FROM baseline_events AS e WHERE e.id IN (" + found +
		") ORDER BY e.start_date, e.id"
}

// filterTexts returns the texts of the page and of the count of the events in
// a category and below it.  That events start before they end is said so that
// an index tells where the window ends.  The condition on the category is one
// of the formats beside the databases.
func filterTexts(in string) (list, count string) {
	condition := func(category string) string {
		below := "WITH RECURSIVE d(id) AS (SELECT " + category +
			" UNION SELECT c.id FROM categories AS c JOIN d ON c.parent = d.id) SELECT id FROM d"
		return " AND " + fmt.Sprintf(in, below)
	}
	return pageText(condition("CAST($7 AS bigint)")),
		countText + " AND e.utc_start_date <= $2" + condition("CAST($3 AS bigint)")
}

// searchText returns the statement of a search for words.  A row holds the
// number of all hits, and an event of the page.  The hits are gathered once for
// both.  The last argument is the condition that an event holds the words.
func searchText(in string) string {
	return "WITH hit AS MATERIALIZED (SELECT e.id, e.start_date FROM baseline_events AS e WHERE " + listed + " AND " + in +
		"), " +
		"page AS (SELECT id, start_date FROM hit ORDER BY start_date, id " +
		"LIMIT CAST($3 AS bigint) OFFSET CAST($4 AS bigint)) " +
		"SELECT (SELECT count(*) FROM hit), " + eventColumns +
		" FROM page AS p JOIN baseline_events AS e ON e.id = p.id ORDER BY p.start_date, p.id"
}

// The kinds of what events link to.
const (
	categoryKind = iota
	tagKind
	venueKind
	organizerKind
)
