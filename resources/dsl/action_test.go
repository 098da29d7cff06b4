package dsl_test

import (
	"testing"

	"almanac/resources/dsl"
)

func TestFaultsOfActionsAndTransitions(t *testing.T) {
	size := dsl.Enum("size", "s", "m", "l").Default("s").Doc("Size")
	states := func(list ...string) []dsl.Resource { return one(label(with(size.Transitions(list...)))) }
	act := func(actions ...dsl.Action) []dsl.Resource {
		return one(label(with(size.Transitions("s>m"), text("hint"), dsl.Boolean("shown").Doc("Shown")), func(r *dsl.Resource) { r.Actions = actions }))
	}
	grow := dsl.NewAction("grow").Doc("Grows.")
	checkValidated(t, []validated{
		{"no fault", act(grow.Sets("size", "m").Sets("shown", true).RequiredInput("hint").Allow(dsl.RoleAuthor), dsl.NewAction("mark-late").Doc("Marks.")), ""},
		{"a circle with a default", states("s>m", "m>s,l", "l>s"), ""},
		{"a value that there is not", states("s>xl"), `resource "label": field "size": Transitions "s>xl" must be "from>to,to" with different values of s, m, l, each once`},
		{"a transition to itself", states("s>s"), `resource "label": field "size": Transitions "s>s" must be "from>to,to" with different values of s, m, l, each once`},
		{"a transition twice", states("s>m", "s>l,m"), `resource "label": field "size": Transitions "s>l,m" must be "from>to,to" with different values of s, m, l, each once`},
		{
			"a circle without a begin", one(label(with(dsl.Enum("size", "s", "m").Required().Transitions("s>m", "m>s").Doc("Size")))),
			`resource "label": field "size": no new record can have a value of it: transitions lead to all; add a Default`,
		},
		{"transitions of a text", one(label(with(text("hint").Transitions("a>b")))), `resource "label": field "hint": Transitions are for an Enum that writes send; remove them`},
		{"actions alone without transitions", one(label(with(size.ByActions()))), `resource "label": field "size": ByActions is for an Enum with Transitions; add them`},
		{"a name that is no word", act(dsl.NewAction("Grow!").Doc("Grows.")), `resource "label": action "Grow!": a name is a verb of lower-case letters and digits, with hyphens between words`},
		{"a name that every resource has", act(dsl.NewAction("update").Doc("Grows.")), `resource "label": action "update": every resource has an operation of this name; choose another verb`},
		{"the name of a route to former versions", act(dsl.NewAction("restore").Doc("Restores.")), `resource "label": action "restore": every resource has an operation of this name; choose another verb`},
		{"the name of the route to changes", act(dsl.NewAction("changes").Doc("Changes.")), `resource "label": action "changes": every resource has an operation of this name; choose another verb`},
		{"an action twice", act(grow, grow), `resource "label": action "grow" is described twice; rename or remove one`},
		{"an action without documentation", act(dsl.NewAction("grow")), `resource "label": action "grow" has no Doc; describe it in one line`},
		{
			"a value of no field", act(grow.Sets("size", "xl")),
			`resource "label": action "grow": Sets("size", "xl") must name an Enum with one of its values, or a Boolean with true or false, once`,
		},
		{
			"an input that is set", act(grow.Sets("size", "m").Input("size")),
			`resource "label": action "grow": Input "size" must be a field that the action does not set, once; possible fields: hint, shown`,
		},
		{
			"an input with the name of a method", one(label(with(text("action")), func(r *dsl.Resource) { r.Actions = []dsl.Action{grow.Input("action")} })),
			`resource "label": action "grow": Input "action" has the name of a generated method; rename the field`,
		},
		{"a name that a method of the client has", act(dsl.NewAction("pages").Doc("Pages.")), `resource "label": action "pages": every resource has an operation of this name; choose another verb`},
		{"a role that there is not", act(grow.Allow("king")), `resource "label": action "grow": "king" is not a role; the roles are ["administrator" "editor" "author" "contributor" "subscriber"]`},
		{"the owner of what has none", act(grow.OwnerToo()), `resource "label": action "grow": OwnerToo is about owners; add a field As(Owner), or remove it`},
		{
			"an action for those who cannot read", one(dsl.Resource{
				Name: "order", Plural: "orders", Kind: dsl.KindRecord, Doc: "Orders.", Fields: dsl.Fields(text("hint")),
				SortOptions: []dsl.SortOption{dsl.SortBy("id")}, Actions: []dsl.Action{grow.Allow(dsl.RoleAuthor)},
			}),
			`resource "order": action "grow": users cannot act on records that they cannot read; allow it to administrator or a role above, or lower Read`,
		},
		{
			"a Go name that the resource has",
			[]dsl.Resource{label(named("body", "bodies"), func(r *dsl.Resource) { r.Actions = []dsl.Action{dsl.NewAction("body").Doc("Grows.")} })},
			`resource "body": action "body" has the Go name of a type of the resource; choose another name`,
		},
		{
			"a Go name that another resource has",
			[]dsl.Resource{label(func(r *dsl.Resource) { r.Actions = []dsl.Action{grow} }), label(named("label_grow", "label_grows"))},
			`resource "label_grow": Go name "labelgrowbody" is also generated for label; choose another name or plural`,
		},
	})
}
