package transfer

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"almanac/cmd/internal/transfer/rawjson"
	"almanac/runtime/calendar"
	"almanac/runtime/dates"
	"almanac/runtime/filter"
	"almanac/runtime/model"
	"almanac/runtime/mutate"
	"almanac/runtime/text"
)

// writing is a record on its way into the store: the fields of a write, what
// stays of its old values, and what has to be reported.
type writing struct {
	*record
	batch  *batch
	create bool
	fields map[string]any
	body   mutate.DecodedInput // What was made of the fields; nil when that has to be done once more.
	origin mutate.ImportedFields
	image  model.Image // With an address when the record has one.
	notes  []note
	around string // Status of an event of a calendar file, by which what is made for it shows.
}

// note is something that the report tells about a record.
type note struct {
	kind string
	text string
	lost bool // Something of the record is missing.
}

// note tells something about the record.
func (w *writing) note(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	w.notes = append(w.notes, note{kind: kindOf(format, text), text: text})
}

// lose tells what of the record is missing.
func (w *writing) lose(format string, args ...any) {
	w.note(format, args...)
	w.notes[len(w.notes)-1].lost = true
}

// prepare turns a record into a write.  Fields without rules of their own go by
// their wire name, so that new ones need no word here.
func (b *batch) prepare(r *record, create bool) *writing {
	w := &writing{record: r, batch: b, create: create, fields: map[string]any{}}
	links := map[string]*model.Link{}
	for _, link := range r.kind.Links {
		links[link.Name] = link
	}
	for _, arg := range r.kind.Args {
		if link := links[arg.Name]; link != nil {
			w.link(link)
			continue
		}
		if r.kind.Post || r.kind.Term {
			w.field(arg)
		} else {
			w.set(arg.Name, w.plain(arg))
		}
	}
	if !r.kind.Post && !r.kind.Term {
		w.origin = mutate.ImportedFields{ID: w.id, CreatedUTC: w.moment("created_utc"), ModifiedUTC: w.moment("modified_utc")}
		return w
	}
	w.former()
	w.publication()
	w.protect()
	w.removed()
	return w
}

// field sets one field.
func (w *writing) field(arg *model.Arg) {
	switch arg.Name {
	case "slug", "author", "date", "date_utc":
		// Kept as facts of the former life.
	case "image":
		w.setImage()
	case "cost":
		w.setCost()
	case "status":
		w.setStatus()
	case "website":
		if site := w.text("website"); site == w.text("url") {
			w.set(arg.Name, nil) // Its own page on the source's site.
			return
		}
		w.set(arg.Name, w.plain(arg))
	case "stateprovince":
		derived := calendar.StateProvince(nil, nil, "", w.text("country"), w.text("state"), w.text("province"))
		if w.text(arg.Name) == derived {
			w.set(arg.Name, nil)
			return
		}
		w.set(arg.Name, w.plain(arg))
	case parentMember(w.kind):
		w.setParent(arg.Name)
	default:
		w.set(arg.Name, w.plain(arg))
	}
}

// set sets a field.  What a new record does not have need not be said; of one
// that is here already it is cleared.
func (w *writing) set(name string, value any) {
	if value != nil || !w.create {
		w.fields[name] = value
	}
}

// plain returns a member, nil for the empty text and the empty list that stand
// for nothing.
func (w *writing) plain(arg *model.Arg) any {
	v := w.value(arg.Name)
	list, isList := v.([]any)
	switch {
	case arg.Type == "boolean" && v == "":
		return false
	case isList && len(list) == 0, v == "":
		return nil
	}
	return v
}

// setParent sets the parent, if it is here.
func (w *writing) setParent(name string) {
	parent, _ := w.number(name)
	if parent == 0 {
		w.set(name, nil)
		return
	}
	id, ok := w.batch.local(w.kind, parent)
	if !ok || id == w.id {
		w.lose("its parent %d is missing: it has none now", parent)
		w.set(name, nil)
		return
	}
	w.fields[name] = strconv.FormatInt(id, 10)
}

// link sets the records that one field links to, in order.  Those that were
// not taken are left out.
func (w *writing) link(link *model.Link) {
	ids := []any{}
	for _, id := range w.linked(link) {
		local, ok := w.batch.local(link.Target, id)
		if !ok {
			w.lose("imported without "+link.Target.Name+" %d, which is missing", id)
			continue
		}
		ids = append(ids, strconv.FormatInt(local, 10))
	}
	w.fields[link.Name] = ids
}

// linked returns the ids that a field links to: those that an export noted,
// else those of what stands there.
func (w *writing) linked(link *model.Link) []int64 {
	if noted, ok := w.value("linked").(map[string]any); ok && noted[link.Name] != nil {
		list, _ := noted[link.Name].([]any)
		return wholes(list)
	}
	return w.named(link).all
}

// wholes returns the ids in a list of ids and of objects that have one.
func wholes(list []any) []int64 {
	var ids []int64
	for _, v := range list {
		if object, ok := v.(map[string]any); ok {
			v = object["id"]
		}
		if id, ok := whole(v); ok && id != 0 {
			ids = append(ids, id)
		}
	}
	return ids
}

// setCost sets the cost so that it reads as before.
func (w *writing) setCost() {
	written, difference := money(w.record, w.batch.env.Deployment.Currency)
	if difference != "" {
		w.notes = append(w.notes, note{kind: difference, text: fmt.Sprintf("%s (%q)", difference, w.text("cost"))})
	}
	w.set("cost", written)
}

// setStatus sets the status.  One that is unknown here must not become public.
func (w *writing) setStatus() {
	status := w.text("status")
	switch {
	case slices.Contains(filter.Statuses(), status):
		w.fields["status"] = status
	case status != "":
		w.note("its status %q is unknown here: it is a draft now", status)
		w.fields["status"] = "draft"
	}
}

// setImage notes the image, which is registered before the record is written.
func (w *writing) setImage() {
	switch v := w.value("image").(type) {
	case string:
		w.image.URL = v
	case map[string]any:
		w.image = model.Image{URL: rawjson.Text(v["url"]), Sizes: w.sizes()}
		w.image.ID, _ = whole(v["id"])
		w.image.Width, _ = whole(v["width"])
		w.image.Height, _ = whole(v["height"])
		w.image.FileSize, _ = whole(v["filesize"])
	}
	w.set("image", nil)
}

// sizes returns the smaller versions of the image as they were written, since
// their order is part of an answer.
func (w *writing) sizes() string {
	var image struct {
		Sizes json.RawMessage `json:"sizes"`
	}
	var sizes map[string]json.RawMessage
	if json.Unmarshal(w.member("image"), &image) != nil || json.Unmarshal(image.Sizes, &sizes) != nil || len(sizes) == 0 ||
		strings.Contains(string(image.Sizes), `\u0000`) {
		return ""
	}
	return string(image.Sizes)
}

// former notes what is kept of the record's former life.
func (w *writing) former() {
	o := mutate.ImportedFields{ID: w.id, Slug: w.slug(), CreatedUTC: w.moment("created_utc")}
	o.MadeInline = w.value("made_inline") == true
	if author, ok := w.number("author"); ok {
		o.Author = &author
	}
	o.Modified, o.ModifiedUTC = w.moments("modified")
	if o.CreatedUTC == "" {
		_, o.CreatedUTC = w.moments("date")
	}
	if w.fields["status"] == "trash" {
		o.WantedSlug = w.wantedSlug()
	}
	if d := w.batch.env.Deployment; d.HasLanguage(w.language()) {
		o.Language = w.language()
	} else if w.language() != "" {
		w.note("its language %q is unknown here", w.language())
	}
	w.origin = o
}

// trashed is the slug of a record in the trash.
var trashed = regexp.MustCompile(`^(.+)__trashed(?:-[0-9]+)?$`)

// wantedSlug returns the slug that a record in the trash is to regain.
func (w *writing) wantedSlug() string {
	if slug := w.text("original_slug"); slug != "" {
		return text.FoldSlug(slug)
	}
	if parts := trashed.FindStringSubmatch(w.slug()); parts != nil {
		return parts[1]
	}
	return ""
}

// farthest is by how many seconds a wall time may differ from UTC.
const farthest = 15 * 60 * 60

// moments returns a date in the site's zone and in UTC, "" when it is missing.
// The pair stays as it was written, also when the source's site is in another
// zone than this one: these are the dates that its readers know.
func (w *writing) moments(name string) (local, utc string) {
	zone := w.batch.env.Deployment.Zone
	local, utc = w.moment(name), w.moment(name+"_utc")
	apart := dates.WallTime(local).Sub(dates.WallTime(utc))
	switch {
	case local == "" && utc == "":
	case utc == "":
		utc = string(zone.UTC(dates.WallTime(local)))
	case local == "" || apart > farthest || apart < -farthest:
		local = string(zone.Local(dates.WallTime(utc)))
	}
	return local, utc
}

// publication sets the publication date of a post.
func (w *writing) publication() {
	if !w.kind.Post {
		return
	}
	local, utc := w.moments("date")
	if utc != "" {
		w.fields["date_utc"], w.origin.Date = utc, local
	}
}

// protect sees to it that a protected record stays so.  Answers never tell its
// password; only an export has that.
func (w *writing) protect() {
	if !w.covered() && !w.protected || w.text("post_password") != "" {
		return
	}
	w.fields["post_password"] = w.batch.secret()
	if w.protected {
		w.note("is protected by a password that the site does not tell: it has a random password now")
		return
	}
	w.lose("is protected by a password that the files do not tell, and so is its content: it has a random password now")
}
