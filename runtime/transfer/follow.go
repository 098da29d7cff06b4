package transfer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"almanac/runtime/apierror"
	"almanac/runtime/model"
	"almanac/runtime/mutate"
	"almanac/runtime/text"
)

// followed is what a site had when it was read last: by the plural names of the
// resources, and by id.
type followed map[string]map[int64]seen

// seen is a record of a site that is followed.
type seen struct {
	There fieldDigests `json:"there"`            // Of its fields on the site.
	Local fieldDigests `json:"fields,omitempty"` // Of its fields here, as the import left them.
	Here  string       `json:"here"`             // When it was edited here, as the import left it.
	Gone  bool         `json:"gone,omitempty"`   // The site had it no longer.
}

// LoadFollowed reads the file of a site that is followed; there is none at first.
func LoadFollowed(path string) (followed, error) {
	f := followed{}
	content, err := os.ReadFile(path) //nolint:gosec // The operator names the folder.
	if errors.Is(err, fs.ErrNotExist) {
		return f, nil
	}
	if err == nil {
		err = json.Unmarshal(content, &f)
	}
	if err != nil {
		return nil, fmt.Errorf("read the previous state of the site (%s): %w", path, err)
	}
	return f, nil
}

// save writes the file, whole or not at all.
func (f followed) save(path string) error {
	content, err := json.Marshal(f)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("store the state of the site: %w", err)
	}
	if err := os.WriteFile(path+".new", content, 0o600); err != nil {
		return fmt.Errorf("store the state of the site: %w", err)
	}
	return os.Rename(path+".new", path)
}

// edited reports whether a record was changed here since it was imported.  One that is
// here as of the time that the site says was written by a reading that was interrupted.
func (im *Importer) edited(k *model.Resource, id int64) bool {
	head, here := im.heads[k].byID[id]
	if r := im.Found.ByResource[k][id]; r != nil && head.EditedUTC == r.Edited() {
		return false
	}
	return here && head.EditedUTC != im.Followed[k.Plural][id].Here
}

// changedThere returns the fields of a record that the site has changed since it was read
// last, which a later date need not say.
func (im *Importer) changedThere(r *Record) []string {
	before := im.Followed[r.Resource.Plural][r.ID]
	switch {
	case before.There == "":
		return nil
	case before.Gone, !before.There.known() && r.Edited() > before.Here:
		return r.digests().names()
	case !before.There.known(): // An older program did not look at fields.
		return nil
	}
	now := r.digests()
	changed := before.There.different(now)
	if password := r.Resource.PasswordField; r.Protected && (password == "" || slices.Contains(changed, password)) {
		was := before.There.fields()
		for _, name := range now.names() { // What the password has hidden until now.
			if was[name] == "" {
				changed = append(changed, name)
			}
		}
	}
	return changed
}

// ChangedThere reports whether a record differs from what the site had when it was read
// last.
func (im *Importer) ChangedThere(r *Record) bool { return len(im.changedThere(r)) > 0 }

// followChange brings in what the site has changed of a record that is here, and that a
// reading before had: each field that was not changed here, too.
func (b *Batch) followChange(r *Record) error {
	before := b.Followed[r.Resource.Plural][r.ID]
	there, changed := before.There.with(r.digests()), b.changedThere(r)
	if !before.There.known() {
		there = r.digests()
	}
	local, edited := before.Local, b.edited(r.Resource, r.ID)
	if local == "" || edited && len(changed) > 0 {
		m, err := b.Bulk.Get(r.Resource, r.ID)
		if err != nil {
			return err
		}
		now := localDigests(m)
		if edited && len(changed) > 0 {
			mine := changed // All of them, if nobody knows.
			if local != "" {
				mine = local.different(now)
			}
			w := b.prepare(r, false)
			changed = slices.DeleteFunc(changed, func(name string) bool {
				isMine, isFormer := slices.Contains(mine, name), name == "cost" && before.There.hasFormerCost(r)
				if isMine && !isFormer { // Of a former cost, the digest has changed, not the site.
					w.reportConflict(m, name)
				}
				return isMine
			})
		}
		if local == "" {
			local = now
		}
	}
	b.mapID(r, r.ID)
	if slices.Contains(changed, modifiedField) && !edited {
		return b.write(r, false)
	}
	if changed = slices.DeleteFunc(changed, func(name string) bool { return name == modifiedField }); len(changed) == 0 {
		b.remember(r, seen{There: there, Local: local, Here: before.Here})
		b.Report.Add(Count{Resource: r.Resource.Plural, Unchanged: 1})
		return nil
	}
	b.merging = &merge{fields: changed, edited: edited, seen: seen{There: there, Local: local, Here: before.Here}}
	err := b.write(r, false)
	b.merging = nil
	b.reportStillLost(r)
	return err
}

// merge is a write of some fields of a record that is followed.
type merge struct {
	fields []string
	edited bool // Other fields were changed here.
	seen   seen // Of the record before.
}

// takes reports whether the field of an argument is written.
func (w *Writing) takes(arg string) bool {
	return w.merge == nil || slices.Contains(w.merge.fields, fieldOf(w.Resource, arg))
}

// narrow leaves of what stays of a record's old values that of the fields to write.
func (w *Writing) narrow() {
	if !w.takes(w.Resource.PasswordField) {
		delete(w.Fields, w.Resource.PasswordField)
	}
	o := &w.Origin
	if !w.takes("slug") {
		o.Slug = ""
	}
	if !w.takes("author") {
		o.Author = nil
	}
	if !w.takes("date") {
		delete(w.Fields, "date_utc")
		o.Date, o.DateUTC = "", ""
	}
	if !w.takes(w.Resource.StartColumn) {
		o.StartUTC, o.EndUTC = "", ""
	}
	if w.merge.edited {
		o.Modified, o.ModifiedUTC = "", "" // It is newer than the site's.
	}
}

// longestValue is how much of a value a problem shows, in characters.
const longestValue = 200

// reportConflict reports a field that was changed on the site and here, unless both have
// the same now.
func (w *Writing) reportConflict(m model.Record, field string) {
	differ := false
	for _, arg := range w.Resource.Args {
		if fieldOf(w.Resource, arg.Name) == field && w.differs(m, arg) {
			differ = true
		}
	}
	if !differ {
		return
	}
	value := strings.Join(strings.Fields(text.Plain(w.Text(field))), " ")
	if value == "" {
		value = strings.Join(strings.Fields(string(w.member(field))), " ")
	}
	const conflict = "was changed both on the site and here since the last run: not updated"
	if field == w.Resource.PasswordField {
		value = "another one" // Reports are read by more people than passwords are for.
	}
	w.batch.AddNote(w.Record, Note{
		problem: "its " + field + " " + conflict,
		text:    fmt.Sprintf("its %s %s; on the site it is %.*s", field, conflict, longestValue, value),
	}, false)
}

// differs reports whether a write would change a field, as far as that is plain.
func (w *Writing) differs(m model.Record, arg *model.Arg) bool {
	value, sent := w.Fields[arg.Name]
	here, ok := localValue(m, arg.Name)
	if !sent || !ok {
		return sent
	}
	switch value := value.(type) {
	case string:
		if arg.HTML {
			return text.Clean(value) != here
		}
		return text.Plain(value) != fmt.Sprint(here)
	case nil:
		return here != "" && here != int64(0)
	case []any:
		return fmt.Sprint(value...) != fmt.Sprint(here)
	}
	return fmt.Sprint(value) != fmt.Sprint(here)
}

// changesNothing reports whether a write of some fields has left them as they were.
func (w *Writing) changesNothing(m model.Record) bool {
	if w.merge == nil {
		return false
	}
	before, now := w.merge.seen.Local.only(w.merge.fields), localDigests(m).only(w.merge.fields)
	return before == now && len(now.names()) == len(w.merge.fields)
}

// remember notes what is known of a record that is followed.
func (b *Batch) remember(r *Record, s seen) {
	if b.Followed == nil || !r.Own {
		return
	}
	if b.seen[r.Resource] == nil {
		b.seen[r.Resource] = map[int64]seen{}
	}
	b.seen[r.Resource][r.ID] = s
}

// rememberWrite notes what a write has made of a record.
func (b *Batch) rememberWrite(w *Writing, m model.Record) {
	if b.Followed == nil || !w.Own {
		return
	}
	now := seen{There: w.digests(), Local: localDigests(m), Here: model.EditedUTC(m)}
	if w.merge != nil {
		now.There, now.Local = w.merge.seen.There, w.merge.seen.Local.with(now.Local.only(w.merge.fields))
		if w.merge.edited {
			now.Here = w.merge.seen.Here
		}
	}
	b.remember(w.Record, now)
}

// Reference is a record of a source.
type Reference struct {
	Resource *model.Resource
	ID       int64
}

// Gone returns the ids of a resource that a reading before had and this one has not,
// in order.
func (im *Importer) Gone(k *model.Resource) []int64 {
	var ids []int64
	for id, before := range im.Followed[k.Plural] {
		if _, here := im.heads[k].byID[id]; !before.Gone && im.Found.ByResource[k][id] == nil && here {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// deleteLost moves posts to the trash that their site has no longer, and deletes terms.
func (im *Importer) deleteLost(ctx context.Context) error {
	if len(im.LostThere) == 0 {
		return nil
	}
	slices.SortStableFunc(im.LostThere, func(a, b Reference) int { return len(b.Resource.Links) - len(a.Resource.Links) })
	var b *Batch
	err := im.Transaction(ctx, func(bulk *mutate.BulkWriter) error {
		b = im.NewBatch(bulk)
		for _, r := range im.LostThere {
			if err := b.deleteLost(&Record{Resource: r.Resource, ID: r.ID}); err != nil {
				return fmt.Errorf("remove %s %d: %w", r.Resource.Name, r.ID, err)
			}
		}
		return nil
	})
	if err == nil {
		im.Add(b.Report)
		im.addSeen(b)
	}
	return err
}

// addSeen notes what a transaction has found of a site that is followed.
func (im *Importer) addSeen(b *Batch) {
	for k, of := range b.seen {
		if im.seen[k.Plural] == nil {
			im.seen[k.Plural] = map[int64]seen{}
		}
		maps.Copy(im.seen[k.Plural], of)
	}
}

// deleteLost removes one record, unless it was changed here.
func (b *Batch) deleteLost(r *Record) error {
	if b.edited(r.Resource, r.ID) {
		b.Problem(r, false, "is no longer on the site, but was changed here: not deleted")
		return nil
	}
	refused := func(err error) error {
		if f := apierror.As(err); f != nil {
			b.Problem(r, false, "is no longer on the site, but was not deleted: %s", Sentence(f))
			return nil
		}
		return err
	}
	if !r.Resource.Post {
		if err := b.Bulk.Delete(r.Resource, r.ID); err != nil && !isGone(apierror.As(err)) {
			return refused(err)
		}
		before := b.Followed[r.Resource.Plural][r.ID]
		r.Own = true
		b.remember(r, seen{There: before.There, Here: before.Here, Gone: true})
		b.Report.Add(Count{Resource: r.Resource.Plural, Deleted: 1})
		return nil
	}
	m, err := b.Bulk.Update(r.Resource, map[string]any{"status": model.StatusTrash}, mutate.ImportedFields{ID: r.ID})
	if err != nil {
		return refused(err)
	}
	before := b.Followed[r.Resource.Plural][r.ID]
	r.Own = true
	b.remember(r, seen{There: before.There, Local: localDigests(m), Here: model.EditedUTC(m), Gone: true})
	b.Report.Add(Count{Resource: r.Resource.Plural, Trashed: 1})
	return nil
}

// SaveFollowed writes what the site has now, unless nothing was changed.
func (im *Importer) SaveFollowed(path string) error {
	if im.Followed == nil || im.Options.DryRun {
		return nil
	}
	now := followed{}
	for resource, of := range im.Followed {
		now[resource] = maps.Clone(of)
	}
	for resource, of := range im.seen {
		if now[resource] == nil {
			now[resource] = map[int64]seen{}
		}
		maps.Copy(now[resource], of)
	}
	return now.save(path)
}
