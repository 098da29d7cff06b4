package filter

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/uptrace/bun"

	"almanac/runtime/decimal"
	"almanac/runtime/model"
	"almanac/runtime/param"
	"almanac/runtime/store"
)

// Column is what a filter compares: a column of the listed records or, with a Link,
// one of the records that these link to.
type Column struct {
	Name string
	Link *model.Link // Nil for the listed records.

	Scale    int    // Of an exact number, which is stored in units of 10^-Scale.
	Currency string // Column with the currency of an amount; "" for none.
}

// Compare keeps records that meet a condition in bun's notation, whose first
// placeholder stands for the column and the others for bound values (see Bind).
// Through a link it keeps those of which some linked record that exists for the
// caller meets it.  Records that a password protects are not looked into, so that
// no list tells what they contain; only those who may edit all records see that.
func (q *Query) Compare(c Column, text string, values ...any) {
	if c.Link == nil {
		q.AddCondition(text, append([]any{q.named(c, c.Name)}, values...)...)
		return
	}
	q.narrow, q.needsFullResult = true, true
	k := c.Link.Target
	linked := q.Store.Builder().NewSelect().TableExpr("? AS o", bun.Ident(k.Plural)).
		Join("JOIN ? AS l ON l.? = o.id", bun.Ident(c.Link.Table), bun.Ident(c.Link.TargetColumn)).
		ColumnExpr("l.?", bun.Ident(c.Link.SourceColumn)).
		Where(text, append([]any{q.named(c, c.Name)}, values...)...)
	if k.Post || !k.Permissions.HasStatus() {
		q.Scope.AllLanguages().WhereVisible(k.Permissions, &q.Args, "o", ConditionsOf(linked))
	}
	if k.Post && !k.Permissions.CanEditOthers(q.Scope.Caller) {
		linked.Where("o.password = ''")
	}
	q.conditions = append(
		q.conditions, condition{text: "? IN (?)", args: []any{q.Col("id"), linked}, denormalized: c.Link.DenormalizedColumn},
	)
}

// named returns a column of the records to which c belongs.
func (q *Query) named(c Column, name string) any {
	if c.Link == nil {
		return q.Col(name)
	}
	return bun.Ident("o." + name)
}

// BoolEquals keeps records whose boolean column has the value.
func BoolEquals(q *Query, name string, c Column, p param.Opt[bool]) {
	if p.IsSet() {
		q.Compare(c, "? = ?", q.Bind(p.Value))
		q.AddLinkParam(name, flag(p.Value))
	}
}

// Equals keeps records whose column has the value, texts to the letter.
func Equals[T string | int64 | float64](q *Query, name string, c Column, p param.Opt[T]) {
	compareValue(q, name, c, "=", p)
}

// AmountEquals keeps records with the amount in the currency.
func AmountEquals(q *Query, name string, c Column, p param.Opt[decimal.Amount]) {
	if p.IsSet() {
		q.narrow = true
		q.Compare(c, "(? = ? AND ? = ?)", q.Bind(p.Value.Units), q.named(c, c.Currency), q.Bind(p.Value.Currency))
		q.AddLinkParam(name, q.RawParam(name))
	}
}

// AtLeast keeps records whose column is not less than the value; NULL is neither.
func AtLeast[T string | int64 | float64](q *Query, name string, c Column, p param.Opt[T]) {
	compareValue(q, name, c, ">=", p)
}

// AtMost keeps records whose column is not more than the value; NULL is neither.
func AtMost[T string | int64 | float64](q *Query, name string, c Column, p param.Opt[T]) {
	compareValue(q, name, c, "<=", p)
}

// text writes a value as requests send it.
func (c Column) text(value any) string {
	switch v := value.(type) {
	case int64:
		return decimal.Format(v, c.Scale)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	default:
		return fmt.Sprint(v)
	}
}

// compareValue keeps records whose column compares with the value.
func compareValue[T string | int64 | float64](q *Query, name string, c Column, operator string, p param.Opt[T]) {
	if p.IsSet() {
		q.narrow = true
		q.Compare(c, "? "+operator+" ?", q.Bind(p.Value))
		q.AddLinkParam(name, c.text(p.Value))
	}
}

// In keeps records whose column has one of the values.
func In[T string | int64 | float64](q *Query, name string, c Column, p param.Opt[[]T]) {
	if !p.IsSet() {
		return
	}
	q.narrow = true
	texts := make([]string, len(p.Value))
	for i, value := range p.Value {
		texts[i] = c.text(value)
	}
	q.Compare(c, "? ?", store.InValues(q.Store.SQL(), &q.Args, p.Value))
	q.addTexts(name, texts)
}

// HasOneOf keeps records of whose list some element is one of the values.
func HasOneOf[T string | int64](q *Query, name string, c Column, p param.Opt[[]T]) {
	if !p.IsSet() {
		return
	}
	q.narrow = true
	texts := make([]string, len(p.Value))
	for i, value := range p.Value {
		texts[i] = fmt.Sprint(value)
	}
	condition, values := store.HasOneOf(q.Store.SQL(), &q.Args, p.Value)
	q.Compare(c, condition, values)
	q.addTexts(name, texts)
}

// addTexts notes a list of texts for the links to other pages, those that would not
// stay the same between commas one by one.
func (q *Query) addTexts(name string, values []string) {
	if !slices.ContainsFunc(values, func(v string) bool { return strings.Contains(v, ",") || strings.TrimSpace(v) != v }) {
		q.AddLinkParam(name, strings.Join(values, ","))
		return
	}
	for _, v := range values {
		q.AddLinkParam(name+"[]", v)
	}
}

// IsNull keeps records whose column is NULL, or is not.
func IsNull(q *Query, name string, c Column, p param.Opt[bool]) {
	compareFlag(q, name, c, "? IS NULL", "? IS NOT NULL", p)
}

// IsEmpty keeps records whose text is empty, or is not.
func IsEmpty(q *Query, name string, c Column, p param.Opt[bool]) {
	compareFlag(q, name, c, "? = ''", "? <> ''", p)
}

// IsEmptyList keeps records whose list has no elements, or has some.
func IsEmptyList(q *Query, name string, c Column, p param.Opt[bool]) {
	compareFlag(q, name, c, "? = '[]'", "? <> '[]'", p)
}

// compareFlag keeps records that meet the first condition for true, the second for
// false.
func compareFlag(q *Query, name string, c Column, yes, no string, p param.Opt[bool]) {
	if !p.IsSet() {
		return
	}
	text := no
	if p.Value {
		text = yes
	}
	q.Compare(c, text)
	q.AddLinkParam(name, flag(p.Value))
}
