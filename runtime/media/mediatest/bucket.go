// Package mediatest has media stores for tests.
package mediatest

import (
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"almanac/runtime/media"
)

// URL returns the URL of a bucket of a service that speaks the protocol of S3 until the
// test ends. It sets credentials in the environment, so tests that use it are not parallel.
func URL(t *testing.T) string {
	t.Helper()
	t.Setenv("AWS_ACCESS_KEY_ID", "key")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret")
	backend := s3mem.New()
	if err := backend.CreateBucket("pictures"); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(gofakes3.New(backend).Server())
	t.Cleanup(server.Close)
	return "s3://pictures/site?insecure=true&region=us-east-1&endpoint=" + strings.TrimPrefix(server.URL, "http://")
}

// Bucket returns a media store in such a bucket.
func Bucket(t *testing.T) media.Store {
	t.Helper()
	s, err := media.Open(URL(t))
	if err != nil {
		t.Fatal(err)
	}
	return s
}
