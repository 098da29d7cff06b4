package record

import (
	"hash/fnv"
	"strconv"
	"strings"
)

// Digest tells what a field contains from other contents.
func Digest(list []string) string {
	h := fnv.New64a()
	_, _ = h.Write([]byte(strings.Join(list, "\x00"))) // It takes anything.
	return strconv.FormatUint(h.Sum64(), 36)
}
