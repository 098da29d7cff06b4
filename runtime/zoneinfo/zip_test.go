package zoneinfo

import (
	"archive/zip"
	"os"
	"testing"
	"testing/fstest"
)

// writeZip writes a zone database as an archive.
func writeZip(t *testing.T, path string, files fstest.MapFS) {
	t.Helper()
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	w := zip.NewWriter(file)
	if err := w.AddFS(files); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}
