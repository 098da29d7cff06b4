//go:build unix && !linux

package storetest

import "syscall"

// endWithParent does nothing: only Linux can tie a program to its parent.
func endWithParent(*syscall.SysProcAttr) {}
