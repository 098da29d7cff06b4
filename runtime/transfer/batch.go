package transfer

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strconv"
	"strings"

	"almanac/runtime/apierror"
	"almanac/runtime/model"
	"almanac/runtime/mutate"
	"almanac/runtime/query"
	"almanac/runtime/store"
	"almanac/runtime/text"
)

// Batch is what one transaction did.  It starts again when the transaction is
// run again, and counts once it was committed.
type Batch struct {
	*Importer
	Bulk    *mutate.BulkWriter
	Report  Report
	ids     map[*model.Resource]map[int64]int64 // Taken in this transaction.
	waiting []*Writing                          // Of one resource, to be created together.
	later   []*Writing                          // See Importer.
	ready   prepared
	seen    map[*model.Resource]map[int64]seen // Of a site that is followed.
	merging *merge                             // The record that is written is one that is followed.
	written map[recordKey][]string             // See losses.
	err     error                              // First failure of the store on the way.
}

// NewBatch returns what a transaction begins with.
func (im *Importer) NewBatch(bulk *mutate.BulkWriter) *Batch {
	return &Batch{
		Importer: im, Bulk: bulk, ids: map[*model.Resource]map[int64]int64{}, seen: map[*model.Resource]map[int64]seen{},
		written: map[recordKey][]string{},
	}
}

// local returns the id that a record of the sources has here, false when it is
// not here.
func (b *Batch) local(k *model.Resource, id int64) (int64, bool) {
	if slices.ContainsFunc(b.waiting, func(w *Writing) bool { return w.Resource == k && w.ID == id }) {
		b.setErr(b.createAll())
	}
	if local, ok := b.ids[k][id]; ok {
		return local, true
	}
	local, ok := b.resolved[k][id]
	if !ok && b.Partial {
		_, ok = b.heads[k].byID[id]
		local = id
	}
	return local, ok
}

// setErr remembers the first failure of the store.
func (b *Batch) setErr(err error) {
	if b.err == nil {
		b.err = err
	}
}

// mapID notes which id a record of the sources has here.
func (b *Batch) mapID(r *Record, local int64) {
	if b.ids[r.Resource] == nil {
		b.ids[r.Resource] = map[int64]int64{}
	}
	b.ids[r.Resource][r.ID] = local
}

// secret returns a password that nobody knows.
func (b *Batch) secret() string { return rand.Text() }

// Problem tells something about a record.
func (b *Batch) Problem(r *Record, skipped bool, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	b.AddNote(r, Note{problem: problemType(format, text), text: text}, skipped)
}

// AddNote adds a note to the report.
func (b *Batch) AddNote(r *Record, n Note, skipped bool) {
	b.setErr(b.createAll()) // Problems are reported in the order of the records.
	b.Report.Problems = append(b.Report.Problems, Problem{
		Resource: r.Resource.Name, ID: r.ID, Text: n.text, Type: n.problem, Skipped: skipped, Lost: n.lost,
		Retried: n.retried, OnPurpose: n.onPurpose, Field: n.field,
	})
}

// Skip leaves a record out.
func (b *Batch) Skip(r *Record, format string, args ...any) {
	b.Problem(r, true, format, args...)
	b.Report.Add(Count{Resource: r.Resource.Plural, Skipped: 1})
}

// importRecord brings one record in, or finds that it is here.
func (b *Batch) importRecord(r *Record) error {
	head, here := b.heads[r.Resource].byID[r.ID]
	if twin := b.series[r.Resource].twin(b.Importer, r); twin != 0 {
		b.mapID(r, twin)
		b.Report.Add(Count{Resource: r.Resource.Plural, Unchanged: 1})
		return nil
	}
	isFollowed := r.Own && b.Followed[r.Resource.Plural][r.ID].There != ""
	b.reportUnread(r)
	switch {
	case here && r.Masked() && (isFollowed || matches(head, r)):
		b.mapID(r, r.ID)
		b.Report.Add(Count{Resource: r.Resource.Plural, Unchanged: 1})
		b.AddNote(r, Note{problem: withoutFieldsText, text: withoutFieldsText, lost: true, retried: true}, false)
		return nil
	case here && isFollowed:
		return b.followChange(r)
	case here && !matches(head, r):
		b.Skip(r, "its ID is already used by another %s", r.Resource.Name)
		return nil
	case here && r.Edited() > head.EditedUTC:
		return b.write(r, false)
	case here:
		b.mapID(r, r.ID)
		if isRevealed, err := b.reveal(r); isRevealed || err != nil {
			return err
		}
		if hasNumbers, err := b.replaceWordedCost(r); hasNumbers || err != nil {
			return err
		}
		b.Report.Add(Count{Resource: r.Resource.Plural, Unchanged: 1})
		if b.Followed != nil && r.Own {
			m, err := b.Bulk.Get(r.Resource, r.ID)
			if err != nil {
				return err
			}
			b.remember(r, seen{There: r.digests(), Local: localDigests(m), Here: head.EditedUTC})
		}
		if b.Resumed {
			return b.reportAgain(r)
		}
		return b.compare(r)
	}
	if twin, ok := b.heads[r.Resource].bySlug[r.Slug()]; ok && r.Resource.Term && twin.Name == text.SortKey(r.name()) {
		b.mapID(r, twin.ID)
		b.Report.Add(Count{Resource: r.Resource.Plural, Unchanged: 1})
		b.Problem(r, false, "already exists with the ID %d: its events get that one", twin.ID)
		return nil
	}
	return b.write(r, true)
}

// reportUnread reports, in each run that reads a record, what its source does not show of it.
func (b *Batch) reportUnread(r *Record) {
	if len(r.Unread) > 0 {
		const text = "is protected by a password, and the site does not show all of its fields"
		b.AddNote(r, Note{
			problem: text, text: text + ": " + strings.Join(r.Unread, ", "), lost: true, retried: true,
		}, false)
	}
	if r.mustStayPrivate() && !r.Masked() {
		const text = "may be protected by a password, which the site shows to editors alone: it is private here"
		b.AddNote(r, Note{problem: text, text: text}, false)
	}
}

// reveal brings in what a password protects of a record, if an import before could not read it
// and nobody has edited the record since.
func (b *Batch) reveal(r *Record) (bool, error) {
	at, password := b.heads[r.Resource].byID[r.ID].EditedUTC, r.Text(r.Resource.PasswordField)
	if !r.Protected && (!r.Covered() || password == "") || r.Edited() != at {
		return false, nil
	}
	wasHidden := r.Protected && slices.ContainsFunc(b.losses.before, func(p Problem) bool {
		return p.Lost && (p.Retried || p.Text == withoutContentText) && p.key() == recordKey{r.Resource.Name, r.ID}
	})
	m, err := b.Bulk.Get(r.Resource, r.ID)
	if err != nil {
		return false, err
	}
	p := m.(model.PostRecord).AsPost()
	if password == p.Password && p.Status == r.Text("status") && !wasHidden ||
		password == "" && r.Resource.PasswordField != "" {
		return false, nil
	}
	return true, b.writeFields(r, m, slices.DeleteFunc(r.digests().names(), func(name string) bool {
		return name == modifiedField || name == "event_status" // It is asked for with changes alone.
	}))
}

// writeFields writes some fields of a record that is here and was not edited.
func (b *Batch) writeFields(r *Record, m model.Record, fields []string) error {
	b.merging = &merge{fields: fields, seen: seen{There: r.digests(), Local: localDigests(m), Here: model.EditedUTC(m)}}
	err := b.write(r, false)
	b.merging = nil
	b.reportStillLost(r)
	return err
}

// replaceWordedCost brings in the numbers of a cost of which an earlier release stored the words
// of a language, if nobody has edited the record since.
func (b *Batch) replaceWordedCost(r *Record) (bool, error) {
	if !r.hasWordedCost() || r.Edited() != b.heads[r.Resource].byID[r.ID].EditedUTC {
		return false, nil
	}
	m, err := b.Bulk.Get(r.Resource, r.ID)
	if err != nil {
		return false, err
	}
	var stored struct {
		Values []string `json:"values"`
	}
	column, _ := r.Resource.Value(m, "cost").(string)
	if json.Unmarshal([]byte(column), &stored) != nil ||
		!slices.ContainsFunc(stored.Values, func(v string) bool { return !isAmount(v) }) {
		return false, nil
	}
	return true, b.writeFields(r, m, []string{"cost"})
}

// matches reports whether a record is the one that has its id here.
func matches(head query.RecordSummary, r *Record) bool {
	if !r.Resource.Post && !r.Resource.Term {
		created := r.Moment("created_utc") // "" inside of other records.
		return created == "" || created == head.CreatedUTC
	}
	return head.Slug == r.Slug() || head.Name == text.SortKey(r.name()) ||
		head.DateUTC != "" && head.DateUTC == r.Moment("date_utc")
}

// compare tells of a term that differs from the one here: responses do not say
// when a term was changed, so that it stays.
func (b *Batch) compare(r *Record) error {
	if !r.Resource.Term || r.Edited() != "" {
		return nil
	}
	m, err := b.Bulk.Get(r.Resource, r.ID)
	if err != nil {
		return err
	}
	if t := m.(model.TermRecord); *t.DisplayName() != r.name() || t.AsNamed().Slug != r.Slug() && r.Slug() != "" {
		b.Problem(r, false, "differs from the existing %s, and it is unknown which is newer: not updated",
			r.Resource.Name)
	}
	return nil
}

// reportAgain reports what a record that is here has lost or changed on its way: an import that
// was interrupted has not reported it.
func (b *Batch) reportAgain(r *Record) error {
	m, err := b.Bulk.Get(r.Resource, r.ID)
	if err != nil {
		return err
	}
	w := b.prepare(r, false)
	if w.Prune() == "" {
		w.reportDifferences(m)
	}
	return b.compare(r)
}

// write creates or updates a record.
func (b *Batch) write(r *Record, create bool) error {
	w := b.ready.take(r, b)
	if w == nil || !create {
		w = b.prepare(r, create)
	}
	if reason := w.Prune(); reason != "" {
		b.Skip(r, "%s", reason)
		return nil
	}
	if err := w.Register(); err != nil {
		return err
	}
	if create && r.Resource.Post {
		b.waiting = append(b.waiting, w)
		return b.err
	}
	if err := b.createAll(); err != nil {
		return err
	}
	save := b.Bulk.Update
	if create {
		save = b.Bulk.Create
	}
	m, err := save(r.Resource, w.Fields, w.Origin)
	return b.note(w, m, err)
}

// createAll creates the records that wait for it.
func (b *Batch) createAll() error {
	if len(b.waiting) == 0 || b.err != nil {
		return b.err
	}
	list := b.waiting
	b.waiting = nil
	drafts := make([]mutate.CreateInput, len(list))
	for i, w := range list {
		drafts[i] = mutate.CreateInput{Fields: w.Fields, Input: w.body, Imported: w.Origin, Cleaned: w.clean}
	}
	results, err := b.Bulk.CreateAll(list[0].Resource, drafts)
	if err != nil {
		return err
	}
	for i, w := range list {
		if err := b.note(w, results[i].Record, results[i].Err); err != nil {
			return fmt.Errorf("%s %d of %s: %w", w.Resource.Name, w.ID, w.File, err)
		}
	}
	return nil
}

// note notes the outcome of a write; it returns errors of the store.
func (b *Batch) note(w *Writing, m model.Record, err error) error {
	r := w.Record
	f := apierror.As(err)
	switch {
	case f != nil:
		b.Skip(r, "%s", Sentence(f))
		return nil
	case errors.Is(err, store.ErrIDInUse):
		b.Skip(r, "its ID is already used by a record of another kind")
		return nil
	case err != nil:
		return err
	}
	b.done(w, m)
	return b.leaveSeries(r, m)
}

// Columns, and members, with the start and the end of a record in UTC.
const (
	startUTC = "utc_start_date"
	endUTC   = "utc_end_date"
)

// done notes a record that was written.
func (b *Batch) done(w *Writing, m model.Record) {
	r := w.Record
	b.mapID(r, m.Common().ID)
	if len(w.later) > 0 {
		w.Origin = mutate.ImportedFields{
			ID: m.Common().ID, Language: w.Origin.Language, Modified: w.Origin.Modified, ModifiedUTC: m.Common().ModifiedUTC,
		}
		b.later = append(b.later, w)
	}
	n := Count{Resource: r.Resource.Plural, Created: 1}
	switch {
	case w.Create:
	case w.changesNothing(m):
		n = Count{Resource: r.Resource.Plural, Unchanged: 1}
	default:
		n = Count{Resource: r.Resource.Plural, Updated: 1}
	}
	b.Report.Add(n)
	key := recordKey{r.Resource.Name, r.ID}
	if b.written[key] = nil; w.merge != nil {
		b.written[key] = w.merge.fields
	}
	b.rememberWrite(w, m)
	w.reportDifferences(m)
}

// reportDifferences reports how a record that was written differs from its source.
func (w *Writing) reportDifferences(m model.Record) {
	if n, ok := m.(model.NamedRecord); ok && w.Origin.Slug != "" && n.AsNamed().Slug != w.Origin.Slug {
		w.Note("its slug %q is taken: it now has %q", w.Origin.Slug, n.AsNamed().Slug)
	}
	w.compareTimes(m)
	for _, note := range w.Notes {
		w.batch.AddNote(w.Record, note, false)
	}
}

// compareTimes reports how the times of a record differ from those of its source.
func (w *Writing) compareTimes(m model.Record) {
	k := w.Resource
	if k.StartColumn == "" || k.EndColumn == "" || !w.takes(k.StartColumn) {
		return
	}
	for _, name := range []string{k.StartColumn, k.EndColumn} {
		if there, here := w.Moment(name), k.Value(m, name); there != "" && here != there {
			w.Note("its "+name+" is %s here, %s in the source", here, there)
		}
	}
	if there, here := w.Moment(startUTC), k.Value(m, startUTC); there != "" && here != there {
		w.Note("it starts at %s UTC here, at %s in the source", here, there)
	} else if there, here := w.Moment(endUTC), k.Value(m, endUTC); there != "" && here != there {
		w.Note("it ends at %s UTC here, at %s in the source", here, there)
	}
}

// Prune drops optional fields that no record can take, and tells so.  It
// returns why the record cannot be taken, "" when it can.
func (w *Writing) Prune() string {
	for {
		body, f := w.batch.Bulk.DecodeInput(w.Resource, w.Fields, w.Create)
		if f == nil {
			w.body = body
			return ""
		}
		if len(f.Missing) > 0 {
			return "has no " + strings.Join(f.Missing, ", no ")
		}
		for _, name := range slices.Sorted(maps.Keys(f.Params)) {
			value, sent := w.Fields[name]
			if !sent || w.required(name) && value != nil {
				return Sentence(f)
			}
			delete(w.Fields, name)
			switch value {
			case nil: // Cannot be cleared.
			case false: // Stands for nothing in place of a text.
				w.Set(name, nil)
			default:
				w.Lose(name, "imported without "+name+": %s", strings.TrimPrefix(f.Params[name].Message.Error(), name+": "))
			}
		}
		if len(f.Params) == 0 {
			return Sentence(f)
		}
	}
}

// has reports whether writes take a field.
func (w *Writing) has(name string) bool {
	return slices.ContainsFunc(w.Resource.Args, func(a *model.Arg) bool { return a.Name == name })
}

// required reports whether a record cannot be without a field.
func (w *Writing) required(name string) bool {
	return slices.ContainsFunc(w.Resource.Args, func(a *model.Arg) bool { return a.Name == name && a.Required })
}

// Register makes the image of a record known and names it in the fields.
func (w *Writing) Register() error {
	if w.Image.URL == "" {
		return nil
	}
	i := slices.IndexFunc(w.Resource.Args, func(a *model.Arg) bool { return a.Image })
	name := w.Resource.Args[i].Name
	if _, stored := model.StoredName(w.Image.URL); !stored {
		if f := w.batch.Bulk.Check(w.Resource, map[string]any{name: w.Image.URL}, false); f != nil {
			w.Lose(name, "imported without "+name+": %s", Sentence(f))
			return nil
		}
	}
	image, err := w.batch.Bulk.RegisterImage(w.Image)
	if errors.Is(err, store.ErrIDInUse) {
		w.Note("the ID %d of its image is taken: the image now has another one", w.Image.ID)
		w.Image.ID = 0
		image, err = w.batch.Bulk.RegisterImage(w.Image)
	}
	w.Fields[name], w.body = strconv.FormatInt(image.ID, 10), nil
	return err
}

// Sentence words what is wrong with a record.
func Sentence(f *apierror.Error) string {
	if len(f.Params) == 0 {
		return f.Message.Error()
	}
	words := make([]string, 0, len(f.Params))
	for _, detail := range f.Params {
		words = append(words, detail.Message.Error())
	}
	sort.Strings(words)
	return strings.Join(words, " ")
}
