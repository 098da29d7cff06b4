package generator_test

import (
	"database/sql"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // Opens PostgreSQL.
	_ "modernc.org/sqlite"             // Opens SQLite.

	"almanac/generator"
	"almanac/resources/dsl"
	"almanac/runtime/store/storetest"
)

// history is a description with all of its migrations, as a tree that was
// released after every change would hold them.
type history struct {
	described []dsl.Resource
	before    generator.PreviousOutput
	lists     [][]generator.File // The files of each migration.
}

// failer is what a test, or one case of a property, fails by.
type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

// release generates and releases a description.  It returns the files of the
// new migration, none when tables are what they were.
func (h *history) release(t failer, described []dsl.Resource) []generator.File {
	t.Helper()
	files, err := generator.Evolve(described, h.before)
	if err != nil {
		t.Fatalf("generate: %v", err)
	}
	all, err := generator.ReleaseAPI(files, h.before, "2026-03-01")
	if err != nil {
		t.Fatalf("release: %v", err)
	}
	lock := all[len(all)-1]
	known := len(h.before.ReleasedMigrations)
	h.before = generator.PreviousOutput{Lockfile: files[len(files)-1].Content, Released: lock.Content, ReleasedMigrations: files[: len(files)-1 : len(files)-1]}
	h.described = described
	added := h.before.ReleasedMigrations[known:]
	if len(added) > 0 {
		h.lists = append(h.lists, added)
	}
	return added
}

type database struct {
	*sql.DB
	dialect string  // As the directory of its migrations is called.
	side    *sql.Tx // What it does is taken back afterwards; nil as a rule.
}

// executor runs statements: a database or a transaction.
type executor interface {
	Exec(statement string, args ...any) (sql.Result, error)
	Query(query string, args ...any) (*sql.Rows, error)
}

// executor returns what runs statements now.
func (db database) executor() executor {
	if db.side != nil {
		return db.side
	}
	return db.DB
}

// aside tries something in a transaction and takes it back.
func (db database) aside(t failer, try func(db database)) {
	t.Helper()
	tx, err := db.Begin()
	if err != nil {
		t.Fatalf("%v", err)
	}
	defer func() { _ = tx.Rollback() }()
	try(database{db.DB, db.dialect, tx})
}

func openDatabase(tb testing.TB, url string) database {
	tb.Helper()
	// A prepared statement would not survive the change of its tables.
	driver, dialect, source := "pgx", "postgres", url+map[bool]string{true: "&", false: "?"}[strings.Contains(url, "?")]+"default_query_exec_mode=exec"
	if file, ok := strings.CutPrefix(url, "sqlite:"); ok {
		driver, dialect, source = "sqlite", "sqlite", file
	}
	db, err := sql.Open(driver, source)
	if err != nil {
		tb.Fatal(err)
	}
	db.SetMaxOpenConns(1) // Pragmas and :memory: belong to a connection.
	tb.Cleanup(func() { _ = db.Close() })
	return database{db, dialect, nil}
}

// onBoth runs a test on an empty database of each store.
func onBoth(t *testing.T, run func(t *testing.T, db database)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, url string) { run(t, openDatabase(t, url)) })
}

// find returns the place of one direction of a migration, -1 for none.
func (db database) find(files []generator.File, direction string) int {
	return slices.IndexFunc(files, func(f generator.File) bool {
		return strings.Contains(f.Path, "/"+db.dialect+"/") && strings.HasSuffix(f.Path, "."+direction+".sql")
	})
}

// apply runs one direction of a migration as the service does: in one
// transaction, in SQLite with foreign keys off and checked before the end.
func (db database) apply(files []generator.File, direction string) error {
	i := db.find(files, direction)
	if i < 0 {
		return fmt.Errorf("no %s migration for %s", direction, db.dialect)
	}
	if db.side != nil {
		return runAll(db.side, files[i])
	}
	if db.dialect == "sqlite" {
		if _, err := db.Exec("PRAGMA foreign_keys = off"); err != nil {
			return err
		}
		defer func() { _, _ = db.Exec("PRAGMA foreign_keys = on") }()
	}
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	if err := runAll(tx, files[i]); err != nil {
		return err
	}
	if db.dialect == "sqlite" {
		var orphan string
		row := tx.QueryRow("SELECT \"table\" || ' lost ' || parent FROM pragma_foreign_key_check")
		if err := row.Scan(&orphan); err == nil {
			return fmt.Errorf("%s: %s", path.Base(files[i].Path), orphan)
		}
	}
	return tx.Commit()
}

// runAll runs the statements of a migration.
func runAll(tx *sql.Tx, f generator.File) error {
	for statement := range strings.SplitSeq(string(f.Content), "--bun:split\n") {
		if _, err := tx.Exec(statement); err != nil {
			return fmt.Errorf("%s: %w in %s", path.Base(f.Path), err, statement)
		}
	}
	return nil
}

// mustApply fails the test when a migration does.
func (db database) mustApply(t failer, files []generator.File, direction string) {
	t.Helper()
	if err := db.apply(files, direction); err != nil {
		t.Fatalf("%v\n%s", err, texts(files))
	}
}

func (db database) must(t failer, statement string, args ...any) {
	t.Helper()
	if _, err := db.executor().Exec(statement, args...); err != nil {
		t.Fatalf("%v in %s", err, statement)
	}
}

// rows returns a query's rows, their values joined by bars.
func (db database) rows(t failer, query string, args ...any) []string {
	t.Helper()
	found, err := db.executor().Query(query, args...)
	if err != nil {
		t.Fatalf("%v in %s", err, query)
	}
	defer func() { _ = found.Close() }()
	columns, _ := found.Columns()
	var list []string
	for found.Next() {
		values, targets := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			targets[i] = &values[i]
		}
		if err := found.Scan(targets...); err != nil {
			t.Fatalf("%v", err)
		}
		words := make([]string, len(columns))
		for i, v := range values {
			words[i] = word(v)
		}
		list = append(list, strings.Join(words, "|"))
	}
	if err := found.Err(); err != nil {
		t.Fatalf("%v in %s", err, query)
	}
	return list
}

// word writes a value alike for both stores.
func word(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case []byte:
		return string(v)
	case bool: // SQLite keeps numbers.
		return map[bool]string{true: "1", false: "0"}[v]
	case float64:
		return strconv.FormatFloat(v+0, 'f', -1, 64) // SQLite keeps no sign of 0.
	default:
		return fmt.Sprint(v)
	}
}

// catalog lists what a database consists of, a line a thing, in order: columns
// with type, nullability and place in the primary key, whether ids are given
// out, indexes with their columns, foreign keys and checks.  Defaults are left out
// unless asked for: a column that was added to a released table has one, which
// a fresh table does not need.
func (db database) catalog(t failer, defaults bool) []string {
	t.Helper()
	query := postgresCatalog
	if db.dialect == "sqlite" {
		query = sqliteCatalog
	}
	var list []string
	for _, line := range db.rows(t, query) {
		thing, value, _ := strings.Cut(line, "|default ")
		if defaults && value != "" && value != "null" {
			thing += " default " + strings.TrimSuffix(value, "::text")
		}
		list = append(list, strings.TrimSuffix(thing, "|default null"))
	}
	slices.Sort(list)
	return list
}

const sqliteCatalog = `
	SELECT 'column ' || t.name || '.' || c.name || ' ' || c.type || ' null=' || (1 - c."notnull") || ' key=' || c.pk, 'default ' || ifnull(c.dflt_value, 'null')
		FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%'
	UNION ALL SELECT 'serial ' || name, '' FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'
	UNION ALL SELECT 'index ' || i.name || ' on ' || t.name || ' unique=' || i."unique" || ' (' || (SELECT group_concat(c.name) FROM pragma_index_info(i.name) c) || ')', ''
		FROM sqlite_schema t, pragma_index_list(t.name) i WHERE t.type = 'table' AND i.origin = 'c'
	UNION ALL SELECT 'reference ' || t.name || '.' || f."from" || ' to ' || f."table" || '.' || f."to" || ' ' || f.on_delete, ''
		FROM sqlite_schema t, pragma_foreign_key_list(t.name) f WHERE t.type = 'table'
	UNION ALL SELECT sql, '' FROM sqlite_schema WHERE type = 'trigger'`

const postgresCatalog = `
	SELECT 'column ' || c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || ' null=' || (NOT a.attnotnull)::text
			|| ' ' || coalesce((SELECT collname FROM pg_collation k WHERE k.oid = a.attcollation AND a.attcollation <> 0), '') || ' identity=' || a.attidentity::text,
			'default ' || coalesce(pg_get_expr(d.adbin, d.adrelid), 'null')
		FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
		WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace
	UNION ALL SELECT 'index ' || replace(pg_get_indexdef(i.indexrelid), ' ON ' || current_schema() || '.', ' ON '), '' FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid WHERE c.relnamespace = current_schema()::regnamespace
	UNION ALL SELECT 'constraint ' || conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid), '' FROM pg_constraint
		WHERE connamespace = current_schema()::regnamespace AND contype <> 'n'
	UNION ALL SELECT replace(pg_get_triggerdef(t.oid), current_schema() || '.', ''), '' FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
		WHERE NOT t.tgisinternal AND c.relnamespace = current_schema()::regnamespace
	UNION ALL SELECT 'function ' || proname, '' FROM pg_proc WHERE pronamespace = current_schema()::regnamespace AND proname = 'refuse_value'`
