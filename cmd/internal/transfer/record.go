package transfer

import (
	"bytes"
	"encoding/json"
	"net/url"
	"strconv"
	"strings"
	"time"

	"almanac/runtime"
	"almanac/runtime/dates"
	"almanac/runtime/store"
	"almanac/runtime/text"
)

// record is one record of a file, its members as they were written.
type record struct {
	kind    *runtime.Kind
	id      int64
	own     bool   // Stands for itself, not inside of an event.
	file    string // Where it was found.
	members map[string]json.RawMessage

	protected bool // Shows its content, though a password protects it.
}

// value returns a member as package param takes it; nil when it is absent,
// null or no JSON.  U+0000 is dropped, for no database column takes it.
func (r *record) value(name string) any {
	raw, ok := r.members[name]
	if !ok {
		return nil
	}
	return tree(raw)
}

// tree reads JSON with its numbers as they were written.
func tree(raw json.RawMessage) any {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil {
		return nil
	}
	return clean(v)
}

// clean drops U+0000 from all texts of a tree.
func clean(v any) any {
	switch v := v.(type) {
	case string:
		return strings.ReplaceAll(v, "\x00", "")
	case []any:
		for i := range v {
			v[i] = clean(v[i])
		}
	case map[string]any:
		for name := range v {
			v[name] = clean(v[name])
		}
	}
	return v
}

// text returns a member that is text or a number, "" for any other.
func (r *record) text(name string) string { return scalar(r.value(name)) }

// scalar returns text or a number as text, "" for anything else.
func scalar(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	}
	return ""
}

// number returns a member that is a whole number from 0 on, in JSON or as text.
func (r *record) number(name string) (int64, bool) { return whole(r.value(name)) }

// whole reads a whole number from 0 to the largest id.
func whole(v any) (int64, bool) {
	n, err := strconv.ParseInt(strings.TrimSpace(scalar(v)), 10, 64)
	if err != nil || n < 0 || n > store.MaxID {
		return 0, false
	}
	return n, true
}

// moment returns a member that is a date with a time, "" for any other, such
// as the zeros that a draft of the peer has.
func (r *record) moment(name string) string {
	if w := dates.Wall(r.text(name)); w.Valid() {
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
	raw, ok := r.members[name]
	return ok && string(bytes.TrimSpace(raw)) == "null"
}

// covered reports whether the record is shown without its content, because a
// password protects it.  The flags of such an event are null.
func (r *record) covered() bool { return r.isNull("all_day") }

// name returns the plain name of the record.
func (r *record) name() string { return text.Plain(r.text(r.kind.NameField)) }

// longestSlug is the greatest number of characters of a slug.
const longestSlug = 200

// slug returns the slug as this service keeps it: decoded, where the peer
// writes letters beyond ASCII in percent encoding.
func (r *record) slug() string {
	slug := r.text("slug")
	if decoded, err := url.PathUnescape(slug); err == nil {
		slug = decoded
	}
	if strings.ContainsAny(slug, "/?#%\\ \t\r\n") || len([]rune(slug)) > longestSlug {
		return text.Slug(slug)
	}
	return slug
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
	return len(r.members) > len(other.members)
}
