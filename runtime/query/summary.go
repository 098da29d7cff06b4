package query

import (
	"fmt"

	"github.com/uptrace/bun"

	"almanac/runtime/filter"
	"almanac/runtime/model"
	"almanac/runtime/param"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// SummarizedList is a list of which the number of records and the first ones are wanted.
type SummarizedList struct {
	Resource *model.Resource
	Statuses []string // Of posts; nil for all but the trash.
	filter.Restriction

	Collapsed  bool   // Each series counts once; of no use for records that are read.
	Limit      int    // How many of its records are read; 0 for their number alone.
	OrderBy    string // Column that they are sorted by.
	Descending bool
	Column     string // Further text column that is read; "" for none.
}

// ListSummary is how many records a list has, and the first ones.
type ListSummary struct {
	Total   int64
	Records []ListedRecord
}

// ListedRecord is a record of a ListSummary.
type ListedRecord struct {
	ID                 int64
	Name               string // Plain text, "" for records without a name.
	Status             string // "" for records without a status.
	Date               string // Publication of a post, wall time in the zone of the site.
	StartUTC, EndUTC   string // Wall times in UTC, "" for records without a start and an end.
	StartDate, EndDate string // The same by the clock of the record.
	AllDay             bool
	Author             int64  // ID of the author or owner, 0 for none.
	Series             int64  // ID of the series that the record is a date of, 0 for none.
	Value              string // In the further column.
}

// SummarizeLists returns a summary of each of the lists, of the records that the caller may
// see, all in one batch.
func SummarizeLists(r *request.Request, lists []SummarizedList) ([]ListSummary, error) {
	found := make([]ListSummary, len(lists))
	if len(lists) == 0 {
		return found, nil
	}
	batch := make([]store.Statement, len(lists))
	for n, list := range lists {
		batch[n] = summarize(r, list, &found[n])
	}
	leave, err := r.Env.Expensive.Enter(r.Context(), ScanWeight)
	if err != nil {
		return nil, err
	}
	defer leave()
	if err := r.Reader().Batch(r.Context(), batch); err != nil {
		return nil, fmt.Errorf("summarize lists: %w", err)
	}
	return found, nil
}

// summarize returns the statement that reads a summary.
func summarize(r *request.Request, list SummarizedList, found *ListSummary) store.Statement {
	k := list.Resource
	q := filter.NewQuery(r.Env.Store, r.Reader(), r.Scope(), r.FilterSettings(), k)
	readsMore := k.Permissions.CanReadNonPublic(r.Caller)
	if k.Post {
		statuses := param.Opt[[]string]{}
		switch {
		case list.Statuses != nil:
			statuses = param.Of(list.Statuses)
		case readsMore:
			statuses = param.Of([]string{"any"})
		}
		filter.StatusIn(q, "status", statuses)
	}
	if q.ShowHidden = readsMore; k.HiddenColumn != "" {
		filter.HideFromLists(q)
	}
	q.Restrict(list.Restriction)
	q.WhereVisible()
	sq := r.Env.Store.Builder().NewSelect().TableExpr("?", q.From())
	if list.Limit == 0 {
		q.Collapsed = list.Collapsed
		sql := q.Apply(sq.ColumnExpr("?", q.Count())).String()
		return store.Statement{SQL: sql, Args: q.Args.Values(), ScanRow: func(row store.Row) error {
			return row.Scan(&found.Total)
		}}
	}
	order := bun.Safe("ASC")
	if list.Descending {
		order = "DESC"
	}
	sq.ColumnExpr("count(*) OVER (), ?", q.Col("id")).
		OrderExpr("? ?, ? ?", q.Col(list.OrderBy), order, q.Col("id"), order).Limit(int64(list.Limit))
	addSummaryColumns(sq, q, list)
	sql := q.Apply(sq).String()
	return store.Statement{SQL: sql, Args: q.Args.Values(), ScanRow: func(row store.Row) error {
		var e ListedRecord
		err := row.Scan(&found.Total, &e.ID, &e.Name, &e.Status, &e.Date, &e.StartUTC, &e.EndUTC, &e.StartDate, &e.EndDate,
			&e.AllDay, &e.Author, &e.Series, &e.Value)
		found.Records = append(found.Records, e)
		return err
	}}
}

// addSummaryColumns adds the columns of a record, as far as the resource has them.
func addSummaryColumns(sq *bun.SelectQuery, q *filter.Query, list SummarizedList) {
	k := list.Resource
	column := func(column, as, none string, has bool) {
		if has {
			sq.ColumnExpr("? AS "+as, q.Col(column))
		} else {
			sq.ColumnExpr(none + " AS " + as)
		}
	}
	text := func(name, as string, has bool) { column(name, as, "''", has) }
	scheduled := k.StartColumn != "" && k.EndColumn != ""
	text(k.NameField, "name", k.NameField != "")
	text("status", "status", k.Post)
	text("date", "date", k.Post)
	text(filter.StartUTC, "start_utc", scheduled)
	text(filter.EndUTC, "end_utc", scheduled)
	text(k.StartColumn, "start_date", scheduled)
	text(k.EndColumn, "end_date", scheduled)
	column(k.AllDayColumn, "all_day", "FALSE", k.AllDayColumn != "")
	column(k.OwnerColumn(), "author", "0", k.OwnerColumn() != "")
	column("series_id", "series", "0", k.SeriesRoute != "")
	text(list.Column, "value", list.Column != "")
}
