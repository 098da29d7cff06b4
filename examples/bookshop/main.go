// Command bookshop serves a bookshop over REST and manages its database.
package main

import (
	"context"

	"bookshop/generated"

	"almanac/runtime/cli"
	"almanac/runtime/mutate"
)

func main() { cli.Main(program) }

var program = cli.Program{Name: "bookshop", Usage: "Serve a bookshop over REST", Service: generated.Service(), Hooks: []mutate.Hook{orders}}

// orders refuses new orders for days that are over, in UTC.
var orders = mutate.Hooks[*generated.Order]{
	BeforeValidate: func(_ context.Context, c *mutate.Mutation, o mutate.Change[*generated.Order]) error {
		today := string(c.UTC())[:len("2006-01-02")]
		if o.Action == mutate.ActionCreated && o.Next.WantedOn != nil && *o.Next.WantedOn < today {
			c.Errors.Add("wanted_on", "", "wanted_on must not be a day that is over.")
		}
		return nil
	},
}
