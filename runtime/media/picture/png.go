package picture

import (
	"encoding/binary"
	"image/color"
	"slices"
)

// pngSignature begins every PNG file.
const pngSignature = "\x89PNG\r\n\x1a\n"

// pngChunks are the chunks that decoders need, or that change what one sees.
var pngChunks = []string{
	"IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT", "bKGD", "pHYs", "cICP", "acTL", "fcTL",
	"fdAT",
}

// parsePNG leaves the chunks that change what one sees.
func (f *File) parsePNG(b []byte, _ color.Model) error {
	out := b[:len(pngSignature)]
	transparent, ended := false, false
	var header []byte // The first of them: decoders refuse a second one.
	for at := len(pngSignature); !ended; {
		if at+12 > len(b) {
			return errTruncated
		}
		length := int64(binary.BigEndian.Uint32(b[at:]))
		if int64(at)+12+length > int64(len(b)) {
			return errTruncated
		}
		end, name := at+12+int(length), string(b[at+4:at+8])
		switch {
		case name == "eXIf":
			f.orientation = orientationOf(b[at+8 : end-4])
		case slices.Contains(pngChunks, name):
			if out = append(out, b[at:end]...); name == "IHDR" && header == nil {
				header = out[len(out)-int(length)-4:]
			}
		}
		transparent, ended = transparent || name == "tRNS", name == "IEND"
		at = end
	}
	f.Content = out
	if len(header) < 13 {
		return ErrBroken
	}
	depth, colors, interlaced := header[8], header[9], header[12] != 0
	pixel := int64(4)
	switch {
	case colors == 3, colors == 0 && depth <= 8 && !transparent: // A palette, gray.
		pixel = 1
	case depth == 16 && colors == 0 && !transparent:
		pixel = 2
	case depth == 16:
		pixel = 8
	}
	f.decoded = pixel * f.Pixels()
	if interlaced {
		f.decoded += f.decoded / 2 // The last of seven passes has half of the pixels.
	}
	return nil
}
