// Package storetest gives tests a fresh, empty database of each kind, so that
// every behaviour is tried on both.  It knows how to start, clone and stop
// databases; it knows neither tables nor the store, and production code must
// not import it.
//
// A test package that uses it has
//
//	func TestMain(m *testing.M) { storetest.Main(m) }
//
// or MainAlone.  PostgreSQL comes from TEST_DATABASE_URL (a user that may create
// databases; make test sets it to a server for all test binaries, by the command
// withpostgres), else from a private server that is started once per test binary from the
// installed programs.  Without either the tests on PostgreSQL are skipped, or
// fail when CI=true.  The files of both are in memory where there is room and
// TMPDIR does not say otherwise.
package storetest
