package model

import (
	"errors"
	"slices"
	"strings"

	"almanac/resources/dsl"
)

// ResponseField is one key of a record in responses.
type ResponseField struct {
	Key              string // Wire name.
	Go               string // Name in the view struct.
	Type             string // Go type.
	Value            string // Go expression; v is the view, r the record.
	Doc              string
	OmitEmpty        bool   // Omitted if empty.
	HiddenByPassword string // Value if the password is unknown; "" if it is not hidden.
	Extension        string // Extension without which the key is omitted; "" for none.
}

// commonResponseFields returns the keys that are not fields, by key.
func (r *Resource) commonResponseFields() map[string]ResponseField {
	list := []ResponseField{
		{Key: "id", Type: "int64", Value: "r.ID", Doc: "ID"},
		{Key: "global_id", Type: "string", Value: "v.GlobalID(r.ID)", Doc: "ID that is unique among sites"},
		{Key: "global_id_lineage", Type: "[]string", Value: "v.Lineage(r.ID)", Doc: "Global IDs of the record"},
		{Key: "modified", Type: "string", Value: "r.Modified", Doc: "Last change, in the site's time zone"},
		{Key: "modified_utc", Type: "string", Value: "r.ModifiedUTC", Doc: "Last change in UTC"},
		{Key: "rest_url", Type: "string", Value: "v.RestURL(" + r.KindVar + ", r.ID)", Doc: "Address in the interface"},
		{Key: "slug", Type: "string", Value: "r.Slug", Doc: "Slug"},
		{Key: "custom_fields", Type: "runtime.None", Value: "runtime.None{}", Doc: "Always empty"},
	}
	if r.Post() {
		list = append(list, ResponseField{Key: "url", Type: "string", Value: "v.PageURL(" + r.KindVar + ", r.Slug)", Doc: "Address of the page on the site"})
	} else {
		list = append(list,
			ResponseField{Key: "url", Type: "string", Value: "v.TermURL(" + r.KindVar + ", &r.Term)", Doc: "Address of the page on the site"},
			ResponseField{Key: "count", Type: "int64", Value: "r.Count", Doc: "Published events that have the term"},
			ResponseField{Key: "taxonomy", Type: "string", Value: r.KindVar + ".Taxonomy", Doc: "Taxonomy"},
			ResponseField{Key: "meta", Type: "runtime.None", Value: "runtime.None{}", Doc: "Always empty"},
			ResponseField{Key: "urls", Type: "runtime.TermURLs", Value: "v.TermURLs(" + r.KindVar + ", &r.Term)", Doc: "Addresses in the interface"},
		)
	}
	list = append(list, r.scheduleResponseFields()...)
	if ld := r.jsonLD(); ld != nil {
		list = append(list, *ld)
	}
	byKey := make(map[string]ResponseField, len(list))
	for _, o := range list {
		byKey[o.Key] = o
	}
	return byKey
}

// scheduleResponseFields returns the keys that are computed from the dates and
// the cost of an event.
func (r *Resource) scheduleResponseFields() []ResponseField {
	if r.FieldWithBehavior(dsl.Start) == nil {
		return nil
	}
	var list []ResponseField
	start, end, zone := r.FieldWithBehavior(dsl.Start), r.FieldWithBehavior(dsl.End), r.FieldWithBehavior(dsl.TimeZone)
	for _, name := range []string{start.Name, end.Name, "utc_start_date", "utc_end_date"} {
		list = append(list, ResponseField{
			Key: name + "_details", Type: "dates.Details", Value: "dates.Wall(r." + GoName(name) + ").Details()", Doc: "Parts of " + name,
		})
	}
	list = append(list,
		ResponseField{Key: "utc_start_date", Type: "string", Value: "r.UTCStartDate", Doc: "Start in UTC"},
		ResponseField{Key: "utc_end_date", Type: "string", Value: "r.UTCEndDate", Doc: "End in UTC"},
		ResponseField{Key: "timezone_abbr", Type: "string", Value: "v.Zone(r." + zone.Go + ").Abbreviation(dates.Wall(r." + start.Go + "))", Doc: "Short name of the time zone at the start"},
	)
	if f := r.FieldWithBehavior(dsl.Cost); f != nil {
		list = append(list, ResponseField{ //nolint:gosec // HiddenByPassword is Go text, not a credential.
			Key: f.Name + "_details", Type: "cost.Details", Value: "v.CostDetails(r." + f.Go + ")", Doc: "Parts of the cost",
			HiddenByPassword: "cost.Cost{}.Details()",
		})
	}
	return list
}

// buildResponseFields decides the keys of a response, in the order of the
// description. The error lists all keys that cannot be shown.
func (r *Resource) buildResponseFields() ([]ResponseField, error) {
	shared := r.commonResponseFields()
	keys := strings.Fields(r.ResponseFields)
	var list []ResponseField
	var faults []error
	for _, key := range keys {
		f := r.FieldNamed(key)
		o, isShared := shared[key]
		switch {
		case key == "*":
			list = append(list, r.unlistedResponseFields(keys)...)
			continue
		case isShared:
		case f == nil:
			faults = append(faults, r.Errorf("ResponseFields has %q, which is no field and nothing that the service computes", key))
			continue
		case f.WriteOnly:
			faults = append(faults, r.Errorf("ResponseFields has %q, which is only written", key))
			continue
		default:
			o = r.responseField(f)
		}
		list = append(list, r.finish(o))
	}
	return list, errors.Join(faults...)
}

// unlistedResponseFields returns the readable fields that the description does
// not list.
func (r *Resource) unlistedResponseFields(keys []string) []ResponseField {
	var list []ResponseField
	for _, f := range r.ModelFields {
		if !f.WriteOnly && !slices.Contains(keys, f.Name) {
			list = append(list, r.finish(r.responseField(f)))
		}
	}
	return list
}

// finish sets the Go name, and whether an empty value is omitted.
func (r *Resource) finish(o ResponseField) ResponseField {
	o.Go = GoName(o.Key)
	if o.Key == "id" {
		o.Go = "ID"
	}
	empties := o.Type == "string" || strings.HasPrefix(o.Type, "*")
	if r.OmitEmpty && empties || o.Extension != "" || o.Key == "json_ld" {
		o.OmitEmpty = true
	}
	return o
}

// responseField returns the key that shows a field.
func (r *Resource) responseField(f *Field) ResponseField {
	// Text after a colon is about writes.
	meaning, _, _ := strings.Cut(f.Doc, ":")
	o := ResponseField{Key: f.Name, Doc: meaning, Extension: f.Extension, Type: "string", Value: "r." + f.Go}
	protectable := r.FieldWithBehavior(dsl.Password) != nil
	switch f.Shape {
	case ShapeName:
		o.Value = "v.Human(r." + f.Go + ")"
	case ShapePlain:
		if f.Text == dsl.TextEscaped {
			o.Value = "v.Human(r." + f.Go + ")"
		}
	case ShapeHTML:
		o.Value, o.HiddenByPassword = "v.HTML(r."+f.Go+")", `""`
	case ShapeURL:
		o.HiddenByPassword = `""`
	case ShapeAuthor:
		o.Value = "v.Author(r.Author)"
	case ShapeMoney:
		o.Value, o.HiddenByPassword = "v.Cost(r."+f.Go+")", `""`
	case ShapeFlag, ShapeAllDay:
		o.Type = "bool"
		if protectable {
			o.Type, o.Value, o.HiddenByPassword = "*bool", "runtime.Optional(r."+f.Go+")", "nil"
		}
	case ShapeInteger, ShapeParent, ShapePostParent:
		o.Type = "int64"
	case ShapeNumber:
		o.Type = f.RecordType
	case ShapeWords:
		o.Type, o.Value = "*runtime.OrFalse[[]string]", "runtime.Optional(v.WordList(r."+f.Go+"))"
	case ShapeImage:
		o = r.image(o)
	case ShapePosts:
		o = r.linkedPosts(f, o)
	case ShapeTerms:
		o.Type, o.Value = "[]*runtime.EmbeddedTerm", "embed"+f.Link.To.GoPlural+"(v, r."+f.Go+")"
		o.HiddenByPassword = "[]*runtime.EmbeddedTerm{}"
	default: // Shown as it is stored.
	}
	if f.Fallback.Func != "" {
		o.Value = f.FallbackOf("v", "r")
	}
	return o
}

// FallbackOf returns the call that computes the shown value of an empty field.
func (f *Field) FallbackOf(view, record string) string {
	call := "runtime." + f.Fallback.Func + "(" + view + ", " + record + ", r." + f.Go
	for _, name := range f.Fallback.Fields {
		call += ", r." + GoName(name)
	}
	return call + ")"
}

// image returns the key that shows the image: false if there is none, or
// omitted with OmitEmpty.
func (r *Resource) image(o ResponseField) ResponseField {
	o.Type, o.Value = "*runtime.ImageView", "v.Image(&r.Post)"
	if !r.OmitEmpty {
		o.Type, o.Value = "runtime.OrFalse[runtime.ImageView]", "runtime.OrFalse[runtime.ImageView]{Value: v.Image(&r.Post)}"
		o.HiddenByPassword = "runtime.OrFalse[runtime.ImageView]{}"
	}
	return o
}

// linkedPosts returns the key that shows linked posts.
func (r *Resource) linkedPosts(f *Field, o ResponseField) ResponseField {
	to := f.Link.To
	o.Type = "[]*" + to.Go + "View"
	o.Value = "view" + to.GoPlural + "(v, r." + f.Go + ")"
	o.HiddenByPassword = "[]*" + to.Go + "View{}"
	if f.SingleAsObject {
		o.Type = "runtime.OneOrMany[*" + to.Go + "View]"
		o.HiddenByPassword = "nil"
	}
	return o
}

// jsonLD returns the key json_ld, nil if the resource has none.
func (r *Resource) jsonLD() *ResponseField {
	o := ResponseField{Key: "json_ld", Doc: "The record as schema.org describes it, on single reads"}
	switch r.SchemaOrgType {
	case dsl.SchemaOrgEvent:
		o.Type, o.Value, o.HiddenByPassword = "*runtime.EventLD", "v.EventLD(r, r.facts(v))", "nil"
	case dsl.SchemaOrgPlace:
		o.Type, o.Value = "*runtime.PlaceLD", "v.PlaceLD(r, r.facts())"
	case dsl.SchemaOrgPerson:
		o.Type, o.Value = "*runtime.PersonLD", "v.PersonLD(r, r.facts())"
	default:
		return nil
	}
	return &o
}

// pair is a member of a literal and its value.
type pair struct{ Name, Value string }

// JSONLDMembers returns the members of the JSON-LD data of a record, as far as
// the resource has the fields.
func (r *Resource) JSONLDMembers() []pair {
	list := []pair{}
	add := func(fact, wire string) {
		if f := r.FieldNamed(wire); f != nil {
			list = append(list, pair{fact, "r." + f.Go})
		}
	}
	list = append(list, pair{"Name", "r." + r.FieldWithBehavior(dsl.Name).Go})
	add("Description", "description")
	add("Excerpt", "excerpt")
	switch r.SchemaOrgType {
	case dsl.SchemaOrgPlace:
		add("Phone", "phone")
		add("Website", "website")
		list = append(list, pair{"Address", "runtime.AddressLD{" + r.address() + "}"})
		add("Latitude", "geo_lat")
		add("Longitude", "geo_lng")
	case dsl.SchemaOrgPerson:
		add("Phone", "phone")
		add("Website", "website")
		add("Email", "email")
	case dsl.SchemaOrgEvent:
		for _, p := range []struct {
			fact string
			role dsl.Behavior
		}{{"Start", dsl.Start}, {"End", dsl.End}, {"TimeZone", dsl.TimeZone}, {"Cost", dsl.Cost}} {
			if f := r.FieldWithBehavior(p.role); f != nil {
				list = append(list, pair{p.fact, "r." + f.Go})
			}
		}
	}
	return list
}

// address returns the members of a postal address.
func (r *Resource) address() string {
	var parts []string
	for _, p := range []pair{{"Street", "address"}, {"Locality", "city"}, {"Code", "zip"}, {"Country", "country"}} {
		if f := r.FieldNamed(p.Value); f != nil {
			parts = append(parts, p.Name+": r."+f.Go)
		}
	}
	if f := r.FieldNamed("stateprovince"); f != nil {
		region := "r." + f.Go
		if f.Fallback.Func != "" {
			region = f.FallbackOf("nil", "nil")
		}
		parts = append(parts, "Region: "+region)
	}
	return strings.Join(parts, ", ")
}
