package picture

import (
	"bytes"
	"image/color"
)

// parseGIF leaves pictures and what belongs to an animation. Only its first picture is
// decoded, however many there are.
func (f *File) parseGIF(b []byte, _ color.Model) error {
	at := 13
	if len(b) < at {
		return errTruncated
	}
	if at += colorTable(b[10]); at > len(b) {
		return errTruncated
	}
	out := b[:at]
	for {
		if at >= len(b) {
			return errTruncated
		}
		begin := at
		switch b[at] {
		case 0x3b:
			out = append(out, 0x3b)
			f.Content = out
			return nil
		case 0x2c: // A picture: where it is, its colors, and the length of codes.
			if at+10 > len(b) {
				return errTruncated
			}
			if f.decoded == 0 { // The first one.
				f.weighGIF(b[at:])
			}
			at += 10 + colorTable(b[at+9]) + 1
		case 0x21: // An extension.
			if at += 2; at > len(b) {
				return errTruncated
			}
		default:
			return ErrBroken
		}
		data := at
		if at = blocksEnd(b, at); at < 0 {
			return errTruncated
		}
		block := b[begin:at]
		switch {
		case block[0] == 0x2c, block[1] == 0xf9 && len(block) == 8: // A picture, and how it is shown.
			out = append(out, block...)
		case block[1] == 0xff && bytes.HasPrefix(b[data:at], []byte("\x0bNETSCAPE2.0\x03\x01")): // How often all is repeated.
			out = append(append(out, block[:18]...), 0)
		}
	}
}

// weighGIF works out what decoding a picture takes, of which the descriptor is given.
func (f *File) weighGIF(b []byte) {
	number := func(i int) int { return int(b[i]) | int(b[i+1])<<8 }
	f.decoded = f.Pixels()
	if interlaced := b[9]&0x40 != 0; interlaced {
		f.decoded += f.Pixels()
	}
	if number(5) != f.Width || number(7) != f.Height {
		f.decoded += 4 * f.Pixels() // It is a part of the whole.
	}
}

// colorTable returns the length in bytes of the color table that flags of a GIF file announce.
func colorTable(flags byte) int {
	if flags&0x80 == 0 {
		return 0
	}
	return 3 << (flags&7 + 1)
}

// blocksEnd returns where a row of blocks of a GIF file ends, -1 when it does not.
func blocksEnd(b []byte, at int) int {
	for at < len(b) {
		n := int(b[at])
		if at += 1 + n; n == 0 {
			return at
		}
	}
	return -1
}
