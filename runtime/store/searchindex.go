package store

import (
	"context"
	"slices"
	"strings"

	"github.com/uptrace/bun"
)

// SearchIndexName returns the name of the search index of a table: of an index on
// PostgreSQL, and on SQLite of a table with the trigrams of each row.
func SearchIndexName(table string) string { return table + "_search" }

// CreateSearchIndex makes the search index of a table over folded columns again, from
// what is stored.  It reports false where PostgreSQL lacks the extension pg_trgm
// and may not get it; then there is no index.
func (s *Store) CreateSearchIndex(ctx context.Context, w Writer, table string, columns []string) (bool, error) {
	statements := s.sql.sqliteSearchIndex(table, columns)
	if s.sql.dialect == PostgreSQL {
		schema, err := trigramSchema(ctx, w)
		if err != nil || schema == "" {
			return false, err
		}
		statements = s.sql.postgresSearchIndex(table, columns, schema)
	}
	for _, text := range statements {
		if _, err := w.Exec(ctx, Statement{SQL: text}); err != nil {
			return false, err
		}
	}
	s.sql.trigrams.Store(true)
	return true, nil
}

// sqliteSearchIndex makes and fills a table of trigrams.  It holds no texts and
// no positions of words: who finds a row there compares the row itself.
//
// Each COMMIT that writes adds a segment to it, and segments of one level
// are merged.  Made into one at the beginning, they leave nothing for later
// writers to merge but what these write.  Merging eight at a time and not four, as
// is the default, takes writers half the time, and searches hardly more.
func (s *SQL) sqliteSearchIndex(table string, columns []string) []string {
	index := bun.Ident(SearchIndexName(table))
	return []string{
		s.Format("DROP TABLE IF EXISTS ?", index),
		s.Format("CREATE VIRTUAL TABLE ? USING fts5(text, content='', contentless_delete=1, detail=none, "+
			"tokenize='trigram case_sensitive 1')", index),
		s.Format("INSERT INTO ? (?, rank) VALUES ('automerge', 8)", index, index),
		s.Format("INSERT INTO ? (rowid, text) SELECT id, ? FROM ?", index, s.searched(columns), bun.Ident(table)),
		s.Format("INSERT INTO ? (?) VALUES ('optimize')", index, index),
	}
}

// postgresSearchIndex makes an index of trigrams over the joined columns, which
// serves LIKE as it is.  One over each column would have to be looked into once
// for every column and word.  What is written waits in a short list before it is
// put in its places, because each search reads that list from end to end.
func (s *SQL) postgresSearchIndex(table string, columns []string, schema string) []string {
	index := bun.Ident(SearchIndexName(table))
	return []string{
		s.Format("DROP INDEX IF EXISTS ?", index),
		s.Format("CREATE INDEX ? ON ? USING gin ((?) ?.gin_trgm_ops) WITH (gin_pending_list_limit = 256)", index,
			bun.Ident(table), s.searched(columns), bun.Ident(schema)),
	}
}

// createTrigrams asks for the extension.  It is a trusted one: the owner of the
// database may create it where it is installed.
const createTrigrams = `DO $$ BEGIN CREATE EXTENSION IF NOT EXISTS pg_trgm;
EXCEPTION WHEN insufficient_privilege OR feature_not_supported OR undefined_file OR undefined_object
	OR duplicate_object OR unique_violation THEN NULL; END $$`

// trigramSchema returns the schema that holds the extension pg_trgm, "" when
// the extension cannot be had.
func trigramSchema(ctx context.Context, w Writer) (schema string, err error) {
	find := Statement{
		SQL: "SELECT n.nspname::text FROM pg_extension AS e JOIN pg_namespace AS n ON n.oid = e.extnamespace WHERE " +
			"e.extname = 'pg_trgm'",
		ScanRow: func(row Row) error { return row.Scan(&schema) },
	}
	if err := w.Query(ctx, find); err != nil || schema != "" {
		return schema, err
	}
	if _, err := w.Exec(ctx, Statement{SQL: createTrigrams}); err != nil {
		return "", err
	}
	return schema, w.Query(ctx, find)
}

// DropUnusedSearchIndexes removes the search indexes of all tables but the named
// ones.  Indexes of PostgreSQL go with their columns.
func (s *Store) DropUnusedSearchIndexes(ctx context.Context, tables []string) error {
	if s.sql.dialect != SQLite {
		return nil
	}
	var stale []string
	err := s.Reader().Query(ctx, Statement{
		SQL: "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE % USING fts5(%'",
		ScanRow: func(row Row) error {
			var name string
			err := row.Scan(&name)
			if !slices.ContainsFunc(tables, func(table string) bool { return SearchIndexName(table) == name }) {
				stale = append(stale, name)
			}
			return err
		},
	})
	if err != nil || len(stale) == 0 {
		return err
	}
	return s.RunInTx(ctx, func(ctx context.Context, w Writer) error {
		for _, name := range stale {
			if _, err := w.Exec(ctx, Statement{SQL: s.sql.Format("DROP TABLE IF EXISTS ?", bun.Ident(name))}); err != nil {
				return err
			}
		}
		return nil
	})
}

// MaintainsSearchIndex reports whether search indexes follow the rows of their tables by
// themselves.  Where they do not, writers run IndexRowSQL, IndexRowsSQL and UnindexRowSQL
// by QueueForCommit: the index takes what a COMMIT brings at once in less time.
func (s *SQL) MaintainsSearchIndex() bool { return s.dialect == PostgreSQL }

// IndexRowSQL returns the text of the statement that puts a row into the search
// index, by its id ($1) and what searches look into ($2).
func (s *SQL) IndexRowSQL(table string) string {
	return s.Format("INSERT OR REPLACE INTO ? (rowid, text) VALUES ($1, $2)", bun.Ident(SearchIndexName(table)))
}

// SearchChangesSQL returns the text of the query that has a row when what searches look
// into in the stored row with the id $1 is not $2.
func (s *SQL) SearchChangesSQL(table string, columns []string) string {
	return s.Format("SELECT 1 FROM ? WHERE id = $1 AND ? <> $2", bun.Ident(table), s.searched(columns))
}

// IndexRowsSQL returns the text of the statement that puts the rows with the ids
// into the search index, once they are written.
func (s *SQL) IndexRowsSQL(a *Args, table string, columns []string, ids []int64) string {
	return s.Format("INSERT OR REPLACE INTO ? (rowid, text) SELECT id, ? FROM ? WHERE id ?",
		bun.Ident(SearchIndexName(table)), s.searched(columns), bun.Ident(table), s.In(a, ids))
}

// UnindexRowSQL returns the text of the statement that takes the row with the id
// $1 out of the search index.
func (s *SQL) UnindexRowSQL(table string) string {
	return s.Format("DELETE FROM ? WHERE rowid = $1", bun.Ident(SearchIndexName(table)))
}

// JoinSearchText joins the values of columns as searched joins the columns.
func JoinSearchText(values []string) string { return strings.Join(values, "\n") }

// searched returns the expression for what searches look into, as the index
// holds it.  No folded text has a line break, so none reaches over two columns.
func (s *SQL) searched(columns []string) bun.Safe {
	parts := make([]string, len(columns))
	for i, c := range columns {
		parts[i] = s.Format("?", bun.Ident(c))
	}
	line := " || char(10) || "
	if s.dialect == PostgreSQL {
		line = " || chr(10) || "
	}
	return bun.Safe("(" + strings.Join(parts, line) + ")")
}

// Format writes a statement in the notation of bun for the dialect; the arguments are
// identifiers and placeholders.
func (s *SQL) Format(text string, args ...any) string {
	return s.builder.NewRaw(text, args...).String()
}

// DropSearchIndex removes the search index of a table; none is no error.  On
// SQLite searches find nothing until CreateSearchIndex has made it again.
func (s *Store) DropSearchIndex(ctx context.Context, w Writer, table string) error {
	what := "INDEX"
	if s.sql.dialect == SQLite {
		what = "TABLE"
	}
	_, err := w.Exec(ctx, Statement{SQL: s.sql.Format("DROP ? IF EXISTS ?", bun.Safe(what),
		bun.Ident(SearchIndexName(table)))})
	return err
}
