// Package seriestest has the tests of events that repeat: over HTTP, on both stores.
package seriestest
