package uploadtest

import (
	"net/http"
	"strings"
	"syscall"
	"testing"

	"almanac/runtime/media"
)

func TestAFullTemporaryDirectoryIsSaidAndLogged(t *testing.T) {
	var log safeBuffer
	each(t, func(t *testing.T, s *server) {
		dir := t.TempDir()
		if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=65536"); err != nil {
			t.Skip("no file system can be mounted here:", err)
		}
		defer func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) }()
		t.Setenv("TMPDIR", dir)
		s.want("upload", s.upload("author", make([]byte, 200_000), "a.png"), http.StatusInsufficientStorage, "rest_insufficient_storage")
		if got := log.String(); !strings.Contains(got, "no space left on device") || !strings.Contains(got, dir) {
			t.Errorf("the log is %s", got)
		}
		log.reset()
	}, logged(&log), limits(media.DefaultLimits()))
}
