package desktest

import "strconv"

// itoa writes an ID.
func itoa(n int64) string { return strconv.FormatInt(n, 10) }
