package cost

import "cmp"

// Offer is the part of a schema.org Offer that follows from the cost.
type Offer struct {
	Price         string `json:"price"`
	PriceCurrency string `json:"priceCurrency"`
}

// SchemaOffer returns the price and its currency: the one written, or siteCode
// (ISO 4217) if it has none. A range has both ends, as in The Events Calendar;
// "Free" is the price 0. It returns false if the cost is unknown or has no number.
func (c Cost) SchemaOffer(siteCode string) (Offer, bool) {
	var prices []string
	for _, v := range c.Values {
		if isFree(v) {
			v = "0"
		}
		if isNumber(v) {
			prices = append(prices, withDecimalPoint(v))
		}
	}
	switch len(prices) {
	case 0:
		return Offer{}, false
	case 1:
		return Offer{Price: prices[0], PriceCurrency: c.currencyCode(siteCode)}, true
	}
	return Offer{Price: prices[0] + " – " + prices[len(prices)-1], PriceCurrency: c.currencyCode(siteCode)}, true
}

// currencyCode returns the code of the cost's currency, siteCode when it has
// none or a sign that several currencies share.
func (c Cost) currencyCode(siteCode string) string {
	return cmp.Or(c.Code, codesOfSigns[c.Symbol], siteCode)
}

// codesOfSigns has the currency codes of the signs that one currency has alone.
var codesOfSigns = map[string]string{
	"€": "EUR", "£": "GBP", "₹": "INR", "₩": "KRW", "₺": "TRY", "₽": "RUB", "₴": "UAH", "₪": "ILS",
	"₫": "VND", "₱": "PHP", "฿": "THB", "zł": "PLN", "Kč": "CZK", "Ft": "HUF", "US$": "USD",
}
