package golang

import (
	. "github.com/dave/jennifer/jen"

	"almanac/generator/internal/model"
	"almanac/resources/dsl"
)

// facts collects the members of a literal as far as the resource has the fields.
type facts struct{ members []Code }

// add adds a member with the value of a field; nothing if the field is nil.
func (f *facts) add(member string, field *model.Field) {
	if field != nil {
		f.members = append(f.members, Member(member, Id("r").Dot(field.Go)))
	}
}

// emitFacts writes the JSON-LD data of a record.
func emitFacts(f *File, r *model.Resource) {
	if r.SchemaOrgType == "" {
		return
	}
	Docf(f, "jsonLDData says what json_ld tells about the record.")
	t := &facts{}
	t.add("Name", r.FieldWithBehavior(dsl.Name))
	t.add("Description", r.FieldWithProperty("description"))
	t.add("Excerpt", r.FieldWithProperty("disambiguatingDescription"))
	typ := ofCalendar(r, schemaOrgNames[r.SchemaOrgType]+"Data")
	receiver := f.Func().Params(Id("r").Op("*").Id(r.Go)).Id("jsonLDData")
	if r.SchemaOrgType == dsl.SchemaOrgEvent {
		t.add("Start", r.FieldWithBehavior(dsl.Start))
		t.add("End", r.FieldWithBehavior(dsl.End))
		t.add("TimeZone", r.FieldWithBehavior(dsl.TimeZone))
		if r.FieldWithBehavior(dsl.End) != nil {
			t.members = append(t.members,
				Member("StartUTC", Id("r").Dot("UTCStartDate")), Member("EndUTC", Id("r").Dot("UTCEndDate")))
		}
		t.add("Cost", r.FieldWithBehavior(dsl.Cost))
		t.add("Status", r.FieldWithProperty("eventStatus"))
		t.add("StatusReason", r.FieldWithProperty("eventStatusReason"))
		t.add("AttendanceMode", r.FieldWithProperty("eventAttendanceMode"))
		t.add("UID", r.FieldWithProperty("identifier"))
		t.add("OnlineURL", r.FieldWithProperty("virtualLocation"))
		lines := append([]Code{Id("facts").Op(":=").Add(Literal(Add(typ), t.members...))}, linkedFacts(r)...)
		receiver.Params(Id("v").Op("*").Add(ofViews("View"))).Add(typ).Block(append(lines, Return(Id("facts")))...)
		return
	}
	t.add("Phone", r.FieldWithProperty("telephone"))
	t.add("Website", r.FieldWithProperty("sameAs"))
	if r.SchemaOrgType == dsl.SchemaOrgPlace {
		t.members = append(t.members, Member("Address", address(r)))
		t.add("Latitude", r.FieldWithProperty("latitude"))
		t.add("Longitude", r.FieldWithProperty("longitude"))
	} else {
		t.add("Email", r.FieldWithProperty("email"))
	}
	receiver.Params().Add(typ).Block(Return(Literal(Add(typ), t.members...)))
}

// linkedFacts writes the statements that add the first location and the first
// organizer of an event.
func linkedFacts(r *model.Resource) []Code {
	members := map[string]string{"location": "Place", "organizer": "Organizer"}
	var lines []Code
	for _, fld := range r.ModelFields {
		member := members[fld.SchemaOrg]
		if member == "" {
			continue
		}
		to := fld.Link.To.SchemaOrgType
		first := Id("r").Dot(fld.Go).Index(Lit(0))
		made := ofCalendar(fld.Link.To, "New"+schemaOrgNames[to]+"LD")
		lines = append(lines, If(Len(Id("r").Dot(fld.Go)).Op(">").Lit(0)).Block(
			Id("facts").Dot(member).Op("=").Add(made.Call(Id("v"), first, Add(first).Dot("jsonLDData").Call()))))
	}
	return lines
}

func address(r *model.Resource) Code {
	t := &facts{}
	t.add("Street", r.FieldWithProperty("streetAddress"))
	t.add("Locality", r.FieldWithProperty("addressLocality"))
	t.add("Code", r.FieldWithProperty("postalCode"))
	t.add("Country", r.FieldWithProperty("addressCountry"))
	if f := r.FieldWithProperty("addressRegion"); f != nil && f.Fallback.Func != "" {
		t.members = append(t.members, Member("Region", fallback(f, Nil(), Nil())))
	} else {
		t.add("Region", f)
	}
	return ofCalendar(r, "AddressLD").Values(t.members...)
}
