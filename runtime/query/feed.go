package query

import (
	"fmt"

	"github.com/uptrace/bun"

	"almanac/runtime/auth"
	"almanac/runtime/deployment"
	"almanac/runtime/etag"
	"almanac/runtime/filter"
	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// MaxFeed is the most records of a feed that is not asked for by the page.  It
// bounds what one request can cost; the header with the total tells when a list has more.
const MaxFeed = 5000

// feedBatch is how many records of a long feed are held at once: as many as the
// largest page has.
const feedBatch = deployment.MaxPerPage

// feedList reads the feed of a whole list.  It begins like a keyset cursor
// (SQL): the ids of all records, in the order of the list, are read by one
// statement, so that the feed holds each record once and skips none, whatever
// changes while it is sent.  Up to a batch of records is a page like any other;
// more are sent as they are read (FeedStream).
func (rd *Reader) feedList(r *request.Request, k *model.Resource, q *filter.Query) (*Page, error) {
	q.PerPage = MaxFeed
	page := &Page{}
	pageLinks(r, k, q, page)
	s := &FeedStream{Request: r, reader: rd, Resource: k, query: q, Self: page.Self, leave: func() {}}
	var err error
	if s.Tag, err = rd.feedTag(r, k, q, page.Self); err != nil {
		return nil, err
	}
	if r.IfNoneMatch != nil && r.IfNoneMatch.Match(s.Tag) {
		page.Stream = s // Nothing of it is wanted.
		return page, nil
	}
	leave, err := r.Env.Expensive.Enter(r.Context(), weightOf(q))
	if err != nil {
		return nil, err
	}
	defer leave()
	if err := s.begin(q, page); err != nil {
		s.End()
		return nil, err
	}
	if len(s.Rest) > 0 {
		page.Stream = s
		return page, nil
	}
	s.End()
	page.Records = s.Records
	return page, nil
}

// feedTag returns the entity tag of a long feed, which is known before anything
// of it is read: what makes the list and how its records show, at a snapshot of the
// store.  From one commit to the next it stays the same.  It is weak, and of this
// process: neither the settings nor the program can be others.
func (rd *Reader) feedTag(r *request.Request, k *model.Resource, q *filter.Query, self string) (string, error) {
	moment, err := r.Env.Store.Snapshot(r.Context())
	if moment == "" || err != nil {
		return "", err
	}
	ids, args := feedIDs(k, q)
	text := fmt.Sprintf("%s\x00%s\x00%s\x00%#v\x00%s\x00%s\x00%+v\x00%q\x00%t",
		rd.process, moment, ids, args, r.Feed.Name, self, r.Caller, r.Password, r.EditContext)
	return `W/"` + etag.Hash([]byte(text)) + `"`, nil
}

// feedIDs returns the text and the values of the query of a feed's ids.
func feedIDs(k *model.Resource, q *filter.Query) (sql string, values []any) {
	return q.Statement(func() string { return q.IDsSQL(k.Descending) })
}

// begin reads the ids of the feed, the total, what the head tells of all
// records, and the first batch.
func (s *FeedStream) begin(q *filter.Query, page *Page) error {
	r := s.Request
	sql, values := feedIDs(s.Resource, q)
	err := r.Reader().Query(r.Context(), store.Statement{SQL: sql, Args: values, ScanRow: func(row store.Row) error {
		var id int64
		err := row.Scan(&id)
		s.Rest = append(s.Rest, id)
		return err
	}})
	if err != nil {
		return err
	}
	page.Total, page.Pages = int64(len(s.Rest)), min(int64(len(s.Rest)), 1)
	if len(s.Rest) == MaxFeed {
		p := &pageReader{Request: r, reads: s.reader, resource: s.Resource, query: q, page: page} // There may be more.
		if err := r.Reader().Query(r.Context(), p.total()); err != nil {
			return err
		}
	}
	if len(s.Rest) > feedBatch {
		leave, err := r.Env.Feeds.Enter(r.Context(), auth.ClientKey(r.Address))
		if err != nil {
			return err
		}
		s.leave = leave
		if err := s.readOutline(); err != nil {
			return err
		}
	}
	return s.Next()
}

// readOutline reads what the head of the feed tells of its records.
func (s *FeedStream) readOutline() error {
	r, k, columns := s.Request, s.Resource, s.Request.Feed.Columns()
	column := func(name string) bun.Ident { return bun.Ident(k.Name + "." + name) }
	text := r.Env.SQLCache.Get(request.SQLKey{Of: k, Purpose: "outline"}, func(args *store.Args) string {
		st := r.Env.Store
		sq := st.Builder().NewSelect().TableExpr("? AS ?", bun.Ident(k.Plural), bun.Ident(k.Name))
		for _, name := range columns {
			sq = sq.ColumnExpr("?", column(name))
		}
		return sq.Where("? ?", column("id"), st.SQL().In(args, s.Rest)).String()
	})
	values, targets := make([]string, len(columns)), make([]any, len(columns))
	for i := range values {
		targets[i] = &values[i]
	}
	return r.Reader().
		Query(r.Context(), store.Statement{SQL: text.SQL, Args: []any{s.Rest}, ScanRow: func(row store.Row) error {
			err := row.Scan(targets...)
			r.Feed.Note(values)
			return err
		}})
}

// Next reads the records of the next batch, with what they link to.  A record
// that went meanwhile, or that the caller may not see any more, is left out.
func (s *FeedStream) Next() error {
	n := min(len(s.Rest), feedBatch)
	for range maxReadAttempts {
		done, err := s.read(s.Rest[:n:n])
		if err != nil {
			return err
		}
		if done {
			s.Rest = s.Rest[n:]
			s.attempt.note(s.Request, s.Resource, s.Records)
			return nil
		}
	}
	return errChangedTooOften(s.Resource)
}

// read reads the records with the ids, and reports false when one was changed
// before what it links to had been read.
func (s *FeedStream) read(ids []int64) (done bool, err error) {
	r, k := s.Request, s.Resource
	byID := make(map[int64]model.Record, len(ids))
	load := LoadAll(r, k, ids, func(m model.Record) { byID[m.Common().ID] = m })
	if err := r.Reader().Query(r.Context(), load); err != nil {
		return false, err
	}
	s.Records = s.Records[:0]
	for _, id := range ids {
		if m := byID[id]; m != nil && s.lists(m) {
			s.Records = append(s.Records, m)
		}
	}
	if !s.reader.canShare(r, k) {
		return true, Attach(r.Context(), r, r.Reader(), k, s.Records)
	}
	return s.reader.Linker.Attach(r, k, s.Records)
}

// lists reports whether a record that was in the list when the feed began is
// still there for the caller, as far as it depends on who may see it.
func (s *FeedStream) lists(m model.Record) bool {
	post := &model.Post{}
	if p, ok := m.(model.PostRecord); ok {
		post = p.AsPost()
	}
	return s.query.CanSee(post.Author, post.Status, model.LanguageOf(m), post.MadeInline)
}

// FeedStream is a feed that is read and sent in batches.
type FeedStream struct {
	Request  *request.Request
	reader   *Reader
	Resource *model.Resource
	query    *filter.Query
	Self     string         // Address of the feed.
	Tag      string         // "" for none.
	Rest     []int64        // Ids of the records that are still to be read.
	Records  []model.Record // Of the batch that is to be sent.
	attempt  attempt
	leave    func() // Makes room for another feed.
}

// End ends the feed, sent or not.
func (s *FeedStream) End() {
	s.attempt.count(s.reader, s.Request, s.query)
	s.leave()
}

// Release lets go of the records of the batch, which was sent.
func (s *FeedStream) Release() {
	clear(s.Records)
	s.Records = s.Records[:0]
}
