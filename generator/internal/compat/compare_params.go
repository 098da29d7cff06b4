package compat

import (
	"slices"
	"strings"

	"almanac/generator/internal/model"
	"almanac/resources/dsl"
)

// params compares the list parameters of a resource by their names.
func (c *comparison) params() {
	for i := range c.now.Params {
		p := &c.now.Params[i]
		c.about(dsl.PartParam, p.Name)
		if was := param(c.was, p.Name); was != nil {
			c.param(was, p)
			continue
		}
		c.newParam(p)
	}
	for _, p := range c.was.Params {
		if param(c.now, p.Name) == nil {
			c.about(dsl.PartParam, p.Name)
			c.note(model.Breaking, "is gone: lists that are asked with it answer as without it")
		}
	}
}

// newParam notes a parameter that was not there.  One that filters by itself
// takes records away from those who do not know of it.
func (c *comparison) newParam(p *model.LockedParam) {
	if p.Default != "" && p.Default != "null" && p.Default != "false" && !paging(p.Op) {
		c.note(model.Breaking, "is new, and lists that are asked without it answer as with %s", shownDefault(p.Default))
		return
	}
	c.note(model.Compatible, "is new")
	c.deprecation("", p.Deprecated)
}

// paging reports whether an operation chooses a part of a list or its order,
// which lists do also by themselves.
func paging(op dsl.Operation) bool {
	return op == dsl.OpPage || op == dsl.OpPerPage || op == dsl.OpSortDirection || op == dsl.OpOrderBy
}

// param compares one parameter with what it was.
func (c *comparison) param(was, now *model.LockedParam) {
	if was.Type != now.Type {
		text := words("takes %s, was %s", now.Type, was.Type)
		c.either(!takesAll(was.Type, now.Type), text, text)
	}
	c.differs(string(was.Op), string(now.Op), "does %s, was %s")
	c.differs(was.Field, now.Field, "is about %s, was %s")
	c.differs(was.Target, now.Target, "is about records of %s, was %s")
	if was.Default != now.Default {
		c.defaulted(was.Default, now.Default, false)
	}
	c.enum(was.Enum, now.Enum)
	c.extension(was.Extension, now.Extension)
	c.differs(was.Overrides, now.Overrides, "wins over %s, was %s")
	c.deprecation(was.Deprecated, now.Deprecated)
}

// enum compares the values that a parameter takes; none stands for any.
func (c *comparison) enum(was, now []string) {
	gone, added := without(was, now), without(now, was)
	switch {
	case len(was) == 0 && len(now) > 0:
		c.note(model.Breaking, "takes %s only, was any value", strings.Join(now, ", "))
	case len(now) == 0 && len(was) > 0:
		c.note(model.Compatible, "takes any value")
	default:
		if len(gone) > 0 {
			c.note(model.Breaking, "does not take %s any more", strings.Join(gone, ", "))
		}
		if len(added) > 0 {
			c.note(model.Compatible, "takes also %s", strings.Join(added, ", "))
		}
	}
}

// without returns the members of a list that another one does not have.
func without(list, other []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return slices.Contains(other, s) })
}

// orders compares what lists are ordered by; which values there are is told by
// the parameter that takes them.
func (c *comparison) orders() {
	c.about(dsl.PartRoutes, "")
	for _, p := range c.now.Params {
		if p.Op == dsl.OpOrderBy {
			c.about(dsl.PartParam, p.Name)
		}
	}
	was, now := columnsOfOrders(c.was.Orders), columnsOfOrders(c.now.Orders)
	for _, o := range c.now.Orders {
		name, _, _ := strings.Cut(o, " ")
		if column, ok := was[name]; ok && column != c.renamedColumn(now[name], column) {
			c.note(model.Breaking, "sorts by %s for %s, was %s", now[name], name, column)
		}
	}
	if len(c.was.Orders) == 0 || len(c.now.Orders) == 0 {
		return
	}
	first, _, _ := strings.Cut(c.now.Orders[0], " ")
	old, _, _ := strings.Cut(c.was.Orders[0], " ")
	if first != old && c.renamedColumn(now[first], was[old]) != was[old] {
		c.note(model.Breaking, "sorts lists that ask for no order by %s, was %s", first, old)
	}
}

// columnsOfOrders returns the column of each order by its name.
func columnsOfOrders(orders []string) map[string]string {
	columns := map[string]string{}
	for _, o := range orders {
		name, column, differs := strings.Cut(o, " ")
		if !differs {
			column = name
		}
		columns[name] = column
	}
	return columns
}

// renamedColumn returns the former name of a column when that was the given
// one, and else the name itself.
func (c *comparison) renamedColumn(now, was string) string {
	for _, f := range c.now.Fields {
		for _, suffix := range []string{"", "_sort"} {
			if f.Was != "" && now == f.Name+suffix && was == f.Was+suffix {
				return was
			}
		}
	}
	return now
}
