package queryplantest

import (
	"slices"
	"testing"

	"almanac/runtime/auth"
	"almanac/runtime/service"
	"almanac/runtime/store"
)

// suggestions asks for what the desk suggests while somebody types a name, none of which
// may read a large table from end to end.
func suggestions(t *testing.T, a *service.Service, e explainer, ran *[]store.Statement) {
	t.Helper()
	for _, k := range a.Env.Resources {
		for _, typed := range []string{"", "m", "copy7", "copy7 hall", "nothing has this name"} {
			*ran = nil
			if _, err := a.API.Records.Suggest(a.Env.NewRequest(t.Context(), auth.Caller{Role: auth.RoleAdministrator}), k, typed, 8); err != nil {
				t.Fatal(err)
			}
			for _, s := range slices.Clone(*ran) {
				if read := e.whole(t, s); len(read) > 0 {
					t.Errorf("%s named %q: reads all of %q:\n%s", k.Plural, typed, read, s.SQL)
				}
			}
		}
	}
}
