package transfer

import (
	"encoding/json"
	"testing"

	"almanac/runtime/cost"
)

func TestMoneyIsWrittenSoThatItReadsAsBefore(t *testing.T) {
	tests := []struct {
		name, shown, details string
		exact                bool
	}{
		{"nothing", "", `{"currency_symbol":"","currency_code":"","currency_position":"","values":[]}`, true},
		{"nothing with a currency", "", `{"currency_symbol":"$","currency_code":"","currency_position":"prefix","values":[]}`, true},
		{"details that are an empty list", "", `[]`, true},
		{"a number", "$10", `{"currency_symbol":"","currency_code":"","currency_position":"","values":["10"]}`, true},
		{"a symbol before", "$14", `{"currency_symbol":"$","currency_code":"","currency_position":"prefix","values":["14"]}`, true},
		{"a symbol behind", "20€", `{"currency_symbol":"€","currency_code":"","currency_position":"postfix","values":["20"]}`, true},
		{"free in dollars", "Free", `{"currency_symbol":"$","currency_code":"","currency_position":"prefix","values":["0"]}`, true},
		{"the word free", "Free", `{"currency_symbol":"","currency_code":"","currency_position":"","values":["free"]}`, true},
		{"a value between the ends", "Free – 30$", `{"currency_symbol":"$","currency_code":"","currency_position":"postfix","values":["0","20","30"]}`, true},
		{"a code", "12 EUR", `{"currency_symbol":"","currency_code":"EUR","currency_position":"postfix","values":["12"]}`, true},
		{"words", "Pay what you CAN", `{"currency_symbol":"","currency_code":"","currency_position":"","values":["pay what you can"]}`, true},
		{"words beside numbers", "Donation – 30$", `{"currency_symbol":"$","currency_code":"","currency_position":"postfix","values":["donation","20","30"]}`, true},
		{"words with markup", "Tom &amp; &lt;3", `{"currency_symbol":"","currency_code":"","currency_position":"","values":["tom &amp; &lt;3"]}`, true},
		{"values as numbers", "$14.50", `{"currency_symbol":"$","currency_code":"","currency_position":"prefix","values":[14.50]}`, true},
		{"the symbol of another site", "£14", `{"currency_symbol":"","currency_code":"","currency_position":"","values":["14"]}`, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			shown, err := json.Marshal(tt.shown)
			if err != nil {
				t.Fatal(err)
			}
			r := &record{members: map[string]json.RawMessage{"cost": shown, "cost_details": json.RawMessage(tt.details)}}
			written, exact := money(r, "$")
			if exact != tt.exact {
				t.Errorf("got %v, exact %v, want %v", written, exact, tt.exact)
			}
			c, err := cost.Parse(written)
			if err != nil {
				t.Fatal(err)
			}
			if got := c.Format("$"); got != tt.shown {
				t.Errorf("%v shows %q, want %q", written, got, tt.shown)
			}
		})
	}
}
