package dsl

import (
	"slices"
	"strings"
)

// reserved lists the reserved words of PostgreSQL and SQLite that could be names
// of tables.
var reserved = wordSet("all and as case check collate column constraint create default distinct else end except " +
	"false for foreign from grant group having in index intersect into join limit natural not null offset on or order " +
	"primary references returning select set table then to transaction true union unique update using values " +
	"view when where window with")

// columnsOf are the columns that every record of a kind has.
var columnsOf = map[Kind][]string{
	KindPost: strings.Fields("id version language author slug created_utc modified_utc status date date_utc modified " +
		"original_slug password image_id made_inline status_before_trash edited_utc"),
	KindTerm: strings.Fields("id version language author slug created_utc modified_utc parent"),

	KindRecord: strings.Fields("id version created_utc modified_utc"),
}

// scheduleColumns are the computed columns of a record with start and end.
var scheduleColumns = []string{"utc_start_date", "utc_end_date", "duration"}

// linksCache is the column of the links cache, and the method that points to it.
const linksCache = "links_cache"

// computedKeys are the keys of a response that the service computes; a field of
// that name would not be shown.
var computedKeys = map[Kind][]string{
	KindPost: strings.Fields("global_id global_id_lineage rest_url url custom_fields json_ld"),
	KindTerm: strings.Fields("global_id global_id_lineage rest_url url custom_fields count taxonomy meta urls"),

	KindRecord: strings.Fields("global_id global_id_lineage rest_url"),
}

// generatedMembers are the methods and embedded structs of generated records, bodies and
// views, in lower case.  A field with the same Go name would not compile, or would hide a
// method that package runtime calls.
var generatedMembers = map[Kind][]string{
	KindPost: strings.Fields(commonMembers +
		"named asnamed post aspost postscantargets postcolumnvalues statusoutsidetrash encoded pagedata"),
	KindTerm:   strings.Fields(commonMembers + "named asnamed term asterm termscantargets termcolumnvalues pagedata"),
	KindRecord: strings.Fields(commonMembers + "recordowner encoded"),
}

// commonMembers are those of all kinds.
const commonMembers = "basemodel base common memo basescantargets basecolumnvalues resource displayname scantargets " +
	"columnvalues computecolumns validate apply matches appendjson "

// listMembers are the methods of a list's parameters.
var listMembers = wordSet("filter")

// sharedParams are the query parameters of all routes; a parameter of a resource
// with the same name would never get a value.
var sharedParams = wordSet("_fields context dry_run force format")

// apiRoutes are the first parts of routes that every API has; no resource may have the
// same.
var apiRoutes = wordSet("doc media " + doors)

// doors are the parts of routes that lead to changes of all resources, or of one record.
const doors = "batch changes history mcp restore undo webhooks"

// operationNames are words of the operations that every resource has, and of the methods of its Go
// client; no action may have the same.
var operationNames = wordSet("all by-slug create delete delete-by-slug feed feed-by-slug feed-of get get-by-slug " +
	"list pages read update update-by-slug " + doors)

// sitePaths are the first parts of paths beside the API; pages of records may not lie
// below them.
var sitePaths = wordSet("desk index.php livez readyz wp-content wp-json")

// paths checks that a path leads to one thing: not a resource and the API, not pages
// of records and another part of the site, and not pages of two resources.
func (v *validation) paths(resources []Resource) {
	pages := map[string]string{}
	for _, r := range resources {
		if r.Kind == KindInternal || r.Kind == KindDropped {
			continue
		}
		if apiRoutes[r.Plural] {
			v.errorf(r, "plural %q is a route of every API; choose another", r.Plural)
		}
		if f, ok := r.FieldWithBehavior(Repeats); ok {
			v.seriesRoute(resources, r, f.Route)
		}
		path := strings.Trim(r.PagePath, "/")
		if first, _, _ := strings.Cut(path, "/"); sitePaths[strings.ToLower(first)] {
			v.errorf(r, "PagePath %q: the site already uses /%s; choose another", r.PagePath, first)
		}
		if other, taken := pages[path]; taken && path != "" && other != r.Name {
			v.errorf(r, "PagePath %q is that of %s; choose another", r.PagePath, other)
		}
		pages[path] = r.Name
	}
}

// packageNames are the declarations of the generated package that belong to no
// resource.
var packageNames = []string{"register", "service", "kinds", "migrations", "namespace"}

// squash removes underscores.  Two wire names have the same Go name if they are
// equal without underscores.
func squash(name string) string { return strings.ReplaceAll(name, "_", "") }

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		set[word] = true
	}
	return set
}

// takenNames returns the squashed names that no field of r may have, and for each
// what has the name.
func (r Resource) takenNames() map[string]string {
	taken := map[string]string{}
	for _, name := range generatedMembers[r.Kind] {
		taken[name] = "a method or member of generated structs"
	}
	for name := range sharedParams {
		taken[squash(name)] = "a parameter that every resource takes"
	}
	for _, name := range computedKeys[r.Kind] {
		taken[squash(name)] = "a value that the service computes"
	}
	for _, name := range columnsOf[r.Kind] {
		taken[squash(name)] = "a column that every record has"
	}
	if _, ok := r.FieldWithBehavior(End); ok {
		for _, name := range append(r.scheduleKeys(), scheduleColumns...) {
			taken[squash(name)] = "a value that follows from start and end"
		}
	}
	if _, ok := r.FieldWithBehavior(Repeats); ok {
		for _, name := range slices.Concat(seriesKeys, occurrenceColumns, []string{"occurrence", "asoccurrence"}) {
			taken[squash(name)] = "a value that follows from the recurrence"
		}
	}
	if _, ok := r.FieldWithBehavior(Link); ok {
		taken[squash(linksCache)] = "the column of cached link IDs"
	}
	return taken
}

// scheduleKeys are the keys of a response that are computed from start and end.
func (r Resource) scheduleKeys() []string {
	keys := []string{"utc_start_date_details", "utc_end_date_details", "timezone_abbr"}
	for _, b := range []Behavior{Start, End, Cost} {
		if f, ok := r.FieldWithBehavior(b); ok {
			keys = append(keys, f.Name+"_details")
		}
	}
	return keys
}

// ownTypes end the names of the types of a resource.
var ownTypes = wordSet("body list view page")

// generatedNames checks that no two resources have the same Go name.  The names
// of event are Event, EventBody, EventList, EventView, EmbeddedEventView, EventPage, Events and
// RegisterEvents.
func (v *validation) generatedNames(resources []Resource) {
	owner := map[string]string{}
	for _, name := range packageNames {
		owner[name] = "the whole package"
	}
	for _, r := range resources {
		if r.Kind == KindInternal || r.Kind == KindDropped {
			continue
		}
		for _, name := range []string{"", "body", "list", "view", "page"} {
			v.claimName(r, owner, squash(r.Name)+name)
		}
		if len(r.Links()) > 0 {
			v.claimName(r, owner, "embedded"+squash(r.Name)+"view")
		}
		typed := squash(r.Plural)
		if rest, ok := strings.CutPrefix(typed, squash(r.Name)); ok && ownTypes[rest] {
			v.errorf(r, "plural %q has the Go name of another type of the resource; choose another plural", r.Plural)
		}
		if r.Plural == r.Name {
			typed += "records"
		}
		if v.claimName(r, owner, "register"+squash(r.Plural)) {
			v.claimName(r, owner, typed)
		}
		for _, a := range r.ActionSpecs() {
			v.at(a.position)
			name := squash(strings.ReplaceAll(a.Name, "-", "_"))
			if rest, ok := strings.CutPrefix(name+squash(r.Name), squash(r.Name)); ok && ownTypes[rest] {
				v.errorf(r, "action %q has the Go name of a type of the resource; choose another name", a.Name)
			}
			v.claimName(r, owner, squash(r.Name)+name+"body")
			v.claimName(r, owner, name+squash(r.Name))
		}
		v.atMember()
	}
}

// claimName records the resource that a Go name belongs to, and reports whether it had none.
// Two resources with the same name are reported elsewhere.
func (v *validation) claimName(r Resource, owner map[string]string, name string) bool {
	other, taken := owner[name]
	if taken = taken && other != r.Name; taken {
		v.errorf(r, "Go name %q is also generated for %s; choose another name or plural", name, other)
	}
	owner[name] = r.Name
	return !taken
}

// linkTables checks that no link table has the name of a resource's table.
func (v *validation) linkTables(resources []Resource) {
	for _, r := range resources {
		own := r.Name + "_id_sequence"
		if r.Kind == KindRecord && r.IDTable == "" &&
			slices.ContainsFunc(resources, func(o Resource) bool { return o.Plural == own }) {
			v.errorf(r, "its IDs need the table %q, which is the plural of another resource; rename that one", own)
		}
		for _, f := range r.Links() {
			v.at(f.position)
			names := []string{r.Name + "_" + f.Name, r.Name + "_" + v.resources[f.Target].Plural}
			if i := slices.IndexFunc(resources, func(o Resource) bool { return slices.Contains(names, o.Plural) }); i >= 0 {
				v.errorf(r, "field %q needs a table of its own, whose name %q is the plural of %q; rename one",
					f.Name, resources[i].Plural, resources[i].Name)
			}
		}
	}
	v.atMember()
}
