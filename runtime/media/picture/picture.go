package picture

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"

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
	ErrUnknown   = errors.New("is no JPEG, PNG, GIF or WebP file")
	ErrBroken    = errors.New("is damaged, or of a kind that cannot be read")
	ErrTooLarge  = errors.New("has too many pixels")
	errTruncated = fmt.Errorf("%w: it ends early", ErrBroken)
)

// format is a file format.
type format struct {
	mediaType, extension string
	config               func(io.Reader) (image.Config, error)
	decode               func(io.Reader) (image.Image, error)
	strip                func(content []byte) (*stripped, error)
}

// formatOf returns the format of a file by its first bytes, whatever its name is.
func formatOf(content []byte) (format, bool) {
	switch {
	case bytes.HasPrefix(content, []byte("\xff\xd8\xff")):
		return format{"image/jpeg", ".jpg", jpeg.DecodeConfig, jpeg.Decode, stripJPEG}, true
	case bytes.HasPrefix(content, []byte(pngSignature)):
		return format{"image/png", ".png", png.DecodeConfig, png.Decode, stripPNG}, true
	case bytes.HasPrefix(content, []byte("GIF87a")), bytes.HasPrefix(content, []byte("GIF89a")):
		return format{"image/gif", ".gif", gif.DecodeConfig, gif.Decode, stripGIF}, true
	case len(content) >= 12 && string(content[:4]) == "RIFF" && string(content[8:12]) == "WEBP":
		return format{"image/webp", ".webp", webp.DecodeConfig, webp.Decode, stripWebP}, true
	}
	return format{}, false
}

// Inspect returns the header of a file without decoding it. The beginning of the file is
// enough, but for JPEG files with much before the picture. Errors match ErrUnknown, ErrBroken, or
// ErrTooLarge when it has more than maxPixels.
func Inspect(content []byte, maxPixels int64) (Header, error) {
	f, known := formatOf(content)
	if !known {
		return Header{}, ErrUnknown
	}
	config, err := f.config(bytes.NewReader(content))
	if err != nil || config.Width < 1 || config.Height < 1 {
		return Header{}, errors.Join(ErrBroken, err)
	}
	h := Header{f.mediaType, f.extension, config.Width, config.Height}
	if h.Pixels() > maxPixels {
		return h, ErrTooLarge
	}
	return h, nil
}

// Reason says what is wrong with a file that Inspect refuses, as the end of a sentence.
func Reason(err error) string {
	for _, known := range []error{ErrUnknown, ErrTooLarge, ErrBroken} {
		if errors.Is(err, known) {
			return known.Error()
		}
	}
	return err.Error()
}

// Pixels returns how many pixels the picture has.
func (h Header) Pixels() int64 { return int64(h.Width) * int64(h.Height) }

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

// Import decodes a file and makes its smaller versions; the file stays as it is, and its
// size is that with which it is seen. Errors are those of Inspect.
func Import(content []byte, maxPixels int64) (*Picture, error) {
	return read(content, maxPixels, func(p *Picture, _ image.Image, meta *stripped) error {
		if meta.orientation > 4 {
			p.Width, p.Height = p.Height, p.Width
		}
		return nil
	})
}

// Upload decodes a file, takes out all that is not the picture, such as the place where it
// was taken, turns it upright, and makes its smaller versions. Errors are those of Inspect.
func Upload(content []byte, maxPixels int64) (*Picture, error) {
	return read(content, maxPixels, func(p *Picture, img image.Image, meta *stripped) error {
		if p.Content = meta.content; meta.orientation > 1 {
			return p.turn(img, meta)
		}
		return nil
	})
}

// read decodes a file, has change complete what becomes of the file itself, and makes
// smaller versions.
func read(content []byte, maxPixels int64, change func(*Picture, image.Image, *stripped) error) (*Picture, error) {
	h, err := Inspect(content, maxPixels)
	if err != nil {
		return nil, err
	}
	f, _ := formatOf(content)
	meta, err := f.strip(content)
	if err != nil {
		return nil, err
	}
	img, err := f.decode(bytes.NewReader(content))
	if err != nil {
		return nil, errors.Join(ErrBroken, err)
	}
	p := &Picture{Header: h, Content: content}
	if err := change(p, img, meta); err != nil {
		return nil, err
	}
	return p, p.addVariants(upright(reduce(img), meta.orientation), meta.profile)
}

// turn puts the upright picture into the place of the file.
func (p *Picture) turn(img image.Image, meta *stripped) (err error) {
	turned := upright(img, meta.orientation)
	p.Width, p.Height = turned.Bounds().Dx(), turned.Bounds().Dy()
	const quality = 92 // Of the file itself; that of the variants is lower.
	p.MediaType, p.Extension, p.Content, err = encode(turned, p.MediaType, quality, meta.profile)
	return err
}
