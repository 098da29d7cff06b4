package main

import (
	"fmt"

	"bookshop/generated"
	"github.com/danielgtaylor/huma/v2"

	"almanac/runtime/auth"
	"almanac/runtime/param"
	"almanac/runtime/records"
	"almanac/runtime/service"
)

// sales is a report: how many orders there are, and what they come to in euros.
var sales = service.NewOperation(huma.Operation{
	OperationID: "get-sales", Method: "GET", Path: "/sales", Tags: []string{"orders"},
	Summary: "Get the sales", Description: "Returns the number of orders and their sum in euros.",
}, auth.RoleEditor, func(call records.Call, in *struct {
	Status param.Opt[string] `query:"status" enum:"open,paid,sent" rule:"nonempty" doc:"Status of the orders"`
},
) (*salesReport, error) {
	params, cents := generated.OrderList{}, int64(0)
	if in.Status.IsSet() {
		params.Status = param.Of([]string{in.Status.Value})
	}
	orders, err := generated.Orders(call).All(&params)
	for _, o := range orders {
		if o.Record.Total != nil && o.Record.TotalCurrency == "EUR" {
			cents += *o.Record.Total
		}
	}
	return &salesReport{Orders: len(orders), Sum: fmt.Sprintf("%d.%02d", cents/100, cents%100)}, err
})

type salesReport struct {
	Orders int    `json:"orders" doc:"Number of orders"`
	Sum    string `json:"sum" doc:"Sum of their totals in euros"`
}

// sendPaid sends all orders that are paid, or none of them.
var sendPaid = service.NewOperation(huma.Operation{
	OperationID: "send-paid-orders", Method: "POST", Path: "/orders/send-paid", Tags: []string{"orders"},
	Summary: "Send paid orders", Description: "Sends all orders that are paid.",
}, auth.RoleEditor, func(call records.Call, _ *struct{ service.OperationParams }) (*sentOrders, error) {
	paid, err := generated.Orders(call).All(&generated.OrderList{Status: param.Of([]string{"paid"}), Order: param.Of("asc")})
	sent := &sentOrders{IDs: []int64{}}
	for _, o := range paid {
		if _, err := generated.SendOrder(call, o.Record.ID, generated.OrderSendBody{}); err != nil {
			return nil, err
		}
		sent.IDs = append(sent.IDs, o.Record.ID)
	}
	return sent, err
})

type sentOrders struct {
	IDs []int64 `json:"sent" doc:"IDs of the orders that were sent"`
}
