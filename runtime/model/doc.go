// Package model describes what the engine works on: resources (Resource), their
// links and arguments, and the columns that all records share.  Generated structs
// implement Record; generated variables of type *Resource say what differs between
// resources.
//
// It holds data and computes nothing but what follows from it: it knows neither SQL
// nor HTTP nor the caller.  Begin with resource.go.
package model
