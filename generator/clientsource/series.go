// Series of records that repeat.

package client

import (
	"context"
	"iter"
)

// Series is what a record that is one date of a series says of it.
type Series struct {
	ID          int64          `json:"id"` // 0 after the write that made a single record of it.
	RestURL     string         `json:"rest_url"`
	Version     int64          `json:"version"`     // 0 in lists.
	Occurrences int64          `json:"occurrences"` // That the caller may see; 0 in lists.
	Changes     *SeriesChanges `json:"changes"`     // Of a write to several dates; nil for others.
	Dates       *SeriesDates   `json:"dates"`       // In lists with collapse=series; nil in others.
}

// SeriesDates are the dates of a series that a list shows by its first one.
type SeriesDates struct {
	Count int64        `json:"count"` // That pass the filters.
	Next  []SeriesDate `json:"next"`  // The first ten, in the order of the list.
}

// SeriesDate is one of these.
type SeriesDate struct {
	ID        int64    `json:"id"`
	StartDate WallTime `json:"start_date"`
}

// SeriesChanges is what a write did to the dates of a series, or would do.
type SeriesChanges struct {
	Created  int64   `json:"created"`
	Updated  int64   `json:"updated"`
	Removed  int64   `json:"removed"`
	Kept     []int64 `json:"kept"`     // Dates that keep what was changed for them alone.
	Detached []int64 `json:"detached"` // Dates that are single records now.

	// Of a dry run.
	Next   []RepetitionDates `json:"next"`   // Dates that come next, ten at most.
	Text   string            `json:"text"`   // How the dates repeat in words; "" where no rule says it.
	Faults []SeriesFault     `json:"faults"` // Dates for which the write would be refused.
}

// SeriesFault is a date that the caller may not write.
type SeriesFault struct {
	ID      int64  `json:"id"`
	Code    string `json:"code"`
	Message string `json:"message"`
}

// SeriesService reads the series of records that repeat.  Writes to their dates make and change
// them: Query("apply_to", "all") makes a write one to all dates.
type SeriesService struct {
	service Service[Repetition, SeriesParams, struct{}]
}

// newSeriesService makes the service of the series at a route.
func newSeriesService(c *caller, route string) *SeriesService {
	return &SeriesService{*newService[Repetition, SeriesParams, struct{}](c, route)}
}

// Recurrence is how a record is to repeat: by a rule, at further dates, and without some.
type Recurrence struct {
	Rule   string            `json:"rule,omitempty"`   // RRULE of RFC 5545, such as "FREQ=WEEKLY;BYDAY=TU".
	Except []WallTime        `json:"except,omitempty"` // Starts that are left out.
	Dates  []RepetitionDates `json:"dates,omitempty"`
}

// Repetition is how the dates of a series repeat.
type Repetition struct {
	Received    `json:"-"`
	ID          int64             `json:"id"`
	RestURL     string            `json:"rest_url"`
	Version     int64             `json:"version"` // Of the last change.
	Rule        string            `json:"rule"`    // RRULE of RFC 5545, "" for dates alone.
	Except      []WallTime        `json:"except"`  // Starts that are left out.
	Dates       []RepetitionDates `json:"dates"`   // Beside those of the rule.
	StartDate   WallTime          `json:"start_date"`
	EndDate     WallTime          `json:"end_date"`
	Timezone    string            `json:"timezone"`
	AllDay      bool              `json:"all_day"`
	Occurrences int64             `json:"occurrences"` // That the caller may see.
	ExtendedTo  WallTime          `json:"extended_to"` // Start up to which there are records; "" when there are all.
	Previous    int64             `json:"previous"`    // ID of the series from which this one was split, 0 for none.
}

// RepetitionDates is a date beside those of a rule.
type RepetitionDates struct {
	StartDate WallTime `json:"start_date"`
	EndDate   WallTime `json:"end_date,omitzero"` // "" for as long as the others.
}

// SeriesParams are the parameters of a list of series.
type SeriesParams struct {
	Page    Opt[int64] `json:"page,omitzero"`
	PerPage Opt[int64] `json:"per_page,omitzero"` // 50 at most.
}

// Get returns a series.
func (s *SeriesService) Get(ctx context.Context, id int64, options ...RequestOption) (*Repetition, error) {
	return s.service.Get(ctx, id, options...)
}

// List returns one page of the series of which the caller may see a date.
func (s *SeriesService) List(
	ctx context.Context, params SeriesParams, options ...RequestOption,
) (*Page[Repetition], error) {
	return s.service.List(ctx, params, options...)
}

// All returns every such series, as Service.All.
func (s *SeriesService) All(
	ctx context.Context, params SeriesParams, options ...RequestOption,
) iter.Seq2[Repetition, error] {
	return s.service.All(ctx, params, options...)
}
