package host

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// tick is the unit of times in /proc/PID/stat: Linux tells programs 100 a
// second on every machine.
const tick = 10 * time.Millisecond

// stat returns the fields of /proc/PID/stat from the state on, nil where there
// is no such file.
func stat(pid string) []string {
	text, err := os.ReadFile(filepath.Join("/proc", pid, "stat")) //nolint:gosec // It is a number.
	if err != nil {
		return nil
	}
	// The name before the state is in parentheses and may hold anything.
	return strings.Fields(string(text)[strings.LastIndexByte(string(text), ')')+1:])
}

// ticks adds up some fields of a stat, by their index.
func ticks(fields []string, at ...int) time.Duration {
	sum := int64(0)
	for _, i := range at {
		if i < len(fields) {
			n, _ := strconv.ParseInt(fields[i], 10, 64) // The kernel writes numbers.
			sum += n
		}
	}
	return time.Duration(sum) * tick
}

// CPU returns the time that the processors have spent on a process, in steps of
// 10 ms; 0 where the system does not tell.
func CPU(pid int) time.Duration { return ticks(stat(strconv.Itoa(pid)), 11, 12) }

// FamilyCPU is CPU for a process and all its children, those that have ended
// included.
func FamilyCPU(pid int) time.Duration {
	parent := strconv.Itoa(pid)
	sum := ticks(stat(parent), 11, 12, 13, 14)
	all, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		return sum
	}
	for _, dir := range all {
		if s := stat(filepath.Base(dir)); len(s) > 1 && s[1] == parent {
			sum += ticks(s, 11, 12)
		}
	}
	return sum
}

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
