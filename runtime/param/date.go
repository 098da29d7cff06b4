package param

import (
	"time"

	"almanac/runtime/messages"
)

// Date returns a day as "2026-11-23".  Like Time and Timestamp it returns a null Opt
// for "" too, which forms send, unless NotNull rejects it.
func (d *Decoder) Date(name string, rules ...Rule) Opt[string] {
	return dated(d, name, rules, toDate)
}

// Time returns a time of day as "14:30:00"; "14:30" is accepted.
func (d *Decoder) Time(name string, rules ...Rule) Opt[string] {
	return dated(d, name, rules, toTime)
}

// Timestamp returns an instant in UTC, to the second, as "2026-11-23T14:30:00Z".  It
// accepts RFC 3339.
func (d *Decoder) Timestamp(name string, rules ...Rule) Opt[string] {
	return dated(d, name, rules, toTimestamp)
}

// Dates returns a list of dates.
func (d *Decoder) Dates(name string, rules ...Rule) Opt[[]string] {
	return list(d, name, rules, toDate)
}

// Times returns a list of times of day.
func (d *Decoder) Times(name string, rules ...Rule) Opt[[]string] {
	return list(d, name, rules, toTime)
}

// Timestamps returns a list of instants in UTC.
func (d *Decoder) Timestamps(name string, rules ...Rule) Opt[[]string] {
	return list(d, name, rules, toTimestamp)
}

// dated is single for texts of which "" is null.
func dated(d *Decoder, name string, rs ruleSet, convert func(any, ruleSet) (string, messages.Message)) Opt[string] {
	if d.isCleared(name, rs) {
		return NullOf[string]()
	}
	return single(d, name, rs, convert)
}

// isCleared reports whether "" stands for null.
func (d *Decoder) isCleared(name string, rs ruleSet) bool {
	value, _ := d.values.Lookup(name)
	return value == "" && !rs.has(ruleNotNull)
}

// timestampLayout is the form of instants in UTC.
const timestampLayout = "2006-01-02T15:04:05Z"

func toDate(value any, _ ruleSet) (string, messages.Message) {
	if at, ok := parseTime(value, time.DateOnly); ok {
		return at.Format(time.DateOnly), noProblem
	}
	return "", messages.NewMessage("%s must be a date, such as 2026-11-23.")
}

func toTime(value any, _ ruleSet) (string, messages.Message) {
	for _, layout := range []string{time.TimeOnly, "15:04"} {
		if at, ok := parseTime(value, layout); ok {
			return at.Format(time.TimeOnly), noProblem
		}
	}
	return "", messages.NewMessage("%s must be a time of day, such as 14:30:00 or 14:30.")
}

func toTimestamp(value any, _ ruleSet) (string, messages.Message) {
	at, ok := parseTime(value, time.RFC3339)
	if at = at.UTC(); ok && at.Year() >= 0 && at.Year() <= 9999 {
		return at.Format(timestampLayout), noProblem
	}
	return "", messages.NewMessage("%s must be a date and time with an offset from UTC, such as 2026-11-23T14:30:00Z or " +
		"2026-11-23T15:30:00+01:00.")
}

// parseTime reads a text in a layout.  Fractions of a second, which package time
// takes in every layout, belong to timestamps alone.
func parseTime(value any, layout string) (time.Time, bool) {
	text, ok := value.(string)
	if !ok || layout != time.RFC3339 && len(text) != len(layout) {
		return time.Time{}, false
	}
	at, err := time.Parse(layout, text)
	return at, err == nil
}
