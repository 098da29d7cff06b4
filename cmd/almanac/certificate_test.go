package main

import (
	"crypto/tls"
	"crypto/x509"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"almanac/runtime/cli/certtest"
)

func TestWrongCertificatesGetOneSentence(t *testing.T) {
	certFile, keyFile := certtest.KeyPair(t, t.TempDir(), 1)
	_, foreign := certtest.KeyPair(t, t.TempDir(), 2)
	broken := filepath.Join(t.TempDir(), "broken.pem")
	certtest.Put(t, broken, "-----BEGIN NOTHING-----")
	tests := []struct{ name, cert, key, want string }{
		{"a certificate without key", certFile, "", "set both or neither"},
		{"a key without certificate", "", keyFile, "set both or neither"},
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
	certFile, keyFile := certtest.KeyPair(t, t.TempDir(), 1)
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
