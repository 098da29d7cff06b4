// Package demo fills an empty calendar with plausible records around a day, so
// that somebody who tries the service sees something.  The same day gives the
// same records.  It refuses to know HTTP and SQL.
package demo
