package icalendar

import (
	"cmp"
	"strings"

	"almanac/cmd/almanac/internal/importer/ics"
	"almanac/cmd/almanac/internal/importer/imported"
	"almanac/generated"
	"almanac/runtime/dates"
	"almanac/runtime/model"
	"almanac/runtime/mutate"
	"almanac/runtime/text"
	"almanac/runtime/transfer"
)

// untitled is the title of an event that has none.
const untitled = transfer.Untitled

type eventWrite struct {
	*transfer.Writing
	around string // Status of the event, by which what is made for it shows.
}

// event turns an entry into the write of an event: of a new one, or of the one
// that is here.  It returns nil if it cannot become an event, which is reported.
func (b *calendarBatch) event(r *transfer.Record, e *entry, here *generated.Event) (*eventWrite, error) {
	w := &eventWrite{Writing: b.NewWriting(r, here == nil, map[string]any{})}
	for _, note := range e.Notes {
		w.Note("%s", note)
	}
	for _, note := range e.Lost {
		w.Lose("", "%s", note)
	}
	w.Origin = mutate.ImportedFields{ID: r.ID, Slug: b.slug(e), ModifiedUTC: string(e.Modified)}
	if !e.AllDay {
		w.Origin.StartUTC = string(cmp.Or(e.StartUTC, e.Zone.UTC(e.Start)))
		w.Origin.EndUTC = string(cmp.Or(e.EndUTC, e.Zone.UTC(e.End)))
	}
	if e.Modified != "" {
		w.Origin.Modified = b.calendar.localTime(e.Modified)
	}
	w.around = wanted(e)
	if here == nil {
		w.Origin.Slug = cmp.Or(w.Origin.Slug, b.dateSlug(e))
		b.begin(w, e)
	} else if here.Status != "publish" || here.Password != "" {
		w.around = here.Status
	}
	w.Fields["title"] = text.Escape(cmp.Or(e.Title, untitled))
	w.Fields["start_date"], w.Fields["end_date"] = string(e.Start), string(e.End)
	w.Fields["timezone"], w.Fields["all_day"] = e.Zone.Name(), e.AllDay
	b.pages(w, e)
	w.Set("description", filled(e.Description))
	if e.Image != "" {
		w.Image = model.Image{URL: e.Image}
		if err := w.Register(); err != nil {
			return nil, err
		}
	}
	for _, link := range []func(*eventWrite, *entry) error{b.places, b.people, b.topics} {
		if err := link(w, e); err != nil {
			return nil, err
		}
	}
	if reason := w.Prune(); reason != "" {
		b.Skip(r, "%s: %s", e.name(), reason)
		return nil, nil
	}
	return w, nil
}

// begin sets what an event is when it is made: whether it shows, and since when.
// What is tentative or private does not show to visitors.
func (b *calendarBatch) begin(w *eventWrite, e *entry) {
	w.Fields["status"] = wanted(e)
	now := dates.Zone{}.At(b.Env.Clock())
	if e.Created != "" && e.Created <= now {
		w.Fields["date_utc"], w.Origin.Date = string(e.Created), b.calendar.localTime(e.Created)
		w.Origin.CreatedUTC = string(e.Created)
	}
}

// wanted returns the status that an entry asks for.
func wanted(e *entry) string {
	switch {
	case e.Status == ics.Cancelled:
		return "trash"
	case e.Status == ics.Tentative:
		return "draft"
	case e.Private:
		return "private"
	}
	return "publish"
}

// setState changes the status of an event that is here where the entry asks for
// another one, and reports whether the status stays what it was made here.
// Feeds call pending events tentative, and future ones confirmed: those stay
// what they are.  What visitors do not see since it was changed here, no file
// publishes; of the trash, the import takes out only what it has put there.
func (b *calendarBatch) setState(w *eventWrite, e *entry, here *generated.Event, before imported.Entry) (stays bool) {
	want := wanted(e)
	switch {
	case want == here.Status,
		want == "draft" && here.Status == "pending",
		want == "publish" && here.Status == "future":
		return false
	case here.Status == "trash" && model.EditedUTC(here) != before.Taken:
		w.Note("is in the trash here: not restored")
		return true
	case want == "publish" && model.EditedUTC(here) > before.Taken:
		w.Note("is %s here: status not changed", here.Status)
		return true
	case want == "trash":
		w.Note("is canceled: moved to the trash")
	}
	w.Fields["status"] = want
	return false
}

// pages sets the event's own website and where to attend it online.  The page that a
// feed of this service names is one of that service, and no website.
func (b *calendarBatch) pages(w *eventWrite, e *entry) {
	if page := b.slug(e) != ""; !page || e.Website != "" {
		website := e.Website
		if !page {
			website = cmp.Or(website, e.URL)
		}
		if ics.IsAddress(e.Location) {
			website = cmp.Or(website, e.Location)
		}
		w.Set("website", filled(website))
	}
	w.Set("online_url", filled(e.OnlineURL))
	w.Set("attendance_mode", cmp.Or(e.AttendanceMode, "offline"))
	if _, _, own := ics.OwnID(e.UID); own && e.Status == ics.Confirmed || e.EventStatus != "" {
		w.Set("event_status", cmp.Or(e.EventStatus, "scheduled"))
		w.Set("event_status_reason", filled(e.StatusReason))
	}
	if e.Cost != "" {
		w.Fields["cost"] = e.Cost
	}
}

// filled returns a text as a value, nil for none.
func filled(s string) any {
	if strings.TrimSpace(s) == "" {
		return nil
	}
	return s
}
