package cli

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"
)

// certPollInterval is the minimum time between two checks of the certificate files.
const certPollInterval = time.Minute

// certificate is a TLS certificate in two files, reloaded when they change.
type certificate struct {
	certFile, keyFile string
	now               func() time.Time
	log               *slog.Logger

	mu     sync.Mutex
	pair   *tls.Certificate
	state  [2]fileState // Of the files that pair was read from.
	looked time.Time
}

// fileState identifies the content of a file.
type fileState struct {
	modified time.Time
	size     int64
}

// loadCertificate reads a certificate and its key.  The error is one sentence
// that names the file.
func loadCertificate(certFile, keyFile string, now func() time.Time, log *slog.Logger) (*certificate, error) {
	c := &certificate{certFile: certFile, keyFile: keyFile, now: now, log: log, looked: now()}
	state, err := c.stat()
	if err != nil {
		return nil, err
	}
	return c, c.read(state)
}

func (c *certificate) stat() (state [2]fileState, err error) {
	for i, name := range []string{c.certFile, c.keyFile} {
		info, err := os.Stat(name)
		if err != nil {
			return state, err
		}
		state[i] = fileState{info.ModTime(), info.Size()}
	}
	return state, nil
}

func (c *certificate) read(state [2]fileState) error {
	pair, err := tls.LoadX509KeyPair(c.certFile, c.keyFile)
	if err != nil {
		return fmt.Errorf("%s with %s: %w", c.certFile, c.keyFile, err)
	}
	c.pair, c.state = &pair, state
	return nil
}

// get returns the current certificate (tls.Config.GetCertificate).  Files that are
// incomplete or do not match are ignored: they may be in the middle of a
// replacement.
func (c *certificate) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now := c.now(); now.Sub(c.looked) >= certPollInterval {
		c.looked = now
		c.refresh()
	}
	return c.pair, nil
}

// reload reads the files again, whether they look changed or not.
func (c *certificate) reload() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.looked, c.state = c.now(), [2]fileState{}
	c.refresh()
}

// refresh reads the files again if they have changed.
func (c *certificate) refresh() {
	state, err := c.stat()
	if err == nil && state == c.state {
		return
	}
	if err == nil {
		err = c.read(state)
	}
	if err != nil {
		c.log.Error("certificate reload failed", "error", err)
		return
	}
	c.log.Info("certificate reloaded", "valid_until", c.pair.Leaf.NotAfter)
}
