package golang

import (
	. "github.com/dave/jennifer/jen"

	"almanac/generator/internal/model"
	"almanac/resources/dsl"
)

// HasFeeds reports whether the records of the resource are calendar entries:
// events with a start and an end.
func HasFeeds(r *model.Resource) bool {
	return r.SchemaOrgType == dsl.SchemaOrgEvent && r.FieldWithBehavior(dsl.Start) != nil &&
		r.FieldWithBehavior(dsl.End) != nil
}

// emitEntry writes
//
//	func new<Event>FeedEntry(v *views.View, r *<Event>) calendar.Entry {
//		facts := calendar.FeedData{EventData: r.jsonLDData(v), AllDay: r.<AllDay>}
//		for _, place := range r.<Venue> {
//			facts.Places = append(facts.Places, place.jsonLDData())
//		}
//		return calendar.FeedEntry(v, r, facts)
//	}
//
// The data of the record, places and persons is that of json_ld.
func emitEntry(f *File, r *model.Resource) {
	if !HasFeeds(r) {
		return
	}
	Docf(f, "new%sFeedEntry returns what feeds have about a record.", r.Go)
	members := []Code{Member("EventData", Id("r").Dot("jsonLDData").Call(Id("v")))}
	if fld := r.FieldWithBehavior(dsl.AllDay); fld != nil {
		members = append(members, Member("AllDay", Id("r").Dot(fld.Go)))
	}
	if fld := r.FieldWithProperty("url"); fld != nil {
		value := Code(Id("r").Dot(fld.Go))
		if fld.Fallback.Func != "" {
			value = fallback(fld, Id("v"), Id("r"))
		}
		members = append(members, Member("Website", value))
	}
	lines := []Code{
		Id("facts").Op(":=").Add(Literal(ofCalendar(r, "FeedData"), members...)),
	}
	for _, l := range r.ModelLinks {
		if line := entryLine(l); line != nil {
			lines = append(lines, line)
		}
	}
	lines = append(lines, Return(ofCalendar(r, "FeedEntry").Call(Id("v"), Id("r"), Id("facts"))))
	params := []Code{Id("v").Add(Op("*").Qual(packages["views"], "View")), Id("r").Op("*").Id(r.Go)}
	f.Func().Id("new" + r.Go + "FeedEntry").Params(params...).Add(ofCalendar(r, "Entry")).Block(lines...)
}

// entryLine writes the loop that adds linked records to a feed entry; nil if
// feeds do not have them.
func entryLine(l *model.Link) Code {
	loop := func(name string, line Code) Code {
		return For(List(Id("_"), Id(name)).Op(":=").Range().Id("r").Dot(model.GoName(l.Field.Name))).Block(line)
	}
	add := func(member, name string) Code {
		list := Id("facts").Dot(member)
		return loop(name, Add(list).Op("=").Append(list, Id(name).Dot("jsonLDData").Call()))
	}
	switch l.Field.SchemaOrg {
	case "keywords":
		name := Id("term").Dot(l.To.FieldWithBehavior(dsl.Name).Go)
		return loop("term", Id("facts").Dot("AddTerm").Call(Lit(l.Field.Name), name))
	case "location":
		return add("Places", "place")
	case "organizer":
		return add("Organizers", "person")
	}
	return nil
}
