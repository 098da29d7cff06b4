// Package service opens a service: the store, with its schema brought up to date,
// and the HTTP handler of what was generated from a description. It knows no
// commands and no settings; package cli makes a program of it.
package service
