// Package desktest has the tests of the desk with the records of the calendar, on both
// stores. It has no code but tests: packages below runtime know no generated one.
package desktest
