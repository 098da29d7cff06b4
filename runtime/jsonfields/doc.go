// Package jsonfields picks the members of a JSON value that the parameter _fields
// names.
package jsonfields
