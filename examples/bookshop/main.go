// Command bookshop serves a bookshop over REST and manages its database.
package main

import (
	"context"
	"time"

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
// which were sent, and that those without a total are paid.  What is sent is packed.
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
	Actions: map[string]mutate.ActionFunc[*generated.Order]{
		"pay": func(_ context.Context, _ *mutate.Mutation, o mutate.Change[*generated.Order]) error {
			if o.Next.Total == nil {
				return mutate.Conflict("An order without a total cannot be paid.")
			}
			return nil
		},
		"send": func(_ context.Context, m *mutate.Mutation, o mutate.Change[*generated.Order]) error {
			if o.Next.PackedAt == nil {
				o.Next.PackedAt = new(m.Now.UTC().Format(time.RFC3339))
			}
			return nil
		},
	},
}
