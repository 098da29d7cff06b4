package etag

import (
	"encoding/binary"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"

	"github.com/cespare/xxhash/v2"

	"almanac/runtime/coding"
)

// An entity tag (RFC 9110, section 8.8.3) of a record is "<version>-<hash>":
// the version is the record's own and changes with every write of it, the hash
// is that of the response's bytes, which also change with what the record links
// to, with _fields and with the language.  Lists have the hash alone, as a weak
// tag, and no version.

// EntityTag makes the tag of a response that shows a version of a record.
func EntityTag(version int64, body []byte) string {
	return `"` + strconv.FormatInt(version, 10) + "-" + Hash(body) + `"`
}

// Hash returns 16 hexadecimal digits of the XXH64 of a body: nothing is guarded
// by it, and it takes a tenth of the time of a cryptographic hash.
func Hash(body []byte) string {
	return hex.EncodeToString(binary.BigEndian.AppendUint64(nil, xxhash.Sum64(body)))
}

// Tags are the members of an If-Match or If-None-Match header.
type Tags struct {
	any  bool     // The header is "*".
	list []string // Without quotes and without the mark of weak ones.
}

// TagsOf reads a header of tags, nil when it was not sent.
func TagsOf(h http.Header, name string) *Tags {
	values := h.Values(name)
	if len(values) == 0 {
		return nil
	}
	return ParseTags(strings.Join(values, ","))
}

// ParseTags reads tags between commas.  Quotes may be missing, because clients forget them.
func ParseTags(list string) *Tags {
	t := &Tags{}
	for member := range strings.SplitSeq(list, ",") {
		member = strings.TrimPrefix(strings.TrimSpace(member), "W/")
		if member == "*" {
			t.any = true
		}
		if member = strings.Trim(member, `"`); member != "" {
			t.list = append(t.list, member)
		}
	}
	return t
}

// Match reports whether a whole tag is among them, weak or strong, and in
// whatever coding.
func (t *Tags) Match(tag string) bool {
	tag = coding.Decoded(strings.Trim(strings.TrimPrefix(tag, "W/"), `"`))
	for _, member := range t.list {
		if coding.Decoded(member) == tag {
			return true
		}
	}
	return t.any
}

// MatchVersion reports whether one of the tags is of that version of a record,
// whatever its hash: a change of a venue's name does not make the tag of an
// event stale for a writer of the event.  Weak tags count too, because proxies
// that compress weaken them.
func (t *Tags) MatchVersion(version int64) bool {
	for _, member := range t.list {
		if part, _, _ := strings.Cut(member, "-"); part == strconv.FormatInt(version, 10) {
			return true
		}
	}
	return t.any
}
