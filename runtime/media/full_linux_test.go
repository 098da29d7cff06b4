package media_test

import (
	"bytes"
	"errors"
	"syscall"
	"testing"

	"almanac/runtime/media"
)

func TestAFullDirectorySaysSoAndKeepsNothing(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=65536"); err != nil {
		t.Skip("no file system can be mounted here:", err)
	}
	defer func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) }()
	s := media.Dir(dir)
	if err := s.Put(t.Context(), "a.png", bytes.NewReader(make([]byte, 200_000)), 200_000); !errors.Is(err, media.ErrFull) {
		t.Errorf("got %v", err)
	}
	put(t, s, "b.png", "there is room for it")
}
