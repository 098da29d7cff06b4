package remote

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"almanac/cmd/internal/transfer"
	"almanac/cmd/internal/transfer/fetch"
	"almanac/cmd/internal/transfer/rawjson"
	"almanac/runtime/dates"
	"almanac/runtime/model"
	"almanac/runtime/query"
)

// eventStatus says whether an event takes place, as wp/v2 shows it.
type eventStatus struct {
	Status string `json:"_tribe_events_status"` // "" for scheduled.
	Reason string `json:"_tribe_events_status_reason"`
}

// statusFields are the members of an event in wp/v2 that say it.
const statusFields = "meta._tribe_events_status,meta._tribe_events_status_reason"

// statuses finds out which events do not take place.  Lists of The Events Calendar do not
// say it: the status stands in the meta of wp/v2, whose list has no past events, and in
// json_ld of single answers.  Events that are here as the site has them are not asked
// for again.
func (s *siteReader) statuses(ctx context.Context) error {
	k := s.Env.Resource("event")
	if _, wordpress := s.site.Base.Beside("wp/v2"); !wordpress {
		return nil
	}
	due, err := s.changed(ctx, k)
	if err != nil || len(due) == 0 || s.tells(ctx) {
		return err
	}
	for _, r := range due {
		r.SetMember("ical_uid", s.calendarUID(r))
	}
	progress := transfer.NewProgress(s.Options.Progress, len(due))
	defer progress.End()
	var unknown []string
	for i, r := range due {
		status, ok := s.status[r.ID]
		if !ok {
			if status, ok, err = s.statusOf(ctx, r); err != nil {
				return err
			}
		}
		if ok {
			status.set(r)
		} else if !r.Covered() {
			unknown = append(unknown, strconv.FormatInt(r.ID, 10))
		}
		if n := i + 1; n%transfer.PageSize == 0 || n == len(due) {
			progress.Step("statuses of events", transfer.PageSize, n, len(due))
		}
	}
	if len(unknown) > 0 {
		s.Report.Problems = append(s.Report.Problems, transfer.Problem{Lost: true, Text: fmt.Sprintf(
			"the site does not say whether %d events take place: %s are scheduled now", len(unknown), abridged(unknown))})
	}
	return nil
}

// calendarUID returns the UID that calendars of the site have for an event, so that
// subscribers keep it: id, start and end by the event's clock in seconds as if in UTC, and
// the host of its page.
func (s *siteReader) calendarUID(r *transfer.Record) string {
	host := s.site.Base.Host()
	if page, err := url.Parse(r.Text("url")); err == nil && page.Hostname() != "" {
		host = page.Hostname()
	}
	return fmt.Sprintf("%d-%d-%d@%s", r.ID, dates.WallTime(r.Moment("start_date")).Unix(), dates.WallTime(r.Moment("end_date")).Unix(), host)
}

// changed returns the records of a kind that are not here as the site has them, by ID.
func (s *siteReader) changed(ctx context.Context, k *model.Resource) ([]*transfer.Record, error) {
	summaries, err := query.Summaries(ctx, s.Env, k)
	if err != nil {
		return nil, fmt.Errorf("look at the %s that are here: %w", k.Plural, err)
	}
	modified := make(map[int64]string, len(summaries))
	for _, here := range summaries {
		modified[here.ID] = here.ModifiedUTC
	}
	var due []*transfer.Record
	for _, r := range s.Found.Ordered(k) {
		if at, here := modified[r.ID]; r.Own && (!here || at < r.Moment("modified_utc") || s.ChangedThere(r)) {
			due = append(due, r)
		}
	}
	return due, nil
}

// tells reports whether the index of the site has the parameter event_status, as ours has:
// then lists show it.
func (s *siteReader) tells(ctx context.Context) bool {
	index, err := s.index(ctx)
	if err != nil {
		return false
	}
	for _, route := range index.Routes {
		for _, endpoint := range route.Endpoints {
			if _, ok := endpoint.Args["event_status"]; ok {
				return true
			}
		}
	}
	return false
}

// statusOf asks for the status of one event, false where the site does not show it.
func (s *siteReader) statusOf(ctx context.Context, r *transfer.Record) (eventStatus, bool, error) {
	if s.open {
		base, _ := s.site.Base.Beside("wp/v2")
		body, err := s.client.JSON(ctx, fmt.Sprintf("event %d of wp/v2", r.ID), base.At(fmt.Sprintf("/tribe_events/%d", r.ID), url.Values{"_fields": {"id," + statusFields}}))
		var n neighbour
		if err == nil && json.Unmarshal(body, &n) == nil && n.ID == r.ID {
			return n.Meta, true, nil
		}
		var e *fetch.Error
		if err != nil && (!errors.As(err, &e) || ctx.Err() != nil) {
			return eventStatus{}, false, err
		}
	}
	if r.Value("json_ld") == nil {
		records, err := s.one(ctx, r.Kind, r.ID, nil)
		if err != nil || len(records) == 0 {
			return eventStatus{}, false, err
		}
		r = records[0]
	}
	ld, _ := r.Value("json_ld").(map[string]any) // Without it, the site knows no statuses.
	status := eventStatus{Status: "scheduled"}
	switch said := rawjson.Text(ld["eventStatus"]); {
	case strings.HasSuffix(said, "EventCancelled"):
		status.Status = "canceled"
	case strings.HasSuffix(said, "EventPostponed"):
		status.Status = "postponed"
	}
	return status, true, nil
}

// set sets the members of the interface in a record.  A word that means nothing here is
// scheduled: the site takes any.
func (e eventStatus) set(r *transfer.Record) {
	if !slices.Contains([]string{"canceled", "cancelled", "postponed"}, e.Status) {
		e = eventStatus{Status: "scheduled"}
	}
	r.SetMember("event_status", e.Status)
	r.SetMember("event_status_reason", e.Reason)
}
