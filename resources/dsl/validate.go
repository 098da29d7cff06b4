package dsl

import (
	"errors"
	"fmt"
	"go/token"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// wireName matches a wire name, which is also a column and, in another spelling,
// a Go identifier.
var wireName = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)

// Validate returns all errors of a set of resources, each naming resource and
// field, or nil.  The error joins values of type [*ValidationError].
func Validate(resources []Resource) error {
	v := &validation{resources: map[string]Resource{}, linked: map[[2]string]bool{}}
	resources = API{}.Complete(resources)
	v.names(resources)
	for _, r := range resources {
		v.resource(r)
	}
	return errors.Join(v.errs...)
}

// ValidationError is one rule that a resource breaks.
type ValidationError struct {
	Resource Resource
	Position token.Position // Where that is described, below the root of the module.
	Text     string         // The rule and the field, and what would be right.
}

// Error returns the position, so that editors find it, the name of the resource
// and the text.
func (e *ValidationError) Error() string {
	return fmt.Sprintf("%s: resource %q: %s", e.Position, e.Resource.Name, e.Text)
}

// validation collects the errors of all resources.
type validation struct {
	resources map[string]Resource
	linked    map[[2]string]bool // Source and target of each link.
	position  token.Position     // Of the part that is checked; zero for members.
	members   []string           // Those that are checked; nil for the whole resource.
	errs      []error
}

// at notes the position of the field or parameter that is checked from now on.
func (v *validation) at(position token.Position) { v.position, v.members = position, nil }

// atMember notes that some members of the resource are checked from now on, such as Indexes;
// none for the whole resource.  Only an error looks for their position.
func (v *validation) atMember(names ...string) { v.position, v.members = token.Position{}, names }

// namesOf lists the resources, or those with routes.
func namesOf(resources map[string]Resource, routes bool) []string {
	var names []string
	for name, r := range resources {
		if !routes || r.Kind != KindInternal {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// errorf adds an error of a resource at the position of what is checked.  The text
// says what is wrong and what would be right.
func (v *validation) errorf(r Resource, format string, args ...any) {
	position := relative(v.position)
	if !v.position.IsValid() {
		position = r.MemberPosition(v.members...)
	}
	text := strings.ReplaceAll(fmt.Sprintf(format, args...), "\n", `\n`) // An error is a line.
	v.errs = append(v.errs, &ValidationError{Resource: r, Position: position, Text: text})
}

// joined lists the names that would be right.
func joined[T ~string](names []T) string {
	if len(names) == 0 {
		return "none"
	}
	texts := make([]string, len(names))
	for i, name := range names {
		texts[i] = string(name)
	}
	return strings.Join(texts, ", ")
}

// names checks the names that must differ among resources.
func (v *validation) names(resources []Resource) {
	names, plurals := map[string]bool{}, map[string]bool{}
	for _, r := range resources {
		if names[r.Name] {
			v.errorf(r, "is described twice; rename or remove one")
		}
		names[r.Name] = true
		if r.Kind == KindDropped {
			continue
		}
		if plurals[r.Plural] {
			v.errorf(r, "plural %q belongs to another resource; choose another", r.Plural)
		}
		v.resources[r.Name], plurals[r.Plural] = r, true
		for _, f := range r.Links() {
			v.linked[[2]string{r.Name, f.Target}] = true
		}
	}
	v.generatedNames(resources)
	v.paths(resources)
	v.linkTables(resources)
}

func (v *validation) resource(r Resource) {
	if r.Kind == KindDropped {
		v.droppedResource(r)
		return
	}
	v.tableName(r, "name", r.Name)
	v.tableName(r, "plural", r.Plural)
	v.evolution(r)
	v.doc(r, "", r.Doc)
	v.permissions(r)
	switch r.Kind {
	case KindPost, KindTerm, KindRecord:
		v.record(r)
		v.actions(r)
	case KindInternal:
		v.internal(r)
		v.fields(r)
		v.indexes(r)
	default:
		v.errorf(r, "kind %q must be post, term, record or internal", r.Kind)
	}
}

func (v *validation) record(r Resource) {
	if r.PagePath == "" && r.Kind != KindRecord {
		v.errorf(r, "no PagePath: the URL of a record's page needs one")
	}
	v.atMember("Response", "ResponseFields")
	if r.ResponseFields != "" {
		v.errorf(r, "ResponseFields is what Response was before; remove it")
	}
	seen := map[string]bool{}
	for _, key := range r.Response {
		if seen[key] {
			v.errorf(r, "Response has %q twice; remove one", key)
		}
		seen[key] = true
	}
	v.atMember("SchemaOrg")
	for _, name := range slices.Sorted(maps.Keys(r.SchemaOrg)) {
		if _, ok := r.Field(name); !ok {
			v.errorf(r, "SchemaOrg names %q, which is not a field; the fields are: %s", name, joined(r.fieldNames()))
		}
	}
	v.atMember()
	v.term(r)
	v.plainRecord(r)
	if problem := calendarProblem(r); problem != "" {
		v.errorf(r, "%s", problem)
	}
	v.fields(r)
	v.behaviors(r)
	v.params(r)
	v.sortOptions(r)
	v.indexes(r)
}

// internal checks what only resources with routes have.
func (v *validation) internal(r Resource) {
	v.atMember("NoAgents")
	if r.NoAgents {
		v.errorf(r, "NoAgents is for resources with routes: no program sees a table of the service; remove it")
	}
	v.atMember("NoHistory")
	if r.NoHistory {
		v.errorf(r, "NoHistory is for resources with routes: the log has no rows of a table of the service; remove it")
	}
	v.atMember()
}

func (v *validation) term(r Resource) {
	if r.Kind != KindTerm {
		if r.Taxonomy != "" || r.Hierarchical || r.CountsRecordsOf != "" {
			v.errorf(r, "Taxonomy, Hierarchical and CountsRecordsOf are for terms; remove them")
		}
		return
	}
	if r.FindOrCreate {
		v.errorf(r, "FindOrCreate is for posts; remove it: a term whose name exists already is refused")
	}
	if r.SchemaOrgType != "" {
		v.errorf(r, "schema.org type %q: only posts carry json_ld; remove SchemaOrgType", r.SchemaOrgType)
	}
	if r.Taxonomy == "" {
		v.errorf(r, "no Taxonomy: responses of a term show it")
	}
	if _, ok := v.resources[r.CountsRecordsOf]; r.CountsRecordsOf != "" && !ok {
		v.errorf(r, "counts %q, which is not a resource; the resources are: %s",
			r.CountsRecordsOf, joined(namesOf(v.resources, true)))
	} else if r.CountsRecordsOf != "" && v.resources[r.CountsRecordsOf].Kind != KindPost {
		v.errorf(r, "CountsRecordsOf %q: only published posts are counted, and %[1]s is a %s; remove it",
			r.CountsRecordsOf, v.resources[r.CountsRecordsOf].Kind)
	}
	if _, ok := r.FieldWithBehavior(Parent); r.Hierarchical != ok {
		v.errorf(r, "Hierarchical and a field with the behavior parent go together; write both or none")
	}
}

// plainRecord checks what only records have, and what they do not have.
func (v *validation) plainRecord(r Resource) {
	if r.Kind != KindRecord {
		if r.IDTable != "" {
			v.errorf(r, "IDTable is for records: all posts share their IDs, and so do all terms; remove it")
		}
		return
	}
	if r.PagePath != "" {
		v.errorf(r, "PagePath %q: a record has no page; remove PagePath", r.PagePath)
	}
	if r.SchemaOrgType != "" {
		v.errorf(r, "schema.org type %q: only posts carry json_ld; remove SchemaOrgType", r.SchemaOrgType)
	}
	if r.FindOrCreate {
		v.errorf(r, "FindOrCreate finds posts and terms by their names, not records; remove it")
	}
	if r.IDTable != "" && !v.hasIDs(r.IDTable) {
		v.errorf(r, "IDTable %q is not the plural of an internal table with the fields id, As(AutoID), and resource",
			r.IDTable)
	}
}

// hasIDs reports whether an internal table assigns IDs, such as post_id_sequence.
func (v *validation) hasIDs(table string) bool {
	for _, r := range v.resources {
		if r.Plural == table && r.Kind == KindInternal {
			id, _ := r.Field("id")
			use, _ := r.Field("resource")
			return id.Behavior == AutoID && use.Type == TypeString
		}
	}
	return false
}

// name checks the form of a name.
func (v *validation) name(r Resource, what, name string) {
	if !wireName.MatchString(name) {
		v.errorf(r, "%s %q must be lower-case words joined by underscores", what, name)
	}
}

// tableName checks the name of a table or of its alias.  Tables and columns are
// quoted, so that resources and fields may be called order or group; only the names
// of internal tables stand in SQL without quotes.
func (v *validation) tableName(r Resource, what, name string) {
	v.name(r, what, name)
	if r.Kind == KindInternal && (token.IsKeyword(name) || reserved[name]) {
		v.errorf(r, "%s %q is a reserved word of Go or SQL; choose another", what, name)
	}
}

// doc checks that a description is one line, because it becomes a comment and a
// table cell.  The subject is "" for the resource itself.
func (v *validation) doc(r Resource, what, text string) {
	if what != "" {
		what += " "
	}
	switch {
	case text == "":
		v.errorf(r, "%shas no Doc; describe it in one line", what)
	case strings.ContainsAny(text, "\n\r"):
		v.errorf(r, "%shas a Doc with several lines; write one line", what)
	}
}
