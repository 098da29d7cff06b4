package golang

import (
	"cmp"

	. "github.com/dave/jennifer/jen"

	"almanac/generator/internal/model"
	"almanac/resources/dsl"
)

// pageMembers are the members of views.PageData by schema.org property, pageAddress
// those of its address, pageBehaviors those by behavior, and pageKeys those that every response has.
var (
	pageMembers = map[string]string{
		"description": "Description", "telephone": "Telephone", "email": "Email", "url": "Website", "sameAs": "Website",
		"latitude": "Latitude", "longitude": "Longitude", "hasMap": "HasMap",
	}
	pageAddress = map[string]string{
		"streetAddress": "Street", "addressLocality": "Locality", "addressRegion": "Region",
		"postalCode": "Code", "addressCountry": "Country",
	}
	pageBehaviors = map[dsl.Behavior]string{
		dsl.Name: "Name", dsl.Parent: "Parent",
		dsl.Start: "Start", dsl.End: "End", dsl.TimeZone: "TimeZone", dsl.AllDay: "AllDay",
	}
	pageKeys = map[string]string{
		"id": "ID", "slug": "Slug", "url": "URL", "utc_start_date": "StartUTC", "utc_end_date": "EndUTC",
	}
)

// emitPageData writes
//
//	func (view *<Venue>View) PageData() views.PageData {
//		data := views.PageData{ID: view.ID, Name: view.<Venue>, Telephone: view.<Phone>}
//		return data
//	}
//
// A resource without pages has none.
func emitPageData(f *File, r *model.Resource) {
	if r.PagePath == "" {
		return
	}
	var members, address, after []Code
	for _, o := range r.ModelResponseFields {
		value := Id("view").Dot(o.Go)
		switch {
		case o.Response == model.ResponseJSONLD:
			after = append(after, If(Add(value).Op("!=").Nil()).Block(Id("data").Dot("JSONLD").Op("=").Add(value)))
		case o.Response == model.ResponseImage:
			members = append(members, Member("Image", value))
		case o.Response == model.ResponseImageOrFalse:
			members = append(members, Member("Image", Add(value).Dot("Value")))
		case o.Response == model.ResponseOptionalFlag:
			name := cmp.Or(pageBehaviors[o.Field.Behavior], pageMembers[o.Field.SchemaOrg])
			members = appendNamed(members, name, Add(value).Op("!=").Nil().Op("&&").Op("*").Add(value))
		case o.Field == nil || pageKeys[o.Key] != "":
			members = appendNamed(members, pageKeys[o.Key], value)
		default:
			members = appendNamed(members, pageBehaviors[o.Field.Behavior], value)
			members = appendNamed(members, pageMembers[o.Field.SchemaOrg], value)
			address = appendNamed(address, pageAddress[o.Field.SchemaOrg], value)
		}
	}
	if len(address) > 0 {
		members = append(members, Member("Address", ofViews("PageAddress").Values(address...)))
	}
	Docf(f, "PageData returns what pages show of the record (views.PageRecord).")
	lines := append([]Code{Id("data").Op(":=").Add(Literal(ofViews("PageData"), members...))}, after...)
	f.Func().Params(Id("view").Op("*").Id(r.View)).Id("PageData").Params().Add(ofViews("PageData")).Block(
		append(lines, Return(Id("data")))...)
}

// appendNamed appends a member of a literal unless its name is empty.
func appendNamed(members []Code, name string, value Code) []Code {
	if name == "" {
		return members
	}
	return append(members, Member(name, value))
}
