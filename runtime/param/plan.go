package param

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"almanac/runtime/decimal"
)

// Plan fills values of one struct type from requests, as the tags of its fields say. It
// is made once for the type, and safe for concurrent use.
type Plan struct {
	fields   []plannedField
	required []string
}

// plannedField fills one field.
type plannedField struct {
	name  string
	index []int
	plain bool                     // No Opt: gets its default if nothing was sent.
	part  bool                     // Of the path or a header.
	fill  func(d *Decoder, to any) // to points to the field.
	// send returns what a request would send for the field, to which from points, and false
	// for an absent one; nil for what is no field of a body.
	send func(from any) (value any, sent bool)
}

// NewPlan returns the plan of a struct type. It panics if a field has a type or a tag
// that no request can fill.
func NewPlan(input reflect.Type) *Plan {
	p := &Plan{}
	p.add(input, nil)
	return p
}

// add adds the fields of a struct type, which lies in the input at an index, and those
// of the structs that it embeds and of the field Body.
func (p *Plan) add(t reflect.Type, at []int) {
	for i := range t.NumField() {
		f, index := t.Field(i), append(slices.Clip(at), i)
		switch {
		case f.Tag == "" && (f.Anonymous || f.Name == "Body"):
			p.add(f.Type, index)
		case f.Tag != "":
			one, err := newPlannedField(f)
			if !f.IsExported() {
				err = errors.New("only exported fields can be filled")
			}
			if err != nil {
				panic(fmt.Sprintf("field %s of %v: %v", f.Name, t, err))
			}
			one.index = index
			p.fields = append(p.fields, one)
			if f.Tag.Get("required") == "true" {
				p.required = append(p.required, one.name)
			}
		}
	}
}

// Fill fills the struct to which the second argument points.
func (p *Plan) Fill(d *Decoder, to any) {
	v := reflect.ValueOf(to).Elem()
	for i := range p.fields {
		if f := &p.fields[i]; f.plain || f.part || d.values.has(f.name) {
			f.fill(d, v.FieldByIndex(f.index).Addr().Interface())
		}
	}
}

// values returns what a request would send to fill the struct to which the argument points.
func (p *Plan) values(of any) *Values {
	v, tree := reflect.ValueOf(of).Elem(), map[string]any{}
	for i := range p.fields {
		f := &p.fields[i]
		if f.part {
			continue
		}
		if value, sent := f.send(v.FieldByIndex(f.index).Addr().Interface()); sent {
			tree[f.name] = value
		}
	}
	return NewValues(tree)
}

// plans has the plan of each type that Fill was given.
var plans sync.Map

// Fill fills the struct to which the second argument points, as the tags of its fields say.
// It panics as NewPlan does.
func Fill(d *Decoder, to any) { planOf(to).Fill(d, to) }

// Require adds an error for each required field of a struct that was not sent.
func Require(d *Decoder, of any) { planOf(of).Require(d) }

// ValuesOf returns what a request would send to fill the struct to which the argument points:
// the parameters of a write that Go code makes.
func ValuesOf(of any) *Values { return planOf(of).values(of) }

// planOf returns the plan of the type of a struct, to which the argument points.
func planOf(to any) *Plan {
	t := reflect.TypeOf(to).Elem()
	plan, ok := plans.Load(t)
	if !ok {
		plan, _ = plans.LoadOrStore(t, NewPlan(t))
	}
	return plan.(*Plan)
}

// Require adds an error for each required field that was not sent.
func (p *Plan) Require(d *Decoder) { d.Require(p.required...) }

// optional is any Opt.
type optional interface{ IsPresent() bool }

// newPlannedField returns how a field is filled.
func newPlannedField(f reflect.StructField) (plannedField, error) {
	one := plannedField{plain: !f.Type.Implements(reflect.TypeFor[optional]())}
	rules, err := readRules(f.Tag)
	if err != nil {
		return one, err
	}
	for _, in := range []string{"path", "header", "query", "json"} {
		one.name, _, _ = strings.Cut(f.Tag.Get(in), ",")
		switch {
		case one.name == "":
			continue
		case in == "path" || in == "header":
			one.part = true
			one.fill, err = newPartFiller(f.Type, in, one.name)
		default:
			err = one.fillBy(f, rules)
		}
		return one, err
	}
	return one, fmt.Errorf("none of the tags path, header, query and json names it")
}

// newPartFiller returns the function that fills a field from the path or a header.
func newPartFiller(t reflect.Type, in, name string) (func(*Decoder, any), error) {
	part := func(d *Decoder) (string, bool) { text := d.values.path(name); return text, text != "" }
	if in == "header" {
		part = func(d *Decoder) (string, bool) { return d.values.header(name) }
	}
	switch t {
	case reflect.TypeFor[string]():
		return func(d *Decoder, to any) { *to.(*string), _ = part(d) }, nil
	case reflect.TypeFor[Opt[string]]():
		return func(d *Decoder, to any) {
			if text, sent := part(d); sent {
				*to.(*Opt[string]) = Of(text)
			}
		}, nil
	case reflect.TypeFor[int64]():
		return func(d *Decoder, to any) {
			text, _ := part(d)
			n, err := strconv.ParseUint(text, 10, 63)
			*to.(*int64) = int64(n)
			if err != nil {
				*to.(*int64) = -1 // No record has that ID.
			}
		}, nil
	}
	return nil, fmt.Errorf("the %s fills string, param.Opt[string] and int64, not %v", in, t)
}

// fillBy sets the functions of a field of the query or the body.
func (one *plannedField) fillBy(f reflect.StructField, r fieldRules) error {
	value := f.Type
	if !one.plain {
		value = value.Field(0).Type
	}
	format := f.Tag.Get("format")
	switch value {
	case reflect.TypeFor[bool]():
		if r.lenient {
			return setFunctions(f, one, r, func(d *Decoder, name string, _ ...Rule) Opt[bool] { return d.LenientBool(name) })
		}
		return setFunctions(f, one, r, (*Decoder).Boolean)
	case reflect.TypeFor[int64]():
		if format == "decimal" {
			return setFunctions(f, one, r, func(d *Decoder, name string, rules ...Rule) Opt[int64] {
				return d.Decimal(name, r.digits, r.scale, rules...)
			})
		}
		return setFunctions(f, one, r, (*Decoder).Integer)
	case reflect.TypeFor[[]int64]():
		if format == "decimal" {
			return setFunctions(f, one, r, func(d *Decoder, name string, rules ...Rule) Opt[[]int64] {
				return d.Decimals(name, r.digits, r.scale, rules...)
			})
		}
		return setFunctions(f, one, r, (*Decoder).Integers)
	case reflect.TypeFor[float64]():
		return setFunctions(f, one, r, (*Decoder).Number)
	case reflect.TypeFor[[]float64]():
		return setFunctions(f, one, r, (*Decoder).Numbers)
	case reflect.TypeFor[decimal.Amount]():
		return setFunctions(f, one, r, func(d *Decoder, name string, rules ...Rule) Opt[decimal.Amount] {
			return d.Money(name, r.currencies, rules...)
		})
	case reflect.TypeFor[string]():
		switch format {
		case "date":
			return setFunctions(f, one, r, (*Decoder).Date)
		case "time-local":
			return setFunctions(f, one, r, (*Decoder).Time)
		case "date-time":
			return setFunctions(f, one, r, (*Decoder).Timestamp)
		}
		return setFunctions(f, one, r, (*Decoder).String)
	case reflect.TypeFor[[]string]():
		switch format {
		case "date":
			return setFunctions(f, one, r, (*Decoder).Dates)
		case "time-local":
			return setFunctions(f, one, r, (*Decoder).Times)
		case "date-time":
			return setFunctions(f, one, r, (*Decoder).Timestamps)
		}
		return setFunctions(f, one, r, (*Decoder).Strings)
	case reflect.TypeFor[any]():
		return setFunctions(f, one, r, func(d *Decoder, name string, _ ...Rule) Opt[any] { return d.Any(name) })
	case reflect.TypeFor[[]any]():
		if f.Tag.Get("type") == "integer" { // At most one record.
			return setFunctions(f, one, r, (*Decoder).Reference)
		}
		return setFunctions(f, one, r, (*Decoder).References)
	}
	return fmt.Errorf("the query and the body fill bool, int64, float64, string, decimal.Amount, any, "+
		"slices of them, and param.Opt of all these, not %v", f.Type)
}

// setFunctions sets the functions of a field of the type T or Opt[T], which a method of the
// decoder reads.
func setFunctions[T any](
	f reflect.StructField, one *plannedField, r fieldRules, read func(*Decoder, string, ...Rule) Opt[T],
) error {
	name := one.name
	if !one.plain {
		one.fill = func(d *Decoder, to any) { *to.(*Opt[T]) = read(d, name, r.rules...) }
		one.send = func(from any) (any, bool) {
			o := *from.(*Opt[T])
			if o.IsSet() {
				return r.sent(o.Value), true
			}
			return nil, o.IsNull()
		}
		return nil
	}
	var absent T
	if text, ok := f.Tag.Lookup("default"); ok {
		d := NewDecoder(NewValues(map[string]any{name: text}))
		absent = read(d, name, r.rules...).Value
		if err := d.Err(); err != nil {
			return fmt.Errorf("tag default: %w", err)
		}
	}
	one.fill = func(d *Decoder, to any) { *to.(*T) = read(d, name, r.rules...).ValueOr(absent) }
	one.send = func(from any) (any, bool) { return r.sent(*from.(*T)), true }
	return nil
}
