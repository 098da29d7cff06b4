package dsl_test

import (
	"testing"

	"almanac/resources/dsl"
)

func TestFaultsOfComputedFields(t *testing.T) {
	of := func(f dsl.Field, fields ...string) dsl.Field {
		return f.Computed("almanac/rules", "Sum", 1, fields...).Doc("Sum")
	}
	post := func(fields ...dsl.Field) []dsl.Resource {
		return one(talk(with(dsl.Integer("seats").Doc("Seats"), dsl.String("status").As(dsl.Status).Doc("Status")), with(fields...)))
	}
	const (
		at       = `resource "talk": field "sum" `
		possible = `; possible fields: name, seats`
		path     = `resource "talk": field "sum": Computed takes the import path of a package and the name of its function, which begins with a capital`
	)
	checkValidated(t, []validated{
		{"a number", post(of(dsl.Integer("sum"), "seats")), ""},
		{"a date without a default", post(of(dsl.Date("sum"), "name")), ""},
		{"an enumeration without a default", post(of(dsl.Enum("sum", "a", "b"), "name", "seats")), ""},
		{"money", post(of(dsl.Money("sum", "EUR"), "seats")), ""},
		{"a text that is searched", post(of(dsl.String("sum").Searchable().Sortable(), "seats")), ""},
		{"a field that does not exist", post(of(dsl.Integer("sum"), "rows")), at + `is computed from "rows", which is not a column of the record that writes of it alone change` + possible},
		{"a field of a linked record", post(of(dsl.Integer("sum"), "hall.seats")), at + `is computed from "hall.seats", which is not a column of the record that writes of it alone change` + possible},
		{"a field that changes without a write", post(of(dsl.String("sum"), "status")), at + `is computed from "status", which is not a column of the record that writes of it alone change` + possible},
		{"another computed field", post(of(dsl.Integer("sum"), "more"), of(dsl.Integer("more"), "seats")), at + `is computed from "more", which is not a column of the record that writes of it alone change` + possible},
		{"no field", post(of(dsl.Integer("sum"))), `resource "talk": field "sum": Computed names no field that its function takes` + possible},
		{"no package", post(dsl.Integer("sum").Computed("", "Sum", 1, "seats").Doc("Sum")), path},
		{"a function in small letters", post(dsl.Integer("sum").Computed("almanac/rules", "sum", 1, "seats").Doc("Sum")), path},
		{
			"no version", post(dsl.Integer("sum").Computed("almanac/rules", "Sum", 0, "seats").Doc("Sum")),
			`resource "talk": field "sum": the version of a Computed field is 1, and one more each time that its function gives other results`,
		},
		{
			"what is about writes", post(of(dsl.String("sum").Required().MaxLength(9).Unique().WriteOnly().Secret().Backfill("a"), "seats")),
			at + `is Computed, and never written: it takes no Required, Unique, MaxLength, WriteOnly, Secret, Backfill`,
		},
		{"a default", post(of(dsl.Boolean("sum").Default(true), "seats")), at + `is Computed, and never written: it takes no Default`},
		{"HTML", post(of(dsl.String("sum").HTML(), "seats")), at + `is Computed, and never written: it takes no HTML or Text`},
		{"a URL", post(of(dsl.URL("sum"), "seats")), at + `is Computed, and never written: it takes no type untyped (URL)`},
		{
			"an internal table", one(secret(with(of(dsl.Integer("sum"), "name")))),
			`resource "secret": field "sum": an internal table has no Computed fields; remove it`,
		},
		{
			"a unique index", func() []dsl.Resource {
				list := post(of(dsl.Integer("sum"), "seats"))
				list[0].Indexes = []dsl.Index{{Columns: []string{"sum", "seats"}, Unique: true}, {Columns: []string{"sum"}}}
				return list
			}(),
			`resource "talk": index over sum, seats: "sum" is Computed, so that no client could choose another value; leave it out, or Unique`,
		},
	})
}
