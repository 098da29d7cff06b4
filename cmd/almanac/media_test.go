package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"almanac/generated"
	"almanac/runtime/media"
	"almanac/runtime/media/mediatest"
	"almanac/runtime/model"
	"almanac/runtime/mutate"
	"almanac/runtime/service"
)

// mediaDatabase returns the URL of an SQLite database with an image, whose file is in the
// media store beside it, next to one that belongs to no image.
func mediaDatabase(t *testing.T) (url string, files media.Dir) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "a.db")
	url, files = "sqlite:"+file, media.Dir(file+".media")
	s, err := service.Open(t.Context(), generated.Service(), service.Config{Database: url, Open: true, Deployment: generated.Service().Deployment()})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	err = s.API.Writes.Bulk(t.Context(), 1, func(b *mutate.BulkWriter) error {
		_, err := b.RegisterImage(model.Image{URL: model.UploadsPath + "2026/used.png", Title: "Poster", StoredBytes: 4})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"2026/used.png", "2026/left.png"} {
		if err := files.Put(t.Context(), name, strings.NewReader("file"), 4); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(filepath.Join(string(files), name), time.Time{}, time.Now().Add(-2*time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	return url, files
}

func TestOrphansAreListedAndRemoved(t *testing.T) {
	url, files := mediaDatabase(t)
	for _, step := range []struct{ command, want string }{
		{"list", "Poster"},
		{"orphans", "2026/left.png, 4 bytes\nfound 1 files, 4 bytes\n"},
		{"remove-orphans", "2026/left.png, 4 bytes\nremoved 1 files, 4 bytes\n"},
		{"orphans", "found 0 files, 0 bytes\n"},
	} {
		out, err := almanac(t, "", "media", step.command, "--database", url)
		if err != nil || !strings.HasSuffix(strings.TrimSpace(out), strings.TrimSpace(step.want)) {
			t.Errorf("media %s printed %q, %v", step.command, out, err)
		}
	}
	if _, err := files.Open(t.Context(), "2026/used.png"); err != nil {
		t.Error("the file of an image is gone:", err)
	}
	if _, err := almanac(t, "", "media", "list", "--database", "postgres://localhost/none"); err == nil || !strings.Contains(err.Error(), "--media must be set") {
		t.Error("PostgreSQL has a media store:", err)
	}
	if _, err := almanac(t, "", "serve", "--media", "ftp://x", "--database", url); err == nil || !strings.Contains(err.Error(), "--media must be file:DIR or s3://BUCKET") {
		t.Error("a store of another kind:", err)
	}
}

func TestABackupHasTheFilesOfImages(t *testing.T) {
	url, _ := mediaDatabase(t)
	dir := t.TempDir()
	file, restored := filepath.Join(dir, "copy"), filepath.Join(dir, "b.db")
	out, err := almanac(t, "", "backup", file, "--database", url)
	if err != nil || !strings.Contains(out, "backed up 2 image files to "+file+".media.tar") {
		t.Fatalf("backup printed %q, %v", out, err)
	}
	out, err = almanac(t, "", "restore", file, "--database", "sqlite:"+restored)
	if err != nil || !strings.Contains(out, "restored 2 image files") {
		t.Fatalf("restore printed %q, %v", out, err)
	}
	if content, err := os.ReadFile(filepath.Join(restored+".media", "2026", "used.png")); string(content) != "file" || err != nil {
		t.Errorf("the file is %q, %v", content, err)
	}
}

func TestABackupListsTheFilesOfABucket(t *testing.T) {
	url, _ := mediaDatabase(t)
	bucket := mediatest.URL(t)
	s, err := media.Open(bucket)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Put(t.Context(), "2026/used.png", strings.NewReader("file"), 4); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "copy")
	if out, err := almanac(t, "", "backup", file, "--database", url, "--media", bucket); err != nil {
		t.Fatalf("backup printed %q, %v", out, err)
	}
	if list, err := os.ReadFile(file + ".media.txt"); err != nil || !strings.HasSuffix(string(list), "\t2026/used.png\n") {
		t.Errorf("the list is %q, %v", list, err)
	}
}

func TestABackupWithoutItsPicturesIsNotRestoredSilently(t *testing.T) {
	url, _ := mediaDatabase(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "copy")
	if _, err := almanac(t, "", "backup", file, "--database", url); err != nil {
		t.Fatal(err)
	}
	restore := func(name string) (string, error) {
		return almanac(t, "", "restore", file, "--database", "sqlite:"+filepath.Join(dir, name))
	}
	if err := os.Rename(file+".media.tar", file+".media.tar.partial"); err != nil {
		t.Fatal(err)
	}
	if out, err := restore("interrupted.db"); err == nil || !strings.Contains(err.Error(), "the backup was interrupted") || out != "" {
		t.Errorf("a backup that was killed: printed %q, %v", out, err)
	}
	if _, err := os.Stat(filepath.Join(dir, "interrupted.db")); err == nil {
		t.Error("a database was made of a backup that was killed")
	}
	if err := os.Remove(file + ".media.tar.partial"); err != nil {
		t.Fatal(err)
	}
	if out, err := restore("bare.db"); err == nil || !strings.Contains(err.Error(), "1 image files are missing from") || !strings.Contains(out, "restored") {
		t.Errorf("a backup without its pictures: printed %q, %v", out, err)
	}
	out, err := almanac(t, "", "media", "check", "--database", "sqlite:"+filepath.Join(dir, "bare.db"))
	if err == nil || out != "2026/used.png\n" || !strings.Contains(err.Error(), "1 image files are missing") {
		t.Errorf("media check printed %q, %v", out, err)
	}
	if out, err := almanac(t, "", "media", "check", "--database", url); err != nil || out != "no files are missing\n" {
		t.Errorf("media check of a whole store printed %q, %v", out, err)
	}
}
