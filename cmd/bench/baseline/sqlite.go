package baseline

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"

	_ "modernc.org/sqlite" // The driver.
)

// inCategoryLite is the condition that an event is in some categories.
const inCategoryLite = "e.id IN (SELECT l.event_id FROM baseline_event_terms AS l WHERE l.term_id IN (%s))"

// among takes a list of ids.
const among = "IN (SELECT value FROM json_each($1))"

// liteDatabase asks SQLite: readers side by side, and one writer.
type liteDatabase struct {
	read, write *sql.DB

	one, page, count, filter, filterCount, find *sql.Stmt
	words                                       *sql.Stmt
	terms, posts                                *sql.Stmt
	inserts                                     liteInserts
}

// liteInserts are the statements that make an event.
type liteInserts struct {
	id, event, search, count, terms, posts *sql.Stmt
}

// openLite opens a file.
func openLite(ctx context.Context, path string, o Options) (*liteDatabase, error) {
	dsn := func(pragmas ...string) string {
		q := url.Values{"_pragma": append([]string{"busy_timeout(5000)"}, pragmas...), "_txlock": {"immediate"}}
		return (&url.URL{Scheme: "file", Path: path, RawQuery: q.Encode()}).String()
	}
	d := &liteDatabase{}
	var err error
	if d.write, err = sql.Open("sqlite", dsn("journal_mode(WAL)", "synchronous("+firstOf(o.Sync, "full")+")",
		"foreign_keys(1)")); err != nil {
		return nil, err
	}
	if d.read, err = sql.Open("sqlite", dsn("query_only(1)", "mmap_size("+strconv.FormatInt(o.Mmap, 10)+")",
		"cache_size(-16000)")); err != nil {
		return nil, err
	}
	d.write.SetMaxOpenConns(1)
	d.read.SetMaxOpenConns(o.connections())
	d.read.SetMaxIdleConns(o.connections())
	return d, d.prepare(ctx)
}

// prepare prepares all statements.
func (d *liteDatabase) prepare(ctx context.Context) error {
	var all []error
	prepare := func(db *sql.DB, text string) *sql.Stmt {
		s, err := db.PrepareContext(ctx, text)
		all = append(all, err)
		return s
	}
	d.inserts.id = prepare(d.write, "INSERT INTO post_id_sequence(resource) VALUES ('event') RETURNING id")
	d.inserts.event = prepare(d.write, "INSERT INTO baseline_events("+newEvent+") VALUES ("+
		placeholders(1, newEventValues+1)+")")
	d.inserts.search = prepare(d.write, "INSERT INTO "+searchTable+"(rowid, words) VALUES ($1, $2)")
	d.inserts.count = prepare(d.write,
		"INSERT INTO term_counts(term_id, shard, count) SELECT value, 0, 1 FROM json_each($1) WHERE true ON CONFLICT "+
			"(term_id, shard) DO UPDATE SET count = count + 1")
	d.inserts.terms = prepare(d.write,
		"INSERT INTO baseline_event_terms(event_id, term_id) SELECT $1, value FROM json_each($2)")
	d.inserts.posts = prepare(d.write,
		"INSERT INTO baseline_event_posts(event_id, post_id, position) SELECT $1, value, key FROM json_each($2) UNION ALL "+
			"SELECT $1, value, key FROM json_each($3)")
	d.one, d.page, d.count, d.find = prepare(d.read, selectOne), prepare(d.read, pageText("")), prepare(d.read, countText),
		prepare(d.read, getText)
	list, count := filterTexts(inCategoryLite)
	d.filter, d.filterCount = prepare(d.read, list), prepare(d.read, count)
	d.words = prepare(d.read, searchText("e.id IN (SELECT rowid FROM "+searchTable+" WHERE words MATCH $5)"))
	d.terms, d.posts = prepare(d.read, termsText+among), prepare(d.read, postsText+among)
	return errors.Join(all...)
}

func (d *liteDatabase) close() {
	_ = d.read.Close() // The process ends next.
	_ = d.write.Close()
}

func (d *liteDatabase) selectOne(ctx context.Context) error {
	var one int
	return d.one.QueryRowContext(context.WithoutCancel(ctx)).Scan(&one)
}

// rows runs a statement, each of whose rows goes where targets says, appended to
// what it is given.  For a context that can end the driver would start a goroutine
// each time.
func rows(ctx context.Context, s *sql.Stmt, targets func(to []any) []any, args ...any) error {
	r, err := s.QueryContext(context.WithoutCancel(ctx), args...)
	if err != nil {
		return err
	}
	defer func() { _ = r.Close() }()
	to := make([]any, 0, 8)
	for r.Next() {
		if err := r.Scan(targets(to)...); err != nil {
			return err
		}
	}
	return r.Err()
}

// eventsInto has each row make an event, after some other columns.
func eventsInto(list *[]*Event, before ...any) func(to []any) []any {
	return func(to []any) []any {
		e := new(Event)
		*list = append(*list, e)
		return e.targets(append(to, before...))
	}
}

func (d *liteDatabase) list(ctx context.Context, w Window, counting bool) (list []*Event, total int64, err error) {
	page, count := d.page, d.count
	since, until := w.local()
	pageArgs, countArgs := []any{w.Start, w.End, perPage, (w.Page - 1) * perPage, since, until}, []any{w.Start, w.End}
	if w.Category != 0 {
		page, count = d.filter, d.filterCount
		pageArgs, countArgs = append(pageArgs, w.Category), append(countArgs, w.Category)
	}
	err = rows(ctx, page, eventsInto(&list), pageArgs...)
	if err == nil && counting {
		err = count.QueryRowContext(context.WithoutCancel(ctx), countArgs...).Scan(&total)
	}
	return list, total, err
}

func (d *liteDatabase) search(ctx context.Context, w Window) (list []*Event, total int64, err error) {
	var in []string
	for _, word := range w.Search {
		in = append(in, `"`+strings.ReplaceAll(word, `"`, `""`)+`"`)
	}
	err = rows(ctx, d.words, eventsInto(&list, &total),
		w.Start, w.End, perPage, (w.Page-1)*perPage, strings.Join(in, " AND "))
	return list, total, err
}

func (d *liteDatabase) linked(ctx context.Context, terms, posts []int64) (linked, error) {
	foundTerms, foundPosts := make([]Term, 0, len(terms)), make([]Post, 0, len(posts))
	err := errors.Join(liteLink(ctx, d.terms, terms, &foundTerms, (*Term).targets),
		liteLink(ctx, d.posts, posts, &foundPosts, (*Post).targets))
	return found(foundTerms, foundPosts), err
}

// liteLink loads what links lead to.
func liteLink[T any](ctx context.Context, s *sql.Stmt, ids []int64, into *[]T, targets func(*T, []any) []any) error {
	return rows(ctx, s, func(to []any) []any {
		*into = append(*into, *new(T))
		return targets(&(*into)[len(*into)-1], to)
	}, jsonList(ids))
}

// jsonList writes ids as SQLite takes a list.
func jsonList(list []int64) string {
	text, err := json.Marshal(list)
	if err != nil {
		panic(err) // Numbers always marshal.
	}
	return string(text)
}

func (d *liteDatabase) get(ctx context.Context, id int64) (*Event, error) {
	var list []*Event
	err := rows(ctx, d.find, eventsInto(&list), id)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return list[0], attach(ctx, d, list)
}

func (d *liteDatabase) create(ctx context.Context, draft *Draft, slug string, _ int64) (id int64, err error) {
	tx, err := d.write.BeginTx(ctx, nil)
	if err != nil {
		return 0, err
	}
	defer func() { _ = tx.Rollback() }() // Does nothing after the commit.
	//nolint:sqlclosecheck // The statement of a transaction ends with it.
	if err := tx.StmtContext(ctx, d.inserts.id).QueryRowContext(ctx).Scan(&id); err != nil {
		return 0, err
	}
	exec := func(s *sql.Stmt, args ...any) {
		if err == nil {
			_, err = tx.StmtContext(ctx, s).ExecContext(ctx, args...) //nolint:sqlclosecheck // See above.
		}
	}
	exec(d.inserts.event, append([]any{id}, draft.values(slug)...)...)
	terms := jsonList(slices.Concat(draft.Categories, draft.Tags))
	exec(d.inserts.terms, id, terms)
	exec(d.inserts.posts, id, jsonList(draft.Venue), jsonList(draft.Organizer))
	exec(d.inserts.count, terms)
	exec(d.inserts.search, id, draft.folded())
	if err != nil {
		return 0, err
	}
	return id, tx.Commit()
}

func (d *liteDatabase) spans(ctx context.Context, each func(start, end string)) error {
	var start, end string
	return d.all(ctx, spansText, []any{&start, &end}, func() { each(start, end) })
}

func (d *liteDatabase) termCounts(ctx context.Context, each func(term, count int64)) error {
	var term, count int64
	return d.all(ctx, termCountsText, []any{&term, &count}, func() { each(term, count) })
}

// all calls each after every row was read into the targets.
func (d *liteDatabase) all(ctx context.Context, text string, targets []any, each func()) error {
	r, err := d.read.QueryContext(ctx, text)
	if err != nil {
		return err
	}
	defer func() { _ = r.Close() }()
	for r.Next() {
		if err := r.Scan(targets...); err != nil {
			return err
		}
		each()
	}
	return r.Err()
}
