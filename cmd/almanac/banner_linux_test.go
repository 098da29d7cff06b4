package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// terminal returns the two ends of a terminal: what is written to the one is
// shown on the other.
func terminal(t *testing.T) (program, screen *os.File) {
	t.Helper()
	screen, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip("no terminal can be made here:", err)
	}
	number, err := unix.IoctlGetInt(int(screen.Fd()), unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(screen.Fd()), unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	}
	if err != nil {
		t.Skip("no terminal can be made here:", err)
	}
	t.Cleanup(func() { _, _ = program.Close(), screen.Close() })
	return program, screen
}

func TestATerminalShowsABannerAndALogForPeople(t *testing.T) {
	for _, auth := range []string{"open", "required"} {
		t.Run(auth, func(t *testing.T) {
			program, screen := terminal(t)
			var out strings.Builder
			running(t, &out, program, "--auth", auth, "--admin-listen", "none")
			// Only a banner without its last line takes so long.
			defer time.AfterFunc(20*time.Second, func() { _ = program.Close(); t.Error("the last line of the banner is missing") }).Stop()
			var shown strings.Builder
			for lines := bufio.NewScanner(io.TeeReader(screen, &shown)); lines.Scan(); {
				if strings.Contains(lines.Text(), map[string]string{"open": "curl -X POST", "required": "Set up the first administrator"}[auth]) {
					break
				}
			}
			text := shown.String()
			if out.Len() > 0 {
				t.Errorf("standard output has %q, want nothing", out.String())
			}
			for _, want := range []string{"INF\x1b[0m server started", "Open http://127.0.0.1:", " · desk http://127.0.0.1:", "curl -X POST", "/doc"} {
				if want = strings.ReplaceAll(want, "curl ", map[string]string{"open": "curl ", "required": "curl -u USER:PASSWORD "}[auth]); !strings.Contains(text, want) {
					t.Errorf("the terminal lacks %q:\n%q", want, text)
				}
			}
			if strings.Contains(text, `{"time"`) {
				t.Errorf("the terminal has JSON:\n%s", text)
			}
		})
	}
}
