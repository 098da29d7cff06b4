package generator_test

import (
	"strings"
	"testing"

	"almanac/generator"
	"almanac/resources/dsl"
)

// TestGeneratedCodeKnowsFormerNames renames a resource, a field and a parameter of a release,
// and releases that too.
func TestGeneratedCodeKnowsFormerNames(t *testing.T) {
	described := func(change ...func(*dsl.Resource)) []dsl.Resource {
		r := dsl.Resource{
			Name: "order", Plural: "orders", Kind: dsl.KindRecord, Doc: "Orders.", ResponseFields: "*", SortOptions: []dsl.SortOption{dsl.SortBy("id")},
			Fields: []dsl.Field{dsl.String("note").Doc("Note")},
			Params: []dsl.Param{dsl.QueryParam("note", dsl.TypeString, dsl.OpEquals).Field("note").Doc("Note")},
		}
		for _, c := range change {
			c(&r)
		}
		return []dsl.Resource{r}
	}
	renamed := func(r *dsl.Resource) {
		r.Name, r.Plural, r.RenamedFrom = "bill", "bills", "order"
		r.Fields = []dsl.Field{dsl.String("remark").RenamedFrom("note").AcceptOldName().Doc("Remark")}
		r.Params = []dsl.Param{dsl.QueryParam("remark", dsl.TypeString, dsl.OpEquals).Field("remark").RenamedFrom("note").Doc("Remark")}
	}
	wants := func(files []generator.File) {
		t.Helper()
		for path, parts := range map[string][]string{
			"generated/bill_record.go": {`FormerPlural: "orders"`},
			"generated/bill_input.go":  {`was:"note,accepted"`},
			"generated/bill_routes.go": {`was:"note"`},
		} {
			text := strings.Join(strings.Fields(texts(files)[path]), " ")
			for _, part := range parts {
				if !strings.Contains(text, part) {
					t.Errorf("%s has no %s:\n%s", path, part, text)
				}
			}
		}
	}
	first, err := generator.Generate(toyAPI(), described(), generator.PreviousOutput{})
	if err != nil {
		t.Fatal(err)
	}
	before := release(t, first, generator.PreviousOutput{}, "2026-03-01")
	second, err := generator.Generate(toyAPI(), described(renamed), before)
	if err != nil {
		t.Fatal(err)
	}
	wants(second)
	notice, err := generator.CheckCompatibility(second, before)
	if err != nil {
		t.Fatal(err)
	}
	const refused = "list parameter remark of bill was note: lists reject that name"
	found := false
	for _, c := range notice.Breaking() {
		found = found || c.String() == refused
	}
	if !found {
		t.Errorf("breaking: %v, want %q", notice.Breaking(), refused)
	}
	third, err := generator.Generate(toyAPI(), described(renamed), release(t, second, before, "2026-04-01"))
	if err != nil {
		t.Fatal(err)
	}
	wants(third)
}

func TestAStrictServiceBreaksItsClients(t *testing.T) {
	before := released(t, describeTalks())
	strict := func(d *described) { d.api.Strict = true }
	const text = "the interface rejects requests with unknown parameters and properties"
	for name, tt := range map[string]struct {
		change []func(*described)
		open   bool
	}{
		"nothing accepts it": {[]func(*described){strict}, true},
		"a reason":           {[]func(*described){strict, func(d *described) { d.api.AcceptedBreaks = []dsl.AcceptedBreak{dsl.AcceptRouteBreak("no old clients")} }}, false},
		"another version":    {[]func(*described){strict, func(d *described) { d.api.Version = 2 }}, false},
	} {
		t.Run(name, func(t *testing.T) {
			n := noticed(t, before, tt.change...)
			if len(n.Breaking()) == 0 || n.Breaking()[0].String() != text && n.Breaking()[len(n.Breaking())-1].String() != text || (len(n.Unaccepted()) > 0) != tt.open {
				t.Errorf("breaking %v, of which nothing accepts %v", n.Breaking(), n.Unaccepted())
			}
		})
	}
	files := generated(t, describeTalks(strict), generator.PreviousOutput{})
	if !strings.Contains(strings.Join(strings.Fields(texts(files)["generated/register.go"]), " "), "Strict: true") {
		t.Error("generated code is not strict")
	}
}
