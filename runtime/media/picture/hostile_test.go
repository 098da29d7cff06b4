package picture_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"slices"
	"strings"
	"testing"

	"golang.org/x/image/webp"

	"almanac/runtime/media/picture"
	"almanac/runtime/media/picture/picturetest"
)

// limits are those of a service with GOMEMLIMIT=88MiB.
var limits = picture.Limits{Pixels: many, Memory: 50 << 20}

func TestFilesThatCostMoreThanTheyShowAreRefusedBeforeTheyAreDecoded(t *testing.T) {
	sequential := picturetest.JPEG(64, 64, []byte{0x11})
	scan := sequential[bytes.Index(sequential, []byte("\xff\xda")) : len(sequential)-2]
	repeated := slices.Concat(sequential[:len(sequential)-2], bytes.Repeat(scan, 4), []byte("\xff\xd9"))
	tables := picturetest.WebPTables(208, 200, 2600)
	tests := []struct {
		name, reason string
		file         []byte
	}{
		{"a progressive JPEG file with 10,000 scans", "scans", picturetest.ProgressiveJPEG(4000, 4000, 10_000)},
		{"a sequential JPEG file that repeats its scan", "scans", repeated},
		{"a WebP file with 2,600 groups of tables", "memory", tables},
		{"a WebP file with more groups of tables than decoders make", "tables", picturetest.WebPTables(300, 300, 3000)},
		{"an animation whose first picture has 2,600 groups of tables", "memory", picturetest.WebP(
			"VP8X", "\x02\x00\x00\x00\xcf\x00\x00\xc7\x00\x00", "ANMF", "\x00\x00\x00\x00\x00\x00\xcf\x00\x00\xc7\x00\x00\x64\x00\x00\x00"+string(tables[12:]))},
		{"a transparent picture whose alpha has 2,600 groups of tables", "memory", picturetest.WebP(
			"VP8X", "\x10\x00\x00\x00\xcf\x00\x00\xc7\x00\x00", "ALPH", "\x01"+string(tables[25:]), "VP8 ", "\x10\x00\x00\x9d\x01\x2a\xd0\x00\xc8\x00")},
		{"the same before another alpha", "memory", picturetest.WebP(
			"VP8X", "\x10\x00\x00\x00\xcf\x00\x00\xc7\x00\x00", "ALPH", "\x01"+string(tables[25:]), "ALPH", "\x00", "VP8 ", "\x10\x00\x00\x9d\x01\x2a\xd0\x00\xc8\x00")},
		{"a PNG file of 36 megapixels whose first chunk is not its header", "takes 305 MB", beforeHeader(t, 6000)},
		{"a progressive JPEG file of 36 megapixels", "takes 197 MB of memory to decode; the limit is 52", picturetest.ProgressiveJPEG(6000, 6000, 1)},
		{"a sequential JPEG file of 36 megapixels", "takes 125 MB", picturetest.JPEG(6000, 6000, []byte{0x11, 0x11, 0x11})},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f, err := picture.Parse(tt.file, limits)
			var memory *picture.MemoryError
			if !errors.Is(err, picture.ErrTooComplex) && !errors.As(err, &memory) || !strings.Contains(picture.Reason(err), tt.reason) {
				t.Errorf("got %+v, %v", f, err)
			}
		})
	}
}

// beforeHeader returns a PNG file of 16 bits that has another chunk before its header.
func beforeHeader(t *testing.T, edge int) []byte {
	t.Helper()
	header := "IHDR\x00\x00" + string([]byte{byte(edge >> 8), byte(edge), 0, 0, byte(edge >> 8), byte(edge)}) + "\x10\x06\x00\x00\x00"
	b := slices.Clone(asPNG(t, halves(1, 1))[:8])
	for _, chunk := range []string{"gAMA\x00\x00\xb1\x8f", header, "IDAT", "IEND"} {
		b = binary.BigEndian.AppendUint32(b, uint32(len(chunk)-4))
		b = binary.BigEndian.AppendUint32(append(b, chunk...), crc32.ChecksumIEEE([]byte(chunk)))
	}
	return b
}

func TestFilesThatWouldBeWeighedByAnotherPartAreRefused(t *testing.T) {
	frame := picturetest.JPEG(64, 64, []byte{0x11})
	frame = frame[bytes.Index(frame, []byte("\xff\xc0")):bytes.Index(frame, []byte("\xff\xc4"))]
	progressive := picturetest.ProgressiveJPEG(64, 64, 2)
	for name, file := range map[string][]byte{
		"a JPEG file with a second frame": slices.Concat(progressive[:len(progressive)-2], frame, []byte("\xff\xd9")),
		"a lossless WebP file with alpha": picturetest.WebP(
			"VP8X", "\x10\x00\x00\x00\x00\x00\x00\x00\x00\x00", "ALPH", "\x01"+picturetest.Red(1, 1)[5:], "VP8L", picturetest.Red(1, 1)),
	} {
		if f, err := picture.Parse(file, limits); !errors.Is(err, picture.ErrBroken) {
			t.Errorf("%s: %v, %v", name, f, err)
		}
	}
}

func TestWhatDecodingTakesIsKnownBefore(t *testing.T) {
	tests := []struct {
		name      string
		file      []byte
		megabytes int64 // Up to so many, and more than nine tenths of them.
	}{
		{"a photo of 12 megapixels", picturetest.JPEG(4000, 3000, []byte{0x22, 0x11, 0x11}), 39},
		{"a photo of 12 megapixels that is to be turned", picturetest.JPEG(4000, 3000, []byte{0x22, 0x11, 0x11}, "\xe1Exif\x00\x00"+exif(6)), 51},
		{"a progressive photo of 3 megapixels", picturetest.ProgressiveJPEG(2000, 1500, 9), 38},
		{"a WebP file with 100 groups of tables", picturetest.WebPTables(208, 200, 100), 14},
	}
	for _, tt := range tests {
		f, err := picture.Parse(tt.file, picture.Limits{Pixels: many, Memory: 1 << 30})
		if err != nil {
			t.Fatal(tt.name, err)
		}
		if got := f.Memory / 1e6; got >= tt.megabytes || got < tt.megabytes*9/10 {
			t.Errorf("%s takes %d MB, not %d", tt.name, got, tt.megabytes)
		}
	}
}

// countdown is a context that ends when it was asked so many times.
type countdown struct {
	context.Context
	left int
}

// Err counts.
func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

func TestDecodersAreEndedByTheirContext(t *testing.T) {
	for name, file := range map[string][]byte{
		"JPEG": picturetest.ProgressiveJPEG(1000, 1000, 60), "PNG": asPNG(t, halves(1000, 1000)), "GIF": asGIF(t, halves(1000, 1000)),
		"WebP": picturetest.WebPTables(208, 200, 2), "reduced": picturetest.JPEG(2048, 3000, []byte{0x11}),
	} {
		for asked := range 4 {
			f, err := picture.Parse(slices.Clone(file), picture.Limits{Pixels: many, Memory: 1 << 30})
			if err != nil {
				t.Fatal(name, err)
			}
			if p, err := f.Decode(&countdown{t.Context(), asked}); !errors.Is(err, context.Canceled) || p != nil {
				t.Errorf("%s after %d pieces: %v, %v", name, asked, p, err)
			}
		}
	}
}

func TestFilesOfOtherFormatsAreNamed(t *testing.T) {
	tests := []struct{ file, want string }{
		{"\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic", "has the format HEIC"},
		{"\x00\x00\x00\x18ftypmif1\x00\x00\x00\x00mif1heic", "has the format HEIC"},
		{"\x00\x00\x00\x18ftypavif\x00\x00\x00\x00mif1avif", "has the format AVIF"},
		{"\x00\x00\x00\x18ftypmif1\x00\x00\x00\x00mif1avif", "has the format AVIF"},
		{"\x00\x00\x00\x18ftypavis\x00\x00\x00\x00avismsf1", "has the format AVIF"},
		{"II*\x00", "has the format TIFF"},
		{"BM\x00\x00", "has the format BMP"},
		{"\x00\x00\x00\x0cJXL \r\n", "has the format JPEG XL"},
		{"<svg/>", "is not a JPEG, PNG, GIF or WebP file"},
		{"\x00\x00\x00\x18ftypmp42", "is not a JPEG, PNG, GIF or WebP file"},
		{string(picturetest.JPEG(64, 64, []byte{0x31, 0x11, 0x11})), "uses an unsupported encoding (sampling 3x1,1x1,1x1)"},
	}
	for _, tt := range tests {
		_, err := picture.Inspect([]byte(tt.file), many)
		if got := picture.Reason(err); !strings.HasPrefix(got, tt.want) {
			t.Errorf("%q %s, not %s", tt.file[:min(len(tt.file), 30)], got, tt.want)
		}
	}
}

func TestFilesThatBrowsersForgiveAreUploaded(t *testing.T) {
	whole := picturetest.JPEG(160, 80, []byte{0x22, 0x11, 0x11})
	end := len(whole) - 2
	for name, file := range map[string][]byte{
		"without the mark of its end":  whole[:end],
		"with bytes between segments":  slices.Concat(whole[:71], []byte("\x00\xff\x00\xff\xd3x"), whole[71:]),
		"with bytes behind its end":    slices.Concat(whole, []byte("SECRET")),
		"with padding before a marker": slices.Concat(whole[:end], []byte("\xff\xff\xff\xd9")),
	} {
		p, err := upload(file, many)
		if err != nil || !bytes.Equal(p.Content, whole) || len(p.Variants) != 1 {
			t.Errorf("a JPEG file %s: %v", name, err)
		}
	}
}

func TestAnimationsShowTheirFirstPicture(t *testing.T) {
	frame := func(x byte, unknown string) string {
		return string([]byte{x, 0, 0, x, 0, 0, 49, 0, 0, 49, 0, 0, 100, 0, 0, 0}) + unknown + picturetest.Chunk("VP8L", picturetest.Red(50, 50))
	}
	animation := picturetest.WebP("VP8X", "\x02\x00\x00\x00\xc7\x00\x00\xc7\x00\x00", "ANIM", "\x00\x00\x00\x00\x00\x00",
		"ANMF", frame(50, picturetest.Chunk("XXXX", "SECRET")), "ANMF", frame(0, ""), "XXXX", "SECRET")
	p, err := upload(animation, many)
	if err != nil || p.Width != 200 || p.Height != 200 || len(p.Variants) != 1 || p.Variants[0].MediaType != "image/png" {
		t.Fatalf("WebP: %+v, %v", p, err)
	}
	if bytes.Contains(p.Content, []byte("SECRET")) || bytes.Count(p.Content, []byte("ANMF")) != 2 {
		t.Errorf("stored is %q", p.Content)
	}
	img, _, err := image.Decode(bytes.NewReader(p.Variants[0].Content))
	if err != nil || !reddish(img.At(90, 90)) || alpha(img, 20, 20) != 0 || alpha(img, 140, 90) != 0 {
		t.Errorf("the first picture is not at its place: %v", err)
	}

	small := image.NewPaletted(image.Rect(100, 100, 200, 200), color.Palette{color.NRGBA{255, 0, 0, 255}})
	all := &gif.GIF{Config: image.Config{Width: 400, Height: 400, ColorModel: small.Palette}}
	for range 500 {
		all.Image, all.Delay = append(all.Image, small), append(all.Delay, 1)
	}
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, all); err != nil {
		t.Fatal(err)
	}
	if p, err = upload(b.Bytes(), many); err != nil || p.Variants[0].Width != 300 {
		t.Fatalf("GIF: %v", err)
	}
	img, _, err = image.Decode(bytes.NewReader(p.Variants[0].Content))
	if err != nil || !reddish(img.At(110, 110)) || alpha(img, 40, 40) != 0 || alpha(img, 200, 200) != 0 {
		t.Errorf("the first picture is not at its place: %v", err)
	}
}

// alpha returns how much one does not see through a pixel.
func alpha(img image.Image, x, y int) uint32 { _, _, _, a := img.At(x, y).RGBA(); return a }

func TestPreviewsAndUnknownPartsAreCut(t *testing.T) {
	var photo bytes.Buffer
	if err := jpeg.Encode(&photo, halves(20, 20), nil); err != nil {
		t.Fatal(err)
	}
	red := picturetest.Red(1, 1)
	animation := asGIF(t, halves(20, 20))
	loop := bytes.Index(animation, []byte("NETSCAPE2.0")) + len("NETSCAPE2.0\x03\x01\x00\x00")
	for name, file := range map[string][]byte{
		"the thumbnail of a JFIF segment": asJPEG(t, halves(20, 20), "\xe0JFIF\x00\x01\x02\x00\x00\x01\x00\x01\x02\x01SECRET"),
		"a JFXX segment":                  asJPEG(t, halves(20, 20), "\xe0JFXX\x00\x10"+photo.String()+"SECRET"),
		"another first segment":           asJPEG(t, halves(20, 20), "\xe0CIFF SECRET"),
		"the end of Adobe's segment":      asJPEG(t, halves(20, 20), "\xeeAdobe\x00\x64\x00\x00\x00\x00\x01SECRET"),
		"pictures of other sizes":         asJPEG(t, halves(20, 20), "\xe2MPF\x00SECRET"),
		"a chunk that decoders must know": asPNG(t, halves(20, 20), "SECRsecret"),
		"more about the repetitions":      slices.Concat(animation[:loop], []byte("\x06SECRET"), animation[loop:]),
		"an unknown chunk of WebP":        picturetest.WebP("VP8L", red, "XXXX", "SECRET"),
		"a second picture":                picturetest.WebP("VP8L", red, "VP8L", red+"SECRET"),
	} {
		if !bytes.Contains(file, []byte("SECR")) {
			t.Fatal(name, "is not in the file")
		}
		p, err := upload(file, many)
		if err != nil || bytes.Contains(p.Content, []byte("SECR")) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAPictureThatIsAnnouncedWithoutItsAlphaIsRead(t *testing.T) {
	red := picturetest.Red(1, 1)
	p, err := upload(picturetest.WebP("VP8X", "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00", "VP8L", red), many)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := webp.Decode(bytes.NewReader(p.Content)); err != nil {
		t.Error(fmt.Errorf("stored file: %w", err))
	}
}
