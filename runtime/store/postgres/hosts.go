package postgres

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Bounds where a URL names several hosts, of which one at a time is the primary:
// together they have the service go on within ten seconds of a fail-over.
const (
	hostTimeout  = 2 * time.Second        // The making of a connection to one host, if the URL does not say.
	silentTries  = 250 * time.Millisecond // The same for a host that did not answer at all the last time.
	silentLimit  = 6 * time.Second        // A connection whose other end says nothing is given up.
	aliveTimeout = 3 * time.Second        // After so long without a word the other end is asked for one.
)

// configureHosts sets how a server is found, and left when it is a primary no more.
func configureHosts(config *pgxpool.Config) {
	dropReadOnly(&config.ConnConfig.Config)
	c := &config.ConnConfig.Config
	if len(hostsOf(c)) < 2 {
		return
	}
	if c.ConnectTimeout == 0 {
		c.ConnectTimeout = hostTimeout
	}
	c.DialFunc = newHostDialer().dial
}

// dropReadOnly has a connection closed when its server says that nothing may be
// written: a primary may have become a standby, and the next connection finds
// the one that is primary now.
func dropReadOnly(c *pgconn.Config) {
	before := c.OnPgError
	c.OnPgError = func(conn *pgconn.PgConn, err *pgconn.PgError) bool {
		return err.Code != readOnlyTransaction && (before == nil || before(conn, err))
	}
}

// readOnlyTransaction is the SQLSTATE of a write that meets a standby.
const readOnlyTransaction = "25006"

// hostsOf lists the servers of a configuration, in order and once each.
func hostsOf(c *pgconn.Config) []string {
	list := []string{address(c.Host, c.Port)}
	for _, f := range c.Fallbacks {
		// A host stands there twice when it may be asked with and without TLS.
		if at := address(f.Host, f.Port); at != list[len(list)-1] {
			list = append(list, at)
		}
	}
	return list
}

// address writes a host and its port as an operator would.
func address(host string, port uint16) string {
	if strings.HasPrefix(host, "/") {
		return fmt.Sprintf("%s:%d", host, port)
	}
	return net.JoinHostPort(host, strconv.Itoa(int(port)))
}

// hostDialer connects to one of several hosts.  It does not wait long for those
// that were silent the last time: every new connection asks the hosts in order.
type hostDialer struct {
	dialer net.Dialer
	silent sync.Map // The addresses that did not answer the last time.
}

// newHostDialer makes a dialer whose connections notice that the other end is
// gone without a word, as when a machine loses power.
func newHostDialer() *hostDialer {
	return &hostDialer{dialer: net.Dialer{
		Control:         setTCPUserTimeout,
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: aliveTimeout, Interval: time.Second, Count: 3},
	}}
}

// dial connects to one address.
func (d *hostDialer) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	if _, silent := d.silent.Load(addr); silent {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, silentTries)
		defer cancel()
	}
	conn, err := d.dialer.DialContext(ctx, network, addr)
	if errors.Is(err, os.ErrDeadlineExceeded) || errors.Is(err, context.DeadlineExceeded) {
		d.silent.Store(addr, true)
	} else {
		d.silent.Delete(addr)
	}
	return conn, err
}
