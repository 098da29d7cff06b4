//go:build !linux

package postgres

import "syscall"

// giveUp does nothing: other systems end a silent connection by their own rules.
func giveUp(string, string, syscall.RawConn) error { return nil }
