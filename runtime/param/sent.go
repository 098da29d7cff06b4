package param

import (
	"bytes"
	"encoding/json"
	"reflect"

	"almanac/runtime/decimal"
)

// sent returns the value of a field as a request sends it, in the types of Lookup.  What
// JSON cannot write stays as it is: no field takes that.
func (r *fieldRules) sent(value any) any {
	switch v := value.(type) {
	case string, bool:
		return v
	case int64:
		if r.digits > 0 {
			return decimal.Format(v, r.scale)
		}
	case []int64:
		if r.digits > 0 {
			list := make([]any, len(v))
			for i, units := range v {
				list[i] = decimal.Format(units, r.scale)
			}
			return list
		}
	case decimal.Amount:
		return map[string]any{"amount": decimal.Format(v.Units, r.currencies.Scale()), "currency": v.Currency}
	}
	if v := reflect.ValueOf(value); v.Kind() == reflect.Slice && v.IsNil() {
		return []any{} // Which JSON writes as null.
	}
	text, err := json.Marshal(value)
	if err != nil {
		return value
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var tree any
	if err := d.Decode(&tree); err != nil {
		return value
	}
	return tree
}
