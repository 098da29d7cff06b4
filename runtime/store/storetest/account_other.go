//go:build !unix

package storetest

import "syscall"

// account is the user that the server runs as: always the user of the test.
type account struct{}

// serverAccount returns the account for the server.
func serverAccount() (*account, error) { return nil, nil }

// own does nothing: the directory is the user's own.
func (*account) own(string) error { return nil }

// attributes returns how a program is started: as usual.
func (*account) attributes() *syscall.SysProcAttr { return nil }
