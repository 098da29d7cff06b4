// Package picturetest writes files for tests of what reads pictures: rare ones, and those
// that cost a decoder much more than their size and their pixels.
package picturetest

import (
	"encoding/binary"
	"slices"
)

// JPEG returns a gray JPEG file whose components have these sampling factors, 0x21 for two by
// one, with more segments before the picture: their markers and what is in them.
func JPEG(width, height int, factors []byte, segments ...string) []byte {
	b := []byte("\xff\xd8")
	for _, s := range segments {
		b = segment(b, s[0], s[1:])
	}
	blocks, x, y := 0, 0, 0
	for _, f := range factors {
		x, y = max(x, int(f>>4)), max(y, int(f&15))
		blocks += int(f>>4) * int(f&15)
	}
	if len(factors) == 1 {
		x, y, blocks = 1, 1, 1
	}
	b = begin(b, 0xc0, width, height, factors)
	b = scan(b, len(factors), 0, 63, 0)
	units := ((width + 8*x - 1) / (8 * x)) * ((height + 8*y - 1) / (8 * y))
	bits := bitWriter{high: true}
	for range units * blocks {
		bits.add(0, 2) // No difference of brightness, and no more of the block.
	}
	return append(append(b, bits.bytes()...), "\xff\xd9"...)
}

// ProgressiveJPEG returns a JPEG file of one component with so many scans after its first one,
// each of which goes through all pixels and takes a few bytes.
func ProgressiveJPEG(width, height, scans int) []byte {
	b := begin([]byte("\xff\xd8"), 0xc2, width, height, []byte{0x11})
	blocks := ((width + 7) / 8) * ((height + 7) / 8)
	b = scan(b, 1, 0, 0, 0)
	b = append(b, make([]byte, (blocks+7)/8)...)
	bits := bitWriter{high: true}
	for left := blocks; left > 0; left -= 32767 { // The longest run of blocks without a change.
		bits.add(0, 1)
		bits.add(32767-16384, 14)
	}
	run := bits.bytes()
	for range scans {
		b = append(scan(b, 1, 1, 63, 0x10), run...)
	}
	return append(b, "\xff\xd9"...)
}

// segment appends a segment of a JPEG file.
func segment(b []byte, marker byte, content string) []byte {
	b = binary.BigEndian.AppendUint16(append(b, 0xff, marker), uint16(len(content)+2)) //nolint:gosec // Short.
	return append(b, content...)
}

// begin appends tables and the frame of a JPEG file.
func begin(b []byte, frame byte, width, height int, factors []byte) []byte {
	b = segment(b, 0xdb, "\x00"+string(slices.Repeat([]byte{16}, 64)))
	size := binary.BigEndian.AppendUint16([]byte{8}, uint16(height)) //nolint:gosec // Small.
	size = binary.BigEndian.AppendUint16(size, uint16(width))        //nolint:gosec // As above.
	size = append(size, byte(len(factors)))                          //nolint:gosec // As above.
	for i, f := range factors {
		size = append(size, byte(i+1), f, 0)
	}
	b = segment(b, frame, string(size))
	b = segment(b, 0xc4, "\x00"+"\x01"+string(make([]byte, 15))+"\x00") // One code: no difference.
	if frame == 0xc2 {
		return segment(b, 0xc4, "\x10"+"\x01\x01"+string(make([]byte, 14))+"\xe0\x00") // A run of 1<<14 and more, and of one.
	}
	return segment(b, 0xc4, "\x10"+"\x01"+string(make([]byte, 15))+"\x00")
}

// scan appends the header of a scan of a JPEG file.
func scan(b []byte, components int, from, to, bits byte) []byte {
	h := []byte{byte(components)} //nolint:gosec // As above.
	for i := range components {
		h = append(h, byte(i+1), 0)
	}
	return segment(b, 0xda, string(append(h, from, to, bits)))
}

// bitWriter makes bytes of bits, the first bit lowest or highest.
type bitWriter struct {
	high bool
	b    []byte
	n    int
}

// add appends the n bits of a number, the lowest first, or the highest first.
func (w *bitWriter) add(value, n int) {
	for i := range n {
		if w.n%8 == 0 {
			w.b = append(w.b, 0)
		}
		bit, at := value>>i&1, w.n%8
		if w.high {
			bit, at = value>>(n-1-i)&1, 7-w.n%8
		}
		w.b[len(w.b)-1] |= byte(bit << at) //nolint:gosec // One bit.
		w.n++
	}
}

// bytes returns the bytes of a scan of a JPEG file, the last one filled up with ones.
func (w *bitWriter) bytes() []byte {
	for w.n%8 != 0 {
		w.add(1, 1)
	}
	var out []byte
	for _, c := range w.b {
		if out = append(out, c); c == 0xff {
			out = append(out, 0)
		}
	}
	return out
}

// WebPTables returns a lossless WebP file that has a group of the largest prefix codes for
// each block of 4 x 4 pixels, up to a number of groups: some 40 bytes in the file, and 50 KB in
// the memory of a decoder.
func WebPTables(width, height, groups int) []byte {
	w := &bitWriter{}
	w.add(width-1, 14)
	w.add(height-1, 14)
	w.add(0, 4)  // No alpha, version 0.
	w.add(0, 1)  // No transform.
	w.add(1, 1)  // A cache
	w.add(11, 4) // of 1<<11 colors.
	w.add(1, 1)  // Groups
	w.add(0, 3)  // by blocks of 4 x 4.
	w.add(0, 1)  // No cache of the numbers of groups.
	w.full(8)
	w.full(8)
	for range 3 {
		w.add(0b0001, 4) // One symbol, 0.
	}
	for i := range ((width + 3) / 4) * ((height + 3) / 4) {
		group := min(i, groups-1)
		for _, code := range []int{group & 255, group >> 8} {
			for bit := 7; bit >= 0; bit-- { // Codes have their highest bit first.
				w.add(code>>bit&1, 1)
			}
		}
	}
	for range groups {
		for _, bits := range []int{11, 8, 8, 8, 5} {
			w.full(bits)
		}
	}
	data := append([]byte{0x2f}, w.b...)
	data = append(data, make([]byte, width*height*35/8+100)...)
	return WebP("VP8L", string(data))
}

// Red returns what is in the chunk VP8L of a red picture.
func Red(width, height int) string {
	w := &bitWriter{}
	w.add(width-1, 14)
	w.add(height-1, 14)
	w.add(0, 4)                                      // No alpha, version 0.
	w.add(0, 3)                                      // No transform, cache and groups.
	for _, value := range []int{0, 255, 0, 255, 0} { // Green, red, blue, alpha, distance.
		w.add(0b101, 3) // One symbol of eight bits.
		w.add(value, 8)
	}
	return "\x2f" + string(w.b) + "\x00\x00" // Decoders read ahead.
}

// full writes a prefix code of 1<<bits symbols of one length, which takes as few bits as there are.
func (w *bitWriter) full(bits int) {
	at := map[int]int{8: 11, 11: 14, 5: 7}[bits] // Where its length stands among those of the code of lengths.
	w.add(0, 1)
	w.add(at+1-4, 4)
	for i := range at + 1 {
		w.add(map[bool]int{true: 1}[i == at], 3)
	}
	size := map[int]int{8: 8, 11: 12, 5: 6}[bits]
	w.add(1, 1)
	w.add((size-2)/2, 3)
	w.add(1<<bits-2, size)
}

// WebP returns a WebP file of chunks: their names and what is in them.
func WebP(chunks ...string) []byte {
	body := []byte("WEBP")
	for pair := range slices.Chunk(chunks, 2) {
		body = append(body, Chunk(pair[0], pair[1])...)
	}
	return append(binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(len(body))), body...) //nolint:gosec // As above.
}

// Chunk returns a chunk of a WebP file.
func Chunk(name, content string) string {
	b := binary.LittleEndian.AppendUint32([]byte(name), uint32(len(content))) //nolint:gosec // As above.
	if b = append(b, content...); len(content)%2 == 1 {
		b = append(b, 0)
	}
	return string(b)
}
