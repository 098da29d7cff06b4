package dsl

import (
	"regexp"
	"strconv"
	"time"
)

// Changes says how long the log of changes knows former values: for history, undo, reads of a record
// as of a day, and synchronization.  Who changed what and when stays.
//
//	Changes: dsl.Changes{Keep: "90 days"},
type Changes struct {
	Keep string // Whole days, such as "90 days", which is the default.
}

// maxKept is the most days that former values are kept: ten years.
const maxKept = 3650

// keptDays matches a number of days.
var keptDays = regexp.MustCompile(`^([1-9][0-9]*) days?$`)

// Kept returns how long former values are kept; 0 for the default.
func (c Changes) Kept() time.Duration {
	match := keptDays.FindStringSubmatch(c.Keep)
	if match == nil {
		return 0
	}
	days, err := strconv.Atoi(match[1])
	if err != nil || days > maxKept {
		return 0
	}
	return time.Duration(days) * 24 * time.Hour
}

// isValid reports whether Keep is empty, or days that are possible.
func (c Changes) isValid() bool { return c.Keep == "" || c.Kept() > 0 }
