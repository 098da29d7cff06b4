package generator

import (
	"almanac/generator/internal/compat"
	"almanac/generator/internal/model"
)

// Types of the functions of this package.
type (
	// File is one generated file.
	File = model.File
	// PreviousOutput is the earlier output that Generate reads.
	PreviousOutput = model.PreviousOutput
	// Lockfile is a description as it was generated or released.
	Lockfile = model.Lockfile
	// CompatibilityReport has the API changes since the last release.
	CompatibilityReport = compat.CompatibilityReport
	// APIChange is one difference that clients can notice.
	APIChange = compat.APIChange
	// ChangeClass says what a change means for existing clients.
	ChangeClass = model.ChangeClass
)

// ReadPreviousOutput reads earlier output below the root of a module; missing
// files are empty.
func ReadPreviousOutput(root string) (PreviousOutput, error) { return model.ReadPreviousOutput(root) }

// CheckCompatibility compares generated files with the last release.
func CheckCompatibility(files []File, before PreviousOutput) (CompatibilityReport, error) {
	return compat.CheckCompatibility(files, before)
}

// ReleaseAPI declares generated files released on a date, YYYY-MM-DD.
func ReleaseAPI(files []File, before PreviousOutput, day string) ([]File, error) {
	return compat.ReleaseAPI(files, before, day)
}

// The classes of API changes.
const (
	ChangeCompatible  = model.ChangeCompatible  // Clients work as before.
	ChangeDeprecating = model.ChangeDeprecating // Clients work as before and should change.
	ChangeBreaking    = model.ChangeBreaking    // Some requests fail or change meaning.
)
