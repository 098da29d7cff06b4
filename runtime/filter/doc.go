// Package filter turns the parameters of a list into conditions on a query.
// Each exported function is what one operation of a list parameter does; generated
// code calls one a line.  The package collects validation errors and never stops at
// the first; it does not know HTTP, and executes nothing but look-ups of the records
// that a parameter names.  Begin with query.go.
package filter
