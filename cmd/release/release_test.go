package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// commitTime is the time of the commit in these tests.
var commitTime = time.Date(2026, 11, 20, 17, 38, 24, 0, time.UTC)

// source makes a folder with what an archive holds and goes there.  Time and
// rights of the files are those of the machine, which must not show.
func source(t *testing.T, at time.Time, mode fs.FileMode) {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"almanac", "almanac.exe", "README.md", "docs/operations.md", "deploy/almanac.service"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("content of "+filepath.Base(name)), mode); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
}

// packed packs a platform and returns the name and the bytes of its archive.
func packed(t *testing.T, p platform) (string, []byte) {
	t.Helper()
	path, err := pack(built{platform: p, path: p.program(), version: "v1.2.3", at: commitTime}, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Base(path), content
}

// entry is what an archive tells of a file.
type entry struct {
	Mode fs.FileMode
	Time time.Time
	Text string
}

func TestAnArchiveIsTheSameWhereverItIsPacked(t *testing.T) {
	for _, p := range []platform{{"linux", "amd64"}, {"darwin", "arm64"}, {"windows", "amd64"}} {
		t.Run(p.String(), func(t *testing.T) {
			source(t, time.Now(), 0o600)
			_, here := packed(t, p)
			t.Setenv("TZ", "Asia/Kolkata")
			source(t, time.Now().Add(-1000*time.Hour), 0o664)
			_, there := packed(t, p)
			if !bytes.Equal(here, there) {
				t.Error("two archives of the same content differ")
			}
		})
	}
}

func TestAnArchiveHoldsTheProgramAndHowToRunIt(t *testing.T) {
	tests := []struct {
		name     string
		platform platform
		archive  string
		read     func(*testing.T, []byte) map[string]entry
		want     []string
	}{
		{
			"a tar archive with the unit for Linux",
			platform{"linux", "arm64"},
			"almanac_v1.2.3_linux_arm64.tar.gz", readTar,
			[]string{"almanac", "README.md", "docs/operations.md", "deploy/almanac.service"},
		},
		{
			"a tar archive for macOS",
			platform{"darwin", "amd64"},
			"almanac_v1.2.3_darwin_amd64.tar.gz", readTar,
			[]string{"almanac", "README.md", "docs/operations.md"},
		},
		{
			"a zip archive for Windows",
			platform{"windows", "amd64"},
			"almanac_v1.2.3_windows_amd64.zip", readZip,
			[]string{"almanac.exe", "README.md", "docs/operations.md"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			source(t, time.Now(), 0o600)
			name, content := packed(t, tt.platform)
			if name != tt.archive {
				t.Errorf("the archive is called %s, want %s", name, tt.archive)
			}
			want := map[string]entry{}
			for _, file := range tt.want {
				mode := fs.FileMode(0o644)
				if file == tt.platform.program() {
					mode = 0o755
				}
				folder := fmt.Sprintf("almanac_v1.2.3_%s_%s/", tt.platform.system, tt.platform.processor)
				want[folder+file] = entry{mode, commitTime, "content of " + filepath.Base(file)}
			}
			if diff := cmp.Diff(want, tt.read(t, content)); diff != "" {
				t.Errorf("files (-want +got):\n%s", diff)
			}
		})
	}
}

// readTar returns the files of a compressed tar archive.
func readTar(t *testing.T, content []byte) map[string]entry {
	t.Helper()
	unzipped, err := gzip.NewReader(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]entry{}
	for archive := tar.NewReader(unzipped); ; {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(archive)
		if err != nil {
			t.Fatal(err)
		}
		all[header.Name] = entry{fs.FileMode(header.Mode), header.ModTime.UTC(), string(text)}
	}
}

// readZip returns the files of a zip archive.
func readZip(t *testing.T, content []byte) map[string]entry {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]entry{}
	for _, file := range archive.File {
		text, err := fs.ReadFile(archive, file.Name)
		if err != nil {
			t.Fatal(err)
		}
		all[file.Name] = entry{file.Mode(), file.Modified.UTC(), string(text)}
	}
	return all
}

func TestChecksumsAreOfThisReleaseAlone(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "dist")
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := empty(dir); err != nil {
		t.Fatal(err)
	}
	write("almanac_v1.0.0_linux_amd64.tar.gz", "old")
	write("notes.txt", "of somebody")
	if err := empty(dir); err != nil {
		t.Fatal(err)
	}
	write("almanac_v1.1.0_windows_amd64.zip", "second")
	write("almanac_v1.1.0_linux_amd64.tar.gz", "first")
	if err := writeSums(dir); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(dir, "SHA256SUMS"))
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("%x  almanac_v1.1.0_linux_amd64.tar.gz\n%x  almanac_v1.1.0_windows_amd64.zip\n",
		sha256.Sum256([]byte("first")), sha256.Sum256([]byte("second")))
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("SHA256SUMS (-want +got):\n%s", diff)
	}
	if _, err := os.Stat(filepath.Join(dir, "notes.txt")); err != nil {
		t.Errorf("a file of somebody else is gone: %v", err)
	}
}

func TestAPlatformIsASystemAndAProcessor(t *testing.T) {
	for _, text := range []string{"", "linux", "/amd64", "linux/"} {
		if got, err := parsePlatform(text); err == nil {
			t.Errorf("%q is taken for %s", text, got)
		}
	}
	if got, err := parsePlatform(" linux/arm64"); err != nil || got != (platform{"linux", "arm64"}) {
		t.Errorf("linux/arm64 is read as %v, %v", got, err)
	}
}
