package model

import (
	"errors"
	"fmt"
	"slices"

	"almanac/resources/dsl"
)

// Resolve compares a description with an earlier lock file. It returns the
// renamed resources and fields; the error lists all that were removed without
// DropField, DropResource or RenamedFrom.
func Resolve(described []dsl.Resource, before *Lockfile) (RenameMap, error) {
	m := RenameMap{resources: map[string]string{}, Fields: map[[2]string]string{}}
	if before == nil {
		return m, nil
	}
	old := renameResolver{what: "resource", dropped: map[string]bool{}, earlierRenames: map[string]string{}}
	for _, r := range described {
		if r.Kind == dsl.KindDropped {
			old.dropped[r.Name] = true
			continue
		}
		old.present = append(old.present, presentName{r.Name, r.RenamedFrom, func(format string, args ...any) error {
			return errorAt(r.MemberPosition("RenamedFrom"), r, format, args...)
		}})
	}
	for _, r := range before.Resources {
		old.earlier = append(old.earlier, r.Name)
		old.earlierRenames[r.Name] = r.RenamedFrom
	}
	found, errs := old.resolve()
	for _, name := range old.missing(found) {
		errs = append(errs, fmt.Errorf(
			"%s: resource %q: it was released and is described no more; write one of these lines: "+
				"RenamedFrom: %[2]q, in the resource that it has become; "+
				"or dsl.DropResource(%[2]q, \"why\"), in the list of resources",
			before.Resource(name).File(), name))
	}
	for now, was := range found {
		m.resources[was] = now
	}
	for _, r := range described {
		if r.Kind != dsl.KindDropped && found[r.Name] != "" {
			errs = append(errs, m.resolveFields(r, before.Resource(found[r.Name]), before.ExpiredHint(r))...)
		}
	}
	return m, errors.Join(errs...)
}

// NameFormerPlurals notes what the last release, or one before it, called the lists of
// resources that have other names now.
func (m *Model) NameFormerPlurals(released *Lockfile) {
	for _, r := range m.Resources {
		if r.RenamedFrom == "" || released == nil {
			continue
		}
		former := ""
		if old := released.Resource(r.RenamedFrom); old != nil {
			former = old.Plural
		} else if old := released.Resource(r.Name); old != nil {
			former = old.FormerPlural
		}
		if !slices.ContainsFunc(m.Resources, func(o *Resource) bool { return o.Plural == former }) {
			r.FormerPlural = former
		}
	}
}

// ExpiredHint returns a hint if two resources swapped their names in an
// earlier release and still have RenamedFrom; "" otherwise.
func (l *Lockfile) ExpiredHint(r dsl.Resource) string {
	old, partner := l.Resource(r.Name), l.Resource(r.RenamedFrom)
	if r.RenamedFrom == "" || old == nil || partner == nil || old.RenamedFrom != r.RenamedFrom ||
		partner.RenamedFrom != r.Name {
		return ""
	}
	return fmt.Sprintf("; if it is to swap its name with %q once more, "+
		"remove RenamedFrom from both for one release first, because it has had its effect", r.RenamedFrom)
}

// resolveFields resolves the fields of a resource. The hint is added to the
// errors of removed fields.
func (m RenameMap) resolveFields(r dsl.Resource, before *LockedResource, hint string) []error {
	old := renameResolver{what: "field", dropped: map[string]bool{}, earlierRenames: map[string]string{}}
	for _, d := range r.Drops {
		old.dropped[d.Field] = true
	}
	for _, f := range r.FieldSpecs() {
		old.present = append(old.present, presentName{f.Name, f.RenamedFrom, func(format string, args ...any) error {
			return errorAt(f.Position(), r, "field %q: %w", f.Name, fmt.Errorf(format, args...))
		}})
	}
	for _, f := range before.Fields {
		old.earlier = append(old.earlier, f.Name)
		old.earlierRenames[f.Name] = f.RenamedFrom
	}
	found, errs := old.resolve()
	for _, name := range old.missing(found) {
		errs = append(errs, errorAt(r.MemberPosition("Fields"), r,
			"field %q was released and is described no more; write one of these lines: "+
				".RenamedFrom(%[1]q) on the field that it has become; "+
				"or Drops: []dsl.DroppedField{dsl.DropField(%[1]q, \"why\")}, in the resource%[2]s", name, hint))
	}
	for now, was := range found {
		m.Fields[[2]string{before.Name, was}] = now
	}
	return errs
}

// File returns the file that described a resource.
func (r *LockedResource) File() string { return dsl.Resource{Name: r.Name, Kind: r.Kind}.File() }

// renameResolver matches the names of all resources, or of the fields of one
// resource, with the earlier names.
type renameResolver struct {
	what           string
	present        []presentName
	earlier        []string
	earlierRenames map[string]string // RenamedFrom of each earlier name, which has had its effect.
	dropped        map[string]bool
}

type presentName struct {
	name, renamedFrom string
	errorf            func(format string, args ...any) error
}

// resolution is the result of a renameResolver.
type resolution struct {
	earlierOf map[string]string // Earlier name by present name.
	presentOf map[string]string // Present name by earlier name.
	errs      []error
}

// resolve returns the earlier name of each present name that had one, and all
// errors of RenamedFrom.
func (r renameResolver) resolve() (found map[string]string, errs []error) {
	res := &resolution{earlierOf: map[string]string{}, presentOf: map[string]string{}}
	for _, d := range r.present {
		if r.isRename(d) && slices.Contains(r.earlier, d.renamedFrom) {
			r.resolveRename(res, d)
		}
	}
	for _, d := range r.present {
		r.resolveUnrenamed(res, d)
	}
	return res.earlierOf, append(res.errs, r.cycles(res.earlierOf)...)
}

// resolveRename records a renamed name.
func (r renameResolver) resolveRename(res *resolution, d presentName) {
	if other, ok := res.presentOf[d.renamedFrom]; ok {
		res.errs = append(res.errs, d.errorf("it was %q before, and so was %q: "+
			"one name has one successor, so remove RenamedFrom from one", d.renamedFrom, other))
		return
	}
	if r.dropped[d.renamedFrom] {
		res.errs = append(res.errs, d.errorf("it was %q before, and %[1]q is dropped: "+
			"only one of them can be; remove RenamedFrom or the drop", d.renamedFrom))
	}
	res.earlierOf[d.name], res.presentOf[d.renamedFrom] = d.renamedFrom, d.name
}

// resolveUnrenamed records a name that is unchanged, and reports impossible
// renames.
func (r renameResolver) resolveUnrenamed(res *resolution, d presentName) {
	there := slices.Contains(r.earlier, d.name)
	if r.isRename(d) && !slices.Contains(r.earlier, d.renamedFrom) && !there {
		res.errs = append(res.errs, d.errorf("it was %q before, which no %s was called when the code was last released; "+
			"use the name that it had then", d.renamedFrom, r.what))
	}
	if r.isRename(d) && res.earlierOf[d.name] != "" && there && res.presentOf[d.name] == "" {
		res.errs = append(res.errs, d.errorf("it is to be renamed from %q, but there is a %s %[3]q already: "+
			"say with RenamedFrom what that becomes, or drop it in a release of its own", d.renamedFrom, r.what, d.name))
	}
	if _, moved := res.earlierOf[d.name]; moved || !there {
		return
	}
	if other, ok := res.presentOf[d.name]; ok {
		res.errs = append(res.errs, d.errorf("it was there before under this name, and %q says that it was called so: "+
			"describe the new %s of this name in a later release", other, r.what))
		return
	}
	res.earlierOf[d.name], res.presentOf[d.name] = d.name, d.name
}

// isRename reports whether RenamedFrom still has an effect.
func (r renameResolver) isRename(d presentName) bool {
	spent, there := r.earlierRenames[d.name], slices.Contains(r.earlier, d.name)
	if there && !slices.Contains(r.earlier, d.renamedFrom) {
		return false // Released under the new name.
	}
	return d.renamedFrom != "" && spent != d.renamedFrom
}

// cycles reports renames in a cycle of three or more names.
func (r renameResolver) cycles(found map[string]string) []error {
	var errs []error
	seen := map[string]bool{}
	for _, d := range r.present {
		ring := []string{d.name}
		for was := found[d.name]; was != "" && !slices.Contains(ring, was); was = found[was] {
			ring = append(ring, was)
		}
		if found[ring[len(ring)-1]] != d.name || len(ring) < 3 || seen[d.name] {
			continue
		}
		for _, name := range ring {
			seen[name] = true
		}
		errs = append(errs, d.errorf("its rename is part of a ring of %d (%q): "+
			"two may swap their names, more need a release in between", len(ring), ring))
	}
	return errs
}

// missing returns the earlier names that were removed without a description.
func (r renameResolver) missing(found map[string]string) []string {
	kept := map[string]bool{}
	for _, was := range found {
		kept[was] = true
	}
	var lost []string
	for _, name := range r.earlier {
		isPresent := slices.ContainsFunc(r.present, func(d presentName) bool { return d.name == name })
		if !kept[name] && !r.dropped[name] && !isPresent {
			lost = append(lost, name)
		}
	}
	return lost
}

// Before returns a resource as it was in the lock file, nil if it is new.
func (m RenameMap) Before(l *Lockfile, name string) *LockedResource {
	for was, now := range m.resources {
		if now == name {
			return l.Resource(was)
		}
	}
	return nil
}
