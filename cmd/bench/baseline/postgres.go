package baseline

import (
	"context"
	"encoding/binary"
	"math"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"almanac/runtime/text"
)

// inCategory is the condition that an event is in some categories.
const inCategory = "EXISTS (SELECT FROM baseline_event_terms AS l WHERE l.event_id = e.id AND l.term_id = " +
	"ANY(ARRAY(%s)))"

// pgDatabase asks PostgreSQL; the pools prepare each text once a connection.
type pgDatabase struct {
	pool    *pgxpool.Pool // Plans no statement twice.
	planned *pgxpool.Pool // Plans each statement for its values.

	filterText, countFilter, creating string
}

// openPostgres connects to a database.
func openPostgres(ctx context.Context, url string, o Options) (*pgDatabase, error) {
	p := &pgDatabase{creating: createText()}
	p.filterText, p.countFilter = filterTexts(inCategory)
	var err error
	// The plan of a page depends on no value, and planning takes longer than
	// running it; that of a filter does.
	if p.pool, err = openPool(ctx, url, o, "force_generic_plan", prepareLine); err != nil {
		return nil, err
	}
	p.planned, err = openPool(ctx, url, o, "force_custom_plan", nil)
	return p, err
}

// openPool connects with a way to plan, and prepares each connection.
func openPool(ctx context.Context, url string, o Options, plans string,
	prepare func(context.Context, *pgx.Conn) error,
) (*pgxpool.Pool, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	config.MaxConns = int32(min(o.connections(), 1000)) //nolint:gosec // It fits.
	config.ConnConfig.RuntimeParams["timezone"] = "UTC"
	config.ConnConfig.RuntimeParams["plan_cache_mode"] = plans
	// Few rows are looked up by their keys; a plan for any number of them would read
	// the small tables as a whole.
	config.ConnConfig.RuntimeParams["enable_hashjoin"] = "off"
	config.ConnConfig.RuntimeParams["enable_memoize"] = "off"
	config.AfterConnect = prepare
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	return pool, pool.Ping(ctx)
}

func (p *pgDatabase) close() {
	p.pool.Close()
	p.planned.Close()
}

func (p *pgDatabase) selectOne(ctx context.Context) error {
	var one int
	return p.pool.QueryRow(ctx, selectOne).Scan(&one)
}

// scan queues a statement, each of whose rows goes where targets says, appended
// to what it is given.
func scan(b *pgx.Batch, targets func(to []any) []any, text string, args ...any) {
	b.Queue(text, args...).Query(func(rows pgx.Rows) error {
		defer rows.Close()
		var to []any
		for rows.Next() {
			to = targets(to[:0])
			read(rows.RawValues(), to)
		}
		return rows.Err()
	})
}

// read reads a row as PostgreSQL sends it to one who asked for its binary
// format.  All texts of a row share one allocation.
func read(row [][]byte, targets []any) {
	length := 0
	for _, value := range row {
		length += len(value)
	}
	var all strings.Builder
	all.Grow(length)
	for _, value := range row {
		all.Write(value)
	}
	texts := all.String()
	for i, value := range row {
		switch t := targets[i].(type) {
		case *string:
			*t = texts[:len(value)]
		case *int64:
			*t = numberOf(value)
		case **float64:
			if value != nil {
				f := math.Float64frombits(binary.BigEndian.Uint64(value))
				*t = &f
			}
		}
		texts = texts[len(value):]
	}
}

// events queues a statement that selects events, each after some other columns.
func events(b *pgx.Batch, into *[]*Event, before []any, text string, args ...any) {
	scan(b, func(to []any) []any {
		e := new(Event)
		*into = append(*into, e)
		return e.targets(append(to, before...))
	}, text, args...)
}

func (p *pgDatabase) list(ctx context.Context, w Window, counting bool) (list []*Event, total int64, err error) {
	if w.Category != 0 {
		return p.filter(ctx, w)
	}
	since, until := w.local()
	asked := []question{{of: pageLine, args: [][]byte{
		[]byte(w.Start), []byte(w.End), bigint(perPage), bigint((w.Page - 1) * perPage), []byte(since), []byte(until),
	}, row: eventRow(&list)}}
	if counting {
		asked = append(asked, question{of: countLine, args: asked[0].args[:2], row: func(row [][]byte) {
			total = numberOf(row[0])
		}})
	}
	err = p.ask(ctx, asked...)
	return list, total, err
}

// filter is list for a category; it always counts.
func (p *pgDatabase) filter(ctx context.Context, w Window) (list []*Event, total int64, err error) {
	since, until := w.local()
	b := &pgx.Batch{}
	events(b, &list, nil, p.filterText, w.Start, w.End, perPage, (w.Page-1)*perPage, since, until, w.Category)
	b.Queue(p.countFilter, w.Start, w.End, w.Category).QueryRow(func(row pgx.Row) error { return row.Scan(&total) })
	err = p.planned.SendBatch(ctx, b).Close()
	return list, total, err
}

func (p *pgDatabase) search(ctx context.Context, w Window) (list []*Event, total int64, err error) {
	args := []any{w.Start, w.End, perPage, (w.Page - 1) * perPage}
	var in []string
	for _, word := range w.Search {
		args = append(args, text.LikePattern(word))
		in = append(in, "s.words LIKE $"+strconv.Itoa(len(args)))
	}
	b := &pgx.Batch{}
	events(b, &list, []any{&total}, searchText("e.id IN (SELECT s.id FROM "+searchTable+" AS s WHERE "+
		strings.Join(in, " AND ")+")"), args...)
	err = p.pool.SendBatch(ctx, b).Close()
	return list, total, err
}

func (p *pgDatabase) linked(ctx context.Context, terms, posts []int64) (linked, error) {
	foundTerms, foundPosts := make([]Term, 0, len(terms)), make([]Post, 0, len(posts))
	err := p.ask(ctx, question{of: termsLine, args: [][]byte{bigints(terms)}, row: linkRow(&foundTerms, (*Term).targets)},
		question{of: postsLine, args: [][]byte{bigints(posts)}, row: linkRow(&foundPosts, (*Post).targets)})
	return found(foundTerms, foundPosts), err
}

// get needs the event before its links only to know which they are, and the tables
// of links tell that too, so all is asked in one message.
func (p *pgDatabase) get(ctx context.Context, id int64) (*Event, error) {
	var events []*Event
	terms, posts := make([]Term, 0, 8), make([]Post, 0, 4)
	of := [][]byte{bigint(id)}
	err := p.ask(ctx, question{of: getLine, args: of, row: eventRow(&events)},
		question{of: oneTermsLine, args: of, row: linkRow(&terms, (*Term).targets)},
		question{of: onePostsLine, args: of, row: linkRow(&posts, (*Post).targets)})
	if err != nil || len(events) == 0 {
		return nil, err
	}
	events[0].unpack()
	found(terms, posts).attach(events[0])
	return events[0], nil
}

// createText returns the statement that makes an event.  Being one, it is one
// transaction.
func createText() string {
	each := func(values string) string {
		return "SELECT u.x, u.o - 1 FROM unnest(" + values + "::bigint[]) WITH ORDINALITY AS u(x, o)"
	}
	return "WITH n AS (INSERT INTO post_id_sequence(resource) VALUES ('event') RETURNING id), " +
		"e AS (INSERT INTO baseline_events(" + newEvent + ") SELECT n.id, " + placeholders(7, newEventValues) + " FROM n), " +
		"p AS (INSERT INTO baseline_event_posts(event_id, post_id, position) SELECT n.id, u.x, u.o FROM n, (" + each("$1") +
		" UNION ALL " + each("$2") + ") AS u(x, o)), " +
		"t AS (INSERT INTO baseline_event_terms(event_id, term_id) SELECT n.id, u.x FROM n, unnest($3::bigint[] || " +
		"$4::bigint[]) AS u(x)), " +
		"s AS (INSERT INTO " + searchTable + "(id, words) SELECT n.id, $5::text FROM n), " +
		"k AS (INSERT INTO term_counts(term_id, shard, count) SELECT u.x, $6::bigint, 1 FROM unnest($3::bigint[] || " +
		"$4::bigint[]) AS u(x) ORDER BY 1 " +
		"ON CONFLICT (term_id, shard) DO UPDATE SET count = term_counts.count + 1) " +
		"SELECT n.id FROM n"
}

func (p *pgDatabase) create(ctx context.Context, d *Draft, slug string, shard int64) (id int64, err error) {
	args := append([]any{d.Venue, d.Organizer, d.Categories, d.Tags, d.folded(), shard}, d.values(slug)...)
	err = p.pool.QueryRow(ctx, p.creating, args...).Scan(&id)
	return id, err
}

func (p *pgDatabase) spans(ctx context.Context, each func(start, end string)) error {
	var start, end string
	return p.all(ctx, spansText, []any{&start, &end}, func() { each(start, end) })
}

func (p *pgDatabase) termCounts(ctx context.Context, each func(term, count int64)) error {
	var term, count int64
	return p.all(ctx, termCountsText, []any{&term, &count}, func() { each(term, count) })
}

// all calls each after every row was read into the targets.
func (p *pgDatabase) all(ctx context.Context, text string, targets []any, each func()) error {
	rows, err := p.pool.Query(ctx, text)
	if err != nil {
		return err
	}
	_, err = pgx.ForEachRow(rows, targets, func() error { each(); return nil })
	return err
}
