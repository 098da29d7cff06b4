package browser_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// TestPicturesOfTheReadme makes the pictures of the README from the demo.  They are written
// to the folder PICTURES, as make pictures does.
func TestPicturesOfTheReadme(t *testing.T) {
	folder := os.Getenv("PICTURES")
	if folder == "" {
		t.Skip("PICTURES names no folder to write to")
	}
	quality := int64(80)
	s, p := serve(t, build(t), "b", "open"), open(t)
	site := strings.TrimSuffix(s.root, "/calendar/events/v1")
	for _, picture := range []struct {
		name, path    string
		width, height int64
		scheme        string
	}{
		{"month", "/", 1280, 800, "light"},
		{"phone", "/?view=list", 390, 844, "dark"},
		{"desk", "/desk/records/events", 1280, 800, "light"},
	} {
		p.show(t, picture.width, picture.height, picture.scheme)
		p.visit(t, site+picture.path)
		ctx, cancel := context.WithTimeout(p.ctx, time.Minute)
		defer cancel()
		content, err := chromedp.Run(ctx, func(ctx context.Context, target *chromedp.Target) ([]byte, error) {
			shot, err := cdp.Call(ctx, target, page.CaptureScreenshot, page.CaptureScreenshotParams{
				Format: page.CaptureScreenshotFormatWebp, Quality: &quality,
			})
			return shot.Data, err
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, picture.name+".webp"), content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
