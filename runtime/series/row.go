package series

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"

	"github.com/uptrace/bun"

	"almanac/runtime/dates"
	"almanac/runtime/model"
	"almanac/runtime/recurrence"
	"almanac/runtime/store"
)

// Row is a series as record_series has it. The records say themselves to which series they
// belong.
type Row struct {
	ID          int64             `json:"id"`
	Version     int64             `json:"version"`
	CreatedUTC  string            `json:"created_utc"`
	ModifiedUTC string            `json:"modified_utc"`
	Rule        string            `json:"rule"`
	Except      []dates.WallTime  `json:"except"`
	Dates       []recurrence.Span `json:"dates"`
	Duration    int64             `json:"duration,omitempty"` // Of a recurrence.Pattern.
	Template    Template          `json:"template"`
	ExtendedTo  dates.WallTime    `json:"extended_to"`
	Previous    int64             `json:"previous"`
}

// Template is what the dates of a series have in common unless one was changed alone.
type Template struct {
	Columns map[string]json.RawMessage `json:"columns"` // Those of a record, with the times of the first date.
	Links   map[string][]int64         `json:"links"`   // IDs by the names of the links.
	Until   *Until                     `json:"until,omitempty"`
}

// Until is UNTIL of the rule of a series, which is in UTC, with the wall time that it stood for
// when it was written: that stays when the rules of the time zone change.
type Until struct {
	UTC   string         `json:"utc"` // As the rule has it.
	Local dates.WallTime `json:"local"`
}

// UntilOf returns what the template of a series keeps of UNTIL; nil for nothing.
func UntilOf(p recurrence.Pattern) *Until {
	rule, err := recurrence.Parse(p.Rule)
	if err != nil || p.Zone.IsFixed() || !strings.HasSuffix(rule.Until, "Z") {
		return nil
	}
	return &Until{UTC: rule.Until, Local: p.Until(rule)}
}

// Columns are the columns of record_series AS s that [Scan] reads.
const Columns = "s.id, s.version, s.created_utc, s.modified_utc, s.rule, s.except_dates, s.dates," +
	" s.duration, s.template, s.extended_to, s.previous"

// Scan reads a row with Columns, and then others.
func Scan(from store.Row, others ...any) (*Row, error) {
	row := &Row{}
	var except, more, template string
	err := from.Scan(append([]any{
		&row.ID, &row.Version, &row.CreatedUTC, &row.ModifiedUTC, &row.Rule, &except, &more, &row.Duration, &template,
		(*string)(&row.ExtendedTo), &row.Previous,
	}, others...)...)
	if err != nil {
		return nil, err
	}
	err = errors.Join(json.Unmarshal([]byte(except), &row.Except), json.Unmarshal([]byte(more), &row.Dates),
		json.Unmarshal([]byte(template), &row.Template))
	if err != nil {
		return nil, fmt.Errorf("series %d: %w", row.ID, err)
	}
	return row, nil
}

// Without returns the row without some columns of its template; nil for none.
func (row *Row) Without(columns []string) *Row {
	if row == nil || len(columns) == 0 {
		return row
	}
	rest := *row
	rest.Template.Columns = maps.Clone(row.Template.Columns)
	for _, column := range columns {
		delete(rest.Template.Columns, column)
	}
	return &rest
}

// JSON returns the row as the log of changes keeps it; nil for none.
func (row *Row) JSON() json.RawMessage {
	if row == nil {
		return nil
	}
	text, err := json.Marshal(row)
	if err != nil {
		panic(fmt.Sprintf("series %d is no JSON: %v", row.ID, err)) // Scan filled it.
	}
	return text
}

// Record returns a record with the columns of a template, without what it links to. A column
// that the resource no longer has is left out.
func (t Template) Record(res *model.Resource) (model.Record, error) {
	rec := res.New()
	at := res.Targets(rec)
	for column, value := range t.Columns {
		if to := at[column]; to != nil {
			if err := json.Unmarshal(value, to); err != nil {
				return nil, fmt.Errorf("column %s: %w", column, err)
			}
		}
	}
	return rec, nil
}

// PatternOf returns when a record is, as a pattern without a rule.
func PatternOf(res *model.Resource, rec model.Record) recurrence.Pattern {
	at := res.Targets(rec)
	zone, err := dates.ParseZone(*at[res.ZoneColumn].(*string))
	if err != nil {
		zone = dates.Zone{} // No record has such a zone.
	}
	p := recurrence.Pattern{
		Start: dates.WallTime(*at[res.StartColumn].(*string)), End: dates.WallTime(*at[res.EndColumn].(*string)),
		Zone: zone, AllDay: *at[res.AllDayColumn].(*bool),
	}
	start, end := dates.WallTime(*at["utc_start_date"].(*string)), dates.WallTime(*at["utc_end_date"].(*string))
	if p.End < p.Start && start.Valid() && end.Valid() { // Its end is in the second of two equal hours.
		p.Duration = end.Sub(start)
	}
	return p
}

// Pattern returns how the series repeats whose template is the record.
func (row *Row) Pattern(res *model.Resource, template model.Record) recurrence.Pattern {
	p := PatternOf(res, template)
	p.Rule, p.Except, p.Dates, p.Duration = row.Rule, row.Except, row.Dates, row.Duration
	if kept, now := row.Template.Until, UntilOf(p); kept != nil && now != nil && kept.UTC == now.UTC && *kept != *now {
		if moved, err := p.Ending(kept.Local); err == nil {
			return moved
		}
	}
	return p
}

// Rows returns the series of a resource, by their IDs.
func Rows(ctx context.Context, r store.Reader, res *model.Resource) ([]*Row, error) {
	var list []*Row
	return list, r.Query(ctx, store.Statement{
		SQL:  "SELECT " + Columns + " FROM record_series AS s WHERE s.resource = $1 ORDER BY s.id",
		Args: []any{res.Name},
		ScanRow: func(from store.Row) error {
			row, err := Scan(from)
			list = append(list, row)
			return err
		},
	})
}

// Place is a place in a series that a record has.
type Place struct {
	Series int64 // 0 for a single record.
	Slot   dates.WallTime
}

// Stored are all series of a resource with the places of its records, which imports compare
// with what they read.
type Stored struct {
	Rows    map[int64]*Row  // By ID.
	Places  map[int64]Place // By the IDs of the records.
	Records map[Place]int64
}

// LoadStored reads all series of a resource.
func LoadStored(ctx context.Context, r store.Reader, s *store.SQL, res *model.Resource) (*Stored, error) {
	all := &Stored{Rows: map[int64]*Row{}, Places: map[int64]Place{}, Records: map[Place]int64{}}
	rows, err := Rows(ctx, r, res)
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		all.Rows[row.ID] = row
	}
	return all, r.Query(ctx, store.Statement{
		SQL: s.Format("SELECT r.id, r.series_id, r.recurrence_id FROM ? AS r WHERE r.series_id > 0", bun.Ident(res.Plural)),
		ScanRow: func(row store.Row) error {
			var id int64
			var at Place
			err := row.Scan(&id, &at.Series, (*string)(&at.Slot))
			all.Places[id], all.Records[at] = at, id
			return err
		},
	})
}
