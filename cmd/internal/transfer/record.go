package transfer

import (
	"bytes"
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"almanac/cmd/internal/transfer/rawjson"
	"almanac/runtime/dates"
	"almanac/runtime/model"
	"almanac/runtime/store"
	"almanac/runtime/text"
)

// record is one record of a file, its members as they were written.  There may
// be very many, so each is kept as text, and its members for the time in which
// it is written.
type record struct {
	kind    *model.Resource
	id      int64
	own     bool                       // Stands for itself, not inside of an event.
	file    string                     // Where it was found.
	raw     json.RawMessage            // The object, without what its links hold.
	members map[string]json.RawMessage // Those of raw while it is open; else nil, or all that there is.
	size    int                        // How many members it has.
	links   []named                    // By the links of the kind; nil for none.

	protected bool // Shows its content, though a password protects it.
}

// named are the ids that a link names.
type named struct {
	all  []int64
	bare []int64 // Those without content.
}

// take takes the members of an object.  It returns what stands in its links.
func (r *record) take(raw json.RawMessage) [][]json.RawMessage {
	inside := make([][]json.RawMessage, len(r.kind.Links))
	kept := make(json.RawMessage, 0, len(raw))
	rawjson.EachMember(raw, func(name string, key, value json.RawMessage) bool {
		r.size++
		if i := slices.IndexFunc(r.kind.Links, func(l *model.Link) bool { return l.Name == name }); i >= 0 {
			inside[i] = rawjson.Elements(value)
			return true
		}
		kept = append(append(append(append(kept, ','), key...), ':'), value...)
		return true
	})
	if len(kept) == 0 {
		kept = append(kept, '{')
	}
	kept[0] = '{'
	r.raw = bytes.Clone(append(kept, '}')) // Links are the greater part of an event.
	for _, list := range inside {
		r.links = append(r.links, namedBy(list))
	}
	return inside
}

// namedBy returns the ids in the elements of a link.
func namedBy(list []json.RawMessage) (n named) {
	for _, element := range list {
		object := bytes.HasPrefix(element, []byte("{"))
		if object {
			element = rawjson.Member(element, "id")
		}
		if id, ok := whole(rawjson.Decode(element)); ok && id != 0 {
			n.all = append(n.all, id)
			if !object {
				n.bare = append(n.bare, id)
			}
		}
	}
	return n
}

// named returns the ids that a link of the record names.
func (r *record) named(link *model.Link) named {
	if i := slices.Index(r.kind.Links, link); i >= 0 && i < len(r.links) {
		return r.links[i]
	}
	return named{}
}

// open makes the members ready to be looked at, close forgets them.
func (r *record) open() {
	if r.members == nil && r.raw != nil {
		r.members = rawjson.Members(r.raw)
	}
}

// close forgets the members, which can be read again.
func (r *record) close() {
	if r.raw != nil {
		r.members = nil
	}
}

// member returns a member as it was written, nil when there is none.
func (r *record) member(name string) json.RawMessage {
	if r.members == nil && r.raw != nil {
		return rawjson.Member(r.raw, name)
	}
	return r.members[name]
}

// value returns a member as package param takes it; nil when it is absent,
// null or no JSON.  U+0000 is dropped, for no database column takes it.
func (r *record) value(name string) any {
	return rawjson.Decode(r.member(name))
}

// text returns a member that is text or a number, "" for any other.
func (r *record) text(name string) string { return rawjson.Text(r.value(name)) }

// number returns a member that is a whole number from 0 on, in JSON or as text.
func (r *record) number(name string) (int64, bool) { return whole(r.value(name)) }

// whole reads a whole number from 0 to the largest id.
func whole(v any) (int64, bool) {
	n, err := strconv.ParseInt(strings.TrimSpace(rawjson.Text(v)), 10, 64)
	if err != nil || n < 0 || n > store.MaxID {
		return 0, false
	}
	return n, true
}

// moment returns a member that is a date with a time, "" for any other, such
// as the zeros that a draft of The Events Calendar has.
func (r *record) moment(name string) string {
	if w := dates.WallTime(r.text(name)); w.Valid() {
		return string(w)
	}
	return ""
}

// before reports whether the record says that it was last modified before a
// time.
func (r *record) before(since time.Time) bool {
	modified := r.moment("modified_utc")
	return modified != "" && modified < since.UTC().Format(time.DateTime)
}

// isNull reports whether a member is there and null.
func (r *record) isNull(name string) bool {
	return string(bytes.TrimSpace(r.member(name))) == "null"
}

// covered reports whether the record is shown without its content, because a
// password protects it.  The flags of such an event are null.
func (r *record) covered() bool { return r.isNull("all_day") }

// name returns the plain name of the record.
func (r *record) name() string { return text.Plain(r.text(r.kind.NameField)) }

// longestSlug is the greatest number of characters of a slug.
const longestSlug = 200

// slug returns the slug as this service stores it: in lower case and decoded,
// where The Events Calendar writes non-ASCII letters in percent encoding.
func (r *record) slug() string {
	slug := r.text("slug")
	if decoded, err := url.PathUnescape(slug); err == nil {
		slug = decoded
	}
	if strings.ContainsAny(slug, "/?#%\\ \t\r\n") || len([]rune(slug)) > longestSlug {
		return text.Slug(slug)
	}
	return text.FoldSlug(slug)
}

// language returns the language that an export noted.
func (r *record) language() string { return r.text("language") }

// fuller reports whether r tells more than other: one that stands for itself
// goes before one inside of an event, the later change before the earlier, the
// one with more members before the other.
func (r *record) fuller(other *record) bool {
	if r.own != other.own {
		return r.own
	}
	if a, b := r.moment("modified_utc"), other.moment("modified_utc"); a != b {
		return a > b
	}
	return r.size > other.size
}
