package views

import (
	"github.com/danielgtaylor/huma/v2"

	"almanac/runtime/decimal"
	"almanac/runtime/jsonenc"
)

// Money is an amount of money in responses.
type Money struct {
	Amount   string `json:"amount"`
	Currency string `json:"currency"`
}

// AmountOf shows an amount.
func AmountOf(currencies decimal.Currencies, units int64, currency string) *Money {
	return &Money{currencies.Format(decimal.Amount{Units: units, Currency: currency}), currency}
}

// OptionalAmountOf is AmountOf for an amount that may be missing.
func OptionalAmountOf(currencies decimal.Currencies, units *int64, currency string) *Money {
	if units == nil {
		return nil
	}
	return AmountOf(currencies, *units, currency)
}

// AppendJSON appends the amount as an object.
func (m *Money) AppendJSON(b []byte) []byte {
	if m == nil {
		return jsonenc.AppendNull(b)
	}
	b = jsonenc.AppendString(append(b, `{"amount":`...), m.Amount)
	b = jsonenc.AppendString(append(b, `,"currency":`...), m.Currency)
	return append(b, '}')
}

// Schema describes the amount to readers (huma.SchemaProvider).
func (*Money) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{
		Type: huma.TypeObject, Required: []string{"amount", "currency"},
		Properties: map[string]*huma.Schema{
			"amount":   {Type: huma.TypeString, Format: "decimal", Description: "Amount, with the digits of the currency"},
			"currency": {Type: huma.TypeString, Description: "Currency, a code of ISO 4217"},
		},
	}
}
