package validate

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/runtime/apierror"
	"almanac/runtime/messages"
)

func TestWords(t *testing.T) {
	tests := []struct {
		name string
		sent any
		want []string
		ok   bool
	}{
		{"a list", []any{"eventbrite", "woo"}, []string{"eventbrite", "woo"}, true},
		{"a text", " woo , rsvp,", []string{"woo", "rsvp"}, true},
		{"false", false, nil, true},
		{"the word false", "false", nil, true},
		{"nothing", "", nil, true},
		{"true", true, nil, false},
		{"a number in a list", []any{json.Number("5")}, nil, false},
		{"what is no word", "a b", nil, false},
		{"an object", map[string]any{}, nil, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := StringList(tt.sent)
			if ok != tt.ok || !cmp.Equal(got, tt.want) {
				t.Errorf("got %q, %v", got, ok)
			}
		})
	}
}

func TestWebAddresses(t *testing.T) {
	for address, want := range map[string]bool{
		"https://example.org/": true, "HTTP://example.org": true, "http://localhost:80/x?y#z": true, "http://münchen.example/": true,
		"": false, "example.org": false, "//example.org": false, "ftp://example.org": false, "javascript:alert(1)": false, "http://": false,
		"http:///x": false, "https://example.org/<script>": false, "https://example.org/a b": false, "http://%zz/": false,
	} {
		if got := addressOf(address, "http", "https"); got != want {
			t.Errorf("%q: got %v, want %v", address, got, want)
		}
	}
}

func TestErrorsOfInlineRecordsNameTheirPlace(t *testing.T) {
	price := apierror.Param("price")
	for _, tt := range []struct {
		message messages.Message
		want    string
	}{
		{messages.NewMessage("%s must be text.", price), "lines[1].price must be text."},
		{messages.NewMessage("%s, not a list.", messages.Clause(messages.NewMessage("%s must be text.", price))), "lines[1].price must be text, not a list."},
		{messages.NewMessage("Each element of %s must be text.", price), "lines[1].price: Each element of price must be text."},
		{messages.NewMessage("The price is odd."), "lines[1].price: The price is odd."},
	} {
		name, detail := InlineError("lines[1]", "price", apierror.FieldError{Code: "c", Message: tt.message})
		if name != "lines[1].price" || detail.Code != "c" || detail.Message.Error() != tt.want {
			t.Errorf("got %s, %v, want %s", name, detail, tt.want)
		}
	}
}
