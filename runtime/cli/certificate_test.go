package cli

import (
	"bytes"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	"almanac/runtime/cli/certtest"
)

func TestARenewedCertificateIsReadWithoutRestart(t *testing.T) {
	dir := t.TempDir()
	certFile, keyFile := certtest.KeyPair(t, dir, 1)
	var log bytes.Buffer
	now := time.Now()
	c, err := loadCertificate(certFile, keyFile, func() time.Time { return now }, slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	check := func(when string, serial int64, said string) {
		t.Helper()
		pair, err := c.get(nil)
		if err != nil || pair.Leaf.SerialNumber.Int64() != serial {
			t.Errorf("%s: certificate %v, %v; want %d", when, pair.Leaf.SerialNumber, err, serial)
		}
		if got := log.String(); said == "" && got != "" || !strings.Contains(got, said) || strings.Contains(got, "PRIVATE") {
			t.Errorf("%s: the log says %q, want %q", when, got, said)
		}
		log.Reset()
	}
	check("at first", 1, "")
	now = now.Add(certPollInterval)
	check("when nothing has changed", 1, "")
	certtest.KeyPair(t, dir, 2)
	check("before it is looked at again", 1, "")
	now = now.Add(certPollInterval)
	check("after a renewal", 2, "certificate reloaded")
	certtest.Put(t, certFile, "no certificate")
	now = now.Add(certPollInterval)
	check("with a broken file", 2, "certificate reload failed")
	other, _ := certtest.KeyPair(t, t.TempDir(), 3)
	content, err := os.ReadFile(other)
	if err != nil {
		t.Fatal(err)
	}
	certtest.Put(t, certFile, string(content))
	now = now.Add(certPollInterval)
	check("with another one's key", 2, "certificate reload failed")
	if err := os.Remove(certFile); err != nil {
		t.Fatal(err)
	}
	now = now.Add(certPollInterval)
	check("without a file", 2, "certificate reload failed")
	certtest.KeyPair(t, dir, 4)
	now = now.Add(certPollInterval)
	check("when it is repaired", 4, "certificate reloaded")
	c.reload()
	check("when it is told to", 4, "certificate reloaded")
	certtest.KeyPair(t, dir, 5)
	c.reload()
	check("when it is told to before it would look by itself", 5, "certificate reloaded")
}
