package storetest

import "syscall"

// endWithParent has the program ended when the test binary is killed: SIGQUIT
// is PostgreSQL's immediate shutdown.
func endWithParent(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGQUIT }
