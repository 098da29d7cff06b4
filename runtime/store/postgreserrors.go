package store

import "slices"

// postgresFault returns what an SQLSTATE means
// (https://www.postgresql.org/docs/current/errcodes-appendix.html).
func postgresFault(code string) fault {
	switch {
	case slices.Contains([]string{
		"40001", // serialization_failure
		"40P01", // deadlock_detected
		"55P03", // lock_not_available
	}, code):
		return conflict
	case code == "53100": // disk_full
		return noSpace
	case slices.Contains([]string{
		"57P01", // admin_shutdown
		"57P02", // crash_shutdown
		"57P03", // cannot_connect_now
		"57P04", // database_dropped
		"57P05", // idle_session_timeout
		"57014", // query_canceled: by the server's own limit, or by an administrator
		readOnlyTransaction,
	}, code):
		return away
	case len(code) == 5 && slices.Contains([]string{
		"08", // connection exception
		"53", // insufficient resources: memory, connections
		"58", // system error
	}, code[:2]):
		return away
	}
	return otherFault
}
