package compat

import (
	"fmt"
	"strings"

	"almanac/generator/internal/model"
	"almanac/resources/dsl"
)

// words makes a sentence.
func words(format string, args ...any) string { return fmt.Sprintf(format, args...) }

// fields compares the fields of a resource by their wire names.
func (c *comparison) fields() {
	renamed := map[string]string{}
	for i := range c.now.Fields {
		f := &c.now.Fields[i]
		c.about(dsl.PartField, f.Name)
		same := field(c.was, f.Name)
		if old := field(c.was, f.Was); old != nil && (same == nil || same.Was != f.Was) {
			renamed[f.Was], c.formerly = f.Name, f.Was
			c.note(model.Breaking, "has the values that %s had; writes and answers call them %s", f.Was, f.Name)
			same = old
		}
		if same == nil {
			c.newField(f)
			continue
		}
		c.field(same, f)
	}
	for _, f := range c.was.Fields {
		if _, ok := renamed[f.Name]; ok || field(c.now, f.Name) != nil {
			continue
		}
		c.about(dsl.PartField, f.Name)
		c.note(model.Breaking, "is gone: writes take no notice of it, and answers do not have it")
	}
}

// newField notes a field that was not there.
func (c *comparison) newField(f *model.LockedField) {
	if f.Required {
		c.note(model.Breaking, "is new and required: creates without it are refused")
		return
	}
	c.note(model.Compatible, "is new")
	c.deprecation("", f.Deprecated)
}

// field compares one field with what it was.
func (c *comparison) field(was, now *model.LockedField) {
	c.retyped(was, now)
	c.differs(string(was.Role), string(now.Role), "plays the part of %s, was %s")
	c.differs(was.Target, now.Target, "leads to %s, was %s")
	c.differs(string(was.Text), string(now.Text), "is treated as %s text, was %s")
	if was.Required != now.Required {
		c.either(now.Required, "is required: creates without it are refused", "is required no more")
	}
	if was.Default != now.Default {
		c.defaulted(was.Default, now.Default, was.Default == "" && now.Default == "null")
	}
	if was.On != now.On {
		c.note(model.Breaking, "is %t when it is not sent, was %t", now.On, was.On)
	}
	if was.Hidden != now.Hidden {
		c.either(now.Hidden, "is only written: answers do not have it", "is in answers")
	}
	if was.Alone != now.Alone {
		c.note(model.Breaking, "with one record shows as %s", map[bool]string{true: "that record, was a list of it", false: "a list of it, was that record"}[now.Alone])
	}
	c.bounds(was, now)
	c.extension(was.Extension, now.Extension)
	c.searched(was, now)
	c.deprecation(was.Deprecated, now.Deprecated)
}

// retyped compares the types, as clients see them and as they are stored.
func (c *comparison) retyped(was, now *model.LockedField) {
	if was.Type != now.Type {
		wider := was.Hidden && now.Hidden && takesAll(was.Type, now.Type)
		c.either(!wider, words("is of the type %s, was %s", now.Type, was.Type), words("takes %s, was %s", now.Type, was.Type))
		return
	}
	old, column := column(was), column(now)
	if old == nil || column == nil {
		return
	}
	if old.Type != column.Type {
		c.note(model.Breaking, "shows as %s, was %s", column.Type, old.Type)
	}
	if old.Null != column.Null {
		c.note(model.Breaking, "%s", map[bool]string{true: "may be null in answers", false: "cannot be null any more"}[column.Null])
	}
}

// column returns the column that a field is written to, nil when it has none.
func column(f *model.LockedField) *model.LockedColumn {
	for i := range f.Columns {
		if f.Columns[i].Derived == "" {
			return &f.Columns[i]
		}
	}
	return nil
}

// takesAll reports whether what is sent as one type can be sent as another.
func takesAll(from, to dsl.Type) bool {
	switch to {
	case dsl.TypeAny:
		return true
	case dsl.TypeNumber, dsl.TypeIntegers:
		return from == dsl.TypeInteger
	default:
		return false
	}
}

// differs notes a breaking change of one word.
func (c *comparison) differs(was, now, format string) {
	if was != now {
		c.note(model.Breaking, format, worded(now), worded(was))
	}
}

// worded writes what may be empty.
func worded(text string) string {
	if text == "" {
		return "none"
	}
	return text
}

// either notes a change that breaks in one direction only.
func (c *comparison) either(breaks bool, breaking, compatible string) {
	if breaks {
		c.note(model.Breaking, "%s", breaking)
		return
	}
	c.note(model.Compatible, "%s", compatible)
}

// defaulted notes another default.
func (c *comparison) defaulted(was, now string, compatible bool) {
	text := words("is %s when it is not sent, was %s", shownDefault(now), shownDefault(was))
	c.either(!compatible, text, text)
}

// shownDefault writes a default of a lock for readers.
func shownDefault(locked string) string {
	return strings.TrimPrefix(worded(locked), "computed: ")
}

// bounds compares the bounds of a number; 0 and 0 are none.
func (c *comparison) bounds(was, now *model.LockedField) {
	if was.Low == now.Low && was.High == now.High {
		return
	}
	unbounded := now.Low == 0 && now.High == 0
	bounded := was.Low != 0 || was.High != 0
	wider := unbounded || bounded && now.Low <= was.Low && now.High >= was.High
	text := words("takes numbers from %v to %v", now.Low, now.High)
	if unbounded {
		text = "takes any number"
	}
	c.either(!wider, text+" only", text)
}

// extension compares of which optional extension something is part.
func (c *comparison) extension(was, now string) {
	switch {
	case was == now:
	case now == "":
		c.note(model.Compatible, "needs the extension %s no more", was)
	default:
		c.note(model.Breaking, "is there with the extension %s only, was with %s", now, map[bool]string{true: "any", false: was}[was == ""])
	}
}

// searched compares whether search looks into the field.
func (c *comparison) searched(was, now *model.LockedField) {
	had, has := derives(was, "search"), derives(now, "search")
	if had == has || c.searching(c.was) == "" || c.searching(c.now) == "" {
		return
	}
	name := c.searching(c.now)
	c.either(had, words("is not looked into by %s any more", name), words("is looked into by %s", name))
}

// derives reports whether a field has a computed column of a kind.
func derives(f *model.LockedField, what string) bool {
	for _, column := range f.Columns {
		if column.Derived == what {
			return true
		}
	}
	return false
}

// searching returns the parameter that looks into fields, "" when there is
// none.
func (c *comparison) searching(r *model.LockedResource) string {
	for _, p := range r.Params {
		if p.Op == dsl.OpSearchAnyField || p.Op == dsl.OpSearchOneField || p.Op == dsl.OpContains {
			return p.Name
		}
	}
	return ""
}
