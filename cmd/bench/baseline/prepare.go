package baseline

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
)

// searchTable holds the folded text of each event in one column, for an index
// by three letters.
const searchTable = "baseline_search"

// foldedText joins what is searched of an event: no word reaches over a line.
const foldedText = "title_search || char(10) || description_search || char(10) || excerpt_search"

// tables returns the statements that make the baseline's tables from those of the
// service.  There is one for both kinds of terms and one for both kinds of posts,
// so that what a page links to is two statements.
func tables() []string {
	texts := func(columns string) string { return packing(strings.Fields(columns)...) }
	term := func(kind int, from string) string {
		return fmt.Sprintf("INSERT INTO baseline_terms SELECT id, '%d' || char(31) || %s FROM %s", kind,
			packing(decimal("parent"), texts(termTexts)), from)
	}
	post := func(kind int, place, shown, columns, from string) string {
		return fmt.Sprintf("INSERT INTO baseline_posts SELECT id, %s, '%d' || char(31) || %s FROM %s", place, kind,
			packing(decimal("author"), shown, texts(postTexts+columns)), from)
	}
	return []string{
		"CREATE TABLE baseline_terms(id bigint PRIMARY KEY, texts text NOT NULL)",
		term(categoryKind, "categories"),
		term(tagKind, "tags"),
		"CREATE TABLE baseline_posts(id bigint PRIMARY KEY, lat double precision, lng double precision, texts text NOT NULL)",
		post(venueKind, "geo_lat, geo_lng", flags("show_map show_map_link"), "venue "+venueTexts, "venues"),
		post(organizerKind, "CAST(NULL AS double precision), CAST(NULL AS double precision)", "'00'",
			"organizer "+organizerTexts, "organizers"),
		"CREATE TABLE baseline_event_terms(event_id bigint NOT NULL, term_id bigint NOT NULL, PRIMARY KEY (event_id, " +
			"term_id))",
		"INSERT INTO baseline_event_terms SELECT event_id, category_id FROM event_categories UNION ALL SELECT event_id, " +
			"tag_id FROM event_tags ORDER BY 1",
		"CREATE INDEX baseline_term_events ON baseline_event_terms(term_id, event_id)",
		"CREATE TABLE baseline_event_posts(event_id bigint NOT NULL, post_id bigint NOT NULL, position bigint NOT NULL, " +
			"PRIMARY KEY (event_id, post_id))",
		"INSERT INTO baseline_event_posts SELECT event_id, venue_id, position FROM event_venues UNION ALL SELECT " +
			"event_id, organizer_id, position FROM event_organizers ORDER BY 1",
		"CREATE INDEX baseline_post_events ON baseline_event_posts(post_id, event_id)",
	}
}

// eventTables returns the statements that make the table of events.  Beside the
// packed event it has the columns that lists are filtered and sorted by, with the
// indexes that the service has for them: a create would be too cheap without.
func eventTables() []string {
	const text, number, truth = " text NOT NULL", " bigint NOT NULL", " boolean NOT NULL"
	packed := packing(append(strings.Fields(eventTexts), flags(eventFlags), decimal("author"),
		idList("term_id", "baseline_event_terms", ""), idList("post_id", "baseline_event_posts", " ORDER BY l.position"))...)
	list := []string{
		"CREATE TABLE baseline_events(id bigint PRIMARY KEY, language" + text + ", slug" + text + ", status" + text +
			", hide_from_listings" + truth + ", featured" + truth +
			", start_date" + text + ", end_date" + text + ", utc_start_date" + text + ", utc_end_date" + text + ", date" + text +
			", date_utc" + text + ", modified" + text +
			", duration" + number + ", post_parent" + number + ", title_sort" + text + ", texts" + text + ")",
		"INSERT INTO baseline_events(" + newEvent + ") SELECT " + strings.TrimSuffix(newEvent, ", texts") + ", " + packed +
			" FROM events AS e ORDER BY id",
		"CREATE UNIQUE INDEX baseline_events_slug ON baseline_events(slug)",
	}
	for i, columns := range []string{
		"title_sort, id", "status, date_utc",
		"status, hide_from_listings, start_date, id, utc_start_date, utc_end_date, language, featured",
		"status, hide_from_listings, utc_start_date, utc_end_date, language, featured",
		"start_date, id, utc_start_date, utc_end_date, status, hide_from_listings",
		"id, status, hide_from_listings, start_date, utc_start_date, utc_end_date, language, featured",
		"end_date, id", "date, id", "modified, id", "duration", "post_parent",
	} {
		list = append(list, fmt.Sprintf("CREATE INDEX baseline_events_%d ON baseline_events(%s)", i, columns))
	}
	return list
}

// Prepare makes the baseline's own tables in a loaded database.
func Prepare(ctx context.Context, database string) error {
	if path, ok := strings.CutPrefix(database, "sqlite:"); ok {
		return prepareLite(ctx, path)
	}
	c, err := pgx.Connect(ctx, database)
	if err != nil {
		return err
	}
	defer func() { _ = c.Close(ctx) }()
	for _, text := range append(slices.Concat(tables(), eventTables()),
		"CREATE EXTENSION IF NOT EXISTS pg_trgm",
		"CREATE TABLE "+searchTable+"(id bigint PRIMARY KEY, words text NOT NULL)",
		"INSERT INTO "+searchTable+" SELECT id, "+foldedText+" FROM events",
		"CREATE INDEX ON "+searchTable+" USING gin (words gin_trgm_ops)",
		"VACUUM ANALYZE",
	) {
		text = strings.ReplaceAll(text, "char(", "chr(")
		if _, err := c.Exec(ctx, text); err != nil {
			return fmt.Errorf("%s: %w", text, err)
		}
	}
	return nil
}

// prepareLite is Prepare for a file.
func prepareLite(ctx context.Context, path string) error {
	q := url.Values{"_pragma": {"synchronous(OFF)"}}
	db, err := sql.Open("sqlite", (&url.URL{Scheme: "file", Path: path, RawQuery: q.Encode()}).String())
	if err != nil {
		return err
	}
	for _, text := range append(slices.Concat(tables(), eventTables()),
		"CREATE VIRTUAL TABLE "+searchTable+" USING fts5(words, content='', tokenize='trigram case_sensitive 1')",
		"INSERT INTO "+searchTable+"(rowid, words) SELECT id, "+foldedText+" FROM events",
		"INSERT INTO "+searchTable+"("+searchTable+") VALUES ('optimize')",
		"PRAGMA wal_checkpoint(TRUNCATE)",
	) {
		if _, err := db.ExecContext(ctx, liteTable(text)); err != nil {
			_ = db.Close() // The first error tells more.
			return fmt.Errorf("%s: %w", text, err)
		}
	}
	return db.Close()
}

// liteTable returns a statement as SQLite makes the best of it: tables are
// stored by their keys.
func liteTable(text string) string {
	text = strings.Replace(text, "id bigint PRIMARY KEY", "id integer PRIMARY KEY", 1)
	if strings.HasSuffix(text, ", PRIMARY KEY (event_id, term_id))") ||
		strings.HasSuffix(text, ", PRIMARY KEY (event_id, post_id))") {
		text += " WITHOUT ROWID"
	}
	return text
}
