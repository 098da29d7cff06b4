package model

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"almanac/resources/dsl"
)

// DefaultText describes a default for readers.
func DefaultText(d dsl.Default) string {
	switch d.Kind {
	case dsl.DefaultNull:
		return "null"
	case dsl.DefaultValue:
		switch d.Value.(type) {
		case []string, []int:
			list, _ := json.Marshal(d.Value) // It cannot fail.
			return string(list)
		default:
			return fmt.Sprint(d.Value)
		}
	case dsl.DefaultComputed:
		return d.Text
	default:
		return "none"
	}
}

// RangeText describes bounds for readers: " from 1 to 5"; "" for none.
func RangeText(low, high *float64) string {
	text := func(n *float64) string { return strconv.FormatFloat(*n, 'f', -1, 64) }
	switch {
	case low != nil && high != nil:
		return " from " + text(low) + " to " + text(high)
	case low != nil:
		return " of " + text(low) + " or more"
	case high != nil:
		return " of " + text(high) + " or less"
	default:
		return ""
	}
}

// Limits describes for readers what a field takes besides its type: "1 to 5";
// "" for nothing.
func (f *Field) Limits() string {
	var limits []string
	if text := RangeText(f.Min, f.Max); text != "" {
		limits = append(limits, strings.TrimPrefix(strings.TrimPrefix(text, " from "), " of "))
	}
	if f.MaxLength > 0 {
		limits = append(limits, fmt.Sprintf("%d characters at most", f.MaxLength))
	}
	if f.Pattern != "" {
		limits = append(limits, "matches "+f.Pattern)
	}
	if f.IsList() {
		limits = append(limits, fmt.Sprintf("%d elements at most", f.MaxItems))
	}
	if f.UniqueItems {
		limits = append(limits, "no element twice")
	}
	if f.Unique {
		limits = append(limits, "unique")
	}
	return strings.Join(limits, ", ")
}
