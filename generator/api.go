package generator

import (
	"almanac/generator/internal/compat"
	"almanac/generator/internal/model"
)

// Types of the functions of this package.
type (
	// Generated is one generated file.
	Generated = model.Generated
	// Previous is what was generated and released before.
	Previous = model.Previous
	// Lock is a description as it was generated or released.
	Lock = model.Lock
	// Notice is what clients notice of a change of the description.
	Notice = compat.Notice
	// Change is one difference that clients notice.
	Change = compat.Change
	// Class says what a change means for programs that were written before it.
	Class = model.Class
)

// ReadPrevious reads earlier output below the root of a module; what is missing
// is empty.
func ReadPrevious(root string) (Previous, error) { return model.ReadPrevious(root) }

// NoticeOf compares generated files with what was released.
func NoticeOf(files []Generated, before Previous) (Notice, error) {
	return compat.NoticeOf(files, before)
}

// Release declares generated files released, on a day of the form YYYY-MM-DD.
func Release(files []Generated, before Previous, day string) ([]Generated, error) {
	return compat.Release(files, before, day)
}

// The classes of changes.
const (
	Compatible  = model.Compatible  // Programs work as before.
	Deprecating = model.Deprecating // They do still, and should change.
	Breaking    = model.Breaking    // Some get something else.
)
