package golang

import (
	. "github.com/dave/jennifer/jen"

	"almanac/generator/internal/model"
	"almanac/resources/dsl"
)

// properties collects the members of a literal as far as the resource has the fields.
type properties struct{ members []Code }

// add adds a member with the value of a field; nothing if the field is nil.
func (p *properties) add(member string, field *model.Field) {
	if field != nil {
		p.members = append(p.members, Member(member, Id("r").Dot(field.Go)))
	}
}

// emitJSONLD writes the JSON-LD data of a record.
func emitJSONLD(f *File, r *model.Resource) {
	if r.SchemaOrgType == "" {
		return
	}
	Docf(f, "jsonLDData returns the content of json_ld.")
	p := &properties{}
	p.add("Name", r.FieldWithBehavior(dsl.Name))
	p.add("Description", r.FieldWithProperty("description"))
	p.add("Excerpt", r.FieldWithProperty("disambiguatingDescription"))
	typ := ofCalendar(r, schemaOrgNames[r.SchemaOrgType]+"Data")
	receiver := f.Func().Params(Id("r").Op("*").Id(r.Go)).Id("jsonLDData")
	if r.SchemaOrgType == dsl.SchemaOrgEvent {
		p.add("Start", r.FieldWithBehavior(dsl.Start))
		p.add("End", r.FieldWithBehavior(dsl.End))
		p.add("TimeZone", r.FieldWithBehavior(dsl.TimeZone))
		if r.FieldWithBehavior(dsl.End) != nil {
			p.members = append(p.members,
				Member("StartUTC", Id("r").Dot("UTCStartDate")), Member("EndUTC", Id("r").Dot("UTCEndDate")))
		}
		p.add("Cost", r.FieldWithBehavior(dsl.Cost))
		p.add("Status", r.FieldWithProperty("eventStatus"))
		p.add("StatusReason", r.FieldWithProperty("eventStatusReason"))
		p.add("AttendanceMode", r.FieldWithProperty("eventAttendanceMode"))
		p.add("UID", r.FieldWithProperty("identifier"))
		p.add("OnlineURL", r.FieldWithProperty("virtualLocation"))
		lines := append([]Code{Id("facts").Op(":=").Add(Literal(Add(typ), p.members...))}, linkedJSONLD(r)...)
		receiver.Params(Id("v").Op("*").Add(ofViews("View"))).Add(typ).Block(append(lines, Return(Id("facts")))...)
		return
	}
	p.add("Phone", r.FieldWithProperty("telephone"))
	p.add("Website", r.FieldWithProperty("sameAs"))
	if r.SchemaOrgType == dsl.SchemaOrgPlace {
		p.members = append(p.members, Member("Address", address(r)))
		p.add("Latitude", r.FieldWithProperty("latitude"))
		p.add("Longitude", r.FieldWithProperty("longitude"))
	} else {
		p.add("Email", r.FieldWithProperty("email"))
	}
	receiver.Params().Add(typ).Block(Return(Literal(Add(typ), p.members...)))
}

// linkedJSONLD writes the statements that add the first location and the first
// organizer of an event.
func linkedJSONLD(r *model.Resource) []Code {
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
	p := &properties{}
	p.add("Street", r.FieldWithProperty("streetAddress"))
	p.add("Locality", r.FieldWithProperty("addressLocality"))
	p.add("Code", r.FieldWithProperty("postalCode"))
	p.add("Country", r.FieldWithProperty("addressCountry"))
	if f := r.FieldWithProperty("addressRegion"); f != nil && f.Fallback.Func != "" {
		p.members = append(p.members, Member("Region", fallback(f, Nil(), Nil())))
	} else {
		p.add("Region", f)
	}
	return ofCalendar(r, "AddressLD").Values(p.members...)
}
