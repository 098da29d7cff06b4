// Package lists has the lists of records: their filters, rows and calendar, their CSV files, and
// what is suggested while somebody types a name.
package lists
