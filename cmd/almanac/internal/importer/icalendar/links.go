package icalendar

import (
	"slices"
	"strconv"
	"strings"

	"almanac/cmd/almanac/internal/importer/ics"
	"almanac/runtime/apierror"
	"almanac/runtime/mutate"
	"almanac/runtime/text"
	"almanac/runtime/transfer"
)

// make makes a record that an event links to, as visible as the event is, and
// returns its id; 0 when no record can be made, which is reported for the event.
func (b *calendarBatch) make(w *eventWrite, resource string, fields map[string]any) (int64, error) {
	k := b.Env.Resource(resource)
	origin := mutate.ImportedFields{}
	if k.Post && w.around != "publish" {
		fields["status"], origin.MadeInline = mutate.InlineStatus(w.around), true
	}
	of := b.NewWriting(&transfer.Record{Resource: k}, true, fields)
	reason := of.Prune()
	if reason == "" {
		m, err := b.Bulk.Create(k, of.Fields, origin)
		f := apierror.As(err)
		switch {
		case f == nil && err != nil:
			return 0, err
		case f == nil:
			b.Report.Add(transfer.Count{Resource: k.Plural, Created: 1})
			w.Notes = append(w.Notes, of.Notes...)
			b.names.add(k, m.Common().ID, words(m)...)
			return m.Common().ID, nil
		}
		reason = transfer.Sentence(f)
	}
	w.Note("imported without a %s: %s", resource, reason)
	return 0, nil
}

// linkTo sets the records that a field of the event links to.
func (w *eventWrite) linkTo(name string, ids []int64) {
	list := []any{}
	for _, id := range ids {
		if text := strconv.FormatInt(id, 10); id != 0 && !slices.Contains(list, any(text)) {
			list = append(list, text)
		}
	}
	w.Fields[name] = list
}

// places links the event to where it is.
func (b *calendarBatch) places(w *eventWrite, e *entry) error {
	var ids []int64
	for _, location := range b.locations(e) {
		id, err := b.place(w, e, location)
		if err != nil {
			return err
		}
		ids = append(ids, id)
	}
	w.linkTo("venue", ids)
	if len(ids) == 0 && e.Geo != nil {
		w.Note("imported without its coordinates: it has no place (LOCATION)")
	}
	return nil
}

// locations returns the places that an event names.  Feeds of this service part
// several by semicolons; others write one.  An address in the web is no place.
func (b *calendarBatch) locations(e *entry) []string {
	_, _, own := ics.OwnID(e.UID)
	switch {
	case e.Location == "", ics.IsAddress(e.Location):
		return nil
	case own && b.names.find(b.Env.Resource("venue"), folded(e.Location)) == 0:
		return strings.Split(e.Location, "; ")
	}
	return []string{e.Location}
}

// place finds a venue by its name or by its name and address, or makes it.  What
// comes before the first line break or comma is the name of a new one.
func (b *calendarBatch) place(w *eventWrite, e *entry, location string) (int64, error) {
	var lines []string
	for line := range strings.Lines(location) {
		if line = strings.Trim(line, " \t\r\n,"); line != "" {
			lines = append(lines, line)
		}
	}
	whole := strings.Join(lines, ", ")
	if id := b.names.find(b.Env.Resource("venue"), folded(whole)); id != 0 || whole == "" {
		return id, nil
	}
	name, address, _ := strings.Cut(whole, ", ")
	if len(lines) > 1 {
		name, address = lines[0], strings.Join(lines[1:], ", ")
	}
	fields := map[string]any{"venue": text.Escape(name)}
	if address != "" {
		fields["address"] = address
	}
	if e.Geo != nil && b.Env.Deployment.HasExtension("geoloc") {
		fields["geo_lat"] = strconv.FormatFloat(e.Geo.Latitude, 'f', -1, 64)
		fields["geo_lng"] = strconv.FormatFloat(e.Geo.Longitude, 'f', -1, 64)
	}
	id, err := b.make(w, "venue", fields)
	if id != 0 {
		b.names.add(b.Env.Resource("venue"), id, folded(whole))
	}
	return id, err
}

// people links the event to its organizers: those with the same name and
// e-mail, with the same name where the file tells no e-mail, or new ones.
func (b *calendarBatch) people(w *eventWrite, e *entry) error {
	var ids []int64
	k := b.Env.Resource("organizer")
	for _, p := range e.Organizers {
		key := person(p.Name, p.Email)
		if p.Email == "" {
			key = folded(p.Name)
		}
		id := b.names.find(k, key)
		if id == 0 {
			fields := map[string]any{"organizer": text.Escape(p.Name)}
			if p.Email != "" {
				fields["email"] = p.Email
			}
			var err error
			if id, err = b.make(w, "organizer", fields); err != nil {
				return err
			}
		}
		ids = append(ids, id)
	}
	w.linkTo("organizer", ids)
	return nil
}

// topics links the event to its categories, and to tags that have such a name;
// what is neither becomes a category.
func (b *calendarBatch) topics(w *eventWrite, e *entry) error {
	category, tag := b.Env.Resource("category"), b.Env.Resource("tag")
	var categories, tags []int64
	for _, name := range e.Categories {
		id := b.names.find(category, folded(name))
		known, isTag := b.names.find(tag, folded(name)), slices.Contains(e.Tags, name)
		if isTag && known == 0 {
			var err error
			if known, err = b.make(w, "tag", map[string]any{"name": text.Escape(name)}); err != nil {
				return err
			}
		}
		if known != 0 && (isTag || id == 0) {
			tags = append(tags, known)
			continue
		}
		if id == 0 {
			var err error
			if id, err = b.make(w, "category", map[string]any{"name": text.Escape(name)}); err != nil {
				return err
			}
		}
		categories = append(categories, id)
	}
	w.linkTo("categories", categories)
	if _, _, own := ics.OwnID(e.UID); own || len(tags) > 0 {
		w.linkTo("tags", tags)
	}
	return nil
}
