package desktest

import (
	"strconv"
	"strings"
)

// itoa writes an ID.
func itoa(n int64) string { return strconv.FormatInt(n, 10) }

// idIn returns the ID at the end of an address.
func idIn(address string) string { return address[strings.LastIndex(address, "/")+1:] }
