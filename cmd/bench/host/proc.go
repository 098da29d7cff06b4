package host

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Memory returns the resident memory of a process now and at its peak, in
// bytes; 0 where the system does not tell.
func Memory(pid int) (now, peak int64) {
	of := sizes(strconv.Itoa(pid), "status")
	return of["VmRSS"], of["VmHWM"]
}

// machineMemory returns the memory of the machine in bytes; 0 where the system
// does not tell.
func machineMemory() int64 { return sizes("meminfo")["MemTotal"] }

// sizes reads a file of /proc whose lines are names and kilobytes.  It returns
// bytes, and nothing of other lines.
func sizes(path ...string) map[string]int64 {
	of := map[string]int64{}
	text, _ := os.ReadFile(filepath.Join(append([]string{"/proc"}, path...)...)) // Other systems have none.
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(line, ":")
		if kilobytes, is := strings.CutSuffix(strings.TrimSpace(value), " kB"); is {
			n, _ := strconv.ParseInt(strings.TrimSpace(kilobytes), 10, 64) // The kernel writes numbers.
			of[name] = n << 10
		}
	}
	return of
}
