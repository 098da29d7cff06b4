package picture

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image/color"
	"strings"
)

// maxProfile is the length in bytes of a color profile that smaller versions get, too. Those
// of printers are longer, and mean nothing for the colors of a screen.
const maxProfile = 16 << 10

// How often the pixels of a JPEG file may be gone through. A scan of some bytes can go through
// all of them; encoders of progressive files make a dozen scans.
const (
	maxScans            = 4 // One for each component.
	maxProgressiveScans = 64
)

// jpegParts are the parts of a JPEG file that stay, and what they cost.
type jpegParts struct {
	*File
	out             []byte
	scans, maxScans int
	samples         int64 // Of all components.
}

// parseJPEG leaves the segments that decoding needs, and counts scans. What stands between
// segments is left out, as decoders do.
func (f *File) parseJPEG(b []byte, colors color.Model) error {
	p := jpegParts{File: f, out: b[:2], maxScans: maxScans}
	for at := 2; ; {
		for at+1 < len(b) && (b[at] != 0xff || b[at+1] == 0 || b[at+1] == 0xff || isRestart(b[at+1])) {
			at++
		}
		if at+1 >= len(b) && p.scans > 0 {
			break // Only the mark of the end is missing, or more: the decoder will see.
		}
		if at+1 < len(b) && b[at+1] == 0xd9 { // The end of the picture.
			break
		}
		if at+4 > len(b) {
			return errTruncated
		}
		end := at + 2 + int(binary.BigEndian.Uint16(b[at+2:]))
		if end < at+4 || end > len(b) {
			return errTruncated
		}
		marker, segment := b[at+1], b[at:end]
		if err := p.segment(marker, segment, segment[4:]); err != nil {
			return err
		}
		if at = end; marker == 0xda { // Compressed data follow, up to the next marker.
			end := scanEnd(b, at)
			p.out = append(p.out, b[at:end]...)
			at = end
		}
	}
	p.out = append(p.out, 0xff, 0xd9)
	f.Content = p.out
	if f.decoded = p.samples; p.maxScans == maxProgressiveScans {
		f.decoded += 4 * p.samples // The coefficients, until all scans are read.
	}
	if colors != color.YCbCrModel && colors != color.GrayModel {
		f.decoded += 4 * f.Pixels() // They are converted.
	}
	length := 0
	for _, segment := range f.profile {
		length += len(segment)
	}
	if length > maxProfile {
		f.profile = nil
	}
	return nil
}

// segment adds what is needed of a segment.
func (p *jpegParts) segment(marker byte, segment, payload []byte) error {
	switch {
	case marker == 0xe1 && bytes.HasPrefix(payload, []byte("Exif\x00\x00")):
		p.orientation = orientationOf(payload[6:])
	case marker == 0xe0 && bytes.HasPrefix(payload, []byte("JFIF\x00")) && len(payload) >= 14:
		p.out = append(p.out, "\xff\xe0\x00\x10"...)
		p.out = append(append(p.out, payload[:12]...), 0, 0) // A thumbnail of no pixels.
	case marker == 0xe2 && bytes.HasPrefix(payload, []byte("ICC_PROFILE\x00")):
		p.out = append(p.out, segment...)
		p.profile = append(p.profile, p.out[len(p.out)-len(segment):])
	case marker == 0xee && bytes.HasPrefix(payload, []byte("Adobe")) && len(payload) >= 12: // What the colors are.
		p.out = append(p.out, "\xff\xee\x00\x0e"...)
		p.out = append(p.out, payload[:12]...)
	case marker == 0xc4, marker == 0xdb, marker == 0xdd: // Tables, and how often restart markers come.
		p.out = append(p.out, segment...)
	case marker == 0xc0, marker == 0xc1, marker == 0xc2: // Others were refused with the header.
		if p.samples > 0 || len(payload) < 6 || len(payload) < 6+3*int(payload[5]) {
			return ErrBroken // Decoders would begin with the first of two.
		}
		if p.samples = samples(payload, p.Width, p.Height); marker == 0xc2 {
			p.maxScans = maxProgressiveScans
		}
		p.out = append(p.out, segment...)
	case marker == 0xda:
		if p.scans++; p.scans > p.maxScans {
			return &DetailedError{ErrTooComplex, "too many scans"}
		}
		p.out = append(p.out, segment...)
	case marker < 0xc0:
		return ErrBroken
	}
	return nil
}

// isRestart reports whether a marker may stand inside of compressed data.
func isRestart(marker byte) bool { return marker >= 0xd0 && marker <= 0xd7 }

// samples returns how many samples the components of a frame have, in whole blocks.
func samples(frame []byte, width, height int) int64 {
	var n int64
	ceil := func(a, b int) int64 { return int64((a + b - 1) / b) }
	first := frame[7]
	if frame[5] == 1 {
		first = 0x11 // The only component has one block in each unit, whatever it says.
	}
	units := ceil(width, max(1, 8*int(first>>4))) * ceil(height, max(1, 8*int(first&15)))
	for i := range int(frame[5]) {
		factors := int64(frame[7+3*i]>>4) * int64(frame[7+3*i]&15)
		if frame[5] == 1 {
			factors = 1
		}
		n += units * factors * 64
	}
	return n
}

// sampling returns the sampling factors of a JPEG file as programs write them: 2x2,1x1,1x1.
func sampling(b []byte) string {
	var factors []string
	for at := 2; at+10 < len(b) && b[at] == 0xff; at += 2 + int(binary.BigEndian.Uint16(b[at+2:])) {
		if b[at+1] < 0xc0 || b[at+1] > 0xc2 {
			continue
		}
		for i := at + 11; i < min(len(b), at+11+3*int(b[at+9])); i += 3 {
			factors = append(factors, fmt.Sprintf("%dx%d", b[i]>>4, b[i]&15))
		}
		break
	}
	return strings.Join(factors, ",")
}

// scanEnd returns where compressed data of a JPEG file end: at a marker that is none of
// those that may stand inside of them.
func scanEnd(b []byte, at int) int {
	for ; at+1 < len(b); at++ {
		if b[at] == 0xff && b[at+1] != 0 && !isRestart(b[at+1]) {
			return at
		}
	}
	return len(b)
}
