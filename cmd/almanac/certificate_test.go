package main

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// keyPair writes a new certificate for this machine, with a serial number, and
// its key, and returns the files.
func keyPair(t *testing.T, dir string, serial int64) (certFile, keyFile string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(serial), Subject: pkix.Name{CommonName: "localhost"}, NotBefore: time.Now().Add(-time.Hour),
		NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	cert, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	certFile, keyFile = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	put(t, certFile, string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: cert})))
	put(t, keyFile, string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})))
	return certFile, keyFile
}

// put writes a file.
func put(t *testing.T, name, content string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestARenewedCertificateIsReadWithoutRestart(t *testing.T) {
	dir := t.TempDir()
	certFile, keyFile := keyPair(t, dir, 1)
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
	keyPair(t, dir, 2)
	check("before it is looked at again", 1, "")
	now = now.Add(certPollInterval)
	check("after a renewal", 2, "certificate reloaded")
	put(t, certFile, "no certificate")
	now = now.Add(certPollInterval)
	check("with a broken file", 2, "certificate reload failed")
	other, _ := keyPair(t, t.TempDir(), 3)
	content, err := os.ReadFile(other)
	if err != nil {
		t.Fatal(err)
	}
	put(t, certFile, string(content))
	now = now.Add(certPollInterval)
	check("with another one's key", 2, "certificate reload failed")
	if err := os.Remove(certFile); err != nil {
		t.Fatal(err)
	}
	now = now.Add(certPollInterval)
	check("without a file", 2, "certificate reload failed")
	keyPair(t, dir, 4)
	now = now.Add(certPollInterval)
	check("when it is repaired", 4, "certificate reloaded")
	c.reload()
	check("when it is told to", 4, "certificate reloaded")
	keyPair(t, dir, 5)
	c.reload()
	check("when it is told to before it would look by itself", 5, "certificate reloaded")
}

func TestWrongCertificatesGetOneSentence(t *testing.T) {
	certFile, keyFile := keyPair(t, t.TempDir(), 1)
	_, foreign := keyPair(t, t.TempDir(), 2)
	broken := filepath.Join(t.TempDir(), "broken.pem")
	put(t, broken, "-----BEGIN NOTHING-----")
	tests := []struct{ name, cert, key, want string }{
		{"a certificate without key", certFile, "", "go together"},
		{"a key without certificate", "", keyFile, "go together"},
		{"a file that is not there", "/does/not/exist.pem", keyFile, "/does/not/exist.pem"},
		{"a file that is no certificate", broken, keyFile, "broken.pem"},
		{"a file that is no key", certFile, broken, "broken.pem"},
		{"the key of another one", certFile, foreign, "private key"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out, err := almanac(t, "", "serve", "--listen", "127.0.0.1:0", "--database", "mysql://never-reached", "--tls-cert", tt.cert, "--tls-key", tt.key)
			if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "\n") || out != "" {
				t.Errorf("got %q, error %v; want one line with %q", out, err, tt.want)
			}
		})
	}
}

func TestTheServerSpeaksTLS(t *testing.T) {
	certFile, keyFile := keyPair(t, t.TempDir(), 1)
	root, _ := serving(t, "--tls-cert", certFile, "--tls-key", keyFile)
	if !strings.HasPrefix(root, "https://127.0.0.1:") {
		t.Fatalf("it answers at %q", root)
	}
	pool := x509.NewCertPool()
	content, err := os.ReadFile(certFile)
	if err != nil || !pool.AppendCertsFromPEM(content) {
		t.Fatal("no certificate", err)
	}
	client := &http.Client{Transport: &http.Transport{ForceAttemptHTTP2: true, TLSClientConfig: &tls.Config{RootCAs: pool}}}
	response, err := client.Get(root + "/events")
	if err != nil {
		t.Fatal(err)
	}
	body, _ := io.ReadAll(response.Body)
	_ = response.Body.Close()
	if response.StatusCode != http.StatusOK || response.ProtoMajor != 2 || response.Header.Get("Strict-Transport-Security") == "" {
		t.Errorf("%s %d, Strict-Transport-Security %q", response.Proto, response.StatusCode, response.Header.Get("Strict-Transport-Security"))
	}
	if !strings.Contains(string(body), root) {
		t.Errorf("links do not begin with %s: %.300s", root, body)
	}
	client.CloseIdleConnections()
	old := &tls.Config{RootCAs: pool, MaxVersion: tls.VersionTLS11}
	if c, err := tls.Dial("tcp", strings.Split(root, "/")[2], old); err == nil {
		_ = c.Close()
		t.Error("TLS 1.1 is accepted")
	}
}
