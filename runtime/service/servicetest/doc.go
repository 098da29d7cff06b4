// Package servicetest starts services for tests: on a temporary database of either
// store, with users and with a clock that the test sets.
//
// A test package that uses it has
//
//	func TestMain(m *testing.M) { storetest.Main(m) }
//
// because the PostgreSQL server of package storetest ends with the test binary.
package servicetest
