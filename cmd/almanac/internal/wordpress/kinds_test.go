package wordpress

import (
	"maps"
	"slices"
	"testing"

	"almanac/generated"
	"almanac/runtime/httpapi"
	"almanac/runtime/model"
	"almanac/runtime/request"
)

// TestEveryMemberIsAFieldOfTheAPI fails when a field is renamed in the description and not
// here, where it stands as text.
func TestEveryMemberIsAFieldOfTheAPI(t *testing.T) {
	for _, k := range kindsOf(&httpapi.API{Env: &request.Env{Resources: generated.Service().Resources}}) {
		if k.resource == nil {
			t.Errorf("%s shows a resource that there is not", k.name)
			continue
		}
		names := slices.Collect(maps.Values(k.fields))
		for _, m := range k.meta {
			if m.form != metaDerived {
				names = append(names, m.field)
			}
		}
		for _, name := range names {
			if !slices.ContainsFunc(k.resource.Args, func(a *model.Arg) bool { return a.Name == name }) {
				t.Errorf("%s writes the field %s, which %s has not", k.name, name, k.resource.Plural)
			}
		}
	}
}
