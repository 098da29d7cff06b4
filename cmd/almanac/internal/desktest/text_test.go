package desktest

import (
	"strconv"
	"strings"
)

// itoa writes an ID.
func itoa(n int64) string { return strconv.FormatInt(n, 10) }

// idIn returns the ID at the end of an address.
func idIn(address string) string {
	path, _, _ := strings.Cut(address, "?")
	return path[strings.LastIndex(path, "/")+1:]
}
