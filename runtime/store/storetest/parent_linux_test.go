package storetest_test

import (
	"bufio"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"almanac/runtime/store/storetest"
)

// orphaned asks a run of this test binary to start a server and wait to be
// killed.
const orphaned = "STORETEST_ORPHANED"

func TestTheServerEndsWhenTheTestBinaryIsKilled(t *testing.T) {
	if os.Getenv(orphaned) != "" {
		s := storetest.NewServer(t)
		if _, err := os.Stdout.WriteString("URL " + s.URL() + "\n"); err != nil {
			t.Fatal(err)
		}
		select {}
	}
	if testing.Short() {
		t.Skip("a process with a server of its own is killed")
	}
	storetest.PostgreSQL(t) // Skips where there is none.
	cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	cmd.Env = append(os.Environ(), orphaned+"=1")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	dir := serverDir(t, bufio.NewScanner(out))
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	pid := serverPID(t, dir)
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // It was killed.
	for range 200 {
		if syscall.Kill(pid, 0) != nil {
			storetest.NewServer(t)
			if _, err := os.Stat(dir); err == nil {
				t.Error("the next server did not remove what was left of it")
			}
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Errorf("server %d still runs", pid)
}

// serverDir waits for the URL of the server and returns its directory.
func serverDir(t *testing.T, out *bufio.Scanner) string {
	t.Helper()
	for out.Scan() {
		if text, ok := strings.CutPrefix(out.Text(), "URL "); ok {
			u, err := url.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			return u.Query().Get("host")
		}
	}
	t.Fatal("no server was started")
	return ""
}

// serverPID returns the process that serves the directory.
func serverPID(t *testing.T, dir string) int {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "data", "postmaster.pid"))
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.SplitN(string(text), "\n", 2)[0])
	if err != nil {
		t.Fatal(err)
	}
	return pid
}
