package floor

import "fmt"

// Window is the part of the calendar that a list shows.
type Window struct {
	Start, End string // Wall times; events start and end between them.
	Page       int64  // Begins at 1.
	Search     []string
	Category   int64
	Counting   bool // Count each time, and not from memory.
}

// perPage is how many records a page has.
const perPage = 12

// listed is the condition on what lists show; the end of a window is $2.
const listed = "e.status = 'publish' AND e.hide_from_listings = false AND e.start_date >= $1 AND e.end_date <= $2"

// SQLite plans a statement anew for each execution when LIMIT or OFFSET is a
// bare placeholder, to look at the value; the casts keep it from that.
//
// The texts are those of PostgreSQL.  SQLite takes the same ones, with another
// way to pass a list of ids and to search.
const (
	selectOne = "SELECT 1"
	countText = "SELECT count(*) FROM events AS e WHERE " + listed

	termsText = "SELECT p.id, CAST((SELECT COALESCE(SUM(c.count), 0) FROM term_counts AS c WHERE c.term_id = p.id) AS bigint) " +
		"FROM floor_terms AS p"
	startsText = "SELECT e.start_date, e.end_date FROM events AS e WHERE e.status = 'publish' AND e.hide_from_listings = false"
)

// getText returns the text that finds an event.
func getText(columns func() string) string {
	return "SELECT " + columns() + " FROM events AS e WHERE e.id = $1"
}

// listText returns the text of a page.
func listText(columns func() string) string { return pageText(columns, "") }

// pageText is listText with one more condition.  The ids are found first, for
// which an index is enough: what stands before the page is not read.
func pageText(columns func() string, condition string) string {
	found := "SELECT e.id FROM events AS e WHERE " + listed + " AND e.start_date <= $2" + condition +
		" ORDER BY e.start_date, e.id LIMIT CAST($3 AS bigint) OFFSET CAST($4 AS bigint)"
	return "SELECT " + columns() + " FROM events AS e WHERE e.id IN (" + found + ") ORDER BY e.start_date, e.id"
}

// filterTexts returns the texts of the page and of the count of the events in
// a category and below it.  That events start before they end is said so that
// an index tells where the window ends.  The condition on the category is one
// of the formats beside the databases.
func filterTexts(columns func() string, in string) (list, count string) {
	condition := func(category string) string {
		below := "WITH RECURSIVE d(id) AS (SELECT " + category + " UNION SELECT c.id FROM categories AS c JOIN d ON c.parent = d.id) SELECT id FROM d"
		return " AND " + fmt.Sprintf(in, below)
	}
	return pageText(columns, condition("CAST($5 AS bigint)")), countText + " AND e.start_date <= $2" + condition("CAST($3 AS bigint)")
}

// searchText returns the statement of a search for words.  A row holds the
// number of all hits, and an event of the page.  The hits are gathered once for
// both.  The last argument is the condition that an event holds the words.
func searchText(columns func() string, in string) string {
	return "WITH hit AS MATERIALIZED (SELECT e.id, e.start_date FROM events AS e WHERE " + listed + " AND " + in + "), " +
		"page AS (SELECT id, start_date FROM hit ORDER BY start_date, id LIMIT CAST($3 AS bigint) OFFSET CAST($4 AS bigint)) " +
		"SELECT (SELECT count(*) FROM hit), " + columns() + " FROM page AS p JOIN events AS e ON e.id = p.id ORDER BY p.start_date, p.id"
}

// The kinds of what events link to.
const (
	categoryKind = iota
	tagKind
	venueKind
	organizerKind
)

// linkTexts returns the texts that load what events link to: categories and tags,
// venues and organizers.  The arguments are what stands before the relation and
// after it to choose the events.  Rows come in any order: sorting some of them
// takes less here than there.  Venues and organizers that are not published are
// passed over by attachPosts.
func linkTexts(before, join, after string) (terms, posts string) {
	text := func(columns, links, table, id string) string {
		return "SELECT " + columns + " FROM " + before + links + " AS l" + join + table + " AS p ON p.id = l." + id + after
	}
	return text(termColumns, "floor_event_terms", "floor_terms", "term_id"), text(postColumns, "floor_event_posts", "floor_posts", "post_id")
}
