package main

import (
	"bufio"
	"io"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"almanac/generated"
	"almanac/runtime/store/storetest"
)

// asProgram is a variable of the environment in which the test binary is the
// program.
const asProgram = "ALMANAC_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
	}
	storetest.Main(m)
}

// executable returns the path of the program, for the time of the test.
func executable(t *testing.T) string {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(asProgram, "1")
	return path
}

// server is a process of the program.
type server struct {
	process *exec.Cmd
	root    string // Where it answers.
	said    strings.Builder
	read    chan struct{} // Closed when said has all.
}

// startServer starts the program and returns without waiting for it.
func startServer(t *testing.T, program, url string) (*server, io.Reader) {
	t.Helper()
	s := &server{process: exec.Command(program, "serve", "--listen", "127.0.0.1:0", "--migrate", "--database", url)}
	out, err := s.process.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.process.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.process.Process.Kill() })
	return s, out
}

// started is the line of a log that says where a server answers.
var started = regexp.MustCompile(`server started.*url\.full["=:]+(https?://[^"\s]+)`)

// await reads the log until the server says where it answers, and has the rest
// read on.
func (s *server) await(out io.Reader) {
	lines := bufio.NewScanner(out)
	for s.root == "" && lines.Scan() {
		s.said.WriteString(lines.Text() + "\n")
		if m := started.FindStringSubmatch(lines.Text()); m != nil {
			s.root = m[1]
		}
	}
	s.read = make(chan struct{})
	go func() {
		defer close(s.read)
		for lines.Scan() {
			s.said.WriteString(lines.Text() + "\n")
		}
	}()
}

// write makes an event and returns the status.
func (s *server) write() (int, error) {
	form := "title=Picnic&start_date=2030-05-01+14:00:00&end_date=2030-05-01+18:00:00"
	r, err := http.Post(s.root+"/events", "application/x-www-form-urlencoded", strings.NewReader(form))
	if err != nil {
		return 0, err
	}
	return r.StatusCode, r.Body.Close()
}

// stop ends the server in good order.
func (s *server) stop() error {
	if err := s.process.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	<-s.read // Wait closes the pipe.
	return s.process.Wait()
}

func TestServersThatStartAtOnceOnAnEmptyDatabaseAllServe(t *testing.T) {
	path := executable(t)
	storetest.Each(t, func(t *testing.T, url string) {
		var servers []*server
		var group sync.WaitGroup
		begin := time.Now()
		for range 4 {
			s, out := startServer(t, path, url)
			servers = append(servers, s)
			group.Go(func() { s.await(out) })
		}
		group.Wait()
		t.Logf("all answer after %s", time.Since(begin))
		migrated := 0
		for i, s := range servers {
			if s.root == "" {
				_ = s.process.Wait()
				t.Errorf("server %d does not serve:\n%s", i, s.said.String())
				continue
			}
			if status, err := s.write(); status != http.StatusCreated || err != nil {
				t.Errorf("server %d: a write is answered with %d, %v", i, status, err)
			}
			if err := s.stop(); err != nil {
				t.Errorf("server %d: %v", i, err)
			}
			migrated += strings.Count(s.said.String(), "migration applied")
			if text := s.said.String(); strings.Contains(text, `"level":"ERROR"`) || strings.Contains(text, `"level":"WARN"`) {
				t.Errorf("server %d said:\n%s", i, text)
			}
		}
		list, err := fs.Glob(generated.Service().MigrationFiles(), "sqlite/*.up.sql")
		if want := len(list); err != nil || migrated != want {
			t.Errorf("migrations were applied %d times, want %d: %v", migrated, want, err)
		}
	})
}
