package compat

import (
	"maps"
	"slices"
	"strings"

	"almanac/generator/internal/model"
	"almanac/resources/dsl"
)

// Change is one difference between two descriptions that clients can notice.
type Change struct {
	Class    model.Class
	Resource string   // Name, "" for the interface itself.
	Part     dsl.Part // What of the resource.
	Name     string   // Of the field or parameter, "" for routes.
	Former   string   // Name of a field in the last release when it was another; else "".
	Plural   string   // Route of the resource in the last release; "" for a new one.
	File     string   // That describes it.
	Text     string   // What is different for clients, in words.
	Reason   string   // Why it is accepted, as the description says; "" when it does not.
}

// Compare lists what clients notice of the way from one lock to another, in the
// order of the description; nothing when there is no lock to begin with.
// Tables of the service itself have no clients.
func Compare(before, after *model.Lock) []Change {
	if before == nil {
		return nil
	}
	c := &comparison{before: before, after: after}
	if before.Interface.Namespace != after.Interface.Namespace && before.Interface.Namespace != "" {
		c.note(model.Breaking, "lies below %s, was %s", path(after.Interface), path(before.Interface))
	}
	if after.Interface.Version != before.Interface.Version && before.Interface.Version > 0 {
		c.note(model.Breaking, "has version %d, was %d", after.Interface.Version, before.Interface.Version)
	}
	for _, b := range after.Interface.Breaks {
		if !slices.Contains(before.Interface.Breaks, b) {
			c.changes = append(c.changes, Change{Class: model.Breaking, Part: dsl.PartRoutes, File: InterfaceFile, Text: elsewhere, Reason: b.Reason})
		}
	}
	c.lostResources()
	for i := range after.Resources {
		if r := &after.Resources[i]; r.Kind != dsl.KindInternal {
			c.resource(r)
		}
	}
	return c.changes
}

// path returns the path of the interface.
func path(i model.LockedInterface) string {
	return dsl.API{Namespace: i.Namespace, Version: i.Version}.Path()
}

// comparison gathers changes.
type comparison struct {
	before, after  *model.Lock
	was, now       *model.LockedResource // The resource that is compared.
	part           dsl.Part
	name, formerly string
	changes        []Change
}

// about says what the next notes are about.
func (c *comparison) about(part dsl.Part, name string) { c.part, c.name, c.formerly = part, name, "" }

// note adds a change.
func (c *comparison) note(class model.Class, format string, args ...any) {
	change := Change{Class: class, Part: c.part, Name: c.name, Former: c.formerly, File: InterfaceFile, Text: words(format, args...)}
	if c.now != nil {
		change.Resource, change.File = c.now.Name, c.now.File()
		if class == model.Breaking {
			change.Reason = c.reason()
		}
	}
	if c.was != nil {
		change.Plural = c.was.Plural
	}
	c.changes = append(c.changes, change)
}

// InterfaceFile is where the version of the interface stands.
const InterfaceFile = "resources/api.go"

// reason returns why a change of what the notes are about is accepted, "" when
// nothing says so.  What the last release said counted for that one.
func (c *comparison) reason() string {
	for _, b := range c.now.Breaks {
		if b.Part == c.part && b.Name == c.name && !c.spent(b) {
			return b.Reason
		}
	}
	return ""
}

// spent reports whether a word has had its effect in the last release.
func (c *comparison) spent(b model.LockedBreak) bool {
	return c.was != nil && slices.Contains(c.was.Breaks, b)
}

// lostResources notes the resources that are there no more, neither under
// their name nor under another one.
func (c *comparison) lostResources() {
	for i := range c.before.Resources {
		r := &c.before.Resources[i]
		if r.Kind == dsl.KindInternal || slices.ContainsFunc(c.after.Resources, func(now model.LockedResource) bool { return c.former(&now) == r }) {
			continue
		}
		change := Change{
			Class: model.Breaking, Resource: r.Name, Part: dsl.PartRoutes, Plural: r.Plural, File: r.File(),
			Text: words("is gone, with its routes below /%s and wherever answers showed it", r.Plural),
		}
		for _, d := range c.after.Dropped {
			if d.Name == r.Name {
				change.Reason = d.Reason
			}
		}
		c.changes = append(c.changes, change)
	}
}

// former returns what a resource was, nil for a new one.
func (c *comparison) former(r *model.LockedResource) *model.LockedResource {
	old, same := c.before.Resource(r.Was), c.before.Resource(r.Name)
	if r.Was != "" && old != nil && (same == nil || same.Was != r.Was) {
		return old
	}
	return same
}

// resource compares one resource with what it was.
func (c *comparison) resource(r *model.LockedResource) {
	c.now, c.was = r, c.former(r)
	c.about(dsl.PartRoutes, "")
	if c.was == nil || c.was.Kind == dsl.KindInternal {
		c.note(model.Compatible, "is new, with its routes below /%s", r.Plural)
		return
	}
	begin := len(c.changes)
	if c.was.Plural != r.Plural {
		c.note(model.Breaking, "has its routes below /%s, was /%s; the member of lists is called so too", r.Plural, c.was.Plural)
	}
	if c.was.Name != r.Name {
		c.note(model.Breaking, "is called %s, was %s, and so are the codes of its errors", r.Name, c.was.Name)
	}
	c.deprecation(c.was.Deprecated, r.Deprecated)
	c.access()
	c.fields()
	c.params()
	c.orders()
	c.announced(begin)
}

// elsewhere words a change that only the description's word for it tells of.
const elsewhere = "works in another way"

// announced notes what the description accepts though no difference of it shows
// here: a change that was made elsewhere.
func (c *comparison) announced(begin int) {
	for _, b := range c.now.Breaks {
		noted := slices.ContainsFunc(c.changes[begin:], func(x Change) bool { return x.Class == model.Breaking && x.Part == b.Part && x.Name == b.Name })
		if noted || c.spent(b) || !c.knows(b) {
			continue
		}
		c.about(b.Part, b.Name)
		c.note(model.Breaking, elsewhere)
	}
}

// knows reports whether the last release had what a word is about.
func (c *comparison) knows(b model.LockedBreak) bool {
	switch b.Part {
	case dsl.PartField:
		return field(c.was, b.Name) != nil
	case dsl.PartParam:
		return param(c.was, b.Name) != nil
	default:
		return true
	}
}

// access compares who may do what.
func (c *comparison) access() {
	for _, word := range slices.Sorted(maps.Keys(c.now.Access)) {
		was, now := c.was.Access[word], c.now.Access[word]
		if was != "" && was != now {
			text := words("gives the right %s to every %s, was every %s", word, now, was)
			c.either(!now.Includes(was), text, text)
		}
	}
}

// deprecation compares since when something is deprecated.
func (c *comparison) deprecation(was, now string) {
	since, use, _ := strings.Cut(now, ": ")
	switch {
	case was == now:
	case was == "":
		c.note(model.Deprecating, "is deprecated since %s: %s", since, use)
	case now == "":
		c.note(model.Compatible, "is not deprecated any more")
	default:
		c.note(model.Compatible, "is deprecated since %s, with other advice: %s", since, use)
	}
}

// field returns the field with a name, nil when there is none.
func field(r *model.LockedResource, name string) *model.LockedField {
	for i := range r.Fields {
		if r.Fields[i].Name == name {
			return &r.Fields[i]
		}
	}
	return nil
}

// param returns the list parameter with a name, nil when there is none.
func param(r *model.LockedResource, name string) *model.LockedParam {
	for i := range r.Params {
		if r.Params[i].Name == name {
			return &r.Params[i]
		}
	}
	return nil
}
