// Command bookshop serves a bookshop over REST and manages its database.
package main

import (
	"context"

	"bookshop/generated"

	"almanac/runtime/auth"
	"almanac/runtime/cli"
	"almanac/runtime/mutate"
	"almanac/runtime/service"
)

func main() { cli.Main(program) }

var program = cli.Program{
	Name:    "bookshop",
	Usage:   "Serve a bookshop over REST",
	Service: generated.Service().With(sales, sendPaid),
	Hooks:   []mutate.Hook{orders},
	Jobs:    []service.Job{lateOrders},
}

// orders refuses new orders for days that are over, in UTC, that others than editors change orders
// which were sent, and that paid ones become open.
var orders = mutate.Hooks[*generated.Order]{
	BeforeValidate: func(_ context.Context, m *mutate.Mutation, o mutate.Change[*generated.Order]) error {
		today := string(m.UTC())[:len("2006-01-02")]
		if o.Action == mutate.ActionCreated && o.Next.WantedOn != nil && *o.Next.WantedOn < today {
			m.Fail("wanted_on", "%s must not be a day that is over.", mutate.Field("wanted_on"))
		}
		if o.Previous != nil && o.Previous.Status == "sent" && !m.Caller.Role.Includes(auth.RoleEditor) {
			return mutate.Forbidden("Only editors can change an order that was sent.")
		}
		return nil
	},
	BeforeSave: func(_ context.Context, _ *mutate.Mutation, o mutate.Change[*generated.Order]) error {
		if o.Previous != nil && o.Previous.Status != "open" && o.Next.Status == "open" {
			return mutate.Conflict("A paid order cannot be opened again.")
		}
		return nil
	},
}
