package icalendar

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"almanac/cmd/almanac/internal/importer/ics"
	"almanac/cmd/almanac/internal/importer/imported"
	"almanac/runtime/apierror"
	"almanac/runtime/dates"
	"almanac/runtime/mutate"
	"almanac/runtime/recurrence"
	"almanac/runtime/series"
	"almanac/runtime/text"
	"almanac/runtime/transfer"
	"almanac/runtime/transfer/rawjson"
)

// seriesHere are the series of the files, and those that are here.
type seriesHere struct {
	whole   map[string]*ics.Series // Newest versions, by UID.
	entries map[imported.Key]*entry
	kept    map[imported.SeriesKey]imported.Series // What they became before.
	own     map[string]bool                        // UIDs of feeds of series that are here.

	*series.Stored // That are here.
}

// loadSeries looks at the series of the files, and at those that are here.
func (c *calendars) loadSeries(ctx context.Context) error {
	h := seriesHere{
		whole: map[string]*ics.Series{}, entries: map[imported.Key]*entry{}, own: map[string]bool{},
	}
	for i := range c.series {
		s := &c.series[i]
		if old := h.whole[s.UID]; old == nil || !older(s.Sequence, s.Modified, versionOf(old.Sequence, old.Modified)) {
			h.whole[s.UID] = s
		}
	}
	for _, e := range c.entries {
		h.entries[e.key()] = e
	}
	res := c.Env.Resource("event")
	err := c.Transaction(ctx, func(b *mutate.BulkWriter) error {
		var err error
		if h.kept, err = imported.AllSeries(ctx, b.Writer()); err != nil {
			return err
		}
		h.Stored, err = series.LoadStored(ctx, b.Writer(), c.Env.Store.SQL(), res)
		return err
	})
	for uid, s := range h.whole {
		site, id, ok := ics.OwnSeries(uid)
		_, taken := h.kept[imported.SeriesKey{UID: uid}]
		h.own[uid] = ok && slices.Contains(c.sites, site) && !taken && isOf(s, h.Rows[id])
	}
	c.here = h
	return err
}

// isOf reports whether a series of a file is one that is here, nil for none: they have the same
// title or the same start.
func isOf(s *ics.Series, row *series.Row) bool {
	var title, start string
	if row == nil || json.Unmarshal(row.Template.Columns["title"], &title) != nil ||
		json.Unmarshal(row.Template.Columns["start_date"], &start) != nil {
		return false
	}
	return text.SortKey(title) == text.SortKey(s.Title) || ics.Key(dates.WallTime(start)) == s.First
}

// part returns the part of a series that an entry belongs to, nil for none.
func (h *seriesHere) part(e *entry) *ics.Part {
	s := h.whole[e.UID]
	if s == nil || e.Occurrence == "" {
		return nil
	}
	i := slices.IndexFunc(s.Parts, func(p ics.Part) bool { _, ok := p.IDs[e.Occurrence]; return ok })
	if i < 0 {
		return nil
	}
	return &s.Parts[i]
}

// made returns the event that a series here has on the date of an entry, 0 for none.
func (h *seriesHere) made(e *entry) int64 {
	p := h.part(e)
	if p == nil {
		return 0
	}
	return h.Records[series.Place{
		Series: h.kept[imported.SeriesKey{UID: e.UID, From: p.From}].ID, Slot: p.IDs[e.Occurrence],
	}]
}

// edited reports whether a series was changed here since it was imported, and the file does
// not say that its version is newer.
func (h *seriesHere) edited(s *ics.Series, p *ics.Part) bool {
	kept := h.kept[imported.SeriesKey{UID: s.UID, From: p.From}]
	row := h.Rows[kept.ID]
	return row != nil && row.Version != kept.Version && (s.Modified == "" || string(s.Modified) <= row.ModifiedUTC)
}

// staysOut reports whether an entry that is not here is a date of a series that was changed
// here, which has its own dates.
func (h *seriesHere) staysOut(e *entry) bool {
	p := h.part(e)
	return p != nil && h.edited(h.whole[e.UID], p)
}

// inBatches hands the entries to do, some hundred at a time, but those of a series together.
func (c *calendars) inBatches(do func([]*entry) error) error {
	first := map[string]int{}
	for i, e := range c.entries {
		if _, ok := first[e.UID]; !ok {
			first[e.UID] = i
		}
	}
	slices.SortStableFunc(c.entries, func(a, b *entry) int { return cmp.Compare(first[a.UID], first[b.UID]) })
	for rest := c.entries; len(rest) > 0; {
		n := min(transfer.BatchSize, len(rest))
		for n < len(rest) && rest[n].UID == rest[n-1].UID && c.here.part(rest[n]) != nil {
			n++
		}
		if err := do(rest[:n]); err != nil {
			return err
		}
		rest = rest[n:]
	}
	return nil
}

// joinAll makes series of those events of some entries that are its dates.  What a series has
// lost goes to the trash before, so that it comes back as a date if it does.
func (b *calendarBatch) joinAll(entries []*entry) error {
	all := map[string]ics.Series{}
	for _, e := range entries {
		if s := b.calendar.here.whole[e.UID]; s != nil && len(s.Parts) > 0 && !b.calendar.here.own[e.UID] {
			all[e.UID] = *s
		}
	}
	if err := b.endSeries(all); err != nil {
		return err
	}
	for i, e := range entries {
		s, there := all[e.UID] // One of an older version is there no more.
		if !there || i > 0 && entries[i-1].UID == e.UID {
			continue
		}
		if err := b.join(&s); err != nil {
			return fmt.Errorf("series of %s: %w", e.name(), err)
		}
	}
	return nil
}

// join makes the series of an entry, or changes those that were made of it before.
func (b *calendarBatch) join(s *ics.Series) error {
	note := func(format string, args ...any) {
		b.Report.Problems = append(b.Report.Problems, transfer.Problem{
			Text: fmt.Sprintf("%q (line %d): ", s.Title, s.Line) + fmt.Sprintf(format, args...),
		})
	}
	for _, p := range s.Parts {
		if len(p.IDs) > series.MaxCreated {
			note("imported as separate events, not as a series: at most %d dates can be created at once", series.MaxCreated)
			return nil
		}
	}
	previous := int64(0)
	for i := range s.Parts {
		id, why, err := b.joinPart(s, &s.Parts[i], previous)
		if why != "" {
			note("%s", why)
		}
		if err != nil {
			return err
		}
		previous = id
	}
	return nil
}

// joinPart makes one series, or changes it, and returns its ID, 0 for none, and what an
// operator should know.
func (b *calendarBatch) joinPart(s *ics.Series, p *ics.Part, previous int64) (id int64, why string, err error) {
	h, res := &b.calendar.here, b.Env.Resource("event")
	key := imported.SeriesKey{UID: s.UID, From: p.From}
	kept, known := h.kept[key]
	if known && h.Rows[kept.ID] == nil {
		return 0, "", nil // Somebody has ended it here.
	}
	joining, pattern := b.dates(s, p)
	if len(joining) == 0 {
		return 0, "", nil
	}
	content := patternDigest(pattern)
	if h.edited(s, p) {
		if content != kept.Content {
			why = "its series was edited here after the import, and the file may be older: recurrence not updated"
		}
		return kept.ID, why, nil
	}
	missing := maps.Clone(joining)
	maps.DeleteFunc(missing, func(id dates.WallTime, event int64) bool {
		return h.Places[event] == series.Place{Series: kept.ID, Slot: id}
	})
	if known && content == kept.Content && len(missing) == 0 && !b.wrote[s.UID] {
		return kept.ID, "", nil
	}
	row := series.Row{
		Rule: pattern.Rule, Except: pattern.Except, Dates: pattern.Dates, Duration: pattern.Duration,
		ExtendedTo: p.ExtendedTo, Previous: previous, ModifiedUTC: string(s.Modified),
	}
	if row.Template, err = b.template(s, p, pattern, joining, h.Rows[kept.ID]); err != nil {
		return 0, "", err
	}
	count := transfer.Count{Resource: res.SeriesRoute, Created: 1}
	if known {
		count = transfer.Count{Resource: res.SeriesRoute, Updated: 1}
	}
	joined, _, err := b.Bulk.JoinSeries(res, kept.ID, row, missing)
	if f := apierror.As(err); f != nil {
		return 0, "imported as separate events, not as a series: " + transfer.Sentence(f), nil
	}
	if err != nil {
		return 0, "", err
	}
	b.Report.Add(count)
	now := imported.Series{SeriesKey: key, ID: joined.ID, Version: joined.Version, Content: content}
	b.kept[key] = now
	return joined.ID, "", imported.SaveSeries(b.ctx, b.Bulk.Writer(), now)
}

// dates returns the events that are dates of a part of a series, and its pattern, which leaves
// out those that are cancelled and never were here.
func (b *calendarBatch) dates(s *ics.Series, p *ics.Part) (map[dates.WallTime]int64, recurrence.Pattern) {
	joining, pattern := map[dates.WallTime]int64{}, p.Pattern
	pattern.Except = slices.Clone(pattern.Except)
	for occurrence, id := range p.IDs {
		key := imported.Key{UID: s.UID, Occurrence: occurrence}
		if event := b.eventOf(key); event != 0 {
			joining[id] = event
		} else if e := b.calendar.here.entries[key]; e != nil && e.Status == ics.Cancelled {
			pattern.Except = append(pattern.Except, id)
		}
	}
	slices.Sort(pattern.Except)
	pattern.Except = slices.Compact(pattern.Except)
	return joining, pattern
}

// eventOf returns the event that an entry became, 0 for none that is here.
func (b *calendarBatch) eventOf(key imported.Key) int64 {
	if e, ok := b.known[key]; ok {
		return e.Event
	}
	e := b.calendar.known[key]
	if _, here := b.Here(b.Env.Resource("event"))[e.Event]; here {
		return e.Event
	}
	return 0
}

// template returns what the dates of a series have in common: what one of them says that
// neither the file nor anybody here has changed, or what they had before.
func (b *calendarBatch) template(
	s *ics.Series, p *ics.Part, pattern recurrence.Pattern, joining map[dates.WallTime]int64, before *series.Row,
) (series.Template, error) {
	res := b.Env.Resource("event")
	last := int64(0)
	for _, occurrence := range slices.Sorted(maps.Keys(p.IDs)) {
		key := imported.Key{UID: s.UID, Occurrence: occurrence}
		event, e := joining[p.IDs[occurrence]], b.calendar.here.entries[key]
		if event == 0 {
			continue
		}
		last = cmp.Or(last, event)
		entry, taken := b.known[key]
		if !taken {
			entry = b.calendar.known[key]
		}
		common := e == nil || e.Status != ics.Cancelled && (!e.Changed || occurrence == p.From)
		if common && b.Here(res)[event].EditedUTC <= entry.Taken {
			return b.Bulk.TemplateOf(res, event, pattern)
		}
	}
	if before != nil {
		return before.Template, nil
	}
	return b.Bulk.TemplateOf(res, last, pattern)
}

// patternDigest returns a digest of how a series repeats, by which a change is known.
func patternDigest(p recurrence.Pattern) string {
	what := []any{p.Rule, p.Except, p.Dates, p.Start, p.End, p.Zone.Name(), p.AllDay}
	if p.Duration > 0 { // Digests of other series are those of earlier releases.
		what = append(what, p.Duration)
	}
	sum := sha256.Sum256(rawjson.Encode(what))
	return hex.EncodeToString(sum[:])
}

// dateSlug returns the slug of a new event that is a date of a series, "" for others.
func (b *calendarBatch) dateSlug(e *entry) string {
	if b.calendar.here.part(e) == nil {
		return ""
	}
	return text.SlugWithSuffix(text.Slug(cmp.Or(e.Title, untitled)), "-"+string(e.Start[:len(time.DateOnly)]))
}
