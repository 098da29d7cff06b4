package transfer

import (
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strconv"
	"strings"

	"almanac/generated"
	"almanac/runtime/apierror"
	"almanac/runtime/model"
	"almanac/runtime/mutate"
	"almanac/runtime/query"
	"almanac/runtime/store"
	"almanac/runtime/text"
)

// batch is what one transaction did.  It starts again when the transaction is
// run again, and counts once it was committed.
type batch struct {
	*importer
	bulk    *mutate.BulkWriter
	report  Report
	ids     map[*model.Resource]map[int64]int64 // Taken in this transaction.
	waiting []*writing                          // Of one kind, to be created together.
	err     error                               // First failure of the store on the way.
}

// local returns the id that a record of the sources has here, false when it is
// not here.
func (b *batch) local(k *model.Resource, id int64) (int64, bool) {
	if b.awaits(k, id) {
		b.setErr(b.createAll())
	}
	if local, ok := b.ids[k][id]; ok {
		return local, true
	}
	local, ok := b.resolved[k][id]
	if !ok && b.partial {
		_, ok = b.heads[k].byID[id]
		local = id
	}
	return local, ok
}

// awaits reports whether a record of the sources is about to be created.
func (b *batch) awaits(k *model.Resource, id int64) bool {
	return slices.ContainsFunc(b.waiting, func(w *writing) bool { return w.kind == k && w.id == id })
}

// setErr remembers the first failure of the store.
func (b *batch) setErr(err error) {
	if b.err == nil {
		b.err = err
	}
}

// mapID notes which id a record of the sources has here.
func (b *batch) mapID(r *record, local int64) {
	if b.ids[r.kind] == nil {
		b.ids[r.kind] = map[int64]int64{}
	}
	b.ids[r.kind][r.id] = local
}

// secret returns a password that nobody knows.
func (b *batch) secret() string { return rand.Text() }

// problem tells something about a record.
func (b *batch) problem(r *record, skipped bool, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	b.tell(r, note{kind: kindOf(format, text), text: text}, skipped)
}

// tell adds a note to the report.
func (b *batch) tell(r *record, n note, skipped bool) {
	b.setErr(b.createAll()) // Problems are reported in the order of the records.
	b.report.Problems = append(b.report.Problems, Problem{Resource: r.kind.Name, ID: r.id, Text: n.text, Kind: n.kind, Skipped: skipped, Lost: n.lost})
}

// skip leaves a record out.
func (b *batch) skip(r *record, format string, args ...any) {
	b.problem(r, true, format, args...)
	b.report.add(Count{Resource: r.kind.Plural, Skipped: 1})
}

// importRecord brings one record in, or finds that it is here.
func (b *batch) importRecord(r *record) error {
	head, here := b.heads[r.kind].byID[r.id]
	switch {
	case here && r.own && b.followed[r.kind.Plural][r.id].There != "":
		return b.followChange(r, b.followed[r.kind.Plural][r.id])
	case here && !matches(head, r):
		b.skip(r, "its id belongs to another %s here", r.kind.Name)
		return nil
	case here && r.moment("modified_utc") > head.ModifiedUTC:
		return b.write(r, false)
	case here:
		b.mapID(r, r.id)
		b.report.add(Count{Resource: r.kind.Plural, Unchanged: 1})
		return b.compare(r)
	}
	if twin, ok := b.heads[r.kind].bySlug[r.slug()]; ok && r.kind.Term && twin.Name == text.SortKey(r.name()) {
		b.mapID(r, twin.ID)
		b.report.add(Count{Resource: r.kind.Plural, Unchanged: 1})
		b.problem(r, false, "is here already, with the id %d: its events get that one", twin.ID)
		return nil
	}
	return b.write(r, true)
}

// matches reports whether a record is the one that has its id here.
func matches(head query.RecordSummary, r *record) bool {
	if !r.kind.Post && !r.kind.Term {
		created := r.moment("created_utc") // "" inside of other records.
		return created == "" || created == head.CreatedUTC
	}
	return head.Slug == r.slug() || head.Name == text.SortKey(r.name()) ||
		head.DateUTC != "" && head.DateUTC == r.moment("date_utc")
}

// compare tells of a term that differs from the one here: answers do not say
// when a term was changed, so that it stays.
func (b *batch) compare(r *record) error {
	if !r.kind.Term || r.moment("modified_utc") != "" {
		return nil
	}
	m, err := b.bulk.Get(r.kind, r.id)
	if err != nil {
		return err
	}
	if t := m.(model.TermRecord); *t.DisplayName() != r.name() || t.AsNamed().Slug != r.slug() && r.slug() != "" {
		b.problem(r, false, "differs from the %s here, and nothing tells which one is newer: it stays as it is here", r.kind.Name)
	}
	return nil
}

// write creates or updates a record.
func (b *batch) write(r *record, create bool) error {
	w := b.prepare(r, create)
	if reason := w.prune(); reason != "" {
		b.skip(r, "%s", reason)
		return nil
	}
	if err := w.register(); err != nil {
		return err
	}
	if create && r.kind.Post {
		b.waiting = append(b.waiting, w)
		return b.err
	}
	if err := b.createAll(); err != nil {
		return err
	}
	save := b.bulk.Update
	if create {
		save = b.bulk.Create
	}
	m, err := save(r.kind, w.fields, w.origin)
	return b.note(w, m, err)
}

// createAll creates the records that wait for it.
func (b *batch) createAll() error {
	if len(b.waiting) == 0 || b.err != nil {
		return b.err
	}
	list := b.waiting
	b.waiting = nil
	drafts := make([]mutate.CreateInput, len(list))
	for i, w := range list {
		drafts[i] = mutate.CreateInput{Fields: w.fields, Input: w.body, Imported: w.origin}
	}
	results, err := b.bulk.CreateAll(list[0].kind, drafts)
	if err != nil {
		return err
	}
	for i, w := range list {
		if err := b.note(w, results[i].Record, results[i].Err); err != nil {
			return fmt.Errorf("%s %d of %s: %w", w.kind.Name, w.id, w.file, err)
		}
	}
	return nil
}

// note notes the outcome of a write; it returns errors of the store.
func (b *batch) note(w *writing, m model.Record, err error) error {
	r := w.record
	f := apierror.As(err)
	switch {
	case f != nil:
		b.skip(r, "%s", sentence(f))
		return nil
	case errors.Is(err, store.ErrIDInUse):
		b.skip(r, "its id belongs to a record of another kind here")
		return nil
	case err != nil:
		return err
	}
	b.done(w, m)
	return nil
}

// done notes a record that was written.
func (b *batch) done(w *writing, m model.Record) {
	r := w.record
	b.mapID(r, m.Common().ID)
	n := Count{Resource: r.kind.Plural, Created: 1}
	if !w.create {
		n = Count{Resource: r.kind.Plural, Updated: 1}
	}
	b.report.add(n)
	if n, ok := m.(model.NamedRecord); ok && w.origin.Slug != "" && n.AsNamed().Slug != w.origin.Slug {
		w.note("its slug %q is taken: it has %q now", w.origin.Slug, n.AsNamed().Slug)
	}
	if e, ok := m.(*generated.Event); ok {
		if utc := r.moment("utc_start_date"); utc != "" && utc != e.UTCStartDate {
			w.note("it starts at %s UTC here, at %s where it comes from", e.UTCStartDate, utc)
		}
	}
	for _, note := range w.notes {
		b.tell(r, note, false)
	}
}

// prune drops optional fields that no record can take, and tells so.  It
// returns why the record cannot be taken, "" when it can.
func (w *writing) prune() string {
	for {
		body, f := w.batch.bulk.DecodeInput(w.kind, w.fields, w.create)
		if f == nil {
			w.body = body
			return ""
		}
		if len(f.Missing) > 0 {
			return "has no " + strings.Join(f.Missing, ", no ")
		}
		for _, name := range slices.Sorted(maps.Keys(f.Params)) {
			value, sent := w.fields[name]
			if !sent || w.required(name) && value != nil {
				return sentence(f)
			}
			delete(w.fields, name)
			switch value {
			case nil: // Cannot be cleared.
			case false: // Stands for nothing in place of a text.
				w.set(name, nil)
			default:
				w.lose("imported without "+name+": %s", strings.TrimPrefix(f.Params[name].Message, name+": "))
			}
		}
		if len(f.Params) == 0 {
			return sentence(f)
		}
	}
}

// required reports whether a record cannot be without a field.
func (w *writing) required(name string) bool {
	return slices.ContainsFunc(w.kind.Args, func(a *model.Arg) bool { return a.Name == name && a.Required })
}

// register makes the image of a record known and names it in the fields.
func (w *writing) register() error {
	if w.image.URL == "" {
		return nil
	}
	probe := map[string]any{"image": w.image.URL}
	if f := w.batch.bulk.Check(w.kind, probe, false); f != nil {
		w.lose("imported without image: %s", sentence(f))
		return nil
	}
	image, err := w.batch.bulk.RegisterImage(w.image)
	if errors.Is(err, store.ErrIDInUse) {
		w.note("the id %d of its image is taken: the image has another one now", w.image.ID)
		w.image.ID = 0
		image, err = w.batch.bulk.RegisterImage(w.image)
	}
	w.fields["image"], w.body = strconv.FormatInt(image.ID, 10), nil
	return err
}

// sentence words what is wrong with a record.
func sentence(f *apierror.Error) string {
	if len(f.Params) == 0 {
		return f.Message
	}
	words := make([]string, 0, len(f.Params))
	for _, detail := range f.Params {
		words = append(words, detail.Message)
	}
	sort.Strings(words)
	return strings.Join(words, " ")
}
