package model

import (
	"errors"
	"slices"
	"strings"

	"almanac/resources/dsl"
)

// Output is one member of a record's answer.
type Output struct {
	Key      string // Wire name.
	Go       string // Name in the view struct.
	Type     string // Go type; names of generated and runtime types as they are written there.
	Value    string // Go expression; v is the view, r the record.
	Doc      string
	OmitNone bool   // Left out when empty.
	Blank    string // Value on a protected record; "" when it stays.
	Ext      string // Extension without which the member is left out.
}

// shared describes the members that every record of a kind can have.
func (r *Resource) shared() map[string]Output {
	list := []Output{
		{Key: "id", Type: "int64", Value: "r.ID", Doc: "ID"},
		{Key: "global_id", Type: "string", Value: "v.GlobalID(r.ID)", Doc: "ID that is unique among sites"},
		{Key: "global_id_lineage", Type: "[]string", Value: "v.Lineage(r.ID)", Doc: "Global IDs of the record"},
		{Key: "modified", Type: "string", Value: "r.Modified", Doc: "Last change, in the site's time zone"},
		{Key: "modified_utc", Type: "string", Value: "r.ModifiedUTC", Doc: "Last change in UTC"},
		{Key: "rest_url", Type: "string", Value: "v.RestURL(" + r.Kind + ", r.ID)", Doc: "Address in the interface"},
		{Key: "slug", Type: "string", Value: "r.Slug", Doc: "Slug"},
		{Key: "custom_fields", Type: "runtime.None", Value: "runtime.None{}", Doc: "Always empty"},
	}
	if r.Post() {
		list = append(list, Output{Key: "url", Type: "string", Value: "v.PageURL(" + r.Kind + ", r.Slug)", Doc: "Address of the page on the site"})
	} else {
		list = append(list,
			Output{Key: "url", Type: "string", Value: "v.TermURL(" + r.Kind + ", &r.Term)", Doc: "Address of the page on the site"},
			Output{Key: "count", Type: "int64", Value: "r.Count", Doc: "Published events that have the term"},
			Output{Key: "taxonomy", Type: "string", Value: r.Kind + ".Taxonomy", Doc: "Taxonomy"},
			Output{Key: "meta", Type: "runtime.None", Value: "runtime.None{}", Doc: "Always empty"},
			Output{Key: "urls", Type: "runtime.TermURLs", Value: "v.TermURLs(" + r.Kind + ", &r.Term)", Doc: "Addresses in the interface"},
		)
	}
	list = append(list, r.scheduled()...)
	if ld := r.jsonLD(); ld != nil {
		list = append(list, *ld)
	}
	byKey := make(map[string]Output, len(list))
	for _, o := range list {
		byKey[o.Key] = o
	}
	return byKey
}

// scheduled describes the members that follow from an event's dates and cost.
func (r *Resource) scheduled() []Output {
	if r.FieldWithBehavior(dsl.Start) == nil {
		return nil
	}
	var list []Output
	start, end, zone := r.FieldWithBehavior(dsl.Start), r.FieldWithBehavior(dsl.End), r.FieldWithBehavior(dsl.TimeZone)
	for _, name := range []string{start.Name, end.Name, "utc_start_date", "utc_end_date"} {
		list = append(list, Output{
			Key: name + "_details", Type: "dates.Details", Value: "dates.Wall(r." + GoName(name) + ").Details()", Doc: "Parts of " + name,
		})
	}
	list = append(list,
		Output{Key: "utc_start_date", Type: "string", Value: "r.UTCStartDate", Doc: "Start in UTC"},
		Output{Key: "utc_end_date", Type: "string", Value: "r.UTCEndDate", Doc: "End in UTC"},
		Output{Key: "timezone_abbr", Type: "string", Value: "v.Zone(r." + zone.Go + ").Abbreviation(dates.Wall(r." + start.Go + "))", Doc: "Short name of the time zone at the start"},
	)
	if f := r.FieldWithBehavior(dsl.Cost); f != nil {
		list = append(list, Output{
			Key: f.Name + "_details", Type: "cost.Details", Value: "v.CostDetails(r." + f.Go + ")", Doc: "Parts of the cost",
			Blank: "cost.Cost{}.Details()",
		})
	}
	return list
}

// buildOutputs decides the members of an answer, in the order that the
// description gives.  The error tells every key that cannot be shown.
func (r *Resource) buildOutputs() ([]Output, error) {
	shared := r.shared()
	keys := strings.Fields(r.ResponseFields)
	var list []Output
	var faults []error
	for _, key := range keys {
		f := r.Named(key)
		o, isShared := shared[key]
		switch {
		case key == "*":
			list = append(list, r.others(keys)...)
			continue
		case isShared:
		case f == nil:
			faults = append(faults, r.Errorf("ResponseFields has %q, which is no field and nothing that the service computes", key))
			continue
		case f.WriteOnly:
			faults = append(faults, r.Errorf("ResponseFields has %q, which is only written", key))
			continue
		default:
			o = r.output(f)
		}
		list = append(list, r.finish(o))
	}
	return list, errors.Join(faults...)
}

// others lists the members for the fields that the keys do not name.
func (r *Resource) others(keys []string) []Output {
	var list []Output
	for _, f := range r.ModelFields {
		if !f.WriteOnly && !slices.Contains(keys, f.Name) {
			list = append(list, r.finish(r.output(f)))
		}
	}
	return list
}

// finish adds the Go name, and leaves empty members out of sparse answers.
func (r *Resource) finish(o Output) Output {
	o.Go = GoName(o.Key)
	if o.Key == "id" {
		o.Go = "ID"
	}
	empties := o.Type == "string" || strings.HasPrefix(o.Type, "*")
	if r.OmitEmpty && empties || o.Ext != "" || o.Key == "json_ld" {
		o.OmitNone = true
	}
	return o
}

// output describes the member that shows a field.
func (r *Resource) output(f *Field) Output {
	// What follows the colon is about what may be written.
	meaning, _, _ := strings.Cut(f.Doc, ":")
	o := Output{Key: f.Name, Doc: meaning, Ext: f.Extension, Type: "string", Value: "r." + f.Go}
	protectable := r.FieldWithBehavior(dsl.Password) != nil
	switch f.Shape {
	case ShapeName:
		o.Value = "v.Human(r." + f.Go + ")"
	case ShapePlain:
		if f.Text == dsl.TextEscaped {
			o.Value = "v.Human(r." + f.Go + ")"
		}
	case ShapeHTML:
		o.Value, o.Blank = "v.HTML(r."+f.Go+")", `""`
	case ShapeURL:
		o.Blank = `""`
	case ShapeAuthor:
		o.Value = "v.Author(r.Author)"
	case ShapeMoney:
		o.Value, o.Blank = "v.Cost(r."+f.Go+")", `""`
	case ShapeFlag, ShapeAllDay:
		o.Type = "bool"
		if protectable {
			o.Type, o.Value, o.Blank = "*bool", "runtime.Optional(r."+f.Go+")", "nil"
		}
	case ShapeInteger, ShapeParent, ShapePostParent:
		o.Type = "int64"
	case ShapeNumber:
		o.Type = f.Stored
	case ShapeWords:
		o.Type, o.Value = "*runtime.OrFalse[[]string]", "runtime.Optional(v.WordList(r."+f.Go+"))"
	case ShapeImage:
		o = r.image(o)
	case ShapePosts:
		o = r.linkedPosts(f, o)
	case ShapeTerms:
		o.Type, o.Value = "[]*runtime.EmbeddedTerm", "embed"+f.Link.To.GoPlural+"(v, r."+f.Go+")"
		o.Blank = "[]*runtime.EmbeddedTerm{}"
	default: // Shown as it is stored.
	}
	if f.Fallback.Func != "" {
		o.Value = f.FallbackOf("v", "r")
	}
	return o
}

// FallbackOf returns the call that shows something in place of an empty field.
func (f *Field) FallbackOf(view, record string) string {
	call := "runtime." + f.Fallback.Func + "(" + view + ", " + record + ", r." + f.Go
	for _, name := range f.Fallback.Fields {
		call += ", r." + GoName(name)
	}
	return call + ")"
}

// image describes the member that shows the image: false where there is none,
// or nothing in sparse answers.
func (r *Resource) image(o Output) Output {
	o.Type, o.Value = "*runtime.ImageView", "v.Image(&r.Post)"
	if !r.OmitEmpty {
		o.Type, o.Value = "runtime.OrFalse[runtime.ImageView]", "runtime.OrFalse[runtime.ImageView]{Value: v.Image(&r.Post)}"
		o.Blank = "runtime.OrFalse[runtime.ImageView]{}"
	}
	return o
}

// linkedPosts describes the member that shows linked posts.
func (r *Resource) linkedPosts(f *Field, o Output) Output {
	to := f.Link.To
	o.Type = "[]*" + to.Go + "View"
	o.Value = "view" + to.GoPlural + "(v, r." + f.Go + ")"
	o.Blank = "[]*" + to.Go + "View{}"
	if f.SingleAsObject {
		o.Type = "runtime.OneOrMany[*" + to.Go + "View]"
		o.Blank = "nil"
	}
	return o
}

// jsonLD describes the member json_ld, nil when the resource has none.
func (r *Resource) jsonLD() *Output {
	o := Output{Key: "json_ld", Doc: "The record as schema.org describes it, on single reads"}
	switch r.SchemaOrgType {
	case dsl.SchemaOrgEvent:
		o.Type, o.Value, o.Blank = "*runtime.EventLD", "v.EventLD(r, r.facts(v))", "nil"
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

// Facts lists what json_ld says about a record: the fields that schema.org has
// a word for, as far as the resource has them.
func (r *Resource) Facts() []pair {
	list := []pair{}
	add := func(fact, wire string) {
		if f := r.Named(wire); f != nil {
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

// address writes the members of a postal address.
func (r *Resource) address() string {
	var parts []string
	for _, p := range []pair{{"Street", "address"}, {"Locality", "city"}, {"Code", "zip"}, {"Country", "country"}} {
		if f := r.Named(p.Value); f != nil {
			parts = append(parts, p.Name+": r."+f.Go)
		}
	}
	if f := r.Named("stateprovince"); f != nil {
		region := "r." + f.Go
		if f.Fallback.Func != "" {
			region = f.FallbackOf("nil", "nil")
		}
		parts = append(parts, "Region: "+region)
	}
	return strings.Join(parts, ", ")
}
