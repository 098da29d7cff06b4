package model

import (
	"time"
)

// Deprecation says since when clients should no longer use something, and what
// they use instead.  The zero value stands for what is not deprecated.
type Deprecation struct {
	Since       string // Day in UTC, YYYY-MM-DD.
	Replacement string // What to do instead, in one line.
}

// IsSet reports whether something is deprecated.
func (d Deprecation) IsSet() bool { return d != Deprecation{} }

// On adds the advice to a description.
func (d Deprecation) On(doc string) string {
	if !d.IsSet() {
		return doc
	}
	return doc + ".  Deprecated since " + d.Since + ": " + d.Replacement
}

// Unix returns the beginning of the day in seconds, 0 for what is not
// deprecated.
func (d Deprecation) Unix() int64 {
	day, err := time.Parse(time.DateOnly, d.Since)
	if err != nil {
		return 0
	}
	return day.Unix()
}
