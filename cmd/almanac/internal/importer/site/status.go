package site

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"almanac/runtime/dates"
	"almanac/runtime/model"
	"almanac/runtime/query"
	"almanac/runtime/transfer"
	"almanac/runtime/transfer/rawjson"
)

// eventStatus says whether an event takes place, as wp/v2 shows it.
type eventStatus struct {
	Status string `json:"_tribe_events_status"` // "" for scheduled.
	Reason string `json:"_tribe_events_status_reason"`
}

// statuses finds out which events do not take place, and how their texts and costs were
// typed.  The status stands in json_ld, which some sites show in single responses alone,
// the rest in wp/v2, whose list has no past events.  Events that are here as the site has
// them are not asked for again.
func (s *siteReader) statuses(ctx context.Context) error {
	k := s.Env.Resource("event")
	if _, wordpress := s.site.Base.Beside("wp/v2"); !wordpress {
		return nil
	}
	if s.Followed != nil {
		shown := s.tells(ctx)
		for _, r := range s.Found.Ordered(k) { // A new status need not come with a later date.
			if n, ok := s.beside[r.ID]; ok {
				n.Meta.set(r)
			} else if status, ok := statusOf(r); ok || shown {
				r.SetMember("event_status", status.Status)
			}
		}
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
	for i, r := range due {
		n, ok := s.beside[r.ID]
		if said, listed := statusOf(r); !ok && (!listed || s.editor || r.Text("cost") != "") {
			if n, ok, err = s.askFor(ctx, r); err != nil {
				return err
			}
		} else if !ok {
			n.Meta.eventStatus, ok = said, true
		}
		if ok {
			n.Meta.set(r)
			n.setTexts(r)
			if typed := rawjson.Text(n.Meta.Cost); typed != "" {
				r.SetMember(typedCost, typed)
			}
		} else if !r.Covered() {
			const text = "its status is unknown: it is now scheduled"
			s.Report.Problems = append(s.Report.Problems, transfer.Problem{
				Resource: k.Name, ID: r.ID, Lost: true, Text: text, Type: text, Field: "event_status",
			})
		}
		if done := i + 1; done%transfer.PageSize == 0 || done == len(due) {
			progress.Step("details of events", transfer.PageSize, done, len(due))
		}
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
	return fmt.Sprintf("%d-%d-%d@%s", r.ID, dates.WallTime(r.Moment("start_date")).Unix(),
		dates.WallTime(r.Moment("end_date")).Unix(), host)
}

// changed returns the records of a resource that are not here as the site has them, by ID.
func (s *siteReader) changed(ctx context.Context, k *model.Resource) ([]*transfer.Record, error) {
	summaries, err := query.Summaries(ctx, s.Env, k)
	if err != nil {
		return nil, fmt.Errorf("read the existing %s: %w", k.Plural, err)
	}
	modified := make(map[int64]string, len(summaries))
	for _, here := range summaries {
		modified[here.ID] = here.EditedUTC
	}
	var due []*transfer.Record
	for _, r := range s.Found.Ordered(k) {
		if at, here := modified[r.ID]; r.Own && (!here || at < r.Edited() || s.ChangedThere(r)) {
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

// askFor asks for what lists do not say of one event, false where the site does not show it.
func (s *siteReader) askFor(ctx context.Context, r *transfer.Record) (wpRecord, bool, error) {
	if s.open {
		n, ok, err := s.wpEvent(ctx, r.ID)
		if ok || err != nil {
			return n, ok, err
		}
	}
	status, listed := statusOf(r)
	if !listed {
		records, err := s.fetchByID(ctx, r.Resource, r.ID, nil)
		if err != nil || len(records) == 0 {
			return wpRecord{}, false, err
		}
		status, _ = statusOf(records[0]) // Without json_ld, the site knows no statuses.
	}
	var n wpRecord
	n.Meta.eventStatus = status
	return n, true, nil
}

// statusOf returns what the json_ld of an event says of its status, false if there is none.
func statusOf(r *transfer.Record) (status eventStatus, listed bool) {
	ld, listed := r.Value("json_ld").(map[string]any)
	status.Status = "scheduled"
	switch said := rawjson.Text(ld["eventStatus"]); {
	case strings.HasSuffix(said, "EventCancelled"):
		status.Status = "canceled"
	case strings.HasSuffix(said, "EventPostponed"):
		status.Status = "postponed"
	}
	return status, listed
}

// set sets the members of the API in a record.  A word that means nothing here is
// scheduled: the site takes any.
func (e eventStatus) set(r *transfer.Record) {
	if !slices.Contains([]string{"canceled", "cancelled", "postponed"}, e.Status) {
		e = eventStatus{Status: "scheduled"}
	}
	r.SetMember("event_status", e.Status)
	r.SetMember("event_status_reason", e.Reason)
}
