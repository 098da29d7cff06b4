package browser_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// send sends a request to the interface and returns a member of what is created.
func (s service) send(t *testing.T, path, mediaType string, body []byte, member string) any {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.root+path, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", mediaType)
	r.Header.Set("Content-Disposition", `attachment; filename="hall.png"`)
	client := http.Client{Timeout: time.Minute}
	answer, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	var created map[string]any
	if err := json.NewDecoder(answer.Body).Decode(&created); err != nil || answer.StatusCode != http.StatusCreated {
		t.Fatalf("%s: %d %v %v", path, answer.StatusCode, created, err)
	}
	return created[member]
}

// forget has the browser load pictures again: of those that it has it shows the largest.
func (p *tab) forget(t *testing.T) {
	t.Helper()
	p.do(t, chromedp.Navigate("about:blank"), func(ctx context.Context, target *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, target, network.ClearBrowserCache, cdp.Empty{})
		return chromedp.Void{}, err
	})
}

func TestPagesLoadThePictureThatFitsTheWindow(t *testing.T) {
	t.Parallel()
	s := serve(t, build(t), "b", "open", "--media", "file:"+t.TempDir())
	site := strings.TrimSuffix(s.root, "/calendar/events/v1")
	var content bytes.Buffer
	if err := png.Encode(&content, image.NewGray(image.Rect(0, 0, 1200, 900))); err != nil {
		t.Fatal(err)
	}
	id := s.send(t, "/media", "image/png", content.Bytes(), "id")
	event := s.send(t, "/events", "application/json", fmt.Appendf(nil,
		`{"title": "Grey evening", "start_date": "2036-05-05 20:00:00", "end_date": "2036-05-05 22:00:00", "image": %v}`, id), "url").(string)
	p := open(t)
	for _, page := range []struct {
		name, address string
		phone, desk   string // The file that a window of either width loads.
	}{
		{"day", site + "/?view=day&start_date=2036-05-05", "-300x225.png", "-300x225.png"},
		{"photos", site + "/?view=photo&start_date=2036-05-05", "-768x576.png", "-300x225.png"},
		{"list", site + "/?view=list&start_date=2036-05-05", "-300x225.png", "-300x225.png"},
		{"event", event, "-768x576.png", "-768x576.png"},
		{"embed", event + "embed/", "-768x576.png", "-768x576.png"},
	} {
		for width, file := range map[int64]string{390: page.phone, 1280: page.desk} {
			p.show(t, width, 900, "light")
			p.forget(t)
			p.do(t, chromedp.Navigate(page.address))
			p.do(t, chromedp.ScrollIntoView(chromedp.CSS("main img")))
			p.wait(t, `(() => { const i = document.querySelector("main img"); return i.complete && i.naturalWidth > 0; })()`)
			if got := evaluate[string](t, p, `document.querySelector("main img").currentSrc`); !strings.HasSuffix(got, file) {
				t.Errorf("%s, %d pixels wide, loads %s, want %s", page.name, width, got, file)
			}
			p.picture(t, fmt.Sprintf("pictures-%s-%d", page.name, width))
			p.fits(t, page.name, width)
		}
	}
	p.staysHome(t, s)
}
