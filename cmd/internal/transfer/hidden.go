package transfer

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strconv"

	"almanac/cmd/internal/transfer/rawjson"
	"almanac/generated"
	"almanac/runtime/model"
	"almanac/runtime/query"
)

// links returns the ids behind the links to posts and records, by field and record.
func (ex *exporter) links(ctx context.Context, k *model.Resource, ids []int64) (map[string]map[int64][]int64, error) {
	all := map[string]map[int64][]int64{}
	for _, link := range k.Links {
		if link.Target.Term {
			continue // Terms know no trash: answers show all of them.
		}
		linked, err := query.LinkedIDs(ctx, ex.env, link, ids)
		if err != nil {
			return nil, err
		}
		all[link.Name] = linked
	}
	return all, nil
}

// member is a name and a value that are added to a record.
type member struct {
	name  string
	value any
}

// hidden returns what an answer does not show of a record.
func hidden(m model.Record, raw json.RawMessage) []member {
	b := m.Common()
	n, ok := m.(model.NamedRecord)
	if !ok {
		times := []member{{"created_utc", b.CreatedUTC}, {"modified_utc", b.ModifiedUTC}}
		return slices.DeleteFunc(times, func(m member) bool { return rawjson.Member(raw, m.name) != nil })
	}
	list := []member{{"language", n.AsNamed().Language}, {"created_utc", b.CreatedUTC}}
	if p, ok := m.(model.PostRecord); ok {
		list = append(list, member{"post_password", p.AsPost().Password}, member{"original_slug", p.AsPost().OriginalSlug})
	} else {
		list = append(list, member{"author", strconv.FormatInt(n.AsNamed().Author, 10)}, member{"modified_utc", b.ModifiedUTC})
	}
	if p, ok := m.(model.PostRecord); ok && p.AsPost().MadeInline {
		list = append(list, member{"made_inline", true})
	}
	if e, ok := m.(*generated.Event); ok && e.PostParent != 0 {
		list = append(list, member{"post_parent", e.PostParent})
	}
	return list
}

// hiddenLinks returns the links of a record when an answer does not show all.
func hiddenLinks(raw json.RawMessage, links map[string]map[int64][]int64, id int64) []member {
	var members map[string]json.RawMessage
	if json.Unmarshal(raw, &members) != nil {
		return nil
	}
	all := map[string][]int64{}
	complete := true
	for name, linked := range links {
		var list []any
		for _, element := range rawjson.Elements(members[name]) {
			list = append(list, rawjson.Decode(element))
		}
		all[name] = append([]int64{}, linked[id]...)
		complete = complete && slices.Equal(wholes(list), linked[id])
	}
	if complete {
		return nil
	}
	return []member{{"linked", all}}
}

// appendMembers adds members to a record that is not empty; those without
// content are left out.
func appendMembers(raw json.RawMessage, lists ...[]member) json.RawMessage {
	out := bytes.NewBuffer(bytes.TrimSuffix(bytes.TrimSpace(raw), []byte("}")))
	for _, m := range slices.Concat(lists...) {
		if m.value == "" {
			continue
		}
		out.WriteString(`,"` + m.name + `":`)
		out.Write(rawjson.Encode(m.value))
	}
	out.WriteByte('}')
	return out.Bytes()
}
