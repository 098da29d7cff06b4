package icalendar

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"almanac/cmd/almanac/internal/importer/ics"
	"almanac/cmd/almanac/internal/importer/imported"
	"almanac/generated"
	"almanac/runtime/apierror"
	"almanac/runtime/dates"
	"almanac/runtime/model"
	"almanac/runtime/mutate"
	"almanac/runtime/query"
	"almanac/runtime/store"
	"almanac/runtime/text"
	"almanac/runtime/transfer"
	"almanac/runtime/transfer/rawjson"
)

// calendarBatch is what one transaction did for calendars.
type calendarBatch struct {
	*transfer.Batch
	calendar *calendars
	ctx      context.Context //nolint:containedctx // That of the transaction, which is as long as the batch.
	known    map[imported.Key]imported.Entry
	renamed  []imported.Key // Keys that entries have no longer.
	kept     map[imported.SeriesKey]imported.Series
	wrote    map[string]bool // UIDs of which an event was written.
	names    *directory
	gone     int
}

// reserve takes the highest id that an event of a feed of this site had, if
// nothing has it: what is made on the way, such as venues, gets ids behind it,
// and none that an event is to have again.
func (b *calendarBatch) reserve() error {
	highest := &transfer.Record{Resource: b.Env.Resource("event")}
	for _, e := range b.calendar.entries {
		if r := b.record(e); r.ID > highest.ID {
			highest = r
		}
	}
	if _, here := b.Here(highest.Resource)[highest.ID]; here || highest.ID == 0 {
		return nil
	}
	err := b.Env.Store.ReserveID(b.ctx, b.Bulk.Writer(), highest.Resource.IDTable, highest.ID, highest.Resource.Name)
	if errors.Is(err, store.ErrIDInUse) {
		return nil
	}
	return err
}

// takeAll brings entries in.
func (b *calendarBatch) takeAll(entries []*entry) error {
	for _, e := range entries {
		if err := b.take(e); err != nil {
			return fmt.Errorf("%s: %w", e.name(), err)
		}
	}
	return b.joinAll(entries)
}

// take brings one entry in, or finds that it is here.
func (b *calendarBatch) take(e *entry) error {
	r := b.record(e)
	if b.calendar.here.own[e.UID] { // What the feed of a series here says is here.
		b.unchanged(r, "")
		return nil
	}
	head, here := b.Here(r.Resource)[r.ID]
	if !here {
		if b.calendar.here.staysOut(e) {
			return nil
		}
		if e.Status == ics.Cancelled {
			b.gone++
			return nil
		}
		return b.create(r, e)
	}
	before, known := b.calendar.known[e.key()]
	if !known && b.calendar.here.made(e) == r.ID {
		before, known = imported.Entry{Key: e.key(), Event: r.ID, Taken: head.CreatedUTC}, true
	}
	if known && (before.Content == content(e, "") || before.Content == content(e, e.Occurrence)) {
		b.unchanged(r, "")
		return b.confirm(e, before)
	}
	m, err := b.Bulk.Get(r.Resource, r.ID)
	if err != nil {
		return err
	}
	if reason, stays := b.stays(e, m.(*generated.Event), head, before, known); stays {
		b.unchanged(r, reason)
		return nil
	}
	return b.update(r, e, m.(*generated.Event), before)
}

// confirm notes a newer version of an entry that says the same.
func (b *calendarBatch) confirm(e *entry, before imported.Entry) error {
	if older(e.Sequence, e.Modified, before) || e.Sequence == before.Sequence && string(e.Modified) == before.Modified {
		return nil
	}
	before.Sequence, before.Modified = e.Sequence, string(e.Modified)
	return b.remember(before)
}

// remember keeps what an entry has become.
func (b *calendarBatch) remember(entry imported.Entry) error {
	b.known[entry.Key] = entry
	return imported.Save(b.ctx, b.Bulk.Writer(), entry)
}

// unchanged leaves an event as it is.
func (b *calendarBatch) unchanged(r *transfer.Record, reason string) {
	b.Report.Add(transfer.Count{Resource: r.Resource.Plural, Unchanged: 1})
	if reason != "" {
		b.Problem(r, false, "%s", reason)
	}
}

// record returns the record that an entry is or becomes: that which it was
// before, or, for feeds of this site, the one that its UID names.
func (b *calendarBatch) record(e *entry) *transfer.Record {
	r := &transfer.Record{Resource: b.Env.Resource("event"), File: e.file}
	if before, ok := b.calendar.known[e.key()]; ok {
		if _, here := b.Here(r.Resource)[before.Event]; here {
			r.ID = before.Event
			return r
		}
	}
	if r.ID = b.calendar.here.made(e); r.ID != 0 {
		return r
	}
	global, id, own := ics.OwnID(e.UID)
	site := strings.TrimSuffix(global, fmt.Sprintf("?id=%d", id))
	if !own || !slices.Contains(b.calendar.sites, site) || e.Occurrence != "" {
		return r
	}
	head, here := b.Here(r.Resource)[id]
	if !here || head.Slug == b.slug(e) || head.Name == text.SortKey(e.Title) ||
		head.DateUTC != "" && head.DateUTC == string(e.Created) {
		r.ID = id
	}
	return r
}

// slug returns the slug that a feed of this service tells by the address of the
// event's page, "" for other files.
func (b *calendarBatch) slug(e *entry) string {
	_, _, own := ics.OwnID(e.UID)
	folder, slug := path.Split(strings.TrimSuffix(e.URL, "/"))
	if !own || !strings.HasSuffix(folder, "/"+b.Env.Resource("event").PagePath+"/") {
		return ""
	}
	r := transfer.Record{Members: map[string]json.RawMessage{"slug": rawjson.Encode(slug)}}
	return r.Slug()
}

// stays reports whether an event that is here stays as it is, and why if an
// operator should know.  Of an event that was taken from a file, SEQUENCE counts
// before LAST-MODIFIED (RFC 5546, section 2.1.5).  Of one that only its id in a
// feed of this site leads to, it counts where the file has no times: a calendar
// that was moved here by an export counts its versions from the start.
func (b *calendarBatch) stays(e *entry, m *generated.Event, head query.RecordSummary, before imported.Entry,
	known bool,
) (string, bool) {
	timed, modified := e.Modified != "", string(e.Modified)
	switch {
	case known && older(e.Sequence, e.Modified, before), !known && timed && modified < head.EditedUTC:
		return "the file has an older version of it", true
	case !known && (modified == head.EditedUTC || modified == m.ModifiedUTC), !known && !timed && e.Sequence <= m.Version:
		return "", true
	case m.Password != "":
		return "is protected by a password, and the file does not contain its content: not updated", true
	case known && head.EditedUTC > before.Taken && (!timed || modified <= head.EditedUTC):
		return "was edited here after the import, and the file may be older: not updated",
			true
	}
	return "", false
}

// create makes the event of an entry.  An id of a feed of this site is kept,
// unless it has become that of another record.
func (b *calendarBatch) create(r *transfer.Record, e *entry) error {
	w, err := b.event(r, e, nil)
	if err != nil || w == nil {
		return err
	}
	m, err := b.Bulk.Create(r.Resource, w.Fields, w.Origin)
	if errors.Is(err, store.ErrIDInUse) {
		w.Origin.ID = 0
		m, err = b.Bulk.Create(r.Resource, w.Fields, w.Origin)
	}
	return b.written(w, e, m, err, nil)
}

// update changes the event of an entry.
func (b *calendarBatch) update(r *transfer.Record, e *entry, m *generated.Event, before imported.Entry) error {
	w, err := b.event(r, e, m)
	if err != nil || w == nil {
		return err
	}
	var since *string
	if b.setState(w, e, m, before) {
		since = &before.Taken
	}
	changed, err := b.Bulk.Update(r.Resource, w.Fields, w.Origin)
	return b.written(w, e, changed, err, since)
}

// written notes an event that was written, or why it was not.  One whose status
// stays what it was made here counts as taken since then, so that it is known
// with the next version of the file, too; nil says that it is taken now.
func (b *calendarBatch) written(w *eventWrite, e *entry, m model.Record, err error, since *string) error {
	if f := apierror.As(err); f != nil {
		b.Skip(w.Record, "%s: %s", e.name(), transfer.Sentence(f))
		return nil
	}
	if err != nil {
		return err
	}
	kept := imported.Entry{
		Key: e.key(), Event: m.Common().ID, Sequence: e.Sequence, Modified: string(e.Modified), Content: content(e, ""),
		Taken: model.EditedUTC(m),
	}
	if since != nil {
		kept.Taken = *since
	}
	if err := b.remember(kept); err != nil {
		return err
	}
	b.wrote[e.UID] = true
	n := transfer.Count{Resource: w.Resource.Plural, Created: 1}
	if !w.Create {
		n = transfer.Count{Resource: w.Resource.Plural, Updated: 1}
	}
	b.Report.Add(n)
	w.ID = m.Common().ID
	for _, note := range w.Notes {
		b.AddNote(w.Record, note, false)
	}
	return nil
}

// content returns a digest of what an entry says, by which a change is known.  Old
// versions of this program took the occurrence of a series for a part of that.
func content(e *entry, occurrence string) string {
	said := e.Event
	said.Occurrence = occurrence
	said.Line, said.Notes, said.Lost, said.Zone = 0, nil, nil, dates.Zone{}
	said.Sequence, said.Modified = 0, ""
	sum := sha256.Sum256(rawjson.Encode([]any{said, e.Zone.Name()}))
	return hex.EncodeToString(sum[:])
}

// endAll moves to the trash what all series have lost, and deletes those that nothing is left of.
func (b *calendarBatch) endAll() error {
	series := map[string]ics.Series{}
	for _, s := range b.calendar.series {
		series[s.UID] = s
	}
	if err := b.endSeries(series); err != nil {
		return err
	}
	return b.Bulk.DeleteEmptySeries(b.Env.Resource("event"))
}

// endSeries moves to the trash what was taken of series that have lost it since.  A
// file that is older than what was taken last tells nothing of that.
func (b *calendarBatch) endSeries(series map[string]ics.Series) error {
	for _, e := range b.calendar.entries {
		s, there := series[e.UID]
		if before, known := b.calendar.known[e.key()]; there && known && !e.Changed && older(s.Sequence, s.Modified, before) {
			delete(series, e.UID)
		}
	}
	var lost []imported.Entry
	for key, entry := range b.calendar.known {
		s, there := series[key.UID]
		_, here := b.Here(b.Env.Resource("event"))[entry.Event]
		if there && here && !s.Has(key.Occurrence) {
			lost = append(lost, entry)
		}
	}
	slices.SortFunc(lost, func(a, b imported.Entry) int { return cmp.Compare(a.Event, b.Event) })
	for _, entry := range lost {
		if err := b.trash(&transfer.Record{Resource: b.Env.Resource("event"), ID: entry.Event}, entry,
			series[entry.UID]); err != nil {
			return err
		}
	}
	return nil
}

// trash moves an event to the trash that its series does not have any more.
func (b *calendarBatch) trash(r *transfer.Record, before imported.Entry, s ics.Series) error {
	m, err := b.Bulk.Get(r.Resource, r.ID)
	if err != nil {
		return err
	}
	event := m.(*generated.Event)
	switch {
	case event.Status == "trash":
		return nil
	case s.Unsure:
		b.Problem(r, false, "may no longer be in its series, which could not be read completely: not deleted")
		return nil
	case model.EditedUTC(event) > before.Taken:
		b.Problem(r, false, "is no longer in its series, but was edited here after the import: not deleted")
		return nil
	}
	changed, err := b.Bulk.Update(r.Resource, map[string]any{"status": "trash"}, mutate.ImportedFields{ID: r.ID})
	if err != nil {
		return err
	}
	before.Taken, before.Content = model.EditedUTC(changed), ""
	before.Sequence, before.Modified = s.Sequence, string(s.Modified)
	b.Report.Add(transfer.Count{Resource: r.Resource.Plural, Updated: 1})
	b.Problem(r, false, "is no longer in its series: moved to the trash")
	return b.remember(before)
}
