package model

import (
	"errors"
	"fmt"
	"slices"

	"almanac/resources/dsl"
)

// Resolve compares what is described with an earlier lock: it finds out what
// was renamed, and reports everything that disappeared without a word.  The
// error tells all faults.
func Resolve(described []dsl.Resource, before *Lock) (Moves, error) {
	m := Moves{resources: map[string]string{}, Fields: map[[2]string]string{}}
	if before == nil {
		return m, nil
	}
	old := naming{what: "resource", dropped: map[string]bool{}, known: map[string]string{}}
	for _, r := range described {
		if r.Kind == dsl.KindDropped {
			old.dropped[r.Name] = true
			continue
		}
		old.now = append(old.now, named{r.Name, r.RenamedFrom, func(format string, args ...any) error { return faultOf(r, format, args...) }})
	}
	for _, r := range before.Resources {
		old.before = append(old.before, r.Name)
		old.known[r.Name] = r.Was
	}
	found, faults := old.resolve()
	for _, name := range old.lost(found) {
		faults = append(faults, fmt.Errorf("resource %q (%s): it was generated before and is described no more; write one of these lines: "+
			"RenamedFrom: %[1]q, in the resource that it has become; or dsl.DropResource(%[1]q, \"why\"), in the list of resources",
			name, before.Resource(name).File()))
	}
	for now, was := range found {
		m.resources[was] = now
	}
	for _, r := range described {
		if r.Kind != dsl.KindDropped && found[r.Name] != "" {
			faults = append(faults, m.resolveFields(r, before.Resource(found[r.Name]), before.Spent(r))...)
		}
	}
	return m, errors.Join(faults...)
}

// Spent returns a hint, when a resource and another one have swapped their
// names in an earlier release and the words are still there; "" otherwise.
func (l *Lock) Spent(r dsl.Resource) string {
	old, partner := l.Resource(r.Name), l.Resource(r.RenamedFrom)
	if r.RenamedFrom == "" || old == nil || partner == nil || old.Was != r.RenamedFrom || partner.Was != r.Name {
		return ""
	}
	return fmt.Sprintf("; if it is to swap its name with %q once more, remove RenamedFrom from both for one release first, because it has had its effect", r.RenamedFrom)
}

// resolveFields does the same for the fields of a resource.  The hint goes
// with what is lost.
func (m Moves) resolveFields(r dsl.Resource, before *LockedResource, hint string) []error {
	old := naming{what: "field", dropped: map[string]bool{}, known: map[string]string{}}
	for _, d := range r.Drops {
		old.dropped[d.Field] = true
	}
	for _, f := range r.FieldSpecs() {
		old.now = append(old.now, named{f.Name, f.RenamedFrom, func(format string, args ...any) error {
			return faultOf(r, "field %q: %w", f.Name, fmt.Errorf(format, args...))
		}})
	}
	for _, f := range before.Fields {
		old.before = append(old.before, f.Name)
		old.known[f.Name] = f.Was
	}
	found, faults := old.resolve()
	for _, name := range old.lost(found) {
		faults = append(faults, faultOf(r, "field %q was generated before and is described no more; write one of these lines: "+
			".RenamedFrom(%[1]q) on the field that it has become; or Drops: []dsl.DroppedField{dsl.DropField(%[1]q, \"why\")}, in the resource%[2]s", name, hint))
	}
	for now, was := range found {
		m.Fields[[2]string{before.Name, was}] = now
	}
	return faults
}

// File returns the file that described a resource.
func (r *LockedResource) File() string { return dsl.Resource{Name: r.Name, Kind: r.Kind}.File() }

// faultOf makes an error that names a resource and its file.
func faultOf(r dsl.Resource, format string, args ...any) error {
	return fmt.Errorf("resource %q (%s): %w", r.Name, r.File(), fmt.Errorf(format, args...))
}

// naming is one set of names before and now: those of all resources, or of the
// fields of one.
type naming struct {
	what    string
	now     []named
	before  []string
	known   map[string]string // The word Was that each had before: it has had its effect.
	dropped map[string]bool
}

// named is one name with its word.
type named struct {
	name, was string
	fault     func(format string, args ...any) error
}

// resolution is what resolve finds out.
type resolution struct {
	found  map[string]string // The former name of each present one that had one.
	taken  map[string]string // The present name of each former one.
	faults []error
}

// resolve returns the former name of each present one that had one, and what
// is wrong with the words.
func (n naming) resolve() (found map[string]string, faults []error) {
	r := &resolution{found: map[string]string{}, taken: map[string]string{}}
	for _, d := range n.now {
		if n.isMoved(d) && slices.Contains(n.before, d.was) {
			n.move(r, d)
		}
	}
	for _, d := range n.now {
		n.stay(r, d)
	}
	return r.found, append(r.faults, n.cycles(r.found)...)
}

// move notes that a name was another one before.
func (n naming) move(r *resolution, d named) {
	if other, ok := r.taken[d.was]; ok {
		r.faults = append(r.faults, d.fault("it was %q before, and so was %q: one name has one successor", d.was, other))
		return
	}
	if n.dropped[d.was] {
		r.faults = append(r.faults, d.fault("it was %q before, and %[1]q is dropped: only one of them can be", d.was))
	}
	r.found[d.name], r.taken[d.was] = d.was, d.name
}

// stay notes a name that was there before, and words that cannot be right.
func (n naming) stay(r *resolution, d named) {
	there := slices.Contains(n.before, d.name)
	if n.isMoved(d) && !slices.Contains(n.before, d.was) && !there {
		r.faults = append(r.faults, d.fault("it was %q before, which no %s was called when the code was last %s; use the name that it had then", d.was, n.what, "released or generated"))
	}
	if n.isMoved(d) && r.found[d.name] != "" && there && r.taken[d.name] == "" {
		r.faults = append(r.faults, d.fault("it is to be renamed from %q, but there is a %s %[3]q already: say with RenamedFrom what that becomes, or drop it in a release of its own", d.was, n.what, d.name))
	}
	if _, moved := r.found[d.name]; moved || !there {
		return
	}
	if other, ok := r.taken[d.name]; ok {
		r.faults = append(r.faults, d.fault("it was there before under this name, and %q says that it was called so: describe the new %s of this name in a later release", other, n.what))
		return
	}
	r.found[d.name], r.taken[d.name] = d.name, d.name
}

// isMoved reports whether a word has an effect still.
func (n naming) isMoved(d named) bool {
	spent, there := n.known[d.name], slices.Contains(n.before, d.name)
	if there && !slices.Contains(n.before, d.was) {
		return false // Released under the new name already.
	}
	return d.was != "" && spent != d.was
}

// cycles reports names that change places in a ring of three or more.
func (n naming) cycles(found map[string]string) []error {
	var faults []error
	seen := map[string]bool{}
	for _, d := range n.now {
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
		faults = append(faults, d.fault("its rename is part of a ring of %d (%q): two may swap their names, more need a release in between", len(ring), ring))
	}
	return faults
}

// lost lists names that went without a word.
func (n naming) lost(found map[string]string) []string {
	kept := map[string]bool{}
	for _, was := range found {
		kept[was] = true
	}
	var lost []string
	for _, name := range n.before {
		if !kept[name] && !n.dropped[name] && !slices.ContainsFunc(n.now, func(d named) bool { return d.name == name }) {
			lost = append(lost, name)
		}
	}
	return lost
}

// Before returns what a resource was, nil when it is new.
func (m Moves) Before(l *Lock, name string) *LockedResource {
	for was, now := range m.resources {
		if now == name {
			return l.Resource(was)
		}
	}
	return nil
}
