// Package model describes what the engine works on: resources (Kind), their links
// and arguments, and the columns that all records share.  Generated structs
// implement Model; generated variables of type Kind say what differs between
// resources.
//
// It holds data and computes nothing but what follows from it: it knows neither SQL
// nor HTTP nor who asks.  Begin with kind.go, then record.go.
package model
