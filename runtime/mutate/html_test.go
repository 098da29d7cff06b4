package mutate

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"almanac/runtime/admission"
	"almanac/runtime/apierror"
	"almanac/runtime/validate"
)

func TestFewLongTextsAreCleanedAtATime(t *testing.T) {
	const long, clean = "<p>x</p><script></script>", "<p>x</p>"
	html := strings.Repeat(long, validate.BriefHTML/len(long)+1)
	want := strings.Repeat(clean, validate.BriefHTML/len(long)+1)
	l := admission.New("html_cleanings", 2, 0, time.Hour)
	leave, err := l.Enter(t.Context(), 2)
	if err != nil {
		t.Fatal(err)
	}
	var f *apierror.Error
	if _, err := cleanWithin(t.Context(), l, html); !errors.As(err, &f) || f.Status != http.StatusServiceUnavailable || f.Header["Retry-After"] == "" {
		t.Errorf("with a full queue: %v", err)
	}
	if got, err := cleanWithin(t.Context(), l, long); got != clean || err != nil {
		t.Errorf("a brief text waits: %q, %v", got, err)
	}
	leave()
	if got, err := cleanWithin(t.Context(), l, html); got != want || err != nil {
		t.Errorf("with a seat: %d bytes, %v", len(got), err)
	}
	if got := l.State(); got.Refused != 1 || got.Admitted != 2 || got.InUse != 0 {
		t.Errorf("%+v", got)
	}
}

func TestALongTextWaitsNoLongerThanItsRequest(t *testing.T) {
	l := admission.New("html_cleanings", 1, 1, time.Hour)
	if _, err := l.Enter(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	left, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := cleanWithin(left, l, strings.Repeat("x", validate.BriefHTML+1)); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
