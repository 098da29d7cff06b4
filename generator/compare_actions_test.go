package generator_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/resources/dsl"
)

func TestChangesOfActionsAreClassified(t *testing.T) {
	access := func(list ...string) dsl.Field {
		return dsl.Enum("access", "step-free", "ramp", "stairs").Default("stairs").Transitions(list...).Doc("How to get in")
	}
	open := dsl.NewAction("open").Sets("access", "ramp").Input("city").Allow(dsl.RoleAuthor).Doc("Opens.")
	with := func(f dsl.Field, actions ...dsl.Action) func(*described) {
		return func(d *described) {
			field(aPlace, "access", func(dsl.Field) dsl.Field { return f })(d)
			d.place.Actions = actions
		}
	}
	stairs := access("stairs>ramp")
	before := released(t, describeTalks(with(stairs, open)))
	for _, tt := range []classified{
		{"nothing", with(stairs, open), nil},
		{"another action", with(stairs, open, dsl.NewAction("close").Doc("Closes.")), []string{"compatible: action close of place is new, POST /places/{id}/close"}},
		{"no action", with(stairs), []string{"breaking: action open of place was removed"}},
		{"another value", with(stairs, dsl.NewAction("open").Sets("access", "step-free").Input("city").Allow(dsl.RoleAuthor).Doc("Opens.")), []string{"breaking: action open of place sets other values"}},
		{"a field that is needed", with(stairs, open.RequiredInput("seats")), []string{"breaking: action open of place requires seats"}},
		{"a field more", with(stairs, open.Input("seats")), []string{"compatible: action open of place takes seats"}},
		{"a field less", with(stairs, dsl.NewAction("open").Sets("access", "ramp").Allow(dsl.RoleAuthor).Doc("Opens.")), []string{"breaking: action open of place ignores city"}},
		{"fewer may do it", with(stairs, open.Allow(dsl.RoleEditor)), []string{"breaking: action open of place is granted to others"}},
		{"more may do it", with(stairs, open.Allow(dsl.RoleContributor)), []string{"compatible: action open of place is granted to more"}},
		{"other transitions", with(access("stairs>step-free"), open), []string{
			"breaking: field access of place no longer changes by stairs>ramp",
			"compatible: field access of place changes by stairs>step-free too",
		}},
		{"no transitions", with(access(), open), []string{"compatible: field access of place changes from every value to every other"}},
		{"actions alone", with(stairs.ByActions(), open), []string{"breaking: field access of place is changed by actions alone"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, c := range noticed(t, before, tt.change).Changes {
				got = append(got, string(c.Class)+": "+c.String())
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("changes (-want +got):\n%s", diff)
			}
		})
	}
}
