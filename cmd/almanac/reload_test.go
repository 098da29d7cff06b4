package main

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"almanac/runtime/cli/certtest"
)

// awaitLine waits until the log of a server has a line.  Only one that is missing
// takes long.
func awaitLine(t *testing.T, log *said, pattern string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	if log.await(regexp.MustCompile("("+pattern+")"), ctx.Done()) == "" {
		t.Fatalf("the log lacks %s", pattern)
	}
}

func TestAHangupReloadsTheLogLevelAndEndsNothing(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no SIGHUP")
	}
	file := filepath.Join(t.TempDir(), "almanac.toml")
	certtest.Put(t, file, `log-level = "info"`)
	root, log := serving(t, "--config", file, "--admin-listen", "none")
	probe := strings.Split(root, "/calendar")[0] + "/livez"
	hangUp := func(content, want string) {
		t.Helper()
		certtest.Put(t, file, content)
		if err := syscall.Kill(os.Getpid(), syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
		awaitLine(t, log, want)
		if status, _, _ := browse(t, probe); status != 200 {
			t.Errorf("after %q the server answers %d", content, status)
		}
	}
	browse(t, probe)
	if lines := log.lines(t, "request"); len(lines) != 0 {
		t.Fatalf("at the level info a probe has the line %v", lines)
	}
	hangUp(`log-level = "debug"`, `"log_level":"DEBUG","previous_log_level":"INFO"`)
	if lines := log.lines(t, "request"); len(lines) != 1 {
		t.Errorf("at the level debug a probe has %d lines, want one", len(lines))
	}
	hangUp(`log-level = "loud"`, `log level reload failed.*must be one of debug, info, warn, error, not .*loud.*set in `)
	hangUp(`log-level =`, `log level reload failed.*is not TOML`)
	hangUp(`log-level = "error"`, `"log_level":"ERROR","previous_log_level":"DEBUG"`)
	hangUp(``, `"log_level":"INFO","previous_log_level":"ERROR"`)
}

func TestTheCommandLineKeepsItsWordWhenTheFileIsReadAgain(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no SIGHUP")
	}
	file := filepath.Join(t.TempDir(), "almanac.toml")
	certtest.Put(t, file, `log-level = "error"`)
	_, log := serving(t, "--config", file, "--admin-listen", "none", "--log-level", "info")
	if err := syscall.Kill(os.Getpid(), syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	awaitLine(t, log, `"log_level":"INFO","previous_log_level":"INFO"`)
}
