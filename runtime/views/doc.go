// Package views turns records into the JSON that clients see.  Generated code
// makes a view of each record with the methods of View, and encodes it with
// package jsonenc; parts that several responses share are encoded once (Parts).
//
// It reads nothing from the store and knows no routes.  What only calendars have
// is in package calendar.
package views
