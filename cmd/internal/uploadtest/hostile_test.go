package uploadtest

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"almanac/runtime/admission"
	"almanac/runtime/media"
	"almanac/runtime/media/picture/picturetest"
	"almanac/runtime/service"
)

func TestPicturesThatCostTooMuchAreRefusedByName(t *testing.T) {
	tests := []struct {
		name, file, says string
		content          []byte
	}{
		{"10,000 scans", "a.jpg", "takes too long to decode (too many scans", picturetest.ProgressiveJPEG(5000, 5000, 10_000)},
		{"2,600 groups of tables", "a.webp", "needs 135 MB of memory to decode; only 50 MB is available (--max-pixels, GOMEMLIMIT)", picturetest.WebPTables(208, 200, 2600)},
		{"40 megapixels", "a.jpg", "has more than 26 megapixels, the limit of --max-pixels", picturetest.JPEG(8000, 5000, []byte{0x22, 0x11, 0x11})},
		{"HEIC", "a.heic", "has the format HEIC, not JPEG, PNG, GIF or WebP: send one of those", []byte("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic")},
		{"AVIF", "a.avif", "has the format AVIF", []byte("\x00\x00\x00\x18ftypavif\x00\x00\x00\x00mif1avif")},
		{"a sampling of three", "a.jpg", "uses an unsupported encoding (sampling 3x1,1x1,1x1): save it again", picturetest.JPEG(64, 64, []byte{0x31, 0x11, 0x11})},
	}
	each(t, func(t *testing.T, s *server) {
		for _, tt := range tests {
			a := s.upload("author", tt.content, tt.file)
			s.want(tt.name, a, http.StatusBadRequest, "rest_upload_sideload_error")
			if message, _ := a.at("message").(string); !strings.Contains(message, tt.file+" "+tt.says) {
				t.Errorf("%s: %s", tt.name, message)
			}
		}
		if got := s.files(); len(got) > 0 {
			t.Error("left are", got)
		}
	}, limits(media.Limits{FileBytes: 20 << 20, Pixels: 26_000_000, Memory: 50e6}))
}

// narrow has one request worked on at a time, and few uploads.
func narrow(c *service.Config) {
	c.Admission = admission.Admission{Concurrent: 1, Patience: time.Minute}
}

func TestUploadsWaitForTheirTurnAndHoldUpNobodyElse(t *testing.T) {
	each(t, func(t *testing.T, s *server) {
		decoding := s.Env.Uploads.Decoding
		leave, err := decoding.Resume(t.Context(), s.Env.MediaLimits.DecodeBytes()) // All of the room.
		if err != nil {
			t.Fatal(err)
		}
		var uploads sync.WaitGroup
		for range 3 {
			uploads.Go(func() { s.want("upload", s.upload("author", pngFile(400, 400), "a.png"), http.StatusCreated, "") })
		}
		for decoding.State().Waiting < 3*s.Env.Uploads.Share {
			time.Sleep(time.Millisecond)
		}
		s.want("a request meanwhile", s.send("", "GET", "/events", nil, nil), http.StatusOK, "")
		leave()
		uploads.Wait()
		if got := len(s.files()); got != 9 {
			t.Error("stored are", s.files())
		}
	}, narrow, func(c *service.Config) { c.Admission.Concurrent = 3 })
}

func TestUploadsAboveTheLimitAreAskedToComeBack(t *testing.T) {
	each(t, func(t *testing.T, s *server) {
		leave, err := s.Env.Uploads.Enter(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		a := s.upload("author", pngFile(20, 20), "a.png")
		s.want("one more", a, http.StatusServiceUnavailable, "rest_service_unavailable")
		if a.Header.Get("Retry-After") == "" {
			t.Error("it does not say when")
		}
		leave()
		s.want("again", s.upload("author", pngFile(20, 20), "a.png"), http.StatusCreated, "")
	}, narrow)
}

func TestADecoderIsEndedByItsDeadline(t *testing.T) {
	each(t, func(t *testing.T, s *server) {
		s.Env.Uploads.Turn = 50 * time.Millisecond
		a := s.upload("author", picturetest.ProgressiveJPEG(3000, 3000, 64-1), "a.jpg")
		s.want("upload", a, http.StatusBadRequest, "rest_upload_sideload_error")
		if message, _ := a.at("message").(string); !strings.Contains(message, "took more than") {
			t.Error(message)
		}
		s.Env.Uploads.Turn = time.Minute
		s.want("another", s.upload("author", pngFile(20, 20), "a.png"), http.StatusCreated, "")
	})
}

// hanging is a media store that does not respond until it is let go.
type hanging struct {
	media.Store
	calls chan string
	goOn  chan struct{}
}

// wait waits as a call to a bucket does.
func (h hanging) wait(ctx context.Context, call string) error {
	h.calls <- call
	select {
	case <-h.goOn:
		return media.ErrStalled
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Put hangs.
func (h hanging) Put(ctx context.Context, _ string, _ io.Reader, _ int64) error {
	return h.wait(ctx, "put")
}

// Remove hangs.
func (h hanging) Remove(ctx context.Context, _ ...string) error { return h.wait(ctx, "remove") }

func TestAMediaStoreThatHangsHoldsUpNobodyElse(t *testing.T) {
	var log safeBuffer // Files are removed when the test may have ended.
	each(t, func(t *testing.T, s *server) {
		up := s.upload("author", pngFile(20, 20), "a.png")
		store := s.Env.Media
		h := hanging{store, make(chan string, 10), make(chan struct{})}
		s.Env.Media = h
		s.want("deletion", s.send("author", "DELETE", "/media/"+id(up), nil, nil), http.StatusOK, "")
		if got := <-h.calls; got != "remove" {
			t.Fatal(got)
		}
		done := make(chan response)
		go func() { done <- s.upload("author", pngFile(20, 20), "a.png") }()
		if got := <-h.calls; got != "put" {
			t.Fatal(got)
		}
		s.want("a request meanwhile", s.send("", "GET", "/events", nil, nil), http.StatusOK, "")
		close(h.goOn)
		s.want("upload", <-done, http.StatusServiceUnavailable, "rest_service_unavailable")
		s.Env.Media = store
	}, narrow, logged(&log))
}

// logged has the log written to a buffer, as JSON.
func logged(to *safeBuffer) func(*service.Config) {
	return func(c *service.Config) { c.Log = slog.New(slog.NewJSONHandler(to, nil)) }
}

// safeBuffer is a buffer for several goroutines.
type safeBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

// Write adds to the buffer.
func (b *safeBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

// reset forgets what was written.
func (b *safeBuffer) reset() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.b.Reset()
}

// String returns what was written.
func (b *safeBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

// full is a media store without space.
type full struct{ media.Store }

// Put stores nothing.
func (full) Put(context.Context, string, io.Reader, int64) error {
	return errors.Join(media.ErrFull, errors.New("device 7"))
}

func TestAFullMediaStoreIsSaidAndLogged(t *testing.T) {
	var log safeBuffer
	each(t, func(t *testing.T, s *server) {
		s.Env.Media = full{s.Env.Media}
		s.want("upload", s.upload("author", pngFile(200, 200), "a.png"), http.StatusInsufficientStorage, "rest_insufficient_storage")
		s.want("with an event", s.form("author", "POST", "/events", "image", "a.png", pngFile(20, 20), event), http.StatusInsufficientStorage, "rest_insufficient_storage")
		if got := log.String(); strings.Count(got, `no space left\ndevice 7`) != 2 {
			t.Errorf("the log is %s", got)
		}
		log.reset()
	}, logged(&log))
}

func TestATemporaryDirectoryThatIsNotThereIsLogged(t *testing.T) {
	var log safeBuffer
	each(t, func(t *testing.T, s *server) {
		t.Setenv("TMPDIR", "/nonexistent")
		s.want("upload", s.upload("author", pngFile(200, 200), "a.png"), http.StatusServiceUnavailable, "rest_service_unavailable")
		if got := log.String(); !strings.Contains(got, "temporary directory /nonexistent") {
			t.Errorf("the log is %s", got)
		}
		log.reset()
	}, logged(&log))
}
