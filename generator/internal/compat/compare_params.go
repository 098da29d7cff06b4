package compat

import (
	"fmt"
	"slices"
	"strings"

	"almanac/generator/internal/model"
	"almanac/resources/dsl"
)

// params compares the list parameters of a resource by their names.
func (c *comparison) params() {
	for i := range c.present.Params {
		p := &c.present.Params[i]
		c.subject(dsl.PartParam, p.Name)
		if was := param(c.earlier, p.Name); was != nil {
			c.param(was, p)
			continue
		}
		if was := param(c.earlier, p.RenamedFrom); was != nil {
			c.renamedParam(was, p)
			continue
		}
		c.newParam(p)
	}
	for _, p := range c.earlier.Params {
		renamed := slices.ContainsFunc(c.present.Params, func(now model.LockedParam) bool {
			return now.RenamedFrom == p.Name
		})
		if !renamed && param(c.present, p.Name) == nil {
			c.subject(dsl.PartParam, p.Name)
			c.add(model.ChangeBreaking, "was removed: lists ignore it")
		}
	}
}

// renamedParam compares a parameter with what it was under its former name.
func (c *comparison) renamedParam(was, now *model.LockedParam) {
	c.breakingIf(!now.OldNameAccepted, "was "+was.Name+": lists reject that name",
		"was "+was.Name+", which lists take too")
	c.param(was, now)
}

// newParam adds a new parameter. A default that filters changes the lists of
// existing clients.
func (c *comparison) newParam(p *model.LockedParam) {
	if p.Default != "" && p.Default != "null" && p.Default != "false" && !paging(p.Operation) {
		c.add(model.ChangeBreaking, "is new, and lists without it use %s", shownDefault(p.Default))
		return
	}
	c.add(model.ChangeCompatible, "is new")
	c.deprecation("", p.Deprecated)
}

// paging reports whether an operation selects a page or an order, for which
// lists have a default anyway.
func paging(op dsl.Operation) bool {
	return op == dsl.OpPage || op == dsl.OpPerPage || op == dsl.OpSortDirection || op == dsl.OpOrderBy
}

func (c *comparison) param(was, now *model.LockedParam) {
	if was.Type != now.Type {
		text := fmt.Sprintf("takes %s, was %s", now.Type, was.Type)
		c.breakingIf(!isWider(was.Type, now.Type), text, text)
	}
	c.breaking(string(was.Operation), string(now.Operation), "does %s, was %s")
	c.breaking(was.Field, now.Field, "is about %s, was %s")
	c.breaking(was.Target, now.Target, "is about records of %s, was %s")
	if was.Default != now.Default {
		c.defaultValue(was.Default, now.Default, false)
	}
	c.enum(was.Enum, now.Enum)
	c.extension(was.Extension, now.Extension)
	c.breaking(was.Overrides, now.Overrides, "wins over %s, was %s")
	c.deprecation(was.Deprecated, now.Deprecated)
}

// enum compares the values that a parameter takes; none stands for any.
func (c *comparison) enum(was, now []string) {
	gone, added := without(was, now), without(now, was)
	switch {
	case len(was) == 0 && len(now) > 0:
		c.add(model.ChangeBreaking, "takes only %s, was any value", strings.Join(now, ", "))
	case len(now) == 0 && len(was) > 0:
		c.add(model.ChangeCompatible, "takes any value")
	default:
		if len(gone) > 0 {
			c.add(model.ChangeBreaking, "does not take %s any more", strings.Join(gone, ", "))
		}
		if len(added) > 0 {
			c.add(model.ChangeCompatible, "takes also %s", strings.Join(added, ", "))
		}
	}
}

// without returns the members of a list that another one does not have.
func without(list, other []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return slices.Contains(other, s) })
}

// sortOptions compares the columns of sort options. The names are compared as
// the values of the parameter.
func (c *comparison) sortOptions() {
	c.subject(dsl.PartRoutes, "")
	for _, p := range c.present.Params {
		if p.Operation == dsl.OpOrderBy {
			c.subject(dsl.PartParam, p.Name)
		}
	}
	was, now := columnsOfOrders(c.earlier.SortOptions), columnsOfOrders(c.present.SortOptions)
	for _, o := range c.present.SortOptions {
		name, _, _ := strings.Cut(o, " ")
		if column, ok := was[name]; ok && column != c.renamedColumn(now[name], column) {
			c.add(model.ChangeBreaking, "sorts by %s for %s, was %s", now[name], name, column)
		}
	}
	if len(c.earlier.SortOptions) == 0 || len(c.present.SortOptions) == 0 {
		return
	}
	first, _, _ := strings.Cut(c.present.SortOptions[0], " ")
	old, _, _ := strings.Cut(c.earlier.SortOptions[0], " ")
	if first != old && c.renamedColumn(now[first], was[old]) != was[old] {
		c.add(model.ChangeBreaking, "sorts lists without orderby by %s, was %s", first, old)
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
	for _, f := range c.present.Fields {
		for _, suffix := range []string{"", "_sort"} {
			if f.RenamedFrom != "" && now == f.Name+suffix && was == f.RenamedFrom+suffix {
				return was
			}
		}
	}
	return now
}
