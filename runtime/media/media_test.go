package media_test

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"almanac/runtime/media"
	"almanac/runtime/media/mediatest"
)

// each runs a test on an empty store of each kind.
func each(t *testing.T, test func(t *testing.T, s media.Store)) {
	t.Helper()
	t.Run("directory", func(t *testing.T) { test(t, media.Dir(filepath.Join(t.TempDir(), "files"))) })
	t.Run("bucket", func(t *testing.T) { test(t, mediatest.Bucket(t)) })
}

// put stores a file.
func put(t *testing.T, s media.Store, name, content string) {
	t.Helper()
	if err := s.Put(t.Context(), name, strings.NewReader(content), int64(len(content))); err != nil {
		t.Fatal(err)
	}
}

// names lists what is in a store.
func names(t *testing.T, s media.Store) []string {
	t.Helper()
	var list []string
	for info, err := range s.All(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, info.Name)
	}
	return list
}

// content reads a file.
func content(t *testing.T, s media.Store, name string) (string, media.Info) {
	t.Helper()
	f, err := s.Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	text, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return string(text), f.Info
}

func TestAFileIsReadAsItWasStored(t *testing.T) {
	each(t, func(t *testing.T, s media.Store) {
		put(t, s, "2026/11/صورة.png", "first")
		put(t, s, "2026/11/صورة.png", "second\x00")
		text, info := content(t, s, "2026/11/صورة.png")
		if text != "second\x00" || info.Size != 7 || info.Tag == "" || info.Modified.IsZero() {
			t.Errorf("got %q, %+v", text, info)
		}
		f, err := s.Open(t.Context(), "2026/11/صورة.png")
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = f.Close() }()
		if at, err := f.Seek(-3, io.SeekEnd); at != 4 || err != nil {
			t.Fatal(at, err)
		}
		if end, err := io.ReadAll(f); string(end) != "nd\x00" || err != nil {
			t.Errorf("the end is %q, %v", end, err)
		}
	})
}

func TestContentOfAnotherLengthIsNotStored(t *testing.T) {
	each(t, func(t *testing.T, s media.Store) {
		put(t, s, "a.png", "before")
		for _, size := range []int64{4, 6} {
			if err := s.Put(t.Context(), "a.png", strings.NewReader("after"), size); !errors.Is(err, media.ErrWrongSize) {
				t.Errorf("5 bytes as %d: %v", size, err)
			}
		}
		if text, _ := content(t, s, "a.png"); text != "before" {
			t.Errorf("the file is now %q", text)
		}
		if got := names(t, s); !slices.Equal(got, []string{"a.png"}) {
			t.Errorf("the store has %q", got)
		}
	})
}

func TestFilesAreListedAndRemoved(t *testing.T) {
	each(t, func(t *testing.T, s media.Store) {
		if got := names(t, s); got != nil {
			t.Errorf("an empty store has %q", got)
		}
		if err := s.Remove(t.Context(), "none.png"); err != nil {
			t.Error(err)
		}
		for _, name := range []string{"b/2.png", "a.png", "b/1.png"} {
			put(t, s, name, name)
		}
		if got := names(t, s); !slices.Equal(got, []string{"a.png", "b/1.png", "b/2.png"}) {
			t.Errorf("got %q", got)
		}
		if err := s.Remove(t.Context(), "b/1.png", "none.png", "a.png"); err != nil {
			t.Error(err)
		}
		if got := names(t, s); !slices.Equal(got, []string{"b/2.png"}) {
			t.Errorf("got %q", got)
		}
		for _, name := range []string{"a.png", "b", "b/none", "b/2.png/x"} {
			if _, err := s.Open(t.Context(), name); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

func TestNamesStayInsideOfTheStore(t *testing.T) {
	each(t, func(t *testing.T, s media.Store) {
		for _, name := range []string{"", ".", "..", "../a", "a/../b", "/a", "a//b", "a/", `a\b`, ".partial/a", "a/.hidden", "a\nb", "a\x00", "c:a", "\xff", strings.Repeat("a", 201), strings.Repeat("aaaa/", 200) + "a"} {
			if err := s.Put(t.Context(), name, strings.NewReader("x"), 1); !errors.Is(err, fs.ErrInvalid) {
				t.Errorf("put %q: %v", name, err)
			}
			if _, err := s.Open(t.Context(), name); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("open %q: %v", name, err)
			}
			if err := s.Remove(t.Context(), name); !errors.Is(err, fs.ErrInvalid) && len(names(t, s)) > 0 {
				t.Errorf("remove %q: %v", name, err)
			}
		}
	})
}

func TestSymbolicLinksDoNotLeadOutOfTheDirectory(t *testing.T) {
	dir, outside := t.TempDir(), filepath.Join(t.TempDir(), "secret.png")
	if err := os.WriteFile(outside, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(dir, "link.png")); err != nil {
		t.Skip(err)
	}
	if _, err := media.Dir(dir).Open(t.Context(), "link.png"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

func TestWhatACrashLeftIsRemovedAfterAnHour(t *testing.T) {
	dir := t.TempDir()
	for name, age := range map[string]time.Duration{"old": 2 * time.Hour, "new": time.Minute} {
		file := filepath.Join(dir, ".partial", name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o750), os.WriteFile(file, nil, 0o600), os.Chtimes(file, time.Time{}, time.Now().Add(-age))); err != nil {
			t.Fatal(err)
		}
	}
	if got := names(t, media.Dir(dir)); got != nil {
		t.Errorf("half-written files are listed: %q", got)
	}
	left, err := os.ReadDir(filepath.Join(dir, ".partial"))
	if err != nil || len(left) != 1 || left[0].Name() != "new" {
		t.Errorf("left are %v, %v", left, err)
	}
}

func TestOpenNeedsADirectoryOrABucket(t *testing.T) {
	for _, url := range []string{"", "file:", "/var/media", "http://x", "s3://", "s3://key:secret@bucket", "s3://bucket/../x", "s3://bucket?zone=1", "s3://bucket?endpoint=a/b"} {
		if _, err := media.Open(url); err == nil {
			t.Errorf("%q is a media store", url)
		}
	}
	if s, err := media.Open("file:data/media"); err != nil || s.String() != "file:data/media" {
		t.Error(s, err)
	}
}

func TestAnArchiveHasAllFiles(t *testing.T) {
	each(t, func(t *testing.T, s media.Store) {
		put(t, s, "2026/11/صورة.png", "one")
		put(t, s, "b.png", "2")
		var archive bytes.Buffer
		if n, err := media.WriteArchive(t.Context(), s, &archive); n != 2 || err != nil {
			t.Fatal(n, err)
		}
		whole := archive.Bytes()
		restored := media.Dir(t.TempDir())
		if n, err := media.ReadArchive(t.Context(), restored, bytes.NewReader(whole)); n != 2 || err != nil {
			t.Fatal(n, err)
		}
		if text, _ := content(t, restored, "2026/11/صورة.png"); text != "one" || len(names(t, restored)) != 2 {
			t.Errorf("restored are %q and %q", names(t, restored), text)
		}
		for length := 0; length < len(whole)-512; length += 256 {
			if _, err := media.ReadArchive(t.Context(), restored, bytes.NewReader(whole[:length])); err == nil {
				t.Errorf("the first %d bytes of an archive are restored as the whole", length)
			}
		}
		var manifest strings.Builder
		if n, err := media.WriteManifest(t.Context(), s, &manifest); n != 2 || err != nil || !strings.Contains(manifest.String(), "\tb.png\n") {
			t.Error(n, err, manifest.String())
		}
	})
}
