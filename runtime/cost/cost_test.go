package cost

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// details makes what Details is expected to return.
func details(symbol, code, position string, values ...string) Details {
	return Details{CurrencySymbol: symbol, CurrencyCode: code, CurrencyPosition: position, Values: append([]string{}, values...)}
}

// dollars is the currency of a site.
var dollars = Currency{Symbol: "$"}

// parts returns the parts of a cost that clients see.
func parts(c Cost) Details {
	d := c.Details()
	d.Cost = Cost{}
	return d
}

func TestParse(t *testing.T) {
	tests := []struct {
		name string
		in   any
		show string
		want Details
	}{
		{"nothing is no cost", nil, "", details("", "", "")},
		{"an empty text is no cost", " ", "", details("", "", "")},
		{"an empty list is no cost", []any{"", nil}, "", details("", "", "")},
		{"a number has the site's symbol in front", "10", "$10", details("", "", "", "10")},
		{"a symbol in front stays there", "$10", "$10", details("$", "", "prefix", "10")},
		{"a symbol behind stays there", "20$", "20$", details("$", "", "postfix", "20")},
		{"a range is two values", "5 - 25", "$5 – $25", details("", "", "", "5", "25")},
		{"values are sorted as numbers", []any{"9", "10", "1"}, "$1 – $10", details("", "", "", "1", "9", "10")},
		{"zero in a list is free", []any{"0$", "20$", "30$"}, "Free – 30$", details("$", "", "postfix", "0", "20", "30")},
		{"zero is free", "0", "Free", details("", "", "", "0")},
		{"zero with decimals is free", "$0.00", "Free", details("$", "", "prefix", "0.00")},
		{"free is a word", "Free", "Free", details("", "", "", "free")},
		{"free in a range is zero", "Free – 30$", "Free – 30$", details("$", "", "postfix", "0", "30")},
		{"numbers are taken", json.Number("12.5"), "$12.5", details("", "", "", "12.5")},
		{"integers are taken", int64(7), "$7", details("", "", "", "7")},
		{"floats are taken", []any{float64(12.5), float64(1e7)}, "$12.5 – $10000000", details("", "", "", "12.5", "10000000")},
		{"a comma before three digits parts thousands", "1,234.50", "$1234.50", details("", "", "", "1234.50")},
		{
			"other marks of thousands are dropped", "1'234'567 2\u00a0000 1.234,5", "$1234,5 – $1234567",
			details("", "", "", "1234.5", "2000", "1234567"),
		},
		{"a decimal comma is shown, and a point in the values", "5,50 7,50", "$5,50 – $7,50", details("", "", "", "5.50", "7.50")},
		{"a price with a decimal comma is shown as written", "10,50€", "10,50€", details("€", "", "postfix", "10.50")},
		{"zeros behind a decimal comma stay", "€20,50", "€20,50", details("€", "", "prefix", "20.50")},
		{"zero with a decimal comma is free", "0,00 €", "Free", details("€", "", "postfix", "0.00")},
		{"a blank between thousands is dropped", "1 000 €", "1000€", details("€", "", "postfix", "1000")},
		{"blanks between many thousands are dropped", "$1 234 567.50", "$1234567.50", details("$", "", "prefix", "1234567.50")},
		{"a range of thousands with blanks", "1 000 – 2 500,50 €", "1000€ – 2500,50€", details("€", "", "postfix", "1000", "2500.50")},
		{"thousands with blanks may be listed by commas", "1 000, 2 000", "$1000 – $2000", details("", "", "", "1000", "2000")},
		{"blanks part numbers that are no thousands", "10 20 100", "$10 – $100", details("", "", "", "10", "20", "100")},
		{"blanks part numbers of which one begins with zero", "0 500", "Free – $500", details("", "", "", "0", "500")},
		{"decimals stay as written", "€6.50 - €8.50", "€6.50 – €8.50", details("€", "", "prefix", "6.50", "8.50")},
		{"a list of whole numbers may use commas", "10,20,30", "$10 – $30", details("", "", "", "10", "20", "30")},
		{"a code is kept", "10 EUR", "10 EUR", details("", "EUR", "postfix", "10")},
		{"a sign with letters is a symbol", "US$5", "US$5", details("US$", "", "prefix", "5")},
		{"equal values stand once", []any{"10", "10.0"}, "$10", details("", "", "", "10")},
		{"words are shown as written", "Pay what you CAN", "Pay what you CAN", details("", "", "", "pay what you can")},
		{"words with numbers are words", "$10 at the door", "$10 at the door", details("", "", "", "$10 at the door")},
		{"two currencies are words", "$10 or €12", "$10 or €12", details("", "", "", "$10 or €12")},
		{"a list with two currencies is words", []any{"$10", "€12"}, "$10, €12", details("", "", "", "$10, €12")},
		{"words beside numbers come first", []any{"20$", "Donation"}, "Donation – 20$", details("$", "", "postfix", "donation", "20")},
		{
			"parts may have a sign and a code",
			map[string]any{"values": []any{"20", "10"}, "currency_symbol": "£", "currency_code": "GBP", "currency_position": "prefix"},
			"£10 – £20", details("£", "GBP", "prefix", "10", "20"),
		},
		{
			"values of parts may have the sign",
			map[string]any{"values": []any{"10,50€"}, "currency_code": "EUR"},
			"10,50€", details("€", "EUR", "postfix", "10.50"),
		},
		{
			"parts that are no currency are left out",
			map[string]any{"values": []any{"10"}, "currency_symbol": "<b>", "currency_code": "XQX", "currency_position": "up"},
			"$10", details("", "", "", "10"),
		},
		{"words in parts have the currency beside them", map[string]any{"values": []any{"Donation"}, "currency_symbol": "£"}, "Donation", details("£", "", "prefix", "donation")},
		{
			"parts may have what was typed",
			map[string]any{"values": []any{"5€", "10€"}, "typed": "Adults 10€, kids 5€"},
			"5€ – 10€", details("€", "", "postfix", "5", "10"),
		},
		{"slashes part numbers", "20 / 15 / 10 €", "10€ – 20€", details("€", "", "postfix", "10", "15", "20")},
		{"a Swiss price", "CHF 12.-", "CHF 12", details("", "CHF", "prefix", "12")},
		{"francs in short", "Fr. 12.50", "Fr. 12.50", details("Fr.", "", "prefix", "12.50")},
		{"a price without cents", "12,– €", "12€", details("€", "", "postfix", "12")},
		{"crowns", "100 kr – 250 kr", "100 kr – 250 kr", details("kr", "", "postfix", "100", "250")},
		{"crowns in short", "kr. 100", "kr. 100", details("kr.", "", "prefix", "100")},
		{"yen behind", "1500円", "1500円", details("円", "", "postfix", "1500")},
		{"yen in front", "¥1,500", "¥1500", details("¥", "", "prefix", "1500")},
		{"rubles", "500 руб.", "500 руб.", details("руб.", "", "postfix", "500")},
		{"a word that begins like a sign", "Rsvp 10", "Rsvp 10", details("", "", "", "rsvp 10")},
		{"a day of the week", "Fri 12", "Fri 12", details("", "", "", "fri 12")},
		{"markup is removed and the rest escaped", "<b>Tom</b> & <3", "Tom &amp; &lt;3", details("", "", "", "tom &amp; &lt;3")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, err := Parse(tt.in)
			if err != nil {
				t.Fatal(err)
			}
			if got := c.Format(dollars); got != tt.show {
				t.Errorf("shows %q, want %q", got, tt.show)
			}
			if got := c.IsFree(); got != (tt.show == "Free") {
				t.Errorf("%q is free: %t", tt.show, got)
			}
			if diff := cmp.Diff(tt.want, parts(c)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			if diff := cmp.Diff(c, Decode(c.Encode())); diff != "" {
				t.Errorf("stored: (-want +got)\n%s", diff)
			}
		})
	}
}

func TestParseRefusesWhatIsNoCost(t *testing.T) {
	tests := []struct {
		name string
		in   any
	}{
		{"an object without values", map[string]any{"a": 1}},
		{"an object whose values are no list", map[string]any{"values": "10"}},
		{"a boolean", true},
		{"a list in a list", []any{[]any{"1"}}},
		{"a long text", strings.Repeat("a", 201)},
		{"a huge text", strings.Repeat(" ", 1<<13)},
		{"very many values", strings.Repeat("1 2 ", 1000)},
		{"a long number", json.Number(strings.Repeat("9", 300))},
		{"a number beyond reason", json.Number("1e400000")},
		{"no number", math.NaN()},
		{"a long list", slices.Repeat([]any{"1"}, 60)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if c, err := Parse(tt.in); err == nil || !c.IsZero() {
				t.Errorf("got %v, %v, want an error", c, err)
			}
		})
	}
}

func TestDecodeReadsForeignText(t *testing.T) {
	if got := Decode("{ 20$").Format(dollars); got != "{ 20$" {
		t.Errorf("got %q", got)
	}
	if got := parts(Decode("20$")); cmp.Diff(details("$", "", "postfix", "20"), got) != "" {
		t.Errorf("got %v", got)
	}
}

func TestDetailsAreWrittenInOrder(t *testing.T) {
	data, err := json.Marshal(Cost{}.Details())
	want := `{"currency_symbol":"","currency_code":"","currency_position":"","values":[]}`
	if err != nil || string(data) != want {
		t.Errorf("got %s, %v, want %s", data, err, want)
	}
}

func TestUpdateKeepsACostThatIsSentAsShown(t *testing.T) {
	for _, in := range []any{map[string]any{"values": []any{"£10", "£15"}, "currency_code": "GBP"}, map[string]any{"values": []any{"Free"}, "currency_symbol": "£", "typed": "Free, bring £1"}, "10", "0", []any{"0$", "20$", "30$"}, "Tom & <3", "1,234.50", "10,50€", "€20,50", "1 000 €"} {
		old, err := Parse(in)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Update(old, old.Format(dollars), dollars)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(old, got); diff != "" {
			t.Errorf("%v: (-want +got)\n%s", in, diff)
		}
	}
	got, err := Update(Cost{Values: []string{"10"}}, "", dollars)
	if err != nil || !got.IsZero() {
		t.Errorf("an empty text: got %v, %v", got, err)
	}
}

func TestSchemaOffer(t *testing.T) {
	tests := []struct {
		name string
		in   any
		want Offer
		ok   bool
	}{
		{"one price", "$46", Offer{Price: "46", PriceCurrency: "USD"}, true},
		{"both ends of a range", "5 - 25", Offer{Price: "5 – 25", PriceCurrency: "USD"}, true},
		{"free is zero", "Free", Offer{Price: "0", PriceCurrency: "USD"}, true},
		{"the written currency", "€5", Offer{Price: "5", PriceCurrency: "EUR"}, true},
		{"a decimal point for a comma", "20,50 €", Offer{Price: "20.50", PriceCurrency: "EUR"}, true},
		{"the written code", "5 CHF", Offer{Price: "5", PriceCurrency: "CHF"}, true},
		{"words are no price", "Donation", Offer{}, false},
		{"yen", "1500円", Offer{Price: "1500", PriceCurrency: "JPY"}, true},
		{"francs", "Fr. 5", Offer{Price: "5", PriceCurrency: "CHF"}, true},
		{"a sign that the site shares with others", "$5", Offer{Price: "5", PriceCurrency: "USD"}, true},
		{"a sign that only others have", "¥5", Offer{Price: "5", PriceCurrency: "JPY"}, true},
		{"a sign of several other currencies", "5 kr", Offer{}, false},
		{"nothing is no price", nil, Offer{}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, err := Parse(tt.in)
			if err != nil {
				t.Fatal(err)
			}
			got, ok := c.SchemaOffer("USD")
			if got != tt.want || ok != tt.ok {
				t.Errorf("got %v, %v, want %v, %v", got, ok, tt.want, tt.ok)
			}
		})
	}
}

// checkLaws tests that what a cost shows can be sent back.
func checkLaws(t interface{ Errorf(string, ...any) }, c Cost) {
	for _, site := range []Currency{dollars, {}, {"kr", PositionPostfix}} {
		shown := c.Format(site)
		again, err := Parse(shown)
		if err != nil {
			t.Errorf("%+v: parse %q: %v", c, shown, err)
			return
		}
		if got := again.Format(site); got != shown {
			t.Errorf("%+v: first %q, then %q", c, shown, got)
		}
		kept, err := Update(c, shown, site)
		if err != nil || cmp.Diff(c, kept) != "" {
			t.Errorf("%+v: update with %q gives %+v, %v", c, shown, kept, err)
		}
		if complete(c, site) {
			if diff := cmp.Diff(parts(c), parts(again)); diff != "" {
				t.Errorf("%+v shows %q: (-want +got)\n%s", c, shown, diff)
			}
		}
	}
	if diff := cmp.Diff(c, Decode(c.Encode())); diff != "" {
		t.Errorf("stored: (-want +got)\n%s", diff)
	}
	if again, err := Parse(c.Input()); err != nil || !cmp.Equal(again, c) {
		t.Errorf("%+v: the input %q is %+v, %v", c, c.Input(), again, err)
	}
}

// complete reports whether all of a cost can be seen in what it shows: no value
// between the ends, a currency of its own by sign or code, and no zero that is shown as
// a word.
func complete(c Cost, site Currency) bool {
	if len(c.Values) > 2 || c.Symbol != "" && c.Code != "" {
		return false
	}
	visible := 0
	for _, v := range c.Values {
		n := amount(v)
		if n != nil && n.Sign() != 0 {
			visible++
		}
		if n != nil && n.Sign() == 0 && (v != "0" || len(c.Values) == 1) {
			return false
		}
	}
	if c.Position == "" {
		return visible == 0 || site == Currency{}
	}
	return visible > 0
}

// items draws what clients write.
func items() *rapid.Generator[string] {
	parts := rapid.SampledFrom([]string{
		"12,-", "kr.", "Fr.", "円", "/", "R",
		"0", "1", "12", "5,50", "1,234.50", "7.25", ".5", "0.0", "$", "€", "US$", "kr", "EUR", "Free", "free", "Donation", "a",
		"1 000", "20,50", "0,00", " ", " ", "-", " - ", " – ", "–", ",", ", ", "to", " to ", "&", "<", "<b>", "&amp;", "\u00a0", "'", ".", "100",
	})
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(parts, 0, 6).Draw(t, "parts"), "")
	})
}

func TestWhatIsShownCanBeSentBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var list []any
		for _, s := range rapid.SliceOfN(rapid.OneOf(items(), items(), rapid.String()), 0, 4).Draw(t, "items") {
			list = append(list, s)
		}
		var in any = list
		if code := rapid.SampledFrom([]string{"", "GBP"}).Draw(t, "code"); code != "" && list != nil {
			in = map[string]any{"values": list, "currency_code": code, "typed": rapid.SampledFrom([]string{"", "Adults £5"}).Draw(t, "typed")}
		}
		if c, err := Parse(in); err == nil {
			checkLaws(t, c)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"", "20$", "5 - 25", "Free – 30$", "1,234.50", "5,50 7,50", "€6.50 - €8.50", "10 EUR", "Tom & <3", "\xff\x00"} {
		f.Add(s, "")
		f.Add(s, "30$")
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		for _, v := range []any{a, []any{a, b}} {
			if c, err := Parse(v); err == nil {
				checkLaws(t, c)
			}
		}
	})
}

func TestWholeCostsForPeople(t *testing.T) {
	euros := Currency{Symbol: "€", Position: PositionPostfix}
	tests := []struct {
		name string
		in   any
		want string
	}{
		{"nothing", nil, ""},
		{"the site's sign stands on its side", "12", "12€"},
		{"a range", "5 - 25", "5€ – 25€"},
		{"all of several values", "20 / 15 / 10", "10€, 15€, 20€"},
		{"a written sign stays", []any{"0$", "20$", "30$"}, "gratis, 20$, 30$"},
		{"nothing to pay", "Free", "gratis"},
		{"words are plain text", "Tom & Jerry", "Tom & Jerry"},
		{"typed words with the sign", map[string]any{"values": []any{"5", "10"}, "typed": "Adults 10€, kids 5€"}, "Adults 10€, kids 5€"},
		{"typed words without it", map[string]any{"values": []any{"12", "15"}, "typed": "Box office 15 / advance 12"}, "12€ – 15€ (Box office 15 / advance 12)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, err := Parse(tt.in)
			if err != nil {
				t.Fatal(err)
			}
			if got := c.Whole(euros, "gratis"); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
