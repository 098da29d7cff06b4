package mutate

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"almanac/runtime/apierror"
	"almanac/runtime/dates"
	"almanac/runtime/model"
	"almanac/runtime/query"
	"almanac/runtime/recurrence"
	"almanac/runtime/series"
	"almanac/runtime/store"
	"almanac/runtime/text"
)

// A series has one row, with how it repeats and a template, and a record for each of its dates
// up to the horizon.  A record belongs to the series by its columns of model.Occurrence.  What
// an edit does to the dates is decided by package series.

const (
	// maxTextWritten is how many bytes the texts of all records have that one request makes or
	// changes, so that other writers wait for about a second.
	maxTextWritten = 6 << 20
	// maxTextAdded is how many bytes a request may add to each date of a series that has more.
	maxTextAdded = 1 << 10
)

// storedSeries is a series with what its dates have in common.
type storedSeries struct {
	series.Series

	id, version, previous int64
	modified              string       // UTC.
	row                   *series.Row  // As it is stored; nil for a new series.
	template              model.Record // The first date by the rule; its slug is that of all without their days.
}

// valuesOf returns some columns of a record as an edit compares them.
func valuesOf(at map[string]any, columns []string) series.Values {
	values := make(series.Values, len(columns))
	for _, c := range columns {
		text, _ := json.Marshal(at[c]) // Columns are texts, numbers and booleans.
		values[c] = string(text)
	}
	return values
}

// copyColumn sets a column of a record to that of another.
func copyColumn(to, from map[string]any, column string) {
	reflect.ValueOf(to[column]).Elem().Set(reflect.ValueOf(from[column]).Elem())
}

// copyOf returns a copy of the columns of a record, without what it links to.
func copyOf(rec model.Record) model.Record {
	res := rec.Resource()
	twin := res.New()
	to, from := res.Targets(twin), res.Targets(rec)
	for _, c := range res.ReadColumns {
		copyColumn(to, from, c)
	}
	return twin
}

// horizon returns up to when dates have records, by the clock of a zone.
func (m *Mutation) horizon(zone dates.Zone) dates.WallTime {
	return series.Horizon(zone, m.Now, m.Env.Deployment.SeriesMonths)
}

// beginSeries checks how a new record repeats, and returns the series with the dates that it
// begins with, the first of which is the record; nil if that is not valid.
func (m *Mutation) beginSeries(rec model.Record) *storedSeries {
	p := series.PatternOf(m.Resource, rec)
	if !p.Start.Valid() || !p.End.Valid() {
		return nil // Another error says so.
	}
	p, err := series.Begin(p, *m.recurrence.input, m.Now)
	if err != nil {
		m.failRecurrence(err)
		return nil
	}
	return &storedSeries{version: 1, template: rec, Series: series.Series{Pattern: p}}
}

// failRecurrence adds an error about how the record repeats.
func (m *Mutation) failRecurrence(err error) {
	name, field := m.Resource.RecurrenceField, apierror.Param(m.Resource.RecurrenceField)
	var part *recurrence.PartError
	switch {
	case errors.Is(err, recurrence.ErrTooMany):
		m.Fail(name, "%s: at most %d dates can be created at once, and there are more within %d months.", field,
			series.MaxCreated, m.Env.Deployment.SeriesMonths)
	case errors.Is(err, recurrence.ErrSteps):
		m.Fail(name, "%s: the rule is too complex to evaluate.", field)
	case errors.As(err, &part):
		m.Fail(name, "%s: %v.", field, part.Message())
	default:
		m.Fail(name, "%s: %v.", field, err)
	}
}

// textBytes returns how many bytes the texts of a record have.
func textBytes(rec model.Record) (n int) {
	for _, at := range rec.Resource().Targets(rec) {
		if text, ok := at.(*string); ok {
			n += len(*text)
		}
	}
	return n
}

// checkSize adds an error if so many dates have more texts than one request can write.  A series
// that had more before was imported or extended, and can be edited without becoming much larger.
func (m *Mutation) checkSize(template model.Record, n, before int) error {
	size, limit := textBytes(template), maxTextWritten
	if before > limit {
		limit = before + n*maxTextAdded
	}
	m.unit.dates += n * size
	if n > 1 && m.unit.dates > limit {
		m.Fail(m.Resource.RecurrenceField,
			"%s: %d dates with %d bytes of text each are too much to save at once; shorten the text, or end the series earlier.",
			apierror.Param(m.Resource.RecurrenceField), n, size)
	}
	return m.validationErr()
}

// createSeries writes the series of a record that is about to be written, and makes the
// record its first date.
func (m *Mutation) createSeries(s *storedSeries, rec model.Record) ([]recurrence.Date, error) {
	// The first date is one of them however late it is.
	until := max(m.horizon(s.Pattern.Zone), s.Pattern.Start)
	list, err := s.Pattern.Expand("", until, series.MaxCreated)
	if err == nil && len(list) == 0 {
		err = recurrence.ErrNoDate
	}
	if err != nil {
		m.failRecurrence(err)
		return nil, m.validationErr()
	}
	s.Extend(until)
	if m.Dry {
		p := series.NewPlan(s.Series, list)
		m.previewSeries(p)
		m.seriesChanges = &p.Changes
	}
	s.template, s.Links = copyOf(rec), series.Links{}
	if err := m.checkSize(s.template, len(list), 0); err != nil {
		return nil, err
	}
	if n, ok := s.template.(model.NamedRecord); ok {
		n.AsNamed().Slug = cmp.Or(m.recurrence.slug, n.AsNamed().Slug)
	}
	if err := m.linksOf(rec, s.Links); err != nil {
		return nil, err
	}
	if err := m.insertSeries(s, ""); err != nil {
		return nil, err
	}
	if list[0].ID != s.Pattern.Start { // The first date by the rule is left out.
		m.times(rec).set(series.TimesOf(list[0]))
		if n, ok := rec.(model.NamedRecord); ok && m.recurrence.slug != "" {
			named := n.AsNamed()
			m.freeSlug(named.ID, m.dateSlug(m.recurrence.slug, rec), func(free string) { named.Slug = free })
			if err := m.runQueries(); err != nil {
				return nil, err
			}
		}
	}
	o := rec.(model.OccurrenceRecord).AsOccurrence()
	o.SeriesID, o.RecurrenceID = s.id, string(list[0].ID)
	return list[1:], nil
}

// templateOf returns the template of a series as it is stored.
func (m *Mutation) templateOf(s *storedSeries) (series.Template, error) {
	t, at := series.Template{
		Columns: map[string]json.RawMessage{}, Links: s.Links, Until: series.UntilOf(s.Pattern),
	}, m.Resource.Targets(s.template)
	columns := append(m.Resource.SharedColumns(), m.Resource.StartColumn, m.Resource.EndColumn)
	if _, ok := s.template.(model.NamedRecord); ok {
		columns = append(columns, "slug")
	}
	var err error
	for _, c := range columns {
		if t.Columns[c], err = json.Marshal(at[c]); err != nil {
			return t, err
		}
	}
	return t, nil
}

// changingColumns are the columns of a series that may change, in the order of changingValues.
var changingColumns = []string{
	"version", "rule", "except_dates", "dates", "duration", "template", "extended_to", "previous", "modified_utc",
}

// changingValues returns what a series has in these columns.
func (m *Mutation) changingValues(s *storedSeries) ([]any, error) {
	if s.Pattern.Except == nil {
		s.Pattern.Except = []dates.WallTime{}
	}
	if s.Pattern.Dates == nil {
		s.Pattern.Dates = []recurrence.Span{}
	}
	except, err := json.Marshal(s.Pattern.Except)
	if err != nil {
		return nil, err
	}
	more, err := json.Marshal(s.Pattern.Dates)
	if err != nil {
		return nil, err
	}
	template, err := m.templateOf(s)
	if err != nil {
		return nil, err
	}
	whole, err := json.Marshal(template)
	s.modified = cmp.Or(s.modified, string(m.UTC()))
	return []any{
		s.version, s.Pattern.Rule, string(except), string(more), s.Pattern.Duration, string(whole), string(s.ExtendedTo),
		s.previous, s.modified,
	}, err
}

// insertSeries writes a new series, with its ID if it has one that is free.
func (m *Mutation) insertSeries(s *storedSeries, created string) error {
	values, err := m.changingValues(s)
	if err != nil {
		return err
	}
	columns := append([]string{"resource", "created_utc"}, changingColumns...)
	values = append([]any{m.Resource.Name, cmp.Or(created, string(m.UTC()))}, values...)
	if s.id != 0 {
		err := m.Env.Store.InsertWithID(m.Context(), m.Store, "record_series", s.id, columns, values)
		if !errors.Is(err, store.ErrIDInUse) {
			m.logSeries(ActionCreated, s.id, s.version, nil)
			return err
		}
	}
	err = m.Store.Query(m.Context(), store.Statement{
		SQL: "INSERT INTO record_series (" + strings.Join(columns, ", ") +
			") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id",
		Args: values, ScanRow: func(row store.Row) error { return row.Scan(&s.id) },
	})
	m.logSeries(ActionCreated, s.id, s.version, nil)
	return err
}

// updateSeriesRow writes a changed series.
func (m *Mutation) updateSeriesRow(s *storedSeries) error {
	s.version++
	s.modified = string(m.UTC())
	m.logSeries(ActionUpdated, s.id, s.version, s.row)
	return m.writeSeriesRow(s)
}

// writeSeriesRow writes a series.
func (m *Mutation) writeSeriesRow(s *storedSeries) error {
	values, err := m.changingValues(s)
	if err != nil {
		return err
	}
	m.Store.Queue(store.Statement{
		SQL: "UPDATE record_series SET (" + strings.Join(changingColumns, ", ") +
			") = ($1, $2, $3, $4, $5, $6, $7, $8, $9) WHERE id = $10",
		Args: append(values, s.id), WantRows: 1,
	})
	return nil
}

// loadSeriesRow reads and locks the row of a series.
func (m *Mutation) loadSeriesRow(id int64) (*series.Row, error) {
	var found *series.Row
	var held int64
	batch := append(m.Env.Store.SQL().LockRowStatements("record_series", "id", id, &held), store.Statement{
		SQL:  "SELECT " + series.Columns + " FROM record_series AS s WHERE s.id = $1 AND s.resource = $2",
		Args: []any{id, m.Resource.Name},
		ScanRow: func(row store.Row) (err error) {
			found, err = series.Scan(row)
			return err
		},
	})
	err := m.Store.Batch(m.Context(), batch)
	if err == nil && found == nil {
		err = fmt.Errorf("series %d of %s: %w", id, m.Resource.Plural, errNoSeries)
	}
	return found, err
}

// loadSeries reads and locks a series.
func (m *Mutation) loadSeries(id int64) (*storedSeries, error) {
	row, err := m.loadSeriesRow(id)
	if err != nil {
		return nil, err
	}
	return m.seriesOf(row)
}

// seriesOf returns a series from its row.
func (m *Mutation) seriesOf(row *series.Row) (*storedSeries, error) {
	template, err := row.Template.Record(m.Resource)
	if err != nil {
		return nil, fmt.Errorf("series %d: %w", row.ID, err)
	}
	s := &storedSeries{
		id: row.ID, version: row.Version, previous: row.Previous, modified: row.ModifiedUTC, template: template, row: row,
		Series: series.Series{Pattern: row.Pattern(m.Resource, template), ExtendedTo: row.ExtendedTo},
	}
	return s, m.loadTemplateLinks(s, row.Template.Links)
}

// errNoSeries is a record whose series is not there.
var errNoSeries = errors.New("there is no such series")

// loadTemplateLinks sets the links of a template to those of its records that still exist, and
// its image to none if that is gone.
func (m *Mutation) loadTemplateLinks(s *storedSeries, links map[string][]int64) error {
	s.Links = series.Links{}
	var batch []store.Statement
	exists := map[*model.Link]map[int64]bool{}
	for _, link := range m.Resource.Links {
		var args store.Args
		found := map[int64]bool{}
		exists[link] = found
		sq := m.Env.Store.Builder().NewSelect().TableExpr("?", bun.Ident(link.Target.Plural)).ColumnExpr("id").
			Where("id ?", m.Env.Store.SQL().In(&args, links[link.Name]))
		batch = append(batch, store.Statement{SQL: sq.String(), Args: args.Values(), ScanRow: func(row store.Row) error {
			var id int64
			err := row.Scan(&id)
			found[id] = true
			return err
		}})
	}
	var image int64
	p, post := s.template.(model.PostRecord)
	if post && p.AsPost().ImageID != 0 {
		batch = append(batch, store.Statement{
			SQL: "SELECT id FROM images WHERE id = $1", Args: []any{p.AsPost().ImageID},
			ScanRow: func(row store.Row) error { return row.Scan(&image) },
		})
	}
	if err := m.Store.Batch(m.Context(), batch); err != nil {
		return err
	}
	for _, link := range m.Resource.Links {
		for _, id := range links[link.Name] {
			if exists[link][id] {
				s.Links[link.Name] = append(s.Links[link.Name], id)
			}
		}
	}
	if post {
		p.AsPost().ImageID = image
	}
	return nil
}

// insertDates writes records for dates of a series.
func (m *Mutation) insertDates(s *storedSeries, list []recurrence.Date) error {
	if s == nil || len(list) == 0 {
		return nil
	}
	lookup, ids := newBatchLookup(m.Resource), []store.Statement{}
	all := make([]*Mutation, len(list))
	slugs := make([]string, len(list))
	for i, d := range list {
		one := m.child(m.Resource)
		one.html = m.html
		one.record = copyOf(s.template)
		base := one.record.Common()
		base.ID, base.Version = 0, 1
		one.setModified(one.record, true)
		one.times(one.record).set(series.TimesOf(d))
		if uid, ok := m.Resource.Targets(one.record)[m.Resource.IdentifierColumn].(*string); ok {
			*uid = ""
		}
		o := one.record.(model.OccurrenceRecord).AsOccurrence()
		o.SeriesID, o.RecurrenceID = s.id, string(d.ID)
		for _, link := range m.Resource.Links {
			one.links[link.Name] = slices.Clone(s.Links[link.Name])
		}
		if p, ok := one.record.(model.PostRecord); ok {
			post := p.AsPost()
			post.OriginalSlug, post.MadeInline, post.StatusBeforeTrash = "", false, ""
			post.Status = scheduledStatus(post.Status, post.DateUTC, string(m.UTC()))
			slugs[i] = text.NextSlug(m.dateSlug(post.Slug, one.record), func(string) bool { return false })
			lookup.slug(slugs[i])
		}
		all[i] = one
		ids = append(ids, m.Env.Store.SQL().NextIDStatement(m.Resource.IDTable, m.Resource.Name, &one.id))
	}
	if err := m.Store.Batch(m.Context(), append(ids, lookup.statements(m.engine)...)); err != nil {
		return err
	}
	mine := map[string]bool{}
	for i, one := range all {
		one.reservedSlugs = mine
		if n, ok := one.record.(model.NamedRecord); ok {
			named := n.AsNamed()
			named.Slug = slugs[i]
			if lookup.slugs[slugs[i]] || mine[slugs[i]] {
				one.numberedSlug(0, slugs[i], func(free string) { named.Slug = free })
				if err := one.runQueries(); err != nil {
					return err
				}
			}
			mine[named.Slug] = true
		}
		if err := one.insertRecord(one.record); err != nil {
			return err
		}
		m.engine.publisher.add(one.record)
	}
	return nil
}

// lockRecords reads and locks the records that have one of some numbers in a column, in the
// order of their IDs.
func (m *Mutation) lockRecords(column string, numbers ...int64) ([]model.OccurrenceRecord, error) {
	var list []model.OccurrenceRecord
	var args store.Args
	res := m.Resource
	sq := query.WithColumns(m.Env.Store.Builder().NewSelect().Model(res.New()), res).
		Where("? ?", bun.Ident(res.Name+"."+column), m.Env.Store.SQL().In(&args, numbers)).
		OrderExpr("?", bun.Ident(res.Name+".id"))
	return list, m.Store.Query(m.Context(), store.Statement{
		SQL: m.Env.Store.SQL().ForUpdate(sq, res.Name).String(), Args: args.Values(),
		ScanRow: func(row store.Row) error {
			rec, err := query.Scan(res, row)
			if err == nil {
				list = append(list, rec.(model.OccurrenceRecord))
			}
			return err
		},
	})
}

// membersOf reads and locks the records of a series, in the order of their IDs, with what an edit
// compares of them: brought to the rules of their zones, which has recalculated some.
func (m *Mutation) membersOf(s *storedSeries) (
	[]*series.Member, map[int64]model.OccurrenceRecord, map[int64]Snapshot, error,
) {
	list, err := m.lockRecords("series_id", s.id)
	if err != nil {
		return nil, nil, nil, err
	}
	recalculated := map[int64]Snapshot{}
	members, ids := make([]*series.Member, len(list)), make([]int64, len(list))
	records := map[int64]model.OccurrenceRecord{}
	shared := m.Resource.SharedColumns()
	for i, rec := range list {
		ids[i] = rec.Common().ID
		records[ids[i]] = rec
		members[i] = memberOf(rec)
		if before := SnapshotOf(rec); m.followZone(rec) {
			recalculated[ids[i]] = before
		}
		members[i].Times = m.times(rec).times()
		members[i].Values = valuesOf(m.Resource.Targets(rec), shared)
		members[i].Links = series.Links{}
	}
	for _, link := range m.Resource.Links {
		linked, err := query.LinkedIDs(m.Context(), m.Env, m.Store, link, ids)
		if err != nil {
			return nil, nil, nil, err
		}
		for _, one := range members {
			one.Links[link.Name] = linked[one.ID]
		}
	}
	return members, records, recalculated, nil
}

// memberOf returns the place of a record in its series.
func memberOf(rec model.OccurrenceRecord) *series.Member {
	return &series.Member{
		ID: rec.Common().ID, Slot: dates.WallTime(rec.AsOccurrence().RecurrenceID), Trashed: isTrashed(rec),
	}
}

// isTrashed reports whether a record is in the trash.
func isTrashed(rec model.Record) bool { return model.StatusOf(rec) == model.StatusTrash }

// checkSeriesVersion returns a 409 if the client saw another version of the series.
func (m *Mutation) checkSeriesVersion(s *storedSeries) error {
	if v := m.Series.Version; v.IsSet() && v.Value != s.version {
		return apierror.New(http.StatusConflict, "rest_series_changed",
			"The series has changed: it is now at version %d. Fetch it again.", s.version)
	}
	return nil
}

// linksOf adds what a record links to once it is written, by the names of the links.
func (m *Mutation) linksOf(rec model.Record, links map[string][]int64) error {
	maps.Copy(links, m.links)
	if m.IsCreate {
		return nil
	}
	for _, link := range m.Resource.Links {
		if _, written := m.links[link.Name]; written {
			continue
		}
		var err error
		if links[link.Name], err = m.readLinks(link, rec); err != nil {
			return err
		}
	}
	return nil
}

// deleteSeriesRow deletes a series whose dates are gone, or belong to no series any more.
func (m *Mutation) deleteSeriesRow(s *storedSeries) {
	m.logSeries(ActionDeleted, s.id, s.version, s.row)
	m.Store.Queue(store.Statement{SQL: "DELETE FROM record_series WHERE id = $1", Args: []any{s.id}})
}
