package picture

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// stripped is a file without what is not its picture: texts, places, times, previews, and
// whatever stands behind its end.
type stripped struct {
	content     []byte
	orientation int      // Of EXIF, 1 to 8; 1 when nothing is said.
	profile     [][]byte // Segments of the color profile of a JPEG file.
}

// maxProfile is the length in bytes of a color profile that smaller versions get, too. Those
// of printers are longer, and mean nothing for the colors of a screen.
const maxProfile = 16 << 10

// stripJPEG keeps the segments that decoding needs.
func stripJPEG(b []byte) (*stripped, error) {
	s := &stripped{content: slices.Clone(b[:2]), orientation: 1}
	for at := 2; ; {
		for at+1 < len(b) && b[at] == 0xff && b[at+1] == 0xff {
			at++ // Padding.
		}
		if at+1 >= len(b) || b[at] != 0xff {
			return nil, errTruncated
		}
		marker := b[at+1]
		if marker == 0xd9 { // The end of the picture.
			s.content = append(s.content, 0xff, 0xd9)
			s.limitProfile()
			return s, nil
		}
		if at+4 > len(b) {
			return nil, errTruncated
		}
		end := at + 2 + int(binary.BigEndian.Uint16(b[at+2:]))
		if end < at+4 || end > len(b) {
			return nil, errTruncated
		}
		s.segment(marker, b[at:end])
		at = end
		if marker == 0xda { // Compressed data follow, up to the next marker.
			end := scanEnd(b, at)
			s.content = append(s.content, b[at:end]...)
			at = end
		}
	}
}

// segment adds a segment of a JPEG file if it is needed.
func (s *stripped) segment(marker byte, segment []byte) {
	payload := segment[4:]
	switch {
	case marker == 0xe1 && bytes.HasPrefix(payload, []byte("Exif\x00\x00")):
		s.orientation = orientationOf(payload[6:])
		return
	case marker == 0xe2 && bytes.HasPrefix(payload, []byte("ICC_PROFILE\x00")):
		s.profile = append(s.profile, segment)
	case marker == 0xe0, marker == 0xee: // JFIF; Adobe's, which says what the colors are.
	case marker > 0xe0 && marker <= 0xef, marker == 0xfe:
		return
	}
	s.content = append(s.content, segment...)
}

// limitProfile forgets a color profile that is too long.
func (s *stripped) limitProfile() {
	length := 0
	for _, segment := range s.profile {
		length += len(segment)
	}
	if length > maxProfile {
		s.profile = nil
	}
}

// scanEnd returns where compressed data of a JPEG file end: at a marker that is none of
// those that may stand inside of them.
func scanEnd(b []byte, at int) int {
	for ; at+1 < len(b); at++ {
		if b[at] == 0xff && b[at+1] != 0 && (b[at+1] < 0xd0 || b[at+1] > 0xd7) {
			return at
		}
	}
	return len(b)
}

// orientationOf returns the orientation in EXIF data, 1 when there is none.
func orientationOf(tiff []byte) int {
	var order binary.ByteOrder
	switch {
	case bytes.HasPrefix(tiff, []byte("II*\x00")):
		order = binary.LittleEndian
	case bytes.HasPrefix(tiff, []byte("MM\x00*")):
		order = binary.BigEndian
	default:
		return 1
	}
	if len(tiff) < 8 {
		return 1
	}
	at := int64(order.Uint32(tiff[4:]))
	if at+2 > int64(len(tiff)) {
		return 1
	}
	const orientation, entry = 0x0112, 12
	for n := int64(order.Uint16(tiff[at:])); n > 0 && at+2+entry <= int64(len(tiff)); n, at = n-1, at+entry {
		if e := tiff[at+2:]; order.Uint16(e) == orientation {
			if value := int(order.Uint16(e[8:])); value >= 1 && value <= 8 {
				return value
			}
			return 1
		}
	}
	return 1
}

// pngSignature begins every PNG file.
const pngSignature = "\x89PNG\r\n\x1a\n"

// pngChunks are the chunks beside those that every decoder needs, whose names begin with a
// capital, that change what one sees.
var pngChunks = []string{"tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT", "bKGD", "pHYs", "cICP", "acTL", "fcTL", "fdAT"}

// stripPNG keeps the chunks that change what one sees.
func stripPNG(b []byte) (*stripped, error) {
	s := &stripped{content: []byte(pngSignature), orientation: 1}
	for at := len(pngSignature); ; {
		if at+12 > len(b) {
			return nil, errTruncated
		}
		length := int64(binary.BigEndian.Uint32(b[at:]))
		if int64(at)+12+length > int64(len(b)) {
			return nil, errTruncated
		}
		end, name := at+12+int(length), string(b[at+4:at+8])
		switch {
		case name == "eXIf":
			s.orientation = orientationOf(b[at+8 : end-4])
		case name[0] < 'a' || slices.Contains(pngChunks, name):
			s.content = append(s.content, b[at:end]...)
		}
		if at = end; name == "IEND" {
			return s, nil
		}
	}
}

// stripGIF keeps pictures and what belongs to an animation.
func stripGIF(b []byte) (*stripped, error) {
	at := 13
	if len(b) < at {
		return nil, errTruncated
	}
	at += colorTable(b[10])
	if at > len(b) {
		return nil, errTruncated
	}
	s := &stripped{content: slices.Clone(b[:at]), orientation: 1}
	for {
		if at >= len(b) {
			return nil, errTruncated
		}
		begin, kept := at, true
		switch b[at] {
		case 0x3b:
			s.content = append(s.content, 0x3b)
			return s, nil
		case 0x2c: // A picture: where it is, its colors, and the length of codes.
			if at+10 > len(b) {
				return nil, errTruncated
			}
			at += 10 + colorTable(b[at+9]) + 1
		case 0x21: // An extension: that of one picture, or of the application that loops.
			if at+2 > len(b) {
				return nil, errTruncated
			}
			kept = b[at+1] == 0xf9 || b[at+1] == 0xff && bytes.HasPrefix(b[at+2:], []byte("\x0bNETSCAPE2.0"))
			at += 2
		default:
			return nil, ErrBroken
		}
		if at = blocksEnd(b, at); at < 0 {
			return nil, errTruncated
		}
		if kept {
			s.content = append(s.content, b[begin:at]...)
		}
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

// stripWebP keeps the chunks of the picture.
func stripWebP(b []byte) (*stripped, error) {
	s := &stripped{content: slices.Clone(b[:12]), orientation: 1}
	size := int64(binary.LittleEndian.Uint32(b[4:])) + 8
	if size > int64(len(b)) {
		return nil, errTruncated
	}
	b = b[:size]
	for at := 12; at+8 <= len(b); {
		length := int64(binary.LittleEndian.Uint32(b[at+4:]))
		if int64(at)+8+length > int64(len(b)) {
			return nil, errTruncated
		}
		end := at + 8 + int(length)
		chunk := slices.Clone(b[at:end])
		if length%2 == 1 {
			chunk = append(chunk, 0)
		}
		switch string(chunk[:4]) {
		case "EXIF":
			s.orientation = orientationOf(bytes.TrimPrefix(b[at+8:end], []byte("Exif\x00\x00")))
		case "VP8X":
			if length > 0 {
				chunk[8] &^= 0x0c // It has neither EXIF nor XMP now.
			}
			s.content = append(s.content, chunk...)
		case "VP8 ", "VP8L", "ALPH", "ICCP", "ANIM", "ANMF":
			s.content = append(s.content, chunk...)
		}
		at = end + int(length%2)
	}
	binary.LittleEndian.PutUint32(s.content[4:], uint32(len(s.content)-8)) //nolint:gosec // No longer than the file was.
	return s, nil
}
