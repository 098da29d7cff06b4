package dsl

import (
	"slices"
	"strings"
)

// reserved lists words that SQL reserves on one of the stores, as far as they
// could be names of tables.
var reserved = wordSet("all and as case check collate column constraint create default distinct else end except false for foreign from grant " +
	"group having in index intersect into join limit natural not null offset on or order primary references returning " +
	"select set table then to transaction true union unique update using values view when where window with")

// columnsOf are the columns that every record of a kind has.
var columnsOf = map[Kind][]string{
	Post: strings.Fields("id version language author slug created_utc modified_utc status date date_utc modified wanted_slug password image_id made_inline"),
	Term: strings.Fields("id version language author slug created_utc modified_utc parent"),
}

// scheduleColumns are the columns that a record with start and end has beside
// them.
var scheduleColumns = []string{"utc_start_date", "utc_end_date", "duration"}

// linkNames are the column that a record with links has beside them, which tells
// where they lead, and the method that points to it.
var linkNames = []string{"linked_ids", "linking"}

// computedKeys are the members of an answer that the service computes for a
// kind; a field of that name could never show.
var computedKeys = map[Kind][]string{
	Post: strings.Fields("global_id global_id_lineage rest_url url custom_fields json_ld"),
	Term: strings.Fields("global_id global_id_lineage rest_url url custom_fields count taxonomy meta urls"),
}

// members are the methods and embedded structs of what is generated for a
// kind, in lower case: a field whose Go name is the same does not compile, or
// hides a method that the engine calls.
var members = map[Kind][]string{
	Post: strings.Fields("basemodel kind displayname targets values derive attach base record basetargets basevalues " +
		"post aspost posttargets postvalues decode check apply repeats"),
	Term: strings.Fields("basemodel kind displayname targets values derive attach base record basetargets basevalues " +
		"term asterm termtargets termvalues decode check apply repeats"),
}

// listMembers are the methods of a list's parameters.
var listMembers = wordSet("decode keep")

// shared are parameters that the service takes on every route of a kind; one of
// a resource would never get its value.
var shared = wordSet("_fields context dry_run force format")

// packageNames are what the generated package declares beside resources.
var packageNames = []string{"register", "kinds", "migrations", "namespace"}

// squash brings a name to the form in which Go names can be compared: two wire
// names whose Go names are the same are the same without underscores.
func squash(name string) string { return strings.ReplaceAll(name, "_", "") }

// wordSet makes a set of words parted by blanks.
func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		set[word] = true
	}
	return set
}

// taken returns the squashed names that no field of r may have, each with what
// has it.
func (r Resource) taken() map[string]string {
	taken := map[string]string{}
	for _, name := range members[r.Kind] {
		taken[name] = "a method or member of generated structs"
	}
	for name := range shared {
		taken[squash(name)] = "a parameter that every resource takes"
	}
	for _, name := range computedKeys[r.Kind] {
		taken[squash(name)] = "a value that the service computes"
	}
	for _, name := range columnsOf[r.Kind] {
		taken[squash(name)] = "a column that every record has"
	}
	if _, ok := r.Role(End); ok {
		for _, name := range append(r.scheduleKeys(), scheduleColumns...) {
			taken[squash(name)] = "a value that follows from start and end"
		}
	}
	if _, ok := r.Role(Link); ok {
		for _, name := range linkNames {
			taken[squash(name)] = "what tells where links lead"
		}
	}
	return taken
}

// scheduleKeys are the members of an answer that follow from start and end.
func (r Resource) scheduleKeys() []string {
	keys := []string{"utc_start_date_details", "utc_end_date_details", "timezone_abbr"}
	for _, role := range []Role{Start, End, Money} {
		if f, ok := r.Role(role); ok {
			keys = append(keys, f.Name+"_details")
		}
	}
	return keys
}

// generatedNames checks that no two resources are given one Go name.  What is
// generated for event is Event, EventBody, EventList, EventView, EventPage and
// RegisterEvents.
func (v *validation) generatedNames(resources []Resource) {
	owner := map[string]string{}
	for _, name := range packageNames {
		owner[name] = "the whole package"
	}
	for _, r := range resources {
		if r.Kind == Internal || r.Kind == Gone {
			continue
		}
		for _, name := range []string{"", "body", "list", "view", "page"} {
			v.own(r, owner, squash(r.Name)+name)
		}
		v.own(r, owner, "register"+squash(r.Plural))
	}
}

// own notes that a Go name belongs to a resource.  Resources of one name are
// another fault.
func (v *validation) own(r Resource, owner map[string]string, name string) {
	if other, ok := owner[name]; ok && other != r.Name {
		v.fault(r, "Go name %q is also generated for %s", name, other)
	}
	owner[name] = r.Name
}

// linkTables checks that the table of a relation is no resource's.
func (v *validation) linkTables(resources []Resource) {
	for _, r := range resources {
		for _, f := range r.Links() {
			names := []string{r.Name + "_" + f.Name, r.Name + "_" + v.kinds[f.Target].Plural}
			if i := slices.IndexFunc(resources, func(o Resource) bool { return slices.Contains(names, o.Plural) }); i >= 0 {
				v.fault(r, "field %q needs a table of its own, whose name %q is the plural of %q", f.Name, resources[i].Plural, resources[i].Name)
			}
		}
	}
}
