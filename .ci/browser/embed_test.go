package browser_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image/color"
	"image/png"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// embedLink is the color of links in an embedded event, which the pages around it do not
// have.
var embedLink = color.NRGBA{0x1d, 0x5c, 0x4f, 0xff}

func TestAnEventInAPageOfAnotherSite(t *testing.T) {
	t.Parallel()
	s := serve(t, build(t), "b", "open")
	site := strings.TrimSuffix(s.root, "/calendar/events/v1")
	p := open(t)
	p.show(t, 1280, 900, "light")
	p.do(t, chromedp.Navigate(site+"/?view=list"))
	event := evaluate[string](t, p, `document.querySelectorAll(".events h3 a")[1].href`)
	p.do(t, chromedp.Navigate(event))
	card := oEmbed(t, evaluate[string](t, p, `document.querySelector('link[type="application/json+oembed"]').href`))
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		shown := strings.ReplaceAll(card, "<iframe ", `<iframe style="max-width: 100%" `)
		if r.URL.Path == "/page" {
			shown = `<iframe width="600" height="338" src="` + event + `"></iframe>`
		}
		_, _ = fmt.Fprintf(w, `<!DOCTYPE html><title>Another site</title><link rel="icon" href="data:,"><body style="background: #fff">%s`, shown)
	}))
	defer host.Close()

	for _, width := range []int64{390, 1280} {
		p.show(t, width, 900, "light")
		p.do(t, chromedp.Navigate(host.URL+"/card"))
		if !p.shows(t, embedLink) {
			t.Errorf("the event cannot be seen in a page of another site, %d pixels wide; %s", width, p.situation(t))
		}
		p.whole(t, fmt.Sprintf("embedded-%d", width))
		p.fits(t, "a page with an event", width)
	}
	for _, width := range []int64{200, 390} {
		p.show(t, width, 900, "light")
		p.do(t, chromedp.Navigate(event+"embed/"))
		p.fits(t, "the embedded event", width)
	}
	for _, message := range p.messages {
		if !strings.Contains(message, "images.example") { // Pictures of the demo, whose host has no name here.
			t.Errorf("the console has %s", message)
		}
	}
	p.do(t, chromedp.Navigate(host.URL+"/page"))
	p.says(t, "frame-ancestors")
	if p.becomesVisible(t, embedLink, 0) {
		t.Error("the page of the event itself is shown in a page of another site")
	}
}

// oEmbed returns the HTML that a site shows for an address of oEmbed.
func oEmbed(t *testing.T, address string) string {
	t.Helper()
	client := http.Client{Timeout: 10 * time.Second}
	answer, err := client.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	var card struct{ HTML string }
	if err := json.NewDecoder(answer.Body).Decode(&card); err != nil || card.HTML == "" {
		t.Fatalf("%s has no HTML: %v", address, err)
	}
	return card.HTML
}

// shows reports whether the window shows a color within half a minute.
func (p *tab) shows(t *testing.T, want color.NRGBA) bool {
	t.Helper()
	return p.becomesVisible(t, want, 30*time.Second)
}

// becomesVisible reports whether the window shows a color before the time is over.  What
// stands in a frame of another site cannot be asked for in another way.
func (p *tab) becomesVisible(t *testing.T, want color.NRGBA, within time.Duration) bool {
	t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, time.Minute)
	defer cancel()
	for end := time.Now().Add(within); ; time.Sleep(100 * time.Millisecond) {
		content, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
		if err != nil {
			t.Fatal(err)
		}
		picture, err := png.Decode(bytes.NewReader(content))
		if err != nil {
			t.Fatal(err)
		}
		for y := range picture.Bounds().Dy() {
			for x := range picture.Bounds().Dx() {
				if color.NRGBAModel.Convert(picture.At(x, y)) == want {
					return true
				}
			}
		}
		if time.Now().After(end) {
			return false
		}
	}
}

// says waits until the console has a text.
func (p *tab) says(t *testing.T, text string) {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		p.mu.Lock()
		said := slices.ContainsFunc(p.messages, func(message string) bool { return strings.Contains(message, text) })
		p.mu.Unlock()
		if said {
			return
		}
	}
	t.Fatalf("the console never has %q; %s", text, p.situation(t))
}
