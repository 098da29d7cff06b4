package picture_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"slices"
	"strings"
	"testing"

	"almanac/runtime/media/picture"
	"almanac/runtime/media/picture/picturetest"
)

const many = 40_000_000

// upload uploads a file, of which a copy is changed.
func upload(file []byte, maxPixels int64) (*picture.Picture, error) {
	return picture.Upload(context.Background(), slices.Clone(file), picture.Limits{Pixels: maxPixels, Memory: 1 << 30})
}

// halves returns a picture that is red on the left and blue on the right.
func halves(w, h int) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			c := color.NRGBA{255, 0, 0, 255}
			if x >= w/2 {
				c = color.NRGBA{0, 0, 255, 255}
			}
			img.SetNRGBA(x, y, c)
		}
	}
	return img
}

// exif returns EXIF data with an orientation and a text.
func exif(orientation byte) string {
	return "MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00" + string(orientation) + "\x00\x00\x00\x00\x00\x00SECRET"
}

// asJPEG returns a JPEG file with more segments before the picture.
func asJPEG(t *testing.T, img image.Image, segments ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: 95}); err != nil {
		t.Fatal(err)
	}
	out := []byte("\xff\xd8")
	for _, s := range segments {
		out = append(out, 0xff, s[0])
		out = binary.BigEndian.AppendUint16(out, uint16(len(s)+1))
		out = append(out, s[1:]...)
	}
	return append(out, b.Bytes()[2:]...)
}

// asPNG returns a PNG file with more chunks before its end.
func asPNG(t *testing.T, img image.Image, chunks ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	end := b.Len() - 12
	out := slices.Clone(b.Bytes()[:end])
	for _, c := range chunks {
		out = binary.BigEndian.AppendUint32(out, uint32(len(c)-4))
		out = append(out, c...)
		out = binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE([]byte(c)))
	}
	return append(out, b.Bytes()[end:]...)
}

// asGIF returns an animation with a comment.
func asGIF(t *testing.T, img image.Image) []byte {
	t.Helper()
	frame := image.NewPaletted(img.Bounds(), color.Palette{color.NRGBA{255, 0, 0, 255}, color.NRGBA{0, 0, 255, 255}})
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			frame.Set(x, y, img.At(x, y))
		}
	}
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, &gif.GIF{Image: []*image.Paletted{frame, frame}, Delay: []int{10, 10}}); err != nil {
		t.Fatal(err)
	}
	end := b.Len() - 1
	return slices.Concat(b.Bytes()[:end], []byte("\x21\xfe\x06SECRET\x00"), b.Bytes()[end:], []byte("SECRET"))
}

// asWebP returns a WebP file of one pixel, with EXIF data.
func asWebP(orientation byte) []byte {
	lossless := "VP8L\x0d\x00\x00\x00\x2f\x00\x00\x00\x10\x07\x10\x11\x11\x88\x88\xfe\x07\x00"
	data := exif(orientation)
	body := "WEBPVP8X\x0a\x00\x00\x00\x08\x00\x00\x00\x00\x00\x00\x00\x00\x00" + lossless + "EXIF" + string(binary.LittleEndian.AppendUint32(nil, uint32(len(data)))) + data
	if len(data)%2 == 1 {
		body += "\x00"
	}
	return []byte("RIFF" + string(binary.LittleEndian.AppendUint32(nil, uint32(len(body)))) + body)
}

// reddish and bluish report what a pixel is like.
func reddish(c color.Color) bool { r, _, b, _ := c.RGBA(); return r > 0xc000 && b < 0x4000 }
func bluish(c color.Color) bool  { r, _, b, _ := c.RGBA(); return b > 0xc000 && r < 0x4000 }

func TestUploadsAreTurnedUpright(t *testing.T) {
	// Where the red half is seen: at the left, right, top or bottom.
	at := map[byte]string{1: "left", 2: "right", 3: "right", 4: "left", 5: "top", 6: "top", 7: "bottom", 8: "bottom", 9: "left"}
	points := map[string]image.Point{"left": {1, 5}, "right": {8, 5}, "top": {5, 1}, "bottom": {5, 8}}
	for orientation, side := range at {
		for name, file := range map[string][]byte{
			"JPEG": asJPEG(t, halves(10, 10), "\xe1Exif\x00\x00"+exif(orientation)), "PNG": asPNG(t, halves(10, 10), "eXIf"+exif(orientation)),
		} {
			p, err := upload(file, many)
			if err != nil {
				t.Fatal(name, orientation, err)
			}
			img, _, err := image.Decode(bytes.NewReader(p.Content))
			opposite := map[string]string{"left": "right", "right": "left", "top": "bottom", "bottom": "top"}[side]
			if err != nil || !reddish(img.At(points[side].X, points[side].Y)) || !bluish(img.At(points[opposite].X, points[opposite].Y)) {
				t.Errorf("%s with orientation %d: red is not at the %s, %v", name, orientation, side, err)
			}
		}
	}
	p, err := upload(asJPEG(t, halves(400, 200), "\xe1Exif\x00\x00"+exif(6)), many)
	if err != nil || p.Width != 200 || p.Height != 400 || p.MediaType != "image/jpeg" || p.Variants[0].Width != 150 || p.Variants[0].Height != 300 {
		t.Errorf("got %+v, %v", p.Header, err)
	}
}

func TestUploadsLoseWhatIsNotThePicture(t *testing.T) {
	img := halves(20, 20)
	profile := "\xe2ICC_PROFILE\x00\x01\x01colors"
	for name, file := range map[string][]byte{
		"JPEG": append(asJPEG(t, img, "\xe1Exif\x00\x00"+exif(1), "\xe1http://ns.adobe.com/xap/1.0/\x00SECRET", "\xfeSECRET", "\xedPhotoshop SECRET", profile), "<script>SECRET"...),
		"PNG":  append(asPNG(t, img, "tEXtComment\x00SECRET", "eXIf"+exif(1), "prIVSECRET"), "SECRET"...),
		"GIF":  asGIF(t, img),
		"WebP": asWebP(1),
	} {
		p, err := upload(file, many)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if bytes.Contains(p.Content, []byte("SECRET")) || !bytes.Contains(file, []byte("SECRET")) {
			t.Errorf("%s keeps %q", name, p.Content)
		}
		if again, err := upload(p.Content, many); err != nil || !bytes.Equal(again.Content, p.Content) || again.Header != p.Header {
			t.Errorf("%s cannot be read again: %v", name, err)
		}
	}
	p, err := upload(asJPEG(t, halves(400, 400), profile), many)
	if err != nil || !bytes.Contains(p.Content, []byte("colors")) || !bytes.Contains(p.Variants[0].Content, []byte("colors")) {
		t.Error("the color profile is lost", err)
	}
	g, err := upload(asGIF(t, img), many)
	if err != nil {
		t.Fatal(err)
	}
	if frames, err := gif.DecodeAll(bytes.NewReader(g.Content)); err != nil || len(frames.Image) != 2 {
		t.Error("the animation is lost", err)
	}
}

func TestSmallerVersionsHaveTheSizesOfWordPress(t *testing.T) {
	tests := []struct {
		width, height int
		want          string
	}{
		{2560, 1600, "large 1024x640 medium_large 768x480 medium 300x188 thumbnail 150x150"},
		{1200, 900, "large 1024x768 medium_large 768x576 medium 300x225 thumbnail 150x150"},
		{200, 100, "thumbnail 150x100"},
		{90, 90, ""},
		{150, 150, ""},
		{5000, 2, "large 1024x1 medium_large 768x1 medium 300x1 thumbnail 150x2"},
		{1, 3000, "large 1x1024 medium_large 1x768 medium 1x300 thumbnail 1x150"},
	}
	for _, tt := range tests {
		p, err := upload(asJPEG(t, halves(tt.width, tt.height)), many)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, v := range p.Variants {
			config, err := jpeg.DecodeConfig(bytes.NewReader(v.Content))
			if err != nil || config.Width != v.Width || config.Height != v.Height {
				t.Errorf("%s of %dx%d is %v, %v", v.Name, tt.width, tt.height, config, err)
			}
			got = append(got, v.Name+" "+strings.Join([]string{itoa(v.Width), itoa(v.Height)}, "x"))
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%dx%d has %v, not %s", tt.width, tt.height, got, tt.want)
		}
	}
}

// itoa writes a small number.
func itoa(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + itoa(n%10)
}

func TestThumbnailsShowTheMiddle(t *testing.T) {
	p, err := upload(asPNG(t, halves(3000, 1000)), many)
	if err != nil {
		t.Fatal(err)
	}
	thumbnail := p.Variants[3]
	img, err := png.Decode(bytes.NewReader(thumbnail.Content))
	if err != nil || thumbnail.Name != "thumbnail" || !reddish(img.At(60, 75)) || !bluish(img.At(90, 75)) {
		t.Error(thumbnail.Name, err)
	}
}

func TestWhatOneSeesThroughBecomesPNG(t *testing.T) {
	for name, want := range map[string]string{"PNG": "image/png", "GIF": "image/png", "JPEG": "image/jpeg"} {
		file := map[string][]byte{"PNG": asPNG(t, halves(400, 400)), "GIF": asGIF(t, halves(400, 400)), "JPEG": asJPEG(t, halves(400, 400))}[name]
		p, err := upload(file, many)
		if err != nil || p.Variants[0].MediaType != want {
			t.Errorf("%s: %v, %v", name, p, err)
		}
	}
}

func TestFilesThatAreNoPicturesAreRefused(t *testing.T) {
	whole := map[string][]byte{"JPEG": asJPEG(t, halves(100, 100)), "PNG": asPNG(t, halves(100, 100)), "GIF": asGIF(t, halves(100, 100)), "WebP": asWebP(1)}
	tests := []struct {
		name string
		file []byte
		want error
	}{
		{"nothing", nil, picture.ErrUnknown},
		{"SVG", []byte("<svg/>"), picture.ErrUnknown},
		{"a script behind the mark of a GIF", []byte("GIF89a\x01\x00\x01\x00<script>alert(1)</script>"), picture.ErrBroken},
		{"the mark of a JPEG alone", []byte("\xff\xd8\xff"), picture.ErrBroken},
		{"the mark of a WebP alone", []byte("RIFF\xff\xff\xff\xffWEBPVP8L"), picture.ErrBroken},
	}
	for name, file := range whole {
		for _, part := range []int{2, 3, 4} {
			tests = append(tests, struct {
				name string
				file []byte
				want error
			}{name + " that ends early", file[:len(file)*(part-1)/part], picture.ErrBroken})
		}
	}
	for _, tt := range tests {
		if _, err := upload(tt.file, many); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
	for name, file := range whole {
		if name == "WebP" {
			continue // It has one pixel.
		}
		if _, err := upload(file, 100); !errors.Is(err, picture.ErrTooLarge) {
			t.Errorf("%s with too many pixels: %v", name, err)
		}
	}
}

func FuzzUpload(f *testing.F) {
	t := &testing.T{}
	for _, file := range [][]byte{
		asJPEG(t, halves(20, 10), "\xe1Exif\x00\x00"+exif(6)), asPNG(t, halves(20, 10), "eXIf"+exif(3)), asGIF(t, halves(20, 10)), asWebP(8), picturetest.ProgressiveJPEG(40, 40, 3), picturetest.WebPTables(40, 40, 5), picturetest.JPEG(40, 40, []byte{0x22, 0x11, 0x11}),
		picturetest.WebP("VP8X", "\x02\x00\x00\x00\x0f\x00\x00\x0f\x00\x00", "ANMF", "\x00\x00\x00\x00\x00\x00\x0f\x00\x00\x0f\x00\x00\x64\x00\x00\x00"+picturetest.Chunk("VP8L", picturetest.Red(16, 16))),
	} {
		f.Add(file)
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		p, err := upload(file, 10_000)
		if errors.Is(err, picture.ErrPanicked) {
			t.Error(err)
		}
		if err != nil {
			return
		}
		if _, err := picture.Inspect(p.Content, 10_000); err != nil || len(p.Content) > len(file)+100_000 {
			t.Errorf("the result is no picture: %v", err)
		}
	})
}
