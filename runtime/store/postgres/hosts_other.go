//go:build !linux

package postgres

import "syscall"

// setTCPUserTimeout does nothing: other systems end a silent connection by their own rules.
func setTCPUserTimeout(string, string, syscall.RawConn) error { return nil }
