package generator

import (
	"fmt"

	. "github.com/dave/jennifer/jen"

	"almanac/resources/dsl"
)

// feeds reports whether the records of the resource can stand in a calendar:
// they are events, and have a start and an end.
func (r *resource) feeds() bool {
	return r.Schema == dsl.SchemaEvent && r.role(dsl.Start) != nil && r.role(dsl.End) != nil
}

// emitEntry writes
//
//	func new<Event>Entry(v *runtime.View, m runtime.Model) runtime.FeedEntry {
//		r := m.(*<Event>)
//		facts := runtime.EntryFacts{EventFacts: r.facts(v), AllDay: r.<AllDay>}
//		for _, place := range r.<Venue> {
//			facts.Places = append(facts.Places, place.facts())
//		}
//		return v.FeedEntry(r, facts)
//	}
//
// The facts of the record and of places and persons are those of json_ld.
func emitEntry(f *File, r *resource) {
	if !r.feeds() {
		return
	}
	docf(f, "new%sEntry says what feeds tell about a record.", r.Go)
	members := []Code{member("EventFacts", code("r.facts(v)"))}
	if fld := r.role(dsl.AllDay); fld != nil {
		members = append(members, member("AllDay", Id("r").Dot(fld.Go)))
	}
	if fld := r.named("website"); fld != nil {
		value := "r." + fld.Go
		if fld.Fallback.Func != "" {
			value = fld.fallback("v", "r")
		}
		members = append(members, member("Website", code(value)))
	}
	lines := []Code{
		Id("r").Op(":=").Id("m").Assert(Op("*").Id(r.Go)),
		Id("facts").Op(":=").Add(literal(code("runtime.EntryFacts"), members...)),
	}
	for _, l := range r.links {
		if line := l.entryLine(r); line != nil {
			lines = append(lines, line)
		}
	}
	lines = append(lines, Return(code("v.FeedEntry(r, facts)")))
	f.Func().Id("new"+r.Go+"Entry").Params(Id("v").Add(code("*runtime.View")), Id("m").Add(code("runtime.Model"))).Add(code("runtime.FeedEntry")).Block(lines...)
}

// entryLine writes the loop that adds what a link leads to, nil where feeds
// have no place for it.
func (l *link) entryLine(r *resource) Code {
	loop := func(name, line string) Code {
		return For(List(Id("_"), Id(name)).Op(":=").Range().Id("r").Dot(r.named(l.Field.Name).Go)).Block(code(line))
	}
	switch {
	case !l.To.post():
		return loop("term", fmt.Sprintf("facts.Label(%q, term.%s)", l.Field.Name, l.To.role(dsl.Name).Go))
	case l.To.Schema == dsl.SchemaPlace:
		return loop("place", "facts.Places = append(facts.Places, place.facts())")
	case l.To.Schema == dsl.SchemaPerson:
		return loop("person", "facts.Organizers = append(facts.Organizers, person.facts())")
	}
	return nil
}
