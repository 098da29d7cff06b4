// Package model is the description with every name and type decided: resources,
// fields, columns, response fields, links and routes, and the lock file that
// records them.  The packages that write Go code, migrations and documents read
// it and decide no names themselves.  It contains no Go or SQL text beyond the
// types and conversions of the two databases.
//
// Read build.go first, then responsefields.go (what responses show) and table.go (what
// is stored); lockfile.go is what later runs compare with.
package model
