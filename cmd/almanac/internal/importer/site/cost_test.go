package site

import (
	"encoding/json"
	"slices"
	"testing"

	"almanac/runtime/cost"
	"almanac/runtime/transfer"
)

func TestMoneyIsWrittenSoThatItReadsAsBefore(t *testing.T) {
	tests := []struct {
		name, shown, details string
		differs              string
	}{
		{"nothing", "", `{"currency_symbol":"","currency_code":"","currency_position":"","values":[]}`, ""},
		{"nothing with a currency", "", `{"currency_symbol":"$","currency_code":"","currency_position":"prefix","values":[]}`, ""},
		{"details that are an empty list", "", `[]`, ""},
		{"a number", "$10", `{"currency_symbol":"","currency_code":"","currency_position":"","values":["10"]}`, ""},
		{"a symbol before", "$14", `{"currency_symbol":"$","currency_code":"","currency_position":"prefix","values":["14"]}`, ""},
		{"a symbol behind", "20€", `{"currency_symbol":"€","currency_code":"","currency_position":"postfix","values":["20"]}`, ""},
		{"free in dollars", "Free", `{"currency_symbol":"$","currency_code":"","currency_position":"prefix","values":["0"]}`, ""},
		{"the word free", "Free", `{"currency_symbol":"","currency_code":"","currency_position":"","values":["free"]}`, ""},
		{"a value between the ends", "Free – 30$", `{"currency_symbol":"$","currency_code":"","currency_position":"postfix","values":["0","20","30"]}`, ""},
		{"a code", "12 EUR", `{"currency_symbol":"","currency_code":"EUR","currency_position":"postfix","values":["12"]}`, ""},
		{"words", "Pay what you CAN", `{"currency_symbol":"","currency_code":"","currency_position":"","values":["pay what you can"]}`, ""},
		{"words beside numbers", "Donation – 30$", `{"currency_symbol":"$","currency_code":"","currency_position":"postfix","values":["donation","20","30"]}`, ""},
		{"words with markup", "Tom &amp; &lt;3", `{"currency_symbol":"","currency_code":"","currency_position":"","values":["tom &amp; &lt;3"]}`, ""},
		{"values as numbers", "$14.50", `{"currency_symbol":"$","currency_code":"","currency_position":"prefix","values":[14.50]}`, ""},
		{"the symbol of another site", "£14", `{"currency_symbol":"","currency_code":"","currency_position":"","values":["14"]}`, ""},
		{"a sign behind that the site adds", "5€", `{"currency_symbol":"","currency_code":"","currency_position":"","values":["5"]}`, ""},
		{"a range with signs that the site adds", "10€ – 20€", `{"currency_symbol":"","currency_code":"","currency_position":"","values":["10","20"]}`, ""},
		{"a decimal comma", "10,50€", `{"currency_symbol":"","currency_code":"","currency_position":"","values":["10.5"]}`, ""},
		{"a code beside a sign", "£10 – £20", `{"currency_symbol":"£","currency_code":"GBP","currency_position":"prefix","values":["10","15","20"]}`, ""},
		{"a code beside a sign behind", "10,50€", `{"currency_symbol":"€","currency_code":"EUR","currency_position":"postfix","values":["10.5"]}`, ""},
		{"a code beside a sign and words", "Donation – £20", `{"currency_symbol":"£","currency_code":"GBP","currency_position":"prefix","values":["donation","20"]}`, ""},
		{"free with a sign and a code", "Free", `{"currency_symbol":"£","currency_code":"GBP","currency_position":"prefix","values":["0"]}`, ""},
		{"a code that no currency has", "£10", `{"currency_symbol":"£","currency_code":"XQX","currency_position":"prefix","values":["10"]}`, "the currency code of its cost is not imported"},
		{"other values", "$10", `{"currency_symbol":"","currency_code":"","currency_position":"","values":["12"]}`, "the values of its cost differ here"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			shown, err := json.Marshal(tt.shown)
			if err != nil {
				t.Fatal(err)
			}
			r := &transfer.Record{Members: map[string]json.RawMessage{"cost": shown, "cost_details": json.RawMessage(tt.details)}}
			written, differs := money(r, cost.Currency{Symbol: "$"})
			if differs != tt.differs {
				t.Errorf("got %v, which differs by %q, want %q", written, differs, tt.differs)
			}
			c, err := cost.Parse(written)
			if err != nil {
				t.Fatal(err)
			}
			if got := c.Format(cost.Currency{Symbol: "$"}); got != tt.shown {
				t.Errorf("%v shows %q, want %q", written, got, tt.shown)
			}
		})
	}
}

func TestMoneyKeepsAllThatWasTyped(t *testing.T) {
	euros := cost.Currency{Symbol: "€", Position: cost.PositionPostfix}
	tests := []struct {
		name, shown, typed, details string
		cost, whole, code, differs  string
	}{
		{"values between the ends", "10€ – 20€", "20 / 15 / 10", `{"currency_symbol":"","currency_code":"","currency_position":"","values":["10","20"]}`, "10€ – 20€", "10€, 15€, 20€", "", ""},
		{"words", "5€ – 10€", "Adults 10€, kids 5€", `{"currency_symbol":"€","currency_code":"EUR","currency_position":"postfix","values":["5","10"]}`, "5€ – 10€", "Adults 10€, kids 5€", "EUR", ""},
		{"words without a sign", "12€ – 15€", "Abendkasse 15 / VVK 12", `{"currency_symbol":"€","currency_code":"","currency_position":"postfix","values":["12","15"]}`, "12€ – 15€", "12€ – 15€ (Abendkasse 15 / VVK 12)", "", ""},
		{"a number alone says no more", "12€", "12", `{"currency_symbol":"€","currency_code":"EUR","currency_position":"postfix","values":["12"]}`, "12€", "12€", "EUR", ""},
		{"thousands that the site misreads", ".50€", "$1,234.50", `{"currency_symbol":"€","currency_code":"EUR","currency_position":"postfix","values":[".50"]}`, "$1234.50", "$1234.50", "", misread},
		{"decimal commas that the site misreads", "Free", "10,50 – 20,00", `{"currency_symbol":"€","currency_code":"EUR","currency_position":"postfix","values":["0"]}`, "10,50€ – 20,00€", "10,50€ – 20,00€", "EUR", misread},
		{"the currency of words", "Pay what you can", "Pay what you can", `{"currency_symbol":"€","currency_code":"EUR","currency_position":"postfix","values":["pay what you can"]}`, "Pay what you can", "Pay what you can", "EUR", ""},
		{"values that a site makes of words", "Pay what you can", "Pay what you can", `{"currency_symbol":"€","currency_code":"","currency_position":"postfix","values":[]}`, "Pay what you can", "Pay what you can", "", ""},
		{"the currency of what is free", "Free", "Free", `{"currency_symbol":"€","currency_code":"EUR","currency_position":"postfix","values":["free"]}`, "Free", "Free", "EUR", ""},
		{"yen", "1500円", "1500円", `{"currency_symbol":"","currency_code":"JPY","currency_position":"postfix","values":["1500"]}`, "1500円", "1500円", "JPY", ""},
		{"francs without a blank", "CHF12", "12", `{"currency_symbol":"","currency_code":"CHF","currency_position":"prefix","values":["12"]}`, "CHF 12", "CHF 12", "CHF", ""},
		{"crowns", "250kr", "250", `{"currency_symbol":"kr","currency_code":"SEK","currency_position":"postfix","values":["250"]}`, "250 kr", "250 kr", "SEK", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			encoded := func(s string) json.RawMessage {
				content, _ := json.Marshal(s) // It always encodes.
				return content
			}
			r := &transfer.Record{Members: map[string]json.RawMessage{"cost": encoded(tt.shown), "cost_details": json.RawMessage(tt.details), typedCost: encoded(tt.typed)}}
			written, differs := money(r, euros)
			c, err := cost.Parse(written)
			if err != nil {
				t.Fatal(err)
			}
			if got := []string{c.Format(euros), c.Whole(euros, cost.Free), c.Code, differs}; !slices.Equal(got, []string{tt.cost, tt.whole, tt.code, tt.differs}) {
				t.Errorf("%v is %q, want %q", written, got, []string{tt.cost, tt.whole, tt.code, tt.differs})
			}
		})
	}
}

func TestMoneyIsTheSameInEveryLanguageOfASite(t *testing.T) {
	dollars := cost.Currency{Symbol: "$"}
	const euros, none = `"currency_symbol":"€","currency_code":"EUR","currency_position":"postfix"`, `"currency_symbol":"","currency_code":"","currency_position":""`
	tests := []struct {
		name, details, typed string
		shown                []string // In English, German and French.
		whole                string   // All of it, here.
	}{
		{"nothing", euros + `,"values":["0"]`, "0", []string{"Free", "Kostenlos", "Gratuit"}, "Free"},
		{"nothing without a sign", none + `,"values":["0"]`, "", []string{"Free", "Kostenlos", "Gratuit"}, "Free"},
		{"a range", euros + `,"values":["10","20"]`, "10-20", []string{"10€ – 20€", "10€ bis 20€", "10€ à 20€"}, "10€ – 20€"},
		{"a range, and nobody knows what was typed", euros + `,"values":["10","15","20"]`, "", []string{"10€ – 20€", "10€ bis 20€", "10€ à 20€"}, "10€, 15€, 20€"},
		{"values between the ends that were typed", none + `,"values":["10","20"]`, "20 / 15 / 10", []string{"10€ – 20€", "10€ bis 20€", "10€ à 20€"}, "10€, 15€, 20€"},
		{"the sign of the site", none + `,"values":["10","20"]`, "", []string{"10 € – 20 €", "10 € bis 20 €", "10 € à 20 €"}, "10€ – 20€"},
		{"a range from nothing on", euros + `,"values":["0","20","30"]`, "", []string{"Free – 30€", "Kostenlos bis 30€", "Gratuit à 30€"}, "Free, 20€, 30€"},
		{"decimal commas", euros + `,"values":["10.5","20"]`, "", []string{"10,50€ – 20€", "10,50€ bis 20€", "10,50€ à 20€"}, "10,50€ – 20€"},
		{"prices of tickets, of which the first stands for what was typed", euros + `,"values":["7","12.00","99"]`, "7", []string{"7€ – 99€", "7€ bis 99€", "7€ à 99€"}, "7€, 12.00€, 99€"},
		{"words and a number", euros + `,"values":["donation","30"]`, "", []string{"Donation – 30€", "Donation bis 30€", "Donation à 30€"}, "Donation – 30€"},
		{"words that were typed", euros + `,"values":["0"]`, "Pay what you can", []string{"Pay what you can"}, "Pay what you can"},
		{"a range in words that were typed", euros + `,"values":["10","20"]`, "10€ à 20€", []string{"10€ à 20€"}, "10€ – 20€"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, shown := range tt.shown {
				encoded := func(s string) json.RawMessage {
					content, _ := json.Marshal(s) // It always encodes.
					return content
				}
				r := &transfer.Record{Members: map[string]json.RawMessage{"cost": encoded(shown), "cost_details": json.RawMessage("{" + tt.details + "}"), typedCost: encoded(tt.typed)}}
				written, differs := money(r, dollars)
				c, err := cost.Parse(written)
				if err != nil {
					t.Fatal(err)
				}
				if got := c.Whole(dollars, cost.Free); got != tt.whole || differs != "" {
					t.Errorf("%q is %q (%v), want %q; differs: %s", shown, got, written, tt.whole, differs)
				}
			}
		})
	}
}
