package filter

import (
	"fmt"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"almanac/runtime/decimal"
	"almanac/runtime/param"
)

// Column is what a filter compares: a column of the listed records or, with a Link,
// one of the records that these link to.
type Column struct {
	Name string
	Link *Relation // Nil for the listed records.

	Scale int // Of an exact number, which is stored in units of 10^-Scale.
}

// Compare keeps records that meet a condition in bun's notation, whose first
// placeholder stands for the column and the others for bound values (see Bind).
// Through a link it keeps those of which some linked record that exists for the
// caller meets it.  Records that a password protects are not looked into, so that
// no list tells what they contain; only those who may edit all records see that.
func (q *Query) Compare(c Column, text string, values ...any) {
	if c.Link == nil {
		q.AddCondition(text, append([]any{q.Col(c.Name)}, values...)...)
		return
	}
	q.narrow, q.needsFullResult = true, true
	r := c.Link
	linked := q.Store.Builder().NewSelect().TableExpr("? AS o", bun.Ident(r.ForeignTable)).
		Join("JOIN ? AS l ON l.? = o.id", bun.Ident(r.Table), bun.Ident(r.ForeignColumn)).ColumnExpr("l.?", bun.Ident(r.LocalColumn)).
		Where(text, append([]any{bun.Ident("o." + c.Name)}, values...)...)
	if r.Post || !r.Permissions.HasStatus() {
		q.Scope.AllLanguages().WhereVisible(r.Permissions, &q.Args, "o", ConditionsOf(linked))
	}
	if r.Post && !r.Permissions.CanEditOthers(q.Scope.Caller) {
		linked.Where("o.password = ''")
	}
	q.conditions = append(q.conditions, condition{text: "? IN (?)", args: []any{q.Col("id"), linked}, denormalized: r.DenormalizedColumn})
}

// BoolEquals keeps records whose boolean column has the value.
func BoolEquals(q *Query, name string, c Column, p param.Opt[bool]) {
	if p.IsSet() {
		q.Compare(c, "? = ?", q.Bind(p.Value))
		q.AddLinkParam(name, flag(p.Value))
	}
}

// Equals keeps records whose column has the value, texts to the letter.
func Equals[T string | int64](q *Query, name string, c Column, p param.Opt[T]) {
	compareValue(q, name, c, "=", p)
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
	if units, ok := value.(int64); ok {
		return decimal.Format(units, c.Scale)
	}
	return fmt.Sprint(value)
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
func In[T string | int64](q *Query, name string, c Column, p param.Opt[[]T]) {
	if !p.IsSet() {
		return
	}
	q.narrow = true
	switch values := any(p.Value).(type) {
	case []int64:
		q.Compare(c, "? ?", q.Store.SQL().In(&q.Args, values))
		q.AddLinkParam(name, csv(values))
	case []string:
		q.Compare(c, "? ?", q.Store.SQL().InTexts(&q.Args, values))
		q.addTexts(name, values)
	}
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
