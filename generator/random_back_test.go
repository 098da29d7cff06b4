package generator_test

import (
	"slices"
	"strings"

	"almanac/resources/dsl"
)

// returning leaves those indexes out of a catalog of the last release that
// cannot return, and counts them.
func (s *sequence) returning(t failer, before []string) (left []string, clashing int) {
	for _, k := range s.w.things {
		for _, ix := range k.had {
			if !k.clashes(ix) {
				continue
			}
			name := k.base + "s"
			for _, p := range ix.parts {
				name += "_" + p.base
			}
			left = slices.DeleteFunc(slices.Clone(before), func(line string) bool {
				return strings.HasPrefix(line, "index ") && strings.Contains(line, " "+name+" ")
			})
			if len(left) != len(before)-1 {
				t.Fatalf("no index %s in %v", name, before)
			}
			before = left
			clashing++
		}
	}
	return before, clashing
}

// clashes reports whether an index of the last release cannot return when the
// edits are taken back: rows that differed in its fields may be the same in all
// of them now.  A field that was dropped returns with null or with the id in
// each row, unless it is a boolean.
func (t *thing) clashes(ix *indexed) bool {
	mixed := false
	for _, p := range ix.parts {
		gone := !slices.Contains(t.parts, p)
		if gone && (p.baseNull || p.baseTyp != dsl.TypeBoolean) {
			return false
		}
		filled := p.required && p.fill != nil && p.baseTyp == dsl.TypeString
		mixed = mixed || gone || p.typ != p.baseTyp || p.baseNull && !p.null || filled
	}
	again := func(other *indexed) bool { return other.alone && slices.Equal(other.parts, ix.parts) }
	return ix.alone && mixed && !slices.ContainsFunc(t.indexes, again)
}
