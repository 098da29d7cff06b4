package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
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

// cpu returns the time that the processors have spent on a process, in steps of
// 10 ms; 0 where the system does not tell.
func cpu(pid int) time.Duration { return ticks(stat(strconv.Itoa(pid)), 11, 12) }

// familyCPU is cpu for a process and all its children, those that have ended
// included.
func familyCPU(pid int) time.Duration {
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

// profile writes a CPU profile of whole seconds of the server at an address,
// which has net/http/pprof, to a file.
func profile(ctx context.Context, address string, length time.Duration, path string) error {
	url := fmt.Sprintf("http://%s/debug/pprof/profile?seconds=%d", address, int(length.Seconds()))
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s is answered %s", url, response.Status)
	}
	f, err := os.Create(path) //nolint:gosec // The one who measures names the directory.
	if err != nil {
		return err
	}
	_, err = io.Copy(f, response.Body)
	return errors.Join(err, f.Close())
}
