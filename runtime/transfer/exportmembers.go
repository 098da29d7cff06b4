package transfer

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"

	"almanac/runtime/model"
	"almanac/runtime/transfer/rawjson"
)

// member is a name and a value that are added to a record.
type member struct {
	name  string
	value any
}

// unshownMember has the fields that responses show in another way than writes take them.
const unshownMember = "unshown"

// hidden returns what the members of a response do not show of a record.
func hidden(m model.Record, members map[string]json.RawMessage) []member {
	b := m.Common()
	list := []member{{"id", b.ID}, {"created_utc", b.CreatedUTC}, {"modified_utc", b.ModifiedUTC}}
	if n, ok := m.(model.NamedRecord); ok {
		list = append(list, member{"language", n.AsNamed().Language},
			member{"author", strconv.FormatInt(n.AsNamed().Author, 10)}, member{"slug", n.AsNamed().Slug})
	}
	if p, ok := m.(model.PostRecord); ok {
		post := p.AsPost()
		list = append(list, member{"status", post.Status}, member{"date", post.Date}, member{"date_utc", post.DateUTC},
			member{"modified", post.Modified}, member{"original_slug", post.OriginalSlug})
		if post.MadeInline {
			list = append(list, member{"made_inline", true})
		}
		if post.StatusBeforeTrash != "" {
			list = append(list, member{"status_before_trash", post.StatusBeforeTrash})
		}
		if edited := model.EditedUTC(m); edited != post.ModifiedUTC {
			list = append(list, member{"edited_utc", edited})
		}
	}
	list = slices.DeleteFunc(list, func(m member) bool { return members[m.name] != nil })
	return append(list, unshown(m, members)...)
}

// unshown returns the fields of a record that a response leaves out or shows in another
// way than a write takes them.
func unshown(m model.Record, members map[string]json.RawMessage) []member {
	k := m.Resource()
	if k.HiddenValues == nil {
		return nil
	}
	values, other := k.HiddenValues(m), map[string]any{}
	var list []member
	for _, arg := range k.Args {
		value, ok := values[arg.Name]
		shown, written := members[arg.Name], rawjson.Encode(value)
		empty := slices.Contains([]string{`""`, "0", "null"}, string(written))
		switch {
		case !ok, bytes.Equal(shown, written), empty && string(shown) == `""`, empty && shown == nil && arg.Default == nil:
		case shown == nil && !empty:
			list = append(list, member{arg.Name, value})
		default:
			other[arg.Name] = value
		}
	}
	if len(other) > 0 {
		list = append(list, member{unshownMember, other})
	}
	return list
}

// formerSlugsMember has the slugs that a record had while it was public, the oldest first.
const formerSlugsMember = "former_slugs"

// linkedMember has the ids of all linked records by field.
const linkedMember = "linked"

// hiddenLinks returns the links of a record when a response does not show all, or shows
// posts in another order; terms have none.
func hiddenLinks(k *model.Resource, members map[string]json.RawMessage, links map[string]map[int64][]int64,
	id int64,
) []member {
	all := map[string][]int64{}
	complete := true
	for _, link := range k.Links {
		shown, linked := namedBy(rawjson.Elements(members[link.Name])).All, append([]int64{}, links[link.Name][id]...)
		if link.Target.Term {
			slices.Sort(shown)
			slices.Sort(linked)
		}
		all[link.Name] = linked
		complete = complete && slices.Equal(shown, linked)
	}
	if complete {
		return nil
	}
	return []member{{linkedMember, all}}
}

// appendMembers adds members to a record; those without content are left out.
func appendMembers(raw json.RawMessage, lists ...[]member) json.RawMessage {
	out := bytes.NewBuffer(bytes.TrimSuffix(bytes.TrimSpace(raw), []byte("}")))
	for _, m := range slices.Concat(lists...) {
		if m.value == "" {
			continue
		}
		if !bytes.HasSuffix(out.Bytes(), []byte("{")) {
			out.WriteByte(',')
		}
		out.WriteString(`"` + m.name + `":`)
		out.Write(rawjson.Encode(m.value))
	}
	out.WriteByte('}')
	return out.Bytes()
}
