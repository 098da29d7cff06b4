package model

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"almanac/resources/dsl"
)

// ResponseField is one key of a record in responses.
type ResponseField struct {
	Key       string // Wire name.
	Go        string // Name in the view struct.
	Response  Response
	Field     *Field // Field that is shown; nil for what is computed.
	Doc       string
	OmitEmpty bool   // Omitted if empty.
	Hidden    bool   // Empty if the password is unknown.
	Extension string // Extension without which the key is omitted; "" for none.
}

// Response is the form of a value in responses.
type Response int

// The forms of values in responses.
const (
	ResponseText Response = iota
	ResponseOptionalText
	ResponseDecimal // As text.
	ResponseAmount  // Of money; null for none.
	ResponseWallTime
	ResponseUser // ID as text.
	ResponseInteger
	ResponseFlag
	ResponseOptionalFlag // Null in protected records.
	ResponseNumber
	ResponseOptionalNumber
	ResponseTexts
	ResponseTextList
	ResponseIntegerList
	ResponseWords // False for none.
	ResponseImage
	ResponseImageOrFalse
	ResponseTerms
	ResponsePosts
	ResponseOneOrMany // One post as an object.
	ResponseOneOrNull // The record of a link to at most one.
	ResponseDateDetails
	ResponseCostDetails
	ResponseTermURLs
	ResponseNone // The empty list.
	ResponseJSONLD
	ResponseSeries       // Of an occurrence; omitted for others.
	ResponseRecurrenceID // Omitted for what is of no series.
	ResponsePage         // The records of a page of a list.
)

// omittable are the forms that OmitEmpty of a resource is about.
var omittable = map[Response]bool{
	ResponseText: true, ResponseOptionalText: true, ResponseAmount: true, ResponseWallTime: true, ResponseUser: true,
	ResponseOptionalFlag: true, ResponseOptionalNumber: true, ResponseWords: true, ResponseImage: true,
}

// computedResponseFields returns the keys that are not fields, by key.
func (r *Resource) computedResponseFields() map[string]ResponseField {
	byKey := map[string]ResponseField{}
	add := func(key string, form Response, doc string) {
		hidden := form == ResponseCostDetails || form == ResponseJSONLD && r.SchemaOrgType == dsl.SchemaOrgEvent
		byKey[key] = ResponseField{Key: key, Response: form, Doc: doc, Hidden: hidden}
	}
	add("id", ResponseInteger, "ID")
	add("global_id", ResponseText, "ID unique across sites")
	add("global_id_lineage", ResponseTexts, "Global IDs of the record")
	add("modified_utc", ResponseWallTime, "Last change in UTC")
	add("rest_url", ResponseText, "API URL")
	if r.Kind == dsl.KindRecord {
		add("version", ResponseInteger, "Version, incremented with every change")
		add("created_utc", ResponseWallTime, "Creation in UTC")
		return byKey
	}
	add("modified", ResponseWallTime, "Last change, in the site's time zone")
	add("slug", ResponseText, "Slug")
	add("custom_fields", ResponseNone, "Always empty")
	add("url", ResponseText, "URL of the page on the site")
	if r.Term() {
		counted := "records"
		if of := r.ByName[r.CountsRecordsOf]; of != nil {
			counted = of.Plural
		}
		add("count", ResponseInteger, "Number of published "+counted+" with this term")
		add("taxonomy", ResponseText, "Taxonomy")
		add("meta", ResponseNone, "Always empty")
		add("urls", ResponseTermURLs, "API URLs")
	}
	if start, end := r.FieldWithBehavior(dsl.Start), r.FieldWithBehavior(dsl.End); start != nil && end != nil {
		for _, name := range []string{start.Name, end.Name, "utc_start_date", "utc_end_date"} {
			add(name+"_details", ResponseDateDetails, "Parts of "+name)
		}
		add("utc_start_date", ResponseWallTime, "Start in UTC")
		add("utc_end_date", ResponseWallTime, "End in UTC")
		add("timezone_abbr", ResponseText, "Time zone abbreviation at the start")
		if f := r.FieldWithBehavior(dsl.Cost); f != nil {
			add(f.Name+"_details", ResponseCostDetails, "Parts of the cost")
		}
	}
	if r.FieldWithBehavior(dsl.Repeats) != nil {
		add("series", ResponseSeries, "Series that the record belongs to; omitted if it does not repeat")
		add("recurrence_id", ResponseRecurrenceID, "Original start in the series, in the record's time zone")
	}
	if r.SchemaOrgType != "" {
		add("json_ld", ResponseJSONLD, "schema.org JSON-LD, on single reads only")
	}
	return byKey
}

// buildResponseFields decides the keys of a response, in the order of the
// description. The error lists all keys that cannot be shown.
func (r *Resource) buildResponseFields() ([]ResponseField, error) {
	shared := r.computedResponseFields()
	keys := r.Response
	var list []ResponseField
	var errs []error
	for _, key := range keys {
		f := r.FieldNamed(key)
		o, isShared := shared[key]
		switch {
		case key == "*":
			list = append(list, r.unlistedResponseFields(keys)...)
			continue
		case isShared:
		case f == nil:
			errs = append(errs, r.responseErrorf("Response has %q, "+
				"which is not a field and nothing that the service computes; the keys are: %s",
				key, strings.Join(r.responseKeys(), ", ")))
			continue
		case f.WriteOnly:
			errs = append(errs, r.responseErrorf("Response has %q, which is only written; remove it", key))
			continue
		default:
			o = r.fieldInResponse(f)
		}
		list = append(list, r.finish(o))
	}
	return list, errors.Join(errs...)
}

// responseErrorf returns an error at the position of the order of the keys.
func (r *Resource) responseErrorf(format string, args ...any) error {
	return errorAt(r.MemberPosition("Response", "ResponseFields"), r.Resource, format, args...)
}

// responseKeys lists the keys that a response can have.
func (r *Resource) responseKeys() []string {
	keys := slices.Sorted(maps.Keys(r.computedResponseFields()))
	for _, f := range r.ModelFields {
		if !f.WriteOnly && !slices.Contains(keys, f.Name) {
			keys = append(keys, f.Name)
		}
	}
	return append(keys, "*")
}

// unlistedResponseFields returns the readable fields that the description does
// not list.
func (r *Resource) unlistedResponseFields(keys []string) []ResponseField {
	var list []ResponseField
	for _, f := range r.ModelFields {
		if !f.WriteOnly && !slices.Contains(keys, f.Name) {
			list = append(list, r.finish(r.fieldInResponse(f)))
		}
	}
	return list
}

// finish sets the Go name, and whether an empty value is omitted.
func (r *Resource) finish(o ResponseField) ResponseField {
	o.Go = GoName(o.Key)
	o.OmitEmpty = r.OmitEmpty && omittable[o.Response] || o.Extension != "" || o.Response == ResponseJSONLD ||
		o.Response == ResponseSeries || o.Response == ResponseRecurrenceID ||
		o.Field != nil && o.Field.OmitDefault
	return o
}

// Embedded returns a post as responses about other records show it: without its
// own links, which are not loaded there.  It is the resource itself if it has none.
func (r *Resource) Embedded() *Resource {
	if len(r.ModelLinks) == 0 {
		return r
	}
	e := *r
	e.View, e.ModelLinks = "Embedded"+r.View, nil
	e.ModelResponseFields = slices.DeleteFunc(slices.Clone(r.ModelResponseFields), func(o ResponseField) bool {
		return o.Field != nil && o.Field.Link != nil
	})
	return &e
}

// fieldInResponse returns the key that shows a field.
func (r *Resource) fieldInResponse(f *Field) ResponseField {
	meaning, _, _ := strings.Cut(f.Doc, ":") // Text after a colon is about writes.
	o := ResponseField{
		Key: f.Name, Doc: meaning, Extension: f.Extension, Response: f.Response, Field: f,
		Hidden: shapes[f.Shape].hidden || f.OmitDefault,
	}
	switch {
	case o.Response == ResponseFlag && r.FieldWithBehavior(dsl.Password) != nil:
		o.Response = ResponseOptionalFlag
	case o.Response == ResponseImage && !r.OmitEmpty:
		o.Response = ResponseImageOrFalse
	case o.Response == ResponseImage:
		o.Hidden = false
	case f.IsToOne():
		o.Response = ResponseOneOrNull
	case o.Response == ResponsePosts && f.SingleAsObject:
		o.Response = ResponseOneOrMany
	}
	return o
}
