package model

import (
	"slices"

	"almanac/resources/dsl"
)

// Follow compares a description with the lock file of a development database, as
// Resolve does, but refuses nothing. If one field of a resource went and one of the
// same type came, it was renamed. What a table or column cannot become without its
// rows or values has another name in the map, so that it is dropped and a new one is made.
func Follow(described []dsl.Resource, before, now *Lockfile) RenameMap {
	m, _ := Resolve(described, before) // What it refuses is dropped, or new.
	for i := range before.Resources {
		was := &before.Resources[i]
		r := now.Resource(m.Resource(was.Name))
		switch {
		case r == nil || m.resources[was.Name] == "":
		case r.Kind != was.Kind || now.MovesIDs(r, before, was):
			m.resources[was.Name] = was.Name + " before"
		default:
			i := slices.IndexFunc(described, func(d dsl.Resource) bool { return d.Name == r.Name })
			m.followFields(was, r, described[i].Drops)
		}
	}
	return m
}

// followFields adds to the map what Resolve does not tell of the fields of a resource.
func (m RenameMap) followFields(was, now *LockedResource, drops []dsl.DroppedField) {
	var gone, came []*LockedField
	kept := map[string]bool{}
	for i := range was.Fields {
		f := &was.Fields[i]
		name, ok := m.Fields[[2]string{was.Name, f.Name}]
		if !ok {
			if !slices.ContainsFunc(drops, func(d dsl.DroppedField) bool { return d.Field == f.Name }) {
				gone = append(gone, f)
			}
			continue
		}
		kept[name] = true
		if other := now.field(name); other != nil && !f.becomes(other) {
			m.Fields[[2]string{was.Name, f.Name}] = f.Name + " before"
		}
	}
	for i := range now.Fields {
		if !kept[now.Fields[i].Name] {
			came = append(came, &now.Fields[i])
		}
	}
	if len(gone) == 1 && len(came) == 1 && gone[0].sameForm(came[0]) {
		m.Fields[[2]string{was.Name, gone[0].Name}] = came[0].Name
	}
}

// field returns the field with a name, nil if there is none.
func (r *LockedResource) field(name string) *LockedField {
	if i := slices.IndexFunc(r.Fields, func(f LockedField) bool { return f.Name == name }); i >= 0 {
		return &r.Fields[i]
	}
	return nil
}

// becomes reports whether the values of a field can be those of another: no amount
// tells its currency by itself, and lists are not converted.
func (f *LockedField) becomes(other *LockedField) bool {
	single := func(f *LockedField) bool {
		return f.Type != dsl.TypeMoney &&
			!slices.ContainsFunc(f.Columns, func(c LockedColumn) bool { return c.Type.IsList() })
	}
	return f.Type == other.Type || single(f) && single(other)
}

// sameForm reports whether two fields are stored alike.
func (f *LockedField) sameForm(other *LockedField) bool {
	return f.Type == other.Type && f.Behavior == other.Behavior && f.Target == other.Target &&
		len(f.Columns) == len(other.Columns)
}
