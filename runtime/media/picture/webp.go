package picture

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"io"
)

// Flags of the first chunk of a WebP file with several.
const (
	webpMetadata = 0x0c // EXIF and XMP.
	webpAlpha    = 0x10
)

// webpPicture is where a picture of a WebP file stands, which decoders take.
type webpPicture struct {
	name          string // "VP8 " or "VP8L"; "" for none.
	data, alpha   []byte // Of its chunks.
	width, height int
}

// add appends a chunk that belongs to the picture, and notes it. Others are left out, as
// decoders would read them: a second picture, and what comes behind the first one.
func (p *webpPicture) add(out []byte, name string, data []byte) []byte {
	if p.name != "" || name == "ALPH" && p.alpha != nil {
		return out
	}
	begin := len(out)
	out = addChunk(out, name, data)
	if data = out[begin+8:][:len(data)]; name == "ALPH" {
		p.alpha = data
	} else {
		p.name, p.data = name, data
	}
	return out
}

// parseWebP leaves the chunks of the picture, or of an animation, of which the first picture
// is decoded.
func (f *File) parseWebP(b []byte, _ color.Model) error {
	size := int64(binary.LittleEndian.Uint32(b[4:])) + 8
	if size > int64(len(b)) || size < 12 {
		return errTruncated
	}
	still := webpPicture{width: f.Width, height: f.Height}
	var flags []byte // Of the whole file.
	out, err := copyChunks(b[:12], b[12:size], func(out []byte, name string, data []byte) ([]byte, error) {
		switch name {
		case "EXIF":
			f.orientation = orientationOf(bytes.TrimPrefix(data, []byte("Exif\x00\x00")))
		case "VP8X":
			out = addChunk(out, name, data)
			if flags = out[len(out)-len(data):]; len(data) != 10 {
				return nil, ErrBroken
			}
		case "ICCP", "ANIM":
			out = addChunk(out, name, data)
		case "ALPH", "VP8 ", "VP8L":
			out = still.add(out, name, data)
		case "ANMF":
			return f.copyFrame(out, data, &still)
		}
		return out, nil
	})
	if err != nil {
		return err
	}
	if still.name == "" {
		return ErrBroken
	}
	if flags != nil {
		flags[0] &^= webpMetadata
		if f.still == nil { // Decoders refuse a picture that has none where it is announced, and the other way round.
			if flags[0] &^= webpAlpha; still.alpha != nil || still.name == "VP8L" {
				flags[0] |= webpAlpha
			}
		}
	}
	f.Content = out
	binary.LittleEndian.PutUint32(out[4:], uint32(len(out)-8)) //nolint:gosec // No longer than the file was.
	return f.weighWebP(still)
}

// copyChunks has each chunk of a WebP file, or of a picture of an animation, added to out.
func copyChunks(out, b []byte, add func(out []byte, name string, data []byte) ([]byte, error)) ([]byte, error) {
	for at := 0; at+8 <= len(b); {
		length := int64(binary.LittleEndian.Uint32(b[at+4:]))
		if int64(at)+8+length > int64(len(b)) {
			return nil, errTruncated
		}
		end := at + 8 + int(length)
		var err error
		if out, err = add(out, string(b[at:at+4]), b[at+8:end]); err != nil {
			return nil, err
		}
		at = end + int(length%2)
	}
	return out, nil
}

// addChunk appends a chunk.
func addChunk(out []byte, name string, data []byte) []byte {
	out = append(out, name...)
	out = binary.LittleEndian.AppendUint32(out, uint32(len(data))) //nolint:gosec // As above.
	if out = append(out, data...); len(data)%2 == 1 {
		out = append(out, 0)
	}
	return out
}

// copyFrame appends a picture of an animation. The first one becomes the one to decode.
func (f *File) copyFrame(out, data []byte, still *webpPicture) ([]byte, error) {
	const header = 16
	if len(data) < header {
		return nil, errTruncated
	}
	number := func(at int) int { return int(data[at]) | int(data[at+1])<<8 | int(data[at+2])<<16 }
	frame := webpPicture{width: number(6) + 1, height: number(9) + 1}
	at := image.Pt(2*number(0), 2*number(3))
	if at.X+frame.width > f.Width || at.Y+frame.height > f.Height {
		return nil, ErrBroken
	}
	begin := len(out)
	out = addChunk(out, "ANMF", data[:header])
	out, err := copyChunks(out, data[header:], func(out []byte, name string, data []byte) ([]byte, error) {
		if name == "ALPH" || name == "VP8 " || name == "VP8L" {
			out = frame.add(out, name, data)
		}
		return out, nil
	})
	if err != nil {
		return nil, err
	}
	binary.LittleEndian.PutUint32(out[begin+4:], uint32(len(out)-begin-8)) //nolint:gosec // As above.
	if still.name == "" && frame.name != "" {
		*still, f.at = frame, at
		// Decoders take files with one picture.
		flags := append([]byte{0, 0, 0, 0}, out[begin+8+6:][:6]...) // Its size is that of the whole.
		if frame.alpha != nil || frame.name == "VP8L" {
			flags[0] = webpAlpha
		}
		parts := out[begin+8+header:]
		file := addChunk([]byte("RIFF\x00\x00\x00\x00WEBP"), "VP8X", flags)
		binary.LittleEndian.PutUint32(file[4:], uint32(len(file)+len(parts)-8)) //nolint:gosec // As above.
		f.still = io.MultiReader(bytes.NewReader(file), bytes.NewReader(parts))
	}
	return out, nil
}

// weighWebP works out what decoding the picture takes.
func (f *File) weighWebP(p webpPicture) error {
	pixels := int64(p.width) * int64(p.height)
	var tables int64
	var err error
	switch {
	case p.name == "VP8L" && (len(p.data) < 5 || p.alpha != nil):
		return ErrBroken
	case p.name == "VP8L":
		f.decoded = 7 * pixels
		tables, err = prefixCodeBytes(p.data[5:], p.width, p.height)
	default:
		const block, compressed = 16, 1 // Pixels are decoded in blocks.
		f.decoded = 2*int64(p.width+block-1)*int64(p.height+block-1) + int64(len(p.data))
		if len(p.alpha) > 0 {
			f.decoded += pixels
		}
		if len(p.alpha) > 0 && p.alpha[0]&3 == compressed {
			f.decoded += 4 * pixels
			tables, err = prefixCodeBytes(p.alpha[1:], p.width, p.height)
		}
	}
	if f.decoded += tables; f.still != nil {
		f.decoded += 4 * f.Pixels() // The whole of which it is a part.
	}
	return err
}
