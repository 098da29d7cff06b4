package query

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"almanac/runtime/apierror"
	"almanac/runtime/dates"
	"almanac/runtime/deployment"
	"almanac/runtime/filter"
	"almanac/runtime/model"
	"almanac/runtime/param"
	"almanac/runtime/recurrence"
	"almanac/runtime/request"
	"almanac/runtime/series"
	"almanac/runtime/store"
)

// SeriesInfo returns what responses about one date say of its series; nil if there is none.
func SeriesInfo(
	ctx context.Context, r *request.Request, reader store.Reader, k *model.Resource, id int64,
) (*model.SeriesInfo, error) {
	var args store.Args
	var info *model.SeriesInfo
	s := r.Env.Store
	count := visibleDates(r, k, &args).ColumnExpr("count(*)")
	sq := s.Builder().NewSelect().TableExpr("record_series AS s").ColumnExpr("s.version").ColumnExpr("(?)", count).
		Where("s.id = ?", args.Bind(id)).Where("s.resource = ?", args.Bind(k.Name))
	err := reader.Query(ctx, store.Statement{SQL: sq.String(), Args: args.Values(), ScanRow: func(row store.Row) error {
		info = &model.SeriesInfo{}
		return row.Scan(&info.Version, &info.Occurrences)
	}})
	return info, err
}

// lockSeriesStatements returns the statements that lock the series of a record, whose ID is read
// into series, and those of its dates that the write may be about, on PostgreSQL.  A request locks
// a series before its dates, and these in the order of their IDs, so that no two wait in a circle.
func lockSeriesStatements(r *request.Request, k *model.Resource, key Key, series *int64) []store.Statement {
	column, value := key.column()
	of := r.Env.Store.SQL().Format("(SELECT series_id FROM ? WHERE ? = $1)", bun.Ident(k.Plural), bun.Ident(column))
	list := []store.Statement{{
		SQL: "SELECT id FROM record_series WHERE id = " + of + " FOR UPDATE", Args: []any{value},
		ScanRow: func(row store.Row) error { return row.Scan(series) },
	}}
	if r.Series.Several() {
		list = append(list, store.Statement{
			SQL: r.Env.Store.SQL().Format("SELECT id FROM ? WHERE series_id > 0 AND series_id = ", bun.Ident(k.Plural)) + of +
				" ORDER BY id FOR UPDATE",
			Args: []any{value}, ScanRow: func(store.Row) error { return nil },
		})
	}
	return list
}

// maxCollapsed is how many dates of a series a collapsed list names.
const maxCollapsed = 10

// readCollapsed reads, for a collapsed list, which dates stand behind those of its page.
func readCollapsed(r *request.Request, k *model.Resource, q *filter.Query, page []model.Record) error {
	of := map[int64]*model.SeriesInfo{}
	for _, m := range page {
		if o := model.OccurrenceOf(m); o != nil && q.Collapsed && r.Feed == nil {
			o.Series = &model.SeriesInfo{Collapsed: &model.SeriesDates{Next: []model.SeriesDate{}}}
			of[o.SeriesID] = o.Series
		}
	}
	if len(of) == 0 {
		return nil
	}
	sql, args := q.Statement(func() string {
		return q.DatesSQL(slices.Sorted(maps.Keys(of)), maxCollapsed, k.Descending)
	})
	return r.Reader().Query(r.Context(), store.Statement{SQL: sql, Args: args, ScanRow: func(row store.Row) error {
		var series, count int64
		var d model.SeriesDate
		if err := row.Scan(&series, &count, &d.ID, &d.Start); err != nil {
			return err
		}
		list := of[series].Collapsed
		list.Count, list.Next = count, append(list.Next, d)
		return nil
	}})
}

// visibleDates returns the query of the records of a series s that the caller may see, without
// those in the trash.
func visibleDates(r *request.Request, k *model.Resource, args *store.Args) *bun.SelectQuery {
	sq := r.Env.Store.Builder().NewSelect().TableExpr("? AS o", bun.Ident(k.Plural)).
		Where("o.series_id = s.id").Where("o.status <> ?", args.Bind(model.StatusTrash))
	r.Scope().AllLanguages().WhereVisible(k.Permissions, args, "o", func(text string, args ...any) {
		sq.Where(r.Env.Store.SQL().HintReadInOrder(text), args...) // The index of series is the one to use.
	})
	return sq
}

// Series is a series as responses show it.
type Series struct {
	ID          int64             `json:"id" doc:"ID"`
	RestURL     string            `json:"rest_url" doc:"API URL"`
	Version     int64             `json:"version" doc:"Version, incremented with every change"`
	Rule        string            `json:"rule" doc:"RRULE (RFC 5545); empty if there are only dates"`
	Except      []dates.WallTime  `json:"except" doc:"Start times of excluded dates"`
	Dates       []recurrence.Span `json:"dates" doc:"Dates added to the rule"`
	Duration    int64             `json:"duration,omitempty" doc:"Exact length of each date in seconds; omitted if dates end by the clock"`
	Start       string            `json:"start_date" doc:"Start of the first date"`
	End         string            `json:"end_date" doc:"End of the first date"`
	Timezone    string            `json:"timezone" doc:"Time zone of the times above"`
	AllDay      bool              `json:"all_day" doc:"Whether the dates are all-day"`
	Occurrences int64             `json:"occurrences" doc:"Number of dates that you can see"`
	ExtendedTo  string            `json:"extended_to,omitempty" doc:"Records have been created for dates up to this time; omitted once all dates have records"`
	Previous    int64             `json:"previous,omitempty" doc:"ID of the series that this one was split from"`

	zone   dates.Zone
	status string // That further dates will have.
}

// ForFeed returns the series as writers of feeds take it.
func (s *Series) ForFeed() request.Series {
	return request.Series{
		ID: s.ID, Version: s.Version, Pattern: s.Pattern(), Status: s.status,
		ExtendedTo: cmp.Or(dates.WallTime(s.ExtendedTo), dates.Last), MaxDates: MaxFeed,
	}
}

// Pattern returns how the series repeats.
func (s *Series) Pattern() recurrence.Pattern {
	return recurrence.Pattern{
		Start: dates.WallTime(s.Start), End: dates.WallTime(s.End), Zone: s.zone, AllDay: s.AllDay,
		Duration: s.Duration, Rule: s.Rule, Except: s.Except, Dates: s.Dates,
	}
}

// VisiblePattern returns how the series repeats for visitors: without its rule if that names
// dates that there will not be, or that visitors will not see.
func (s *Series) VisiblePattern() recurrence.Pattern {
	p := s.Pattern()
	rule, err := recurrence.Parse(p.Rule)
	ended := s.ExtendedTo == "" && err == nil && rule.Count == 0 && rule.Until == ""
	if ended || s.status != "" && s.status != model.StatusPublish {
		p.Rule = ""
	}
	return p
}

// hide takes away what tells when dates by the rule are that the caller may not see: it leaves the
// rule from the first date on that the caller may see, and not even that if further dates would be
// hidden too.
func (s *Series) hide(begin dates.WallTime, goesOn bool) {
	p := s.Pattern()
	if !goesOn {
		p.Rule = ""
	}
	if p.Rule != "" && begin > p.Start {
		if _, rest, err := p.Split(begin); err == nil {
			p = rest
		}
	}
	if p.Rule == "" {
		p.SetFirst(begin, p.Length())
		p.Except = nil
	}
	s.Rule, s.Start, s.End = p.Rule, string(p.Start), string(p.End)
	s.Except, s.Dates = append([]dates.WallTime{}, p.Except...), append([]recurrence.Span{}, p.Dates...)
}

// SeriesPage is a page of series.
type SeriesPage struct {
	List                        []*Series
	Page, PerPage, Total, Pages int64
}

// SeriesInput are the parameters of a list of series.
type SeriesInput struct {
	Page    int64            `query:"page" default:"1" minimum:"1" rule:"maximum=1000000" doc:"Page number"`
	PerPage param.Opt[int64] `query:"per_page" default:"10" minimum:"1" maximum:"50" rule:"lenient" doc:"Series per page"`
}

// ListSeries returns a page of the series of a resource of which the caller may see a date,
// the latest first.
func ListSeries(r *request.Request, k *model.Resource, in *SeriesInput) (*SeriesPage, error) {
	if f := r.Params.Err(); f != nil {
		return nil, f
	}
	p := &SeriesPage{List: []*Series{}, Page: in.Page}
	p.PerPage = min(in.PerPage.ValueOr(r.Env.Deployment.DefaultPerPage), deployment.MaxPerPage)
	var args, counted store.Args
	page := withSeriesColumns(r, k, &args, visibleSeries(r, k, &args)).OrderExpr("s.id DESC").
		Limit(p.PerPage).Offset((p.Page - 1) * p.PerPage)
	total := visibleSeries(r, k, &counted).ColumnExpr("count(*)")
	leave, err := r.Env.Expensive.Enter(r.Context(), ScanWeight)
	if err != nil {
		return nil, err
	}
	defer leave()
	err = r.Reader().Batch(r.Context(), []store.Statement{
		{SQL: page.String(), Args: args.Values(), ScanRow: scanSeries(r, k, func(s *Series) { p.List = append(p.List, s) })},
		{SQL: total.String(), Args: counted.Values(), ScanRow: func(row store.Row) error { return row.Scan(&p.Total) }},
	})
	p.Pages = (p.Total + p.PerPage - 1) / p.PerPage
	return p, err
}

// ReadSeries returns a series of which the caller may see a date.
func ReadSeries(r *request.Request, k *model.Resource, id int64) (*Series, error) {
	if f := r.Params.Err(); f != nil {
		return nil, f
	}
	var args store.Args
	var found *Series
	sq := withSeriesColumns(r, k, &args, visibleSeries(r, k, &args)).Where("s.id = ?", args.Bind(id))
	err := r.Reader().Query(r.Context(), store.Statement{
		SQL: sq.String(), Args: args.Values(), ScanRow: scanSeries(r, k, func(s *Series) { found = s }),
	})
	if err == nil && found == nil {
		err = apierror.New(http.StatusNotFound, "rest-series-not-found", "There is no series with the ID %s.",
			apierror.ID(id))
	}
	return found, err
}

// visibleSeries returns the query of the series of which the caller may see a date.
func visibleSeries(r *request.Request, k *model.Resource, args *store.Args) *bun.SelectQuery {
	seen := visibleDates(r, k, args).ColumnExpr("1")
	return r.Env.Store.Builder().NewSelect().TableExpr("record_series AS s").
		Where("s.resource = ?", args.Bind(k.Name)).Where("EXISTS (?)", seen)
}

// wholeSeriesColumns are those that scanSeries reads for who sees all dates, which hides nothing.
const wholeSeriesColumns = series.Columns + ", 0, 0, '', ''"

// withSeriesColumns adds the columns that scanSeries reads.
func withSeriesColumns(
	r *request.Request, k *model.Resource, args *store.Args, sq *bun.SelectQuery,
) *bun.SelectQuery {
	return sq.ColumnExpr(series.Columns).
		ColumnExpr("(?)", visibleDates(r, k, args).ColumnExpr("count(*)")).
		ColumnExpr("(SELECT count(*) FROM ? AS t WHERE t.series_id = s.id)", bun.Ident(k.Plural)).
		ColumnExpr("COALESCE((?), '')", visibleDates(r, k, args).ColumnExpr("min(o.recurrence_id)")).
		ColumnExpr("COALESCE((?), '')", visibleDates(r, k, args).ColumnExpr("string_agg(o.recurrence_id, ',')").
			Where(`s.dates LIKE '%"start_date":"' || o.recurrence_id || '"%'`))
}

// seesAllDates reports whether the caller knows of all dates of a series whose template has
// the given author and status.
func seesAllDates(r *request.Request, k *model.Resource, author int64, status string) bool {
	if status == model.StatusTrash {
		return k.Permissions.CanRead(r.Caller, author, status)
	}
	return k.Permissions.CanEdit(r.Caller, author, status)
}

// scanSeries returns what reads a row with these columns, and then others.
func scanSeries(
	r *request.Request, k *model.Resource, add func(*Series), others ...any,
) func(store.Row) error {
	return func(from store.Row) error {
		var visible, total int64
		var begin, shown string
		row, err := series.Scan(from, append([]any{&visible, &total, &begin, &shown}, others...)...)
		if err != nil {
			return err
		}
		template, err := row.Template.Record(k)
		if err != nil {
			return fmt.Errorf("series %d: %w", row.ID, err)
		}
		p := row.Pattern(k, template)
		s := Series{
			ID: row.ID, Version: row.Version, Rule: p.Rule, Except: p.Except, Dates: p.Dates, Duration: p.Duration,
			Start: string(p.Start), End: string(p.End), Timezone: k.Value(template, k.ZoneColumn).(string), AllDay: p.AllDay,
			Occurrences: visible, ExtendedTo: string(row.ExtendedTo), Previous: row.Previous, zone: p.Zone,
		}
		publishedFrom, author := "", int64(0)
		if post, ok := template.(model.PostRecord); ok {
			s.status, publishedFrom, author = post.AsPost().Status, post.AsPost().DateUTC, post.AsPost().Author
		}
		if s.status == model.StatusFuture && publishedFrom <= string(r.UTC()) {
			s.status = model.StatusPublish // As records that are made now.
		}
		if s.ExtendedTo == string(dates.Last) {
			s.ExtendedTo = ""
		}
		s.RestURL = r.Env.Deployment.RecordURL(k.SeriesRoute, s.ID)
		if k.Post && s.Occurrences < total && !seesAllDates(r, k, author, s.status) {
			hidden := func(d recurrence.Span) bool { return !strings.Contains(shown, string(d.Start)) }
			s.Dates = slices.DeleteFunc(s.Dates, hidden)
			s.hide(dates.WallTime(begin), r.Scope().CanSee(k.Permissions, author, s.status, false))
		}
		add(&s)
		return nil
	}
}
