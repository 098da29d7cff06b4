package floor

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"strings"

	"github.com/jackc/pgx/v5"
)

// searchTable holds the folded text of each event in one column, for an index
// by three letters.
const searchTable = "floor_search"

// foldedText joins what is searched of an event: no word reaches over a line.
const foldedText = "title_search || char(10) || description_search || char(10) || excerpt_search"

// linkedTables returns the statements that make the tables of what events link
// to, from those of the service: one for both kinds of terms and one for both
// kinds of posts, with all texts of a record in one column.  A page then needs two
// statements for its links, and rows of few values, each of which costs both
// sides some calls.
func linkedTables() []string {
	texts := func(columns string) string { return strings.Join(strings.Fields(columns), " || char(31) || ") }
	const none, no = "CAST(NULL AS double precision)", "false"
	return []string{
		"CREATE TABLE floor_terms(id bigint PRIMARY KEY, kind bigint NOT NULL, parent bigint NOT NULL, texts text NOT NULL)",
		fmt.Sprintf("INSERT INTO floor_terms SELECT id, %d, parent, %s FROM categories", categoryKind, texts(termTexts)),
		fmt.Sprintf("INSERT INTO floor_terms SELECT id, %d, parent, %s FROM tags", tagKind, texts(termTexts)),
		"CREATE TABLE floor_posts(id bigint PRIMARY KEY, kind bigint NOT NULL, author bigint NOT NULL, lat double precision, lng double precision, " +
			"show_map boolean NOT NULL, show_map_link boolean NOT NULL, texts text NOT NULL)",
		fmt.Sprintf("INSERT INTO floor_posts SELECT id, %d, author, geo_lat, geo_lng, show_map, show_map_link, %s FROM venues", venueKind, texts(postTexts+"venue "+venueTexts)),
		fmt.Sprintf("INSERT INTO floor_posts SELECT id, %d, author, %s, %s, %s, %s, %s FROM organizers", organizerKind, none, none, no, no, texts(postTexts+"organizer "+organizerTexts)),
		"CREATE TABLE floor_event_terms(event_id bigint NOT NULL, term_id bigint NOT NULL, PRIMARY KEY (event_id, term_id))",
		"INSERT INTO floor_event_terms SELECT event_id, category_id FROM event_categories UNION ALL SELECT event_id, tag_id FROM event_tags ORDER BY 1",
		"CREATE INDEX floor_term_events ON floor_event_terms(term_id, event_id)",
		"CREATE TABLE floor_event_posts(event_id bigint NOT NULL, post_id bigint NOT NULL, position bigint NOT NULL, PRIMARY KEY (event_id, post_id))",
		"INSERT INTO floor_event_posts SELECT event_id, venue_id, position FROM event_venues UNION ALL SELECT event_id, organizer_id, position FROM event_organizers ORDER BY 1",
	}
}

// Prepare makes the floor's own tables in a loaded database.
func Prepare(ctx context.Context, database string) error {
	if path, ok := strings.CutPrefix(database, "sqlite:"); ok {
		return prepareLite(ctx, path)
	}
	c, err := pgx.Connect(ctx, database)
	if err != nil {
		return err
	}
	defer func() { _ = c.Close(ctx) }()
	for _, text := range append(linkedTables(),
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
	for _, text := range append(linkedTables(),
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
	if strings.HasSuffix(text, ", PRIMARY KEY (event_id, term_id))") || strings.HasSuffix(text, ", PRIMARY KEY (event_id, post_id))") {
		text += " WITHOUT ROWID"
	}
	return text
}
