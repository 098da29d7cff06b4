//go:build !linux

package storetest

// inMemory finds no directory in memory.
func inMemory() string { return "" }
