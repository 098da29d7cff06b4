package postgres_test

import (
	"fmt"
	"net"
	"net/url"
	"syscall"
	"testing"
	"time"

	"almanac/runtime/store"
	"almanac/runtime/store/internal/testdb"
	"almanac/runtime/store/storetest"
)

// silentPort returns a port at which nobody answers, as at a host that lost its
// power: its queue of connections is full.
func silentPort(t *testing.T) int {
	t.Helper()
	fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Close(fd) })
	if err := syscall.Bind(fd, &syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Listen(fd, 0); err != nil {
		t.Fatal(err)
	}
	name, err := syscall.Getsockname(fd)
	if err != nil {
		t.Fatal(err)
	}
	port := name.(*syscall.SockaddrInet4).Port //nolint:forcetypeassert // Bound above.
	for range 10 {
		c, err := net.DialTimeout("tcp", fmt.Sprintf("127.0.0.1:%d", port), 200*time.Millisecond)
		if err != nil {
			return port
		}
		t.Cleanup(func() { _ = c.Close() })
	}
	t.Skip("the queue of this system does not fill up")
	return 0
}

func TestAHostThatIsSilentIsPassedOver(t *testing.T) {
	silent := silentPort(t)
	u, err := url.Parse(storetest.PostgreSQL(t))
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	if q.Get("host") == "" {
		t.Skip("the server of the tests is not our own")
	}
	q.Set("host", "127.0.0.1,"+q.Get("host"))
	q.Set("port", fmt.Sprintf("%d,5432", silent))
	u.RawQuery = q.Encode()
	begin := time.Now()
	s := testdb.Open(t, u.String(), store.Options{MaxConns: 4})
	first := time.Since(begin)
	// The next connections know about it.
	begin = time.Now()
	done := make(chan error)
	for range 4 {
		go func() { done <- s.Reader().Query(t.Context(), store.Statement{SQL: "SELECT pg_sleep(0.1)"}) }()
	}
	for range 4 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if next := time.Since(begin); first > 4*time.Second || next > 2*time.Second {
		t.Errorf("the first connection took %s, the next %s", first, next)
	}
}
