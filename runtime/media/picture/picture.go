package picture

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"strings"

	"golang.org/x/image/draw"
	"golang.org/x/image/webp"
)

// Header is what the beginning of a file says about its picture.
type Header struct {
	MediaType string // "image/jpeg".
	Extension string // ".jpg".
	Width     int    // Pixels.
	Height    int    // Pixels.
}

// The errors of files. Their texts complete a sentence that begins with a name.
var (
	ErrUnknown     = errors.New("is not a JPEG, PNG, GIF or WebP file")
	ErrBroken      = errors.New("is damaged or uses an unsupported encoding")
	ErrUnsupported = errors.New("uses an unsupported encoding")
	ErrTooLarge    = errors.New("has too many pixels")
	ErrTooComplex  = errors.New("takes too long to decode")
	ErrPanicked    = fmt.Errorf("%w: its decoder panicked", ErrBroken)
	errTruncated   = fmt.Errorf("%w: it ends early", ErrBroken)
)

// DetailedError is an error that says more than the one that it matches.
type DetailedError struct {
	Of     error
	Detail string // Of ErrUnknown: the format, such as HEIC. Of others: a few words.
}

// Error returns both.
func (e *DetailedError) Error() string {
	if e.Of == ErrUnknown { //nolint:errorlint // It is not wrapped.
		return "has the format " + e.Detail + ", not JPEG, PNG, GIF or WebP"
	}
	return e.Of.Error() + " (" + e.Detail + ")"
}

// Unwrap returns the error that it matches.
func (e *DetailedError) Unwrap() error { return e.Of }

// MemoryError is the error of a picture that takes more memory than it may.
type MemoryError struct{ Needed, Limit int64 } // Bytes.

// Error says so.
func (e *MemoryError) Error() string {
	return fmt.Sprintf("takes %d MB of memory to decode; the limit is %d", e.Needed/1e6, e.Limit/1e6)
}

// Limits bound what a picture may take.
type Limits struct {
	Pixels int64
	Memory int64 // Bytes while it is decoded and its smaller versions are made.
}

// format is a file format.
type format struct {
	mediaType, extension string
	config               func(io.Reader) (image.Config, error)
	decode               func(io.Reader) (image.Image, error)
	parse                func(f *File, b []byte, colors color.Model) error
}

// formatOf returns the format of a file by its first bytes, whatever its name is.
func formatOf(content []byte) (format, bool) {
	switch {
	case bytes.HasPrefix(content, []byte("\xff\xd8\xff")):
		return format{"image/jpeg", ".jpg", jpeg.DecodeConfig, jpeg.Decode, (*File).parseJPEG}, true
	case bytes.HasPrefix(content, []byte(pngSignature)):
		return format{"image/png", ".png", png.DecodeConfig, png.Decode, (*File).parsePNG}, true
	case bytes.HasPrefix(content, []byte("GIF87a")), bytes.HasPrefix(content, []byte("GIF89a")):
		return format{"image/gif", ".gif", gif.DecodeConfig, gif.Decode, (*File).parseGIF}, true
	case len(content) >= 12 && string(content[:4]) == "RIFF" && string(content[8:12]) == "WEBP":
		return format{"image/webp", ".webp", webp.DecodeConfig, webp.Decode, (*File).parseWebP}, true
	}
	return format{}, false
}

// otherFormats are formats that people take for ones of the web, by bytes at an offset.
var otherFormats = []struct {
	at    int
	bytes string
	name  string
}{
	{4, "ftypavi", "AVIF"},
	{4, "ftyphe", "HEIC"},
	{4, "ftypmif1", "HEIC"},
	{4, "ftypmsf1", "HEIC"},
	{0, "\xff\x0a", "JPEG XL"},
	{4, "JXL \r\n", "JPEG XL"},
	{4, "jP  \r\n", "JPEG 2000"},
	{0, "II*\x00", "TIFF"},
	{0, "MM\x00*", "TIFF"},
	{0, "BM", "BMP"},
	{0, "8BPS", "Photoshop"},
	{0, "%PDF-", "PDF"},
}

// unknown returns the error of a file of another format, with its name if it is known.
func unknown(content []byte) error {
	for _, other := range otherFormats {
		if len(content) >= other.at && bytes.HasPrefix(content[other.at:], []byte(other.bytes)) {
			if other.name == "HEIC" && bytes.Contains(content[:min(len(content), 64)], []byte("avif")) {
				return &DetailedError{ErrUnknown, "AVIF"} // The same container; brands that follow say what is inside.
			}
			return &DetailedError{ErrUnknown, other.name}
		}
	}
	return ErrUnknown
}

// Inspect returns the header of a file without decoding it. The beginning of the file is
// enough, but for JPEG files with much before the picture. Errors match ErrUnknown,
// ErrUnsupported, ErrBroken, or ErrTooLarge when it has more than maxPixels.
func Inspect(content []byte, maxPixels int64) (Header, error) {
	h, _, err := inspect(content, maxPixels)
	return h, err
}

// inspect is Inspect that returns the color model, too.
func inspect(content []byte, maxPixels int64) (Header, color.Model, error) {
	f, known := formatOf(content)
	if !known {
		return Header{}, nil, unknown(content)
	}
	config, err := f.config(bytes.NewReader(content))
	if err != nil || config.Width < 1 || config.Height < 1 {
		if unsupported := jpeg.UnsupportedError(""); errors.As(err, &unsupported) &&
			strings.Contains(string(unsupported), "subsampling") {
			err = jpeg.UnsupportedError("sampling " + sampling(content)) // Go 1.27 reads more of them.
		}
		return Header{}, nil, broken(err)
	}
	h := Header{f.mediaType, f.extension, config.Width, config.Height}
	if h.Pixels() > maxPixels {
		return h, nil, ErrTooLarge
	}
	return h, config.ColorModel, nil
}

// broken returns the error of a file that a decoder refuses.
func broken(err error) error {
	var ofJPEG jpeg.UnsupportedError
	var ofPNG png.UnsupportedError
	switch {
	case errors.As(err, &ofJPEG):
		return &DetailedError{ErrUnsupported, string(ofJPEG)}
	case errors.As(err, &ofPNG):
		return &DetailedError{ErrUnsupported, string(ofPNG)}
	}
	return errors.Join(ErrBroken, err)
}

// Reason says what is wrong with a file that is refused, as the end of a sentence.
func Reason(err error) string {
	var detailed *DetailedError
	if errors.As(err, &detailed) {
		return detailed.Error()
	}
	for _, known := range []error{ErrUnknown, ErrTooLarge, ErrTooComplex, ErrUnsupported, ErrBroken} {
		if errors.Is(err, known) {
			return known.Error()
		}
	}
	return err.Error()
}

// Pixels returns how many pixels the picture has.
func (h Header) Pixels() int64 { return int64(h.Width) * int64(h.Height) }

// File is a file whose structure was checked, and that has nothing but its picture: no
// texts, places, times, previews and unknown parts, and nothing behind its end.
type File struct {
	Header
	Content []byte
	Memory  int64 // Bytes that Decode takes at most, Content included.

	format      format
	still       io.Reader   // The picture to decode, if it is not the whole of Content.
	at          image.Point // Where that picture is seen.
	decoded     int64       // Bytes that the decoder takes.
	orientation int         // Of EXIF, 1 to 8; 1 when nothing is said.
	profile     [][]byte    // Segments of the color profile of a JPEG file.
}

// Parse checks a file without decoding it, and works out what that would cost. It changes
// content. Errors are those of Inspect, match ErrTooComplex for a file that has its decoder
// go through its pixels again and again, or are a *MemoryError.
func Parse(content []byte, l Limits) (f *File, err error) {
	defer recovered(&err)
	h, colors, err := inspect(content, l.Pixels)
	if err != nil {
		return nil, err
	}
	f = &File{Header: h, orientation: 1}
	f.format, _ = formatOf(content)
	if err := f.format.parse(f, content, colors); err != nil {
		return nil, err
	}
	f.Memory = f.peak(colors)
	if f.Memory > l.Memory {
		return nil, &MemoryError{f.Memory, l.Memory}
	}
	return f, nil
}

// peak returns how many bytes Decode takes at most, as measured: what is no longer needed at
// one step makes room for the next.
func (f *File) peak(colors color.Model) int64 {
	const other = 8 << 20 // Rows in between, and what was not collected yet.
	content, small := int64(len(f.Content)), f.Pixels()>>(2*halvings(f.Width, f.Height))
	if f.orientation == 1 {
		return other + content + max(f.decoded+4*small, 9*small)
	}
	turned, encoded := 4*f.Pixels(), 4*f.Pixels()
	if colors == color.YCbCrModel {
		turned, encoded = min(turned, f.decoded), f.Pixels()/2
	}
	return other + max(content+f.decoded, f.decoded+turned+encoded, encoded+turned+4*small, encoded+9*small)
}

// Picture is a file with its smaller versions.
type Picture struct {
	Header
	Content  []byte
	Variants []Variant // Largest first; those that would not be smaller are missing.
}

// Variant is a smaller version of a picture.
type Variant struct {
	Name string // "medium".
	Header
	Content []byte
}

// Size returns the bytes of the file and its smaller versions.
func (p *Picture) Size() int64 {
	size := len(p.Content)
	for _, v := range p.Variants {
		size += len(v.Content)
	}
	return int64(size)
}

// Upload parses and decodes a file.
func Upload(ctx context.Context, content []byte, l Limits) (*Picture, error) {
	f, err := Parse(content, l)
	if err != nil {
		return nil, err
	}
	return f.Decode(ctx)
}

// Decode decodes a file, once, turns it upright and makes its smaller versions; of an
// animation they show the first picture. It ends soon after the context, with its error.
// Other errors match ErrUnsupported or ErrBroken.
func (f *File) Decode(ctx context.Context) (p *Picture, err error) {
	defer recovered(&err)
	file := f.still
	if f.still = nil; file == nil {
		file = bytes.NewReader(f.Content)
	}
	img, err := f.format.decode(endingReader{ctx, file})
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err != nil:
		return nil, broken(err)
	}
	whole, part := image.Rect(0, 0, f.Width, f.Height), img.Bounds().Add(f.at)
	if part != whole { // The first picture of an animation.
		canvas := image.NewRGBA(whole)
		draw.Draw(canvas, part, img, img.Bounds().Min, draw.Src)
		img = canvas
	}
	p = &Picture{Header: f.Header, Content: f.Content}
	if f.orientation > 1 {
		turned := upright(img, f.orientation)
		p.Width, p.Height = turned.Bounds().Dx(), turned.Bounds().Dy()
		const quality = 92 // Of the file itself; that of the variants is lower.
		p.Content, f.Content = nil, nil
		if p.MediaType, p.Extension, p.Content, err = encode(turned, p.MediaType, quality, f.profile); err != nil {
			return nil, err
		}
		img = turned
	}
	small, err := reduce(ctx, img)
	if err != nil {
		return nil, err
	}
	if err := p.addVariants(ctx, small, f.profile); err != nil {
		return nil, err
	}
	return p, nil
}

// recovered makes an error of a panic, which ends no program: nobody vouches for the file.
func recovered(err *error) {
	if fault := recover(); fault != nil {
		*err = fmt.Errorf("%w: %v", ErrPanicked, fault)
	}
}

// endingReader gives a decoder little at a time, and ends it with the context: some
// decoders work for seconds on some hundred bytes.
type endingReader struct {
	ctx context.Context
	io.Reader
}

// Read reads a part, unless the context has ended.
func (r endingReader) Read(p []byte) (int, error) {
	const piece = 512
	if r.ctx.Err() != nil {
		return 0, context.Cause(r.ctx)
	}
	return r.Reader.Read(p[:min(len(p), piece)])
}
