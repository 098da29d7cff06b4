// Package demo fills a calendar with plausible records around a day, so that
// somebody who tries the service sees something.  They are written by hand, and
// go through the service, whose rules and hooks they obey beside whatever the
// database has.  The same day gives the same records.  It refuses to know HTTP and
// SQL.  Records in any number, for measurements, are made by package dataset.
package demo
