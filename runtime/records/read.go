package records

import (
	"github.com/uptrace/bun"

	"almanac/runtime/model"
	"almanac/runtime/query"
	"almanac/runtime/recurrence"
	"almanac/runtime/request"
	"almanac/runtime/store"
	"almanac/runtime/views"
)

// Key names one record: by ID, or by slug when the slug is not empty.
type Key = query.Key

// SlugKey returns the key of the record that a path names by a slug.
func SlugKey(slug string) Key { return query.SlugKey(slug) }

// Head is a record without its content.
type Head = query.Head

// ListParams are the parameters of a list, such as *generated.EventList.
type ListParams = query.ListParams

// ListOptions say more of a list than clients can.
type ListOptions = query.ListOptions

// List returns the page of a list that the parameters describe.
func (s *Service) List(r *request.Request, k *model.Resource, params ListParams, o ListOptions) (*Page, error) {
	return operate(s, r, func() (*Page, error) {
		found, err := s.Reads.List(r, k, params, o)
		if err != nil {
			return nil, err
		}
		return s.page(r, found), nil
	})
}

// Delta returns a page of a sync of a list: of the list itself where since is "", by ID and without a default
// window of dates, else of what has changed since the Token of an earlier page.  The parameters are the same.
func (s *Service) Delta(r *request.Request, k *model.Resource, params ListParams, since string) (*Page, error) {
	return operate(s, r, func() (*Page, error) {
		found, err := s.Reads.Delta(r, k, params, since)
		if err != nil {
			return nil, err
		}
		return s.page(r, found), nil
	})
}

// page returns a page with what responses show of its records.
func (s *Service) page(r *request.Request, found *query.Page) *Page {
	page := &Page{
		Records: make([]Record, 0, len(found.Records)), Total: found.Total, Pages: found.Pages,
		Self: found.Self, Next: found.Next, Previous: found.Previous, Stream: found.Stream, Sync: found.Sync,
	}
	v := &views.View{Request: r}
	for _, m := range found.Records {
		page.Records = append(page.Records, s.show(m, v))
	}
	return page
}

// Heads returns the slugs and last changes of the posts on a page of a list, and the number
// of posts on all pages.  The content of the posts, which may be large, is not read.
func (s *Service) Heads(
	r *request.Request, k *model.Resource, params ListParams, o ListOptions,
) (heads []Head, total int64, err error) {
	_, err = operate(s, r, func() (struct{}, error) {
		heads, total, err = s.Reads.Heads(r, k, params, o)
		return struct{}{}, err
	})
	return heads, total, err
}

// Get returns a record that the caller may read.  One that a password protects is an error,
// unless the call says HideContent.
func (s *Service) Get(r *request.Request, k *model.Resource, key Key) (*Record, error) {
	return operate(s, r, func() (*Record, error) {
		m, err := s.Reads.Read(r, k, key)
		if err != nil {
			return nil, err
		}
		return s.Show(r, m), nil
	})
}

// GetFormer returns the record that had the slug of the key until it got another one, as Get would.
// It is for what Get does not find; see query.Reader.ReadFormer.
func (s *Service) GetFormer(r *request.Request, k *model.Resource, key Key) (*Record, error) {
	return operate(s, r, func() (*Record, error) {
		m, err := s.Reads.ReadFormer(r, k, key)
		if err != nil {
			return nil, err
		}
		return s.Show(r, m), nil
	})
}

// Show returns a record with all that it links to, such as one of a dry run, as Get would
// return it. It does not look at whether the caller may read it.
func (s *Service) Show(r *request.Request, m model.Record) *Record {
	hidden := false
	if p, ok := m.(model.PostRecord); ok {
		hidden = r.Locked(m.Resource(), p.AsPost())
	}
	one := s.show(m, &views.View{Request: r, Single: !hidden})
	return &one
}

// ByID returns the records with the IDs that the caller may read, whatever lists leave out.
// It waits for no place and publishes nothing: exports read by it.
// Other reads see the same state of the database.
func (s *Service) ByID(
	r *request.Request, k *model.Resource, ids []int64, others ...store.Statement,
) (map[int64]*Record, error) {
	rows, err := query.ByID(r, k, ids, others...)
	if err != nil {
		return nil, err
	}
	found := make(map[int64]*Record, len(rows))
	for id, m := range rows {
		if s.Reads.Readable(r, m) == nil {
			one := s.show(m, &views.View{Request: r})
			found[id] = &one
		}
	}
	return found, nil
}

// Series is a series of records that repeat.
type Series = query.Series

// Series returns a series of which the caller may see a date.
func (s *Service) Series(r *request.Request, k *model.Resource, id int64) (*Series, error) {
	return operate(s, r, func() (*Series, error) { return query.ReadSeries(r, k, id) })
}

// NextDates returns the series of a record and its next dates, with some of their columns; see
// query.NextDates.
func (s *Service) NextDates(
	r *request.Request, m model.Record, columns []string, limit int64,
) (*Series, []model.Record, error) {
	type found struct {
		series *Series
		dates  []model.Record
	}
	f, err := operate(s, r, func() (found, error) {
		series, list, err := query.NextDates(r, m, columns, limit)
		return found{series, list}, err
	})
	return f.series, f.dates, err
}

// VisiblePatterns returns how some series repeat for visitors; see query.VisiblePatterns.
func (s *Service) VisiblePatterns(
	r *request.Request, k *model.Resource, ids []int64,
) (map[int64]recurrence.Pattern, error) {
	return operate(s, r, func() (map[int64]recurrence.Pattern, error) { return query.VisiblePatterns(r, k, ids) })
}

// Longest returns how many seconds the longest record of a resource lasts that has a
// start and an end, 0 when there is none.  What has not ended at some time has
// begun no earlier than that before it.
func (s *Service) Longest(r *request.Request, k *model.Resource) (int64, error) {
	return operate(s, r, func() (longest int64, err error) {
		sq := s.Env.Store.Builder().NewSelect().TableExpr("?", bun.Ident(k.Plural)).ColumnExpr("COALESCE(MAX(duration), 0)")
		scan := func(row store.Row) error { return row.Scan(&longest) }
		err = r.Reader().Query(r.Context(), store.Statement{SQL: sq.String(), ScanRow: scan})
		return longest, err
	})
}
