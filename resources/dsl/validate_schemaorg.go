package dsl

import (
	"fmt"
	"slices"
	"strings"
)

// schemaOrgProperties are the properties of [Field.SchemaOrg], by the type of the
// resource; "" is for terms.
var schemaOrgProperties = map[SchemaOrgType][]string{
	"": {"description"},
	SchemaOrgEvent: {
		"description", "disambiguatingDescription", "url", "location", "organizer", "keywords",
		"eventStatus", "eventStatusReason", "eventAttendanceMode", "virtualLocation", "identifier",
	},
	SchemaOrgPerson:       {"description", "disambiguatingDescription", "telephone", "email", "sameAs"},
	SchemaOrgOrganization: {"description", "disambiguatingDescription", "telephone", "email", "sameAs"},
	SchemaOrgPlace: {
		"description", "disambiguatingDescription", "telephone", "sameAs", "latitude", "longitude", "hasMap",
		"streetAddress", "addressLocality", "addressRegion", "postalCode", "addressCountry",
	},
}

// schemaOrgLinks are the properties that are links, and what they lead to.
var schemaOrgLinks = map[string]struct {
	text string
	fits func(target Resource) bool
}{
	"location": {"resources with SchemaOrgPlace", func(r Resource) bool { return r.SchemaOrgType == SchemaOrgPlace }},
	"organizer": {"resources with SchemaOrgPerson or SchemaOrgOrganization", func(r Resource) bool {
		return r.SchemaOrgType == SchemaOrgPerson || r.SchemaOrgType == SchemaOrgOrganization
	}},
	"keywords": {"terms", func(r Resource) bool { return r.Kind == KindTerm }},
}

// calendarBehaviors are the behaviors whose functions are in the package that
// [Resource.Calendar] names.
var calendarBehaviors = []Behavior{Start, End, TimeZone, AllDay, Cost}

// calendarProblem says what is wrong with the Calendar of a resource, which names the
// package if and only if it needs it; "" for nothing.
func calendarProblem(r Resource) string {
	var uses []string
	if r.SchemaOrgType != "" && r.Kind == KindPost {
		uses = append(uses, "SchemaOrgType")
	}
	for _, f := range r.FieldSpecs() {
		if slices.Contains(calendarBehaviors, f.Behavior) {
			uses = append(uses, "the field "+f.Name)
		}
	}
	switch {
	case len(uses) > 0 && r.Calendar == "":
		return uses[0] + ` needs a package with its functions; write Calendar: "almanac/runtime/calendar"`
	case len(uses) == 0 && r.Calendar != "":
		return fmt.Sprintf("Calendar %q: neither a SchemaOrgType nor a field with the behavior start, end, time_zone, "+
			"all_day or cost needs it; remove it", r.Calendar)
	}
	return ""
}

// schemaOrgEnums are the properties with a set of values.
var schemaOrgEnums = map[string][]string{
	"eventStatus":         {"scheduled", "canceled", "postponed"},
	"eventAttendanceMode": {"offline", "online", "mixed"},
}

// schemaOrg checks the schema.org property of a field; owner has the fields with
// the properties so far.
func (v *validation) schemaOrg(r Resource, f FieldSpec, owner map[string]string) {
	if f.SchemaOrg == "" {
		return
	}
	known := schemaOrgProperties[r.SchemaOrgType]
	other, taken := owner[f.SchemaOrg]
	if f.SchemaOrg != "keywords" {
		owner[f.SchemaOrg] = f.Name
	}
	link, isLink := schemaOrgLinks[f.SchemaOrg]
	flag := f.SchemaOrg == "hasMap"
	degrees := f.SchemaOrg == "latitude" || f.SchemaOrg == "longitude"
	switch {
	case r.SchemaOrgType == "" && r.Kind != KindTerm:
		v.errorf(r, "field %q: the schema.org property %q needs a resource with a SchemaOrgType; set it or remove SchemaOrg",
			f.Name, f.SchemaOrg)
	case !slices.Contains(known, f.SchemaOrg):
		v.errorf(r, "field %q: schema.org property %q is none of %s", f.Name, f.SchemaOrg, strings.Join(known, ", "))
	case taken:
		v.errorf(r, "field %q: the field %q is the schema.org property %q already; remove one", f.Name, other, f.SchemaOrg)
	case isLink && (f.Behavior != Link || !link.fits(v.resources[f.Target])):
		v.errorf(r, "field %q: the schema.org property %q is a link to %s; write dsl.ManyToMany(…)",
			f.Name, f.SchemaOrg, link.text)
	case isLink && r.Calendar != v.resources[f.Target].Calendar && f.SchemaOrg != "keywords":
		v.errorf(r, "field %q: the Calendar of %s is another, %q; name the same",
			f.Name, f.Target, v.resources[f.Target].Calendar)
	case isLink:
	case f.Behavior != "":
		v.errorf(r, "field %q: a field with a behavior is not a schema.org property; remove SchemaOrg", f.Name)
	case degrees && (!f.Nullable || f.Type != TypeNumber):
		v.errorf(r, "field %q: the schema.org property %q is a Nullable Number; write dsl.Number(…).Nullable()",
			f.Name, f.SchemaOrg)
	case schemaOrgEnums[f.SchemaOrg] != nil && !slices.Equal(f.Enum, schemaOrgEnums[f.SchemaOrg]):
		v.errorf(r, "field %q: the schema.org property %q is an Enum of %s",
			f.Name, f.SchemaOrg, strings.Join(schemaOrgEnums[f.SchemaOrg], ", "))
	case flag && f.Type != TypeBoolean && !f.StoredAsBool:
		v.errorf(r, "field %q: the schema.org property %q says whether pages link to a map; write dsl.Boolean(…)",
			f.Name, f.SchemaOrg)
	case !degrees && !flag && !f.canFold():
		v.errorf(r, "field %q: the schema.org property %q is text; write dsl.String(…)", f.Name, f.SchemaOrg)
	}
}
