package sitetest

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"net/http"
	"strconv"
	"strings"
)

// uploads is the path below which a site has its pictures.
const uploads = "/wp-content/uploads/"

// photos and plans are how many pictures events share: featured images and those that
// descriptions show.
const photos, plans = 40, 50

// firstPhoto is the id of the first of the photos.
const firstPhoto = 100

// Picture returns the file below /wp-content/uploads/ that has a name, nil for none.
func (t *Town) Picture(name string) []byte { return t.pictures[name] }

// picture makes a small picture that is unlike all others, and returns its address.
func (t *Town) picture(name string, width, height int) string {
	if t.pictures[name] == nil {
		const shades = 251
		drawn := image.NewRGBA(image.Rect(0, 0, width, height))
		number := len(t.pictures)
		shade := color.RGBA{uint8(number % shades), uint8(number / shades), 9, 255} //nolint:gosec // Both are small.
		draw.Draw(drawn, drawn.Rect, image.NewUniform(shade), image.Point{}, draw.Src)
		var file bytes.Buffer
		if strings.HasSuffix(name, ".png") {
			_ = png.Encode(&file, drawn) // A buffer takes everything.
		} else {
			_ = jpeg.Encode(&file, drawn, nil)
		}
		t.pictures[name] = file.Bytes()
	}
	return t.server.URL + uploads + name
}

// photo makes the n-th featured image, with a smaller version.
func (t *Town) photo(n int) map[string]any {
	width, height := 40+n, 30
	small := map[string]any{
		"width": 20, "height": 15, "mime-type": "image/jpeg",
		"url": t.picture(fmt.Sprintf("2026/11/photo-%d-20x15.jpg", n), 20, 15),
	}
	return map[string]any{
		"url": t.picture(fmt.Sprintf("2026/11/photo-%d.jpg", n), width, height), "id": firstPhoto + n, "extension": "jpg",
		"width": width, "height": height,
		"sizes": map[string]any{"medium": small},
	}
}

// plan returns HTML with the n-th picture of descriptions, in two sizes.
func (t *Town) plan(n int) string {
	large, small := t.picture(fmt.Sprintf("2026/10/Café plan %d.png", n), 60, 40+n),
		t.picture(fmt.Sprintf("2026/10/plan-%d-30x20.png", n), 30, 20)
	large = strings.ReplaceAll(strings.ReplaceAll(large, " ", "%20"), "é", "%C3%A9")
	return fmt.Sprintf(`<p>To the hall:</p><p><img loading="lazy" width="60" height="%d" src="%s" alt="Plan" `+
		`srcset="%s 30w, %[2]s 60w" sizes="60px" /></p>`, 40+n, large, small)
}

// sendPicture answers a picture: some break off, come late, or come only when they are
// asked for again.
func (t *Town) sendPicture(w http.ResponseWriter, name string) {
	content := t.pictures[name]
	t.mutex.Lock()
	t.sent[name]++
	odd := len(t.sent)
	if t.sent[name] > 1 || t.Steady {
		odd = 0
	}
	t.mutex.Unlock()
	switch {
	case content == nil:
		w.WriteHeader(http.StatusNotFound)
	case odd%9 == 3:
		w.WriteHeader(http.StatusBadGateway)
	case odd%9 == 5:
		w.Header().Set("Content-Length", strconv.Itoa(len(content)+10))
		_, _ = w.Write(content)
	case odd%9 == 7:
		slowly(w, content)
	default:
		_, _ = w.Write(content)
	}
}
