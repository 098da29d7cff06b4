package dsl

import (
	"slices"
	"strings"
)

// currenciesOf are the currencies of ISO 4217 by the digits after their point.
var currenciesOf = [...]string{
	0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
	2: "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE " +
		"CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL " +
		"HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR " +
		"MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK " +
		"SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD " +
		"XCG YER ZAR ZMW ZWG",
	3: "BHD IQD JOD KWD LYD OMR TND",
	4: "CLF UYW",
}

// CurrencyDigits returns the digits that amounts in a currency of ISO 4217 have after
// the point, and whether there is such a currency.
func CurrencyDigits(code string) (digits int, ok bool) {
	for digits, codes := range currenciesOf {
		if slices.Contains(strings.Fields(codes), code) {
			return digits, true
		}
	}
	return 0, false
}

// wholeDigits is the most digits of an amount before the point.
const wholeDigits = 14

// Money describes an exact amount in one of some currencies of ISO 4217.  The amount
// is stored as a [Decimal] of 14 digits before the point and as many after it as a
// currency has; lists sort by it.  The currency is the column <name>_currency.  The
// field is Required, Nullable, or has a Default such as "0 EUR".
//
// It is shown as {"amount":"12.50","currency":"EUR"}.  Writes send this, or the text
// "12.50 EUR"; where there is one currency, also the amount alone.  The operation
// Equals of [TypeString] takes such a text.  Parameters of [TypeDecimal] compare the
// amount, whatever the currency; In of [TypeStrings] is a set of currencies.
//
//	dsl.Money("price", "EUR", "JPY").Nullable().Doc("Price")
func Money(name string, currencies ...string) Field {
	spec := FieldSpec{Name: name, Type: TypeMoney, Currencies: append([]string{}, currencies...)}
	for _, code := range currencies {
		digits, _ := CurrencyDigits(code)
		spec.Scale = max(spec.Scale, digits)
	}
	spec.Digits = wholeDigits + spec.Scale
	return describe(spec)
}

// Amount returns the smallest units and the currency of a text such as "12.50 EUR",
// and whether a [Money] can be that.
func (f FieldSpec) Amount(text string) (units int64, currency string, ok bool) {
	amount, currency, _ := strings.Cut(text, " ")
	digits, _ := CurrencyDigits(currency)
	_, fraction, _ := strings.Cut(amount, ".")
	units, ok = f.Units(amount)
	return units, currency, ok && len(fraction) <= digits && slices.Contains(f.Currencies, currency)
}

// hasCurrencies reports whether the currencies of a [Money] are as they must be.
func (f FieldSpec) hasCurrencies() bool {
	distinct := map[string]bool{}
	for _, code := range f.Currencies {
		if _, ok := CurrencyDigits(code); !ok {
			return false
		}
		distinct[code] = true
	}
	return len(distinct) > 0 && len(distinct) == len(f.Currencies)
}
