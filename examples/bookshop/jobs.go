package main

import (
	"context"

	"bookshop/generated"

	"almanac/runtime/param"
	"almanac/runtime/records"
	"almanac/runtime/service"
)

// lateOrders notes every morning which orders should have been sent.
var lateOrders = service.Job{Name: "late-orders", Every: "06:00", Run: noteLate}

func noteLate(_ context.Context, call records.Call) error {
	orders := generated.Orders(call)
	late, err := orders.All(&generated.OrderList{Late: param.Of(true)})
	for _, o := range late {
		if o.Record.Note != "" {
			continue
		}
		if _, err := orders.Update(o.Record.ID, generated.OrderBody{Note: param.Of("Late")}); err != nil {
			return err
		}
	}
	return err
}
