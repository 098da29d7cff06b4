package picture

// Codes of a lossless WebP picture (WebP Lossless Bitstream Specification, sections 4 to 6).
const (
	literals       = 256
	lengthPrefixes = 24
	distances      = 40
	longestCode    = 15
	maxCodeGroups  = 2600 // As golang.org/x/image and libwebp have it.
)

// prefixCodeBytes returns how many bytes the prefix codes of a lossless picture take once they
// are decoded by golang.org/x/image/vp8l: up to 52 KB for each block of 4 x 4 pixels, of which
// there is little to see in the file. The stream begins behind the size of the picture.
func prefixCodeBytes(stream []byte, width, height int) (int64, error) {
	s := &bitStream{b: stream}
	for seen := [4]bool{}; s.bits(1) == 1; {
		transform := s.bits(2)
		if s.short || seen[transform] {
			return 0, ErrBroken
		}
		seen[transform] = true
		switch transform {
		case 0, 1: // Predictors, and correlations of colors: a value for each block.
			block := s.bits(3) + 2
			s.skipImage(blocks(width, block), blocks(height, block))
		case 3: // A palette.
			colors := int(s.bits(8)) + 1
			s.skipImage(colors, 1)
			for _, packed := range []struct{ colors, bits int }{{2, 3}, {4, 2}, {16, 1}} {
				if colors <= packed.colors {
					width = blocks(width, uint(packed.bits))
					break
				}
			}
		}
	}
	cached, groups := s.cacheSize(), 1
	if s.bits(1) == 1 {
		block := s.bits(3) + 2
		groups = s.skipImage(blocks(width, block), blocks(height, block)) + 1
	}
	if groups > maxCodeGroups {
		return 0, &DetailedError{ErrTooComplex, "too many tables"}
	}
	var size int64
	for range groups {
		for _, c := range s.group(cached) {
			const lookup, node = 544, 8
			size += lookup + node*int64(2*max(1, len(c.symbols))-1)
		}
		if s.short {
			return 0, ErrBroken
		}
	}
	return size, nil
}

// blocks returns how many blocks of 1<<bits pixels a side has.
func blocks(pixels int, bits uint) int { return (pixels + 1<<bits - 1) >> bits }

// bitStream reads bits, the lowest of a byte first.
type bitStream struct {
	b     []byte
	at    uint // Bits that were read.
	short bool // More was read than there is, or what cannot be: nothing that was read counts.
}

// bits returns the next n bits, the first one lowest; zeros behind the end.
func (s *bitStream) bits(n uint) uint {
	var value uint
	for i := range n {
		if s.at>>3 >= uint(len(s.b)) {
			s.short = true
			return 0
		}
		value |= uint(s.b[s.at>>3]>>(s.at&7)&1) << i
		s.at++
	}
	return value
}

// cacheSize reads how many colors the cache of an image has.
func (s *bitStream) cacheSize() int {
	if s.bits(1) == 0 {
		return 0
	}
	return 1 << s.bits(4)
}

// prefixCode is a canonical prefix code.
type prefixCode struct {
	count   [longestCode + 1]int // Of codes by their lengths.
	symbols []uint16             // By codes.
}

// group reads the five prefix codes of a group: green with lengths and cached colors, red,
// blue, alpha, distances.
func (s *bitStream) group(cached int) (g [5]prefixCode) {
	for i, alphabet := range []int{literals + lengthPrefixes + cached, literals, literals, literals, distances} {
		g[i] = s.prefixCode(alphabet)
	}
	return g
}

// prefixCode reads a code for the symbols below alphabet.
func (s *bitStream) prefixCode(alphabet int) prefixCode {
	if s.bits(1) == 1 { // One or two symbols.
		two := s.bits(1) == 1
		symbols := []uint16{uint16(s.bits(1 + 7*s.bits(1)))} //nolint:gosec // Eight bits.
		if two {
			symbols = append(symbols, uint16(s.bits(8))) //nolint:gosec // As above.
		}
		c := prefixCode{symbols: symbols}
		if two {
			c.count[1] = 2
		}
		return c
	}
	var ofLengths [19]uint8
	order := [19]int{17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}
	n := s.bits(4) + 4
	if n > uint(len(order)) {
		s.short = true
		return prefixCode{}
	}
	for _, i := range order[:n] {
		ofLengths[i] = uint8(s.bits(3)) //nolint:gosec // Three bits.
	}
	code := s.canonical(ofLengths[:])
	most := alphabet
	if s.bits(1) == 1 {
		most = int(s.bits(2+2*s.bits(3))) + 2
	}
	lengths, last := make([]uint8, 0, alphabet), uint8(8)
	for ; most > 0 && len(lengths) < alphabet && !s.short; most-- {
		length := s.symbol(&code)
		value, repeat := uint8(0), 1
		switch {
		case length < 16:
			if value = uint8(length); length > 0 { //nolint:gosec // See above.
				last = value
			}
		case length == 16:
			value, repeat = last, int(s.bits(2))+3
		case length == 17:
			repeat = int(s.bits(3)) + 3
		default:
			repeat = int(s.bits(7)) + 11
		}
		for range repeat {
			lengths = append(lengths, value)
		}
	}
	if s.short = s.short || len(lengths) > alphabet; s.short {
		return prefixCode{}
	}
	return s.canonical(lengths)
}

// canonical returns the code whose symbols have codes of these lengths, which use all bits.
func (s *bitStream) canonical(lengths []uint8) prefixCode {
	var c prefixCode
	var first [longestCode + 2]int
	for _, n := range lengths {
		if n > 0 {
			c.count[n]++
		}
	}
	used, all := 0, 0
	for n := 1; n <= longestCode; n++ {
		first[n+1] = first[n] + c.count[n]
		used, all = used+c.count[n]<<(longestCode-n), all+c.count[n]
	}
	c.symbols = make([]uint16, all)
	for symbol, n := range lengths {
		if n > 0 {
			c.symbols[first[n]] = uint16(symbol)
			first[n]++
		}
	}
	if all == 1 { // It takes no bits.
		c.count = [longestCode + 1]int{}
	} else if used != 1<<longestCode {
		s.short = true
	}
	return c
}

func (s *bitStream) symbol(c *prefixCode) int {
	if len(c.symbols) == 1 {
		return int(c.symbols[0])
	}
	code, first, index := 0, 0, 0
	for n := 1; n <= longestCode; n++ {
		code |= int(s.bits(1))
		if code-first < c.count[n] {
			return int(c.symbols[index+code-first])
		}
		index += c.count[n]
		first = (first + c.count[n]) << 1
		code <<= 1
	}
	s.short = true
	return 0
}

// skipImage reads an image inside of the stream, and returns the largest number that its red
// and green make in a pixel: the pixels that are repeated have no others.
func (s *bitStream) skipImage(width, height int) (largest int) {
	codes := s.group(s.cacheSize())
	for left := width * height; left > 0 && !s.short; {
		green := s.symbol(&codes[0])
		switch {
		case green < literals:
			largest = max(largest, s.symbol(&codes[1])<<8|green)
			s.symbol(&codes[2])
			s.symbol(&codes[3])
			left--
		case green < literals+lengthPrefixes:
			left -= s.number(green - literals)
			s.number(s.symbol(&codes[4]))
		default:
			left--
		}
	}
	return largest
}

// number reads the rest of a length or distance with a prefix.
func (s *bitStream) number(prefix int) int {
	if prefix < 4 {
		return prefix + 1
	}
	extra := uint(prefix-2) >> 1
	return (2+prefix&1)<<extra + int(s.bits(extra)) + 1
}
