package param

import (
	"strings"

	"almanac/runtime/apierror"
	"almanac/runtime/decimal"
	"almanac/runtime/messages"
)

// Money returns an amount in one of the currencies.  It accepts an object with the
// members amount and currency, text such as "12.50 EUR" and, if there is one
// currency, the amount alone.  "" is null, unless NotNull rejects it.
func (d *Decoder) Money(name string, currencies decimal.Currencies, rules ...Rule) Opt[decimal.Amount] {
	value, found := d.values.Lookup(name)
	switch {
	case !found:
		return Opt[decimal.Amount]{}
	case d.isCleared(name, rules):
		return NullOf[decimal.Amount]()
	case value == nil:
		return nullOf[decimal.Amount](d, name, rules)
	}
	amount, problem := toAmount(value, currencies, rules)
	if problem.Format != "" {
		d.addProblem(name, problem.About(apierror.Param(name)))
		return Opt[decimal.Amount]{}
	}
	return Of(amount)
}

func toAmount(value any, currencies decimal.Currencies, rs ruleSet) (decimal.Amount, messages.Message) {
	code := ""
	switch v := value.(type) {
	case map[string]any:
		value = v["amount"]
		code, _ = v["currency"].(string)
	case string:
		value, code, _ = strings.Cut(v, " ")
	}
	text, _ := digitsOf(value)
	amount, problem := currencies.Parse(text, code)
	if problem.Format == "" && !rs.fitsUnits(amount.Units, currencies.Scale()) {
		problem = messages.NewMessage("%s must be an amount%s.", rs.bounds())
	}
	return amount, problem
}
