package icalendar

import (
	"context"
	"maps"
	"slices"
	"strings"

	"almanac/generated"
	"almanac/runtime/calendar"
	"almanac/runtime/model"
	"almanac/runtime/query"
	"almanac/runtime/request"
	"almanac/runtime/text"
	"almanac/runtime/transfer"
)

// directory finds records by what files call them.
type directory struct {
	ids map[*model.Resource]map[string]int64 // By folded names and addresses.
}

// newDirectory learns what is here.  Of several records with one name, the first
// is the one; those in the trash are none.
func newDirectory(ctx context.Context, im *transfer.Importer) (*directory, error) {
	d := &directory{ids: map[*model.Resource]map[string]int64{}}
	for _, k := range im.Env.Resources {
		d.ids[k] = map[string]int64{}
		if k.Term {
			for _, id := range sortedIDs(im.Here(k)) {
				d.add(k, id, im.Here(k)[id].Name)
			}
		}
	}
	for _, k := range []*model.Resource{im.Env.Resource("venue"), im.Env.Resource("organizer")} {
		if err := d.learn(ctx, im.Env, k); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// learn adds every venue or organizer that is not in the trash.
func (d *directory) learn(ctx context.Context, env *request.Env, k *model.Resource) error {
	for after := int64(0); ; {
		list, err := query.RecordsAfter(ctx, env, k, after, transfer.BatchSize)
		if err != nil {
			return err
		}
		for _, m := range list {
			after = m.Common().ID
			if p, ok := m.(model.PostRecord); ok && p.AsPost().Status != "trash" {
				d.add(k, after, words(m)...)
			}
		}
		if len(list) < transfer.BatchSize {
			return nil
		}
	}
}

// sortedIDs returns the ids of records in order.
func sortedIDs(heads map[int64]query.RecordSummary) []int64 {
	ids := make([]int64, 0, len(heads))
	for id := range heads {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

// words returns what files may call a venue or an organizer: its name, and of a
// venue its whole address as feeds write it, of an organizer its e-mail too.
func words(m model.Record) []string {
	names := []string{folded(*m.(model.NamedRecord).DisplayName())}
	switch r := m.(type) {
	case *generated.Venue:
		region := calendar.StateProvince(nil, nil, r.Stateprovince, r.Country, r.State, r.Province)
		names = append(names, folded(joined(r.Venue, r.Address, r.City, region, r.Zip, r.Country)))
	case *generated.Organizer:
		names = append(names, person(r.Organizer, r.Email))
	}
	return names
}

// joined joins the parts that are not empty, as feeds do.
func joined(parts ...string) string {
	var some []string
	for _, part := range parts {
		if part != "" {
			some = append(some, part)
		}
	}
	return strings.Join(some, ", ")
}

// folded returns a name as it is compared: on one line, without case.  It is
// whole, unlike the sort key of a long one.
func folded(name string) string { return text.Fold(name) }

// person returns how an organizer with an e-mail is compared.
func person(name, email string) string { return folded(name) + "\x00" + strings.ToLower(email) }

// add adds a record, unless its names lead to another one.
func (d *directory) add(k *model.Resource, id int64, names ...string) {
	for _, name := range names {
		if _, taken := d.ids[k][name]; !taken && name != "" {
			d.ids[k][name] = id
		}
	}
}

// find returns the record with a name, 0 when there is none.
func (d *directory) find(k *model.Resource, name string) int64 { return d.ids[k][name] }

// inside returns a copy that can change for itself.
func (d *directory) inside() *directory {
	c := &directory{ids: map[*model.Resource]map[string]int64{}}
	for k, ids := range d.ids {
		c.ids[k] = maps.Clone(ids)
	}
	return c
}
