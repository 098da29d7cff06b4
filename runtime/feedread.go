package runtime

import (
	"crypto/rand"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"almanac/runtime/dates"
	"almanac/runtime/feed"
	"almanac/runtime/filter"
	"almanac/runtime/store"
)

// feedBatch is how many records of a long feed are held at once: as many as the
// largest page has.
const feedBatch = MaxPerPage

// feedList reads the feed of a whole list.  It begins like a keyset cursor
// (SQL): the ids of all records, in the order of the list, are read by one
// statement, so that the feed holds each record once and skips none, whatever
// changes while it is sent.  Up to a batch of records is a page like any other;
// more are sent as they are read (feedsend.go).
func (r *Request) feedList(k *Kind, q *filter.Query) (*Page, error) {
	q.PerPage = maxFeed
	page := &Page{}
	r.pageLinks(k, q, page)
	s := &feedStream{request: r, kind: k, query: q, self: page.Self, leave: func() {}}
	var err error
	if s.tag, err = r.feedTag(k, q, page.Self); err != nil {
		return nil, err
	}
	if had, sent := tagsOf(r.HTTP.Header, "If-None-Match"); sent && had.match(s.tag) {
		r.exchange.stream = s // Nothing of it is wanted.
		return page, nil
	}
	leave, err := r.Env.expensive.enter(r.Context(), weightOf(q))
	if err != nil {
		return nil, err
	}
	defer leave()
	if err := s.begin(q, page); err != nil {
		return nil, err
	}
	if len(s.rest) > 0 {
		return page, nil
	}
	s.end()
	page.Records = s.records
	return page, nil
}

// feedTag returns the entity tag of a long feed, which is known before anything
// of it is read: what makes the list and how its records show, at a moment of the
// store.  From one commit to the next it stays the same.  It is weak, and of this
// process: neither the settings nor the program can be others.
func (r *Request) feedTag(k *Kind, q *filter.Query, self string) (string, error) {
	moment, err := r.Env.Store.Snapshot(r.Context())
	if moment == "" || err != nil {
		return "", err
	}
	ids, args := r.feedIDs(k, q)
	text := fmt.Sprintf("%s\x00%s\x00%s\x00%#v\x00%s\x00%s\x00%+v\x00%q\x00%t",
		r.Env.process(), moment, ids, args, r.feed.name, self, r.Caller, r.Password, r.Editing)
	return `W/"` + hash([]byte(text)) + `"`, nil
}

// process returns a text that no other process has.
func (e *Env) process() string {
	e.naming.Do(func() { e.name = rand.Text() })
	return e.name
}

// feedIDs returns the text and the values of the query of a feed's ids.
func (r *Request) feedIDs(k *Kind, q *filter.Query) (sql string, values []any) {
	conditions := q.Args
	defer func() { q.Args = conditions }()
	sql = q.IDs(k.Descending)
	return sql, slices.Clone(q.Args.Values())
}

// begin reads the ids of the feed, the total, what the head tells of all
// records, and the first batch.
func (s *feedStream) begin(q *filter.Query, page *Page) error {
	r := s.request
	sql, values := r.feedIDs(s.kind, q)
	err := r.reader().Query(r.Context(), store.Statement{SQL: sql, Args: values, ScanRow: func(row store.Row) error {
		var id int64
		err := row.Scan(&id)
		s.rest = append(s.rest, id)
		return err
	}})
	if err != nil {
		return err
	}
	page.Total, page.Pages = int64(len(s.rest)), min(int64(len(s.rest)), 1)
	if len(s.rest) == maxFeed {
		p := &pageRead{Request: r, kind: s.kind, query: q, page: page} // There may be more.
		if err := r.reader().Query(r.Context(), p.total()); err != nil {
			return err
		}
	}
	if len(s.rest) > feedBatch {
		if s.leave, err = r.Env.feeds.enter(r.Context(), r.exchange.address); err != nil {
			return err
		}
		r.exchange.stream = s // From here on the end of the request ends it.
		if err := s.readOutline(); err != nil {
			return err
		}
	}
	return s.next()
}

// readOutline reads what the head of the feed tells of its records.
func (s *feedStream) readOutline() error {
	r, k := s.request, s.kind
	column := func(name string) bun.Ident { return bun.Ident(k.Name + "." + name) }
	text := r.Env.texts.get(textKey{of: k, purpose: "outline"}, func(args *store.Args) string {
		st := r.Env.Store
		sq := st.Builder().NewSelect().TableExpr("? AS ?", bun.Ident(k.Plural), bun.Ident(k.Name)).
			ColumnExpr("?, ?, ?", column(k.Start), column(k.End), column("modified_utc")).Where("? ?", column("id"), st.SQL().In(args, s.rest))
		if k.Zone == "" {
			return sq.ColumnExpr("''").String()
		}
		return sq.ColumnExpr("?", column(k.Zone)).String()
	})
	v := &View{Request: r}
	return r.reader().Query(r.Context(), store.Statement{SQL: text.sql, Args: []any{s.rest}, ScanRow: func(row store.Row) error {
		var start, end, modified, zone string
		err := row.Scan(&start, &end, &modified, &zone)
		s.outline.Note(v.Zone(zone), dates.Wall(start), dates.Wall(end), dates.Wall(modified))
		return err
	}})
}

// next reads the records of the next batch, with what they link to.  A record
// that went meanwhile, or that the caller may not see any more, is left out.
func (s *feedStream) next() error {
	n := min(len(s.rest), feedBatch)
	for range changedTries {
		done, err := s.read(s.rest[:n:n])
		if err != nil {
			return err
		}
		if done {
			s.rest = s.rest[n:]
			s.guesses.note(s.request, s.kind, s.records)
			return nil
		}
	}
	return errChanging(s.kind)
}

// read reads the records with the ids, and reports false when one was changed
// before what it links to had been read.
func (s *feedStream) read(ids []int64) (done bool, err error) {
	r, k := s.request, s.kind
	byID := make(map[int64]Model, len(ids))
	if err := r.reader().Query(r.Context(), r.loadAll(k, ids, func(m Model) { byID[m.Record().ID] = m })); err != nil {
		return false, err
	}
	s.records = s.records[:0]
	for _, id := range ids {
		if m := byID[id]; m != nil && s.lists(m) {
			s.records = append(s.records, m)
		}
	}
	if !r.shares(k) {
		return true, r.attach(r.Context(), r.reader(), k, s.records)
	}
	links, same, err := r.linksOf(k, s.records)
	if err != nil || !same {
		return false, err
	}
	return true, r.attachShared(k, s.records, links)
}

// lists reports whether a record that was in the list when the feed began is
// still there for the caller, as far as it depends on who may see it.
func (s *feedStream) lists(m Model) bool {
	post := &Post{}
	if p, ok := m.(PostModel); ok {
		post = p.AsPost()
	}
	return s.query.Sees(m.Record().Author, post.Status, m.Record().Language, post.MadeInline)
}

// feedStream is a feed that is read and sent in batches.
type feedStream struct {
	request *Request
	kind    *Kind
	query   *filter.Query
	self    string // Address of the feed.
	tag     string // "" for none.
	outline feed.Outline
	rest    []int64 // Ids of the records that are still to be read.
	records []Model // Of the batch that is to be sent.
	guesses attempt
	leave   func() // Makes room for another feed.
}

// end ends the feed, sent or not.
func (s *feedStream) end() {
	s.guesses.count(s.request)
	s.leave()
}
