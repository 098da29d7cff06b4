package postgres

import "syscall"

// tcpUserTimeout is TCP_USER_TIMEOUT of tcp(7), which package syscall lacks.
const tcpUserTimeout = 0x12

// setTCPUserTimeout has the system end a connection on which what was sent stays
// unacknowledged.  Keep-alive alone does not: it asks only where all was
// acknowledged.
func setTCPUserTimeout(network, _ string, raw syscall.RawConn) error {
	if network != "tcp" && network != "tcp4" && network != "tcp6" {
		return nil
	}
	// Without it the connection ends too, only later.
	return raw.Control(func(fd uintptr) {
		_ = syscall.SetsockoptInt(int(fd), syscall.IPPROTO_TCP, tcpUserTimeout, int(silentLimit.Milliseconds()))
	})
}
