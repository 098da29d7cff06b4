package transfer

import (
	"bytes"
	"cmp"
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"almanac/runtime/dates"
	"almanac/runtime/model"
	"almanac/runtime/series"
	"almanac/runtime/store"
	"almanac/runtime/text"
	"almanac/runtime/transfer/rawjson"
)

// Record is one record of a file, its members as they were written.  There may
// be very many, so each is kept as text outside of memory, and its members for the time
// in which it is written.
type Record struct {
	Resource *model.Resource
	ID       int64
	Own      bool                       // Stands for itself, not inside of an event.
	File     string                     // Where it was found.
	text     storedText                 // The object, of whose links the ids are left.
	Members  map[string]json.RawMessage // Those of the text while it is open; else nil, or all that there is.
	Size     int                        // How many members it has.
	linked   bool                       // Has the member that tells that its links stand for themselves.
	date     series.Place               // Of which series it is a date.

	Protected bool // A password protects it where it comes from, and its content was read all the same.

	// MayBeProtected stands for one of a resource without passwords here that must not become
	// public: what its source shows does not say whether it has one there.
	MayBeProtected bool
	Unread         []string // Fields that the source does not show, with or without a value.
}

// NamedIDs are the ids that a link names.
type NamedIDs struct {
	All  []int64
	Bare []int64 // Those without content.
}

// take takes the members of an object, whose text is kept if it has an ID that a record can
// have.  It returns what stands in its links.
func (r *Record) take(raw json.RawMessage, into *texts) [][]json.RawMessage {
	inside := make([][]json.RawMessage, len(r.Resource.Links))
	kept, former := make(json.RawMessage, 0, len(raw)), formerNames(r.Resource)
	rawjson.EachMember(raw, func(name string, key, value json.RawMessage) bool {
		r.Size++
		if now := former[name]; now != "" && rawjson.Member(raw, now) == nil {
			name, key = now, rawjson.Encode(now)
		}
		switch name {
		case "id":
			r.ID, _ = ID(rawjson.Decode(value))
		case linkedMember:
			r.linked = true
		case seriesMember:
			r.date.Series, _ = ID(rawjson.Decode(rawjson.Member(value, "id")))
		case recurrenceIDMember:
			r.date.Slot = dates.WallTime(rawjson.Text(rawjson.Decode(value)))
		}
		if i := slices.IndexFunc(r.Resource.Links, func(l *model.Link) bool { return l.Name == name }); i >= 0 {
			inside[i] = rawjson.Elements(value)
			value = withoutContent(inside[i]) // Links are the greater part of an event.
		}
		kept = append(append(append(append(kept, ','), key...), ':'), value...)
		return true
	})
	if len(kept) == 0 {
		kept = append(kept, '{')
	}
	kept[0] = '{'
	if r.ID != 0 {
		r.text = into.add(append(kept, '}'))
	}
	return inside
}

// formerNames returns the present names of the fields that had others in an earlier
// release, by these.
func formerNames(k *model.Resource) map[string]string {
	var former map[string]string
	for _, arg := range k.Args {
		if arg.Was == "" {
			continue
		}
		if former == nil {
			former = map[string]string{}
		}
		former[arg.Was] = arg.Name
	}
	return former
}

// withoutContent returns the elements of a link as a list, objects with their ids alone.
func withoutContent(elements []json.RawMessage) json.RawMessage {
	list := json.RawMessage("[")
	for i, element := range elements {
		if i > 0 {
			list = append(list, ',')
		}
		if bytes.HasPrefix(element, []byte("{")) {
			id := rawjson.Member(element, "id")
			if id == nil {
				id = json.RawMessage("null")
			}
			element = slices.Concat([]byte(`{"id":`), id, []byte("}"))
		}
		list = append(list, element...)
	}
	return append(list, ']')
}

// namedBy returns the ids in the elements of a link.
func namedBy(list []json.RawMessage) (n NamedIDs) {
	for _, element := range list {
		object := bytes.HasPrefix(element, []byte("{"))
		if object {
			element = rawjson.Member(element, "id")
		}
		if id, ok := ID(rawjson.Decode(element)); ok && id != 0 {
			n.All = append(n.All, id)
			if !object {
				n.Bare = append(n.Bare, id)
			}
		}
	}
	return n
}

// Named returns the ids that a link of the record names.
func (r *Record) Named(link *model.Link) NamedIDs {
	return namedBy(rawjson.Elements(r.member(link.Name)))
}

// open makes the members ready to be looked at, close forgets them.
func (r *Record) open() {
	if r.Members == nil {
		r.Members = rawjson.Members(r.text.load())
	}
}

// close forgets the members, which can be read again.
func (r *Record) close() {
	if r.text.in != nil {
		r.Members = nil
	}
}

// member returns a member as it was written, nil when there is none.
func (r *Record) member(name string) json.RawMessage {
	if r.Members == nil {
		return rawjson.Member(r.text.load(), name)
	}
	return r.Members[name]
}

// SetMember adds a member that the source does not show in the record itself; one that
// it shows stays.
func (r *Record) SetMember(name, value string) {
	if r.member(name) != nil {
		return
	}
	r.text = r.text.in.add(appendMembers(r.text.load(), []member{{name, json.RawMessage(rawjson.Encode(value))}}))
	r.Members = nil
}

// Value returns a member as package param takes it; nil when it is absent,
// null or no JSON.  U+0000 is dropped, for no database column takes it.
func (r *Record) Value(name string) any {
	return rawjson.Decode(r.member(name))
}

// Text returns a member that is text or a number, "" for any other.
func (r *Record) Text(name string) string { return rawjson.Text(r.Value(name)) }

// Number returns a member that is a whole number from 0 on, in JSON or as text.
func (r *Record) Number(name string) (int64, bool) { return ID(r.Value(name)) }

// ID reads a whole number from 0 to the largest id.
func ID(v any) (int64, bool) {
	n, err := strconv.ParseInt(strings.TrimSpace(rawjson.Text(v)), 10, 64)
	if err != nil || n < 0 || n > store.MaxID {
		return 0, false
	}
	return n, true
}

// Moment returns a member that is a date with a time, "" for any other, such
// as the zeros that a draft of The Events Calendar has.
func (r *Record) Moment(name string) string {
	if w := dates.WallTime(r.Text(name)); w.Valid() {
		return string(w)
	}
	return ""
}

// Edited returns when somebody changed the record last where it is from, "" if it does not say:
// an export has a time of its own for that where the rules of a time zone changed later.
func (r *Record) Edited() string { return cmp.Or(r.Moment("edited_utc"), r.Moment("modified_utc")) }

// Before reports whether the record says that it was last modified before a
// time.
func (r *Record) Before(since time.Time) bool {
	modified := r.Edited()
	return modified != "" && modified < since.UTC().Format(time.DateTime)
}

// Covered reports whether the record is shown without its content, because a
// password protects it.  The flags of such a record are null.
func (r *Record) Covered() bool {
	return r.Resource.PasswordField != "" && slices.ContainsFunc(r.Resource.Args, func(a *model.Arg) bool {
		return a.Type == "boolean" && string(bytes.TrimSpace(r.member(a.Name))) == "null"
	})
}

// Masked reports whether the record, of a resource without passwords here, is shown without
// its fields, because a password protects it where it comes from.  The name of such a record is a
// list.
func (r *Record) Masked() bool {
	k := r.Resource
	return k.Post && k.PasswordField == "" && bytes.HasPrefix(bytes.TrimSpace(r.member(k.NameField)), []byte("["))
}

// mustStayPrivate reports whether a record is published where it comes from, and must not be here.
func (r *Record) mustStayPrivate() bool {
	return (r.MayBeProtected || r.Masked()) && r.Text("status") == model.StatusPublish
}

func (r *Record) name() string { return text.Plain(r.Text(r.Resource.NameField)) }

// longestSlug is the greatest number of characters of a slug.
const longestSlug = 200

// Slug returns the slug as this service stores it: in lower case and decoded,
// where The Events Calendar writes non-ASCII letters in percent encoding.
func (r *Record) Slug() string {
	slug := decoded(r.Text("slug"))
	if strings.ContainsAny(slug, "/?#%\\ \t\r\n") || len([]rune(slug)) > longestSlug {
		return text.Slug(slug)
	}
	return text.FoldSlug(slug)
}

// decoded returns a slug without percent encoding.
func decoded(slug string) string {
	if plain, err := url.PathUnescape(slug); err == nil {
		return plain
	}
	return slug
}

// language returns the language that an export noted.
func (r *Record) language() string { return r.Text("language") }

// fuller reports whether r tells more than other: one that stands for itself
// goes before one inside of an event, the later change before the earlier, the
// one with more members before the other.
func (r *Record) fuller(other *Record) bool {
	if r.Own != other.Own {
		return r.Own
	}
	if a, b := r.Edited(), other.Edited(); a != b {
		return a > b
	}
	return r.Size > other.Size
}
