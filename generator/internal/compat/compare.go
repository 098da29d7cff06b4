package compat

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"almanac/generator/internal/model"
	"almanac/resources/dsl"
)

// APIChange is one difference between two descriptions that clients can
// notice.
type APIChange struct {
	Class       model.ChangeClass
	Resource    string   // Name, "" for the API itself.
	Part        dsl.Part // Part of the resource.
	Name        string   // Of the field or parameter, "" for routes.
	RenamedFrom string   // Name of a field in the last release when it was another; else "".
	Plural      string   // Route of the resource in the last release; "" for a new one.
	File        string   // That describes it.
	Text        string   // The difference, as the changelog describes it.
	Reason      string   // Why it is accepted, as the description says; "" when it does not.
}

// Compare returns the API changes from one lock file to another, in the order
// of the description; none if there is no earlier lock file. Internal tables
// have no clients.
func Compare(before, after *model.Lockfile) []APIChange {
	if before == nil {
		return nil
	}
	c := &comparison{before: before, after: after}
	if before.API.Namespace != after.API.Namespace && before.API.Namespace != "" {
		c.add(model.ChangeBreaking, "lies below %s, was %s", path(after.API), path(before.API))
	}
	if after.API.Version != before.API.Version && before.API.Version > 0 {
		c.add(model.ChangeBreaking, "has version %d, was %d", after.API.Version, before.API.Version)
	}
	turnsStrict := after.API.Strict && !before.API.Strict
	for _, b := range after.API.AcceptedBreaks {
		if slices.Contains(before.API.AcceptedBreaks, b) {
			continue
		}
		text := undescribedChange
		if turnsStrict {
			text, turnsStrict = strictChange, false
		}
		c.changes = append(c.changes, APIChange{
			Class: model.ChangeBreaking, Part: dsl.PartRoutes, File: APIFile, Text: text, Reason: b.Reason,
		})
	}
	if turnsStrict {
		c.add(model.ChangeBreaking, strictChange)
	}
	c.removedResources()
	for i := range after.Resources {
		if r := &after.Resources[i]; r.Kind != dsl.KindInternal {
			c.resource(r)
		}
	}
	return c.changes
}

func path(i model.LockedAPI) string {
	return dsl.API{Namespace: i.Namespace, Version: i.Version}.Path()
}

// comparison collects changes.
type comparison struct {
	before, after     *model.Lockfile
	earlier, present  *model.LockedResource // The resource that is compared.
	part              dsl.Part
	name, renamedFrom string
	changes           []APIChange
}

// subject sets what the next changes belong to.
func (c *comparison) subject(part dsl.Part, name string) {
	c.part, c.name, c.renamedFrom = part, name, ""
}

func (c *comparison) add(class model.ChangeClass, format string, args ...any) {
	change := APIChange{
		Class: class, Part: c.part, Name: c.name, RenamedFrom: c.renamedFrom, File: APIFile,
		Text: fmt.Sprintf(format, args...),
	}
	if c.present != nil {
		change.Resource, change.File = c.present.Name, c.present.File()
		if class == model.ChangeBreaking {
			change.Reason = c.reason()
		}
	}
	if c.earlier != nil {
		change.Plural = c.earlier.Plural
	}
	c.changes = append(c.changes, change)
}

// APIFile is the file with the version of the API.
const APIFile = "resources/api.go"

// reason returns why a change of the present subject is accepted, "" if it is
// not. What the last release accepted has expired.
func (c *comparison) reason() string {
	for _, b := range c.present.AcceptedBreaks {
		if b.Part == c.part && b.Name == c.name && !c.expired(b) {
			return b.Reason
		}
	}
	return ""
}

// expired reports whether the last release already accepted a break.
func (c *comparison) expired(b model.LockedAcceptedBreak) bool {
	return c.earlier != nil && slices.Contains(c.earlier.AcceptedBreaks, b)
}

// removedResources adds the resources that were removed and not renamed.
func (c *comparison) removedResources() {
	for i := range c.before.Resources {
		r := &c.before.Resources[i]
		isThere := func(now model.LockedResource) bool { return c.earlierResource(&now) == r }
		if r.Kind == dsl.KindInternal || slices.ContainsFunc(c.after.Resources, isThere) {
			continue
		}
		change := APIChange{
			Class: model.ChangeBreaking, Resource: r.Name, Part: dsl.PartRoutes, Plural: r.Plural, File: r.File(),
			Text: fmt.Sprintf("was removed, with its routes below /%s and from all responses", r.Plural),
		}
		for _, d := range c.after.Dropped {
			if d.Name == r.Name {
				change.Reason = d.Reason
			}
		}
		c.changes = append(c.changes, change)
	}
}

// earlierResource returns a resource as it was, nil for a new one.
func (c *comparison) earlierResource(r *model.LockedResource) *model.LockedResource {
	old, same := c.before.Resource(r.RenamedFrom), c.before.Resource(r.Name)
	if r.RenamedFrom != "" && old != nil && (same == nil || same.RenamedFrom != r.RenamedFrom) {
		return old
	}
	return same
}

func (c *comparison) resource(r *model.LockedResource) {
	c.present, c.earlier = r, c.earlierResource(r)
	c.subject(dsl.PartRoutes, "")
	if c.earlier == nil || c.earlier.Kind == dsl.KindInternal {
		c.add(model.ChangeCompatible, "is new, with its routes below /%s", r.Plural)
		return
	}
	begin := len(c.changes)
	if c.earlier.Plural != r.Plural {
		c.add(model.ChangeBreaking, "has its routes below /%s, was /%s; the property of lists changes too",
			r.Plural, c.earlier.Plural)
	}
	if c.earlier.Name != r.Name {
		c.add(model.ChangeBreaking, "is called %s, was %s; the codes of its errors change too", r.Name, c.earlier.Name)
	}
	c.deprecation(c.earlier.Deprecated, r.Deprecated)
	c.permissions()
	c.fields()
	c.params()
	c.sortOptions()
	c.actions()
	c.acceptedBreaks(begin)
}

// strictChange is the text of a change that API.Strict makes.
const strictChange = "rejects requests with unknown parameters and properties"

// undescribedChange is the text of a change that is accepted but not visible
// in the lock file.
const undescribedChange = "works in another way"

// acceptedBreaks adds accepted changes that are not visible in the lock file,
// because they are in the code.
func (c *comparison) acceptedBreaks(begin int) {
	for _, b := range c.present.AcceptedBreaks {
		noted := slices.ContainsFunc(c.changes[begin:], func(x APIChange) bool {
			return x.Class == model.ChangeBreaking && x.Part == b.Part && x.Name == b.Name
		})
		if noted || c.expired(b) || !c.isReleased(b) {
			continue
		}
		c.subject(b.Part, b.Name)
		c.add(model.ChangeBreaking, undescribedChange)
	}
}

// isReleased reports whether the last release had the subject of a break.
func (c *comparison) isReleased(b model.LockedAcceptedBreak) bool {
	switch b.Part {
	case dsl.PartField:
		return field(c.earlier, b.Name) != nil
	case dsl.PartParam:
		return param(c.earlier, b.Name) != nil
	case dsl.PartAction:
		return action(c.earlier, b.Name) != nil
	default:
		return true
	}
}

// permissions compares the minimum role of each action.
func (c *comparison) permissions() {
	for _, word := range slices.Sorted(maps.Keys(c.present.Permissions)) {
		was, now := c.earlier.Permissions[word], c.present.Permissions[word]
		if was != "" && was != now {
			text := fmt.Sprintf("grants %s to every %s, was every %s", word, now, was)
			c.breakingIf(!now.Includes(was), text, text)
		}
	}
}

func (c *comparison) deprecation(was, now string) {
	since, use, _ := strings.Cut(now, ": ")
	switch {
	case was == now:
	case was == "":
		c.add(model.ChangeDeprecating, "is deprecated since %s: %s", since, use)
	case now == "":
		c.add(model.ChangeCompatible, "is no longer deprecated")
	default:
		c.add(model.ChangeCompatible, "is deprecated since %s, with other advice: %s", since, use)
	}
}

// field returns the field with a name, nil if there is none.
func field(r *model.LockedResource, name string) *model.LockedField {
	for i := range r.Fields {
		if r.Fields[i].Name == name {
			return &r.Fields[i]
		}
	}
	return nil
}

// param returns the list parameter with a name, nil if there is none.
func param(r *model.LockedResource, name string) *model.LockedParam {
	for i := range r.Params {
		if r.Params[i].Name == name {
			return &r.Params[i]
		}
	}
	return nil
}
