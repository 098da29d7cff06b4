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
	params, report, cents := generated.OrderList{PerPage: param.Of[int64](50)}, &salesReport{}, int64(0)
	if in.Status.IsSet() {
		params.Status = param.Of([]string{in.Status.Value})
	}
	for page := int64(1); ; page++ {
		params.Page = param.Of(page)
		orders, total, err := generated.Orders(call).List(&params)
		if err != nil {
			return nil, err
		}
		for _, o := range orders {
			if o.Record.Total != nil && o.Record.TotalCurrency == "EUR" {
				cents += *o.Record.Total
			}
		}
		if report.Orders = total; page*50 >= total {
			report.Sum = fmt.Sprintf("%d.%02d", cents/100, cents%100)
			return report, nil
		}
	}
})

type salesReport struct {
	Orders int64  `json:"orders" doc:"Number of orders"`
	Sum    string `json:"sum" doc:"Sum of their totals in euros"`
}

// sendPaid sends all orders that are paid, up to 50 at once, or none of them.
var sendPaid = service.NewOperation(huma.Operation{
	OperationID: "send-paid-orders", Method: "POST", Path: "/orders/send-paid", Tags: []string{"orders"},
	Summary: "Send paid orders", Description: "Sends all orders that are paid.",
}, auth.RoleEditor, func(call records.Call, _ *struct{ service.OperationParams }) (*sentOrders, error) {
	orders, sent := generated.Orders(call), &sentOrders{IDs: []int64{}}
	paid, _, err := orders.List(&generated.OrderList{
		Status: param.Of([]string{"paid"}), PerPage: param.Of[int64](50), Orderby: param.Of("id"), Order: param.Of("asc"),
	})
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
