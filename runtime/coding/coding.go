package coding

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"almanac/runtime/accept"
)

// Shortest is the length in bytes of the shortest body that is worth coding.
const Shortest = 1 << 10

// Coding is a content coding (RFC 9110, section 8.4.1).
type Coding int

// The codings, the better one first.
const (
	zstandard Coding = iota // RFC 8878
	gzipped                 // RFC 1952
	Codings
	Identity Coding = -1
)

// Decoded returns an entity tag, without quotes, as it is for the uncoded response.
func Decoded(tag string) string {
	for c := range Codings {
		if plain, ok := strings.CutSuffix(tag, "-"+c.String()); ok {
			return plain
		}
	}
	return tag
}

// String returns the name of the coding.
func (c Coding) String() string {
	switch c {
	case zstandard:
		return "zstd"
	case gzipped:
		return "gzip"
	default:
		return "identity"
	}
}

// Coders code bodies.
type Coders struct {
	gzips   sync.Pool // Of *gzip.Writer.
	streams sync.Pool // Of *zstd.Encoder, for bodies that are coded in parts.
	zstd    *zstd.Encoder
}

// streamWindow is how many bytes back a body that is coded in parts may repeat
// itself: each that is being sent takes some times that much memory.
const streamWindow = 64 << 10

// NewCoders makes coders that several requests use at once.
func NewCoders() *Coders {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1),
		zstd.WithLowerEncoderMem(true))
	if err != nil {
		panic(err) // The options are ours: a programming error.
	}
	return &Coders{zstd: e}
}

// Negotiate returns the coding of a response to the request with this body, and
// has the header say that it was chosen.  A strong tag names the coding, because
// it stands for bytes (RFC 9110, section 8.8.3.3).
func Negotiate(h http.Header, r *http.Request, body []byte) Coding {
	if len(body) < Shortest || h["Content-Encoding"] != nil {
		return Identity
	}
	h["Vary"] = append(h["Vary"], "Accept-Encoding")
	c := PreferredCoding(r.Header["Accept-Encoding"])
	if tag := h["Etag"]; c != Identity && len(tag) == 1 && strings.HasPrefix(tag[0], `"`) {
		h["Etag"] = []string{strings.TrimSuffix(tag[0], `"`) + "-" + c.String() + `"`}
	}
	return c
}

// Encode returns a body in a coding.
func (c *Coders) Encode(how Coding, body []byte) []byte {
	if how == zstandard {
		return c.zstd.EncodeAll(body, make([]byte, 0, len(body)/3))
	}
	out := bytes.NewBuffer(make([]byte, 0, len(body)/3))
	z, ok := c.gzips.Get().(*gzip.Writer)
	if !ok {
		z, _ = gzip.NewWriterLevel(nil, gzip.BestSpeed) // The level is one that there is.
	}
	defer c.gzips.Put(z)
	z.Reset(out)
	_, _ = z.Write(body) // A buffer takes everything.
	_ = z.Close()
	return out.Bytes()
}

// codedWriter codes what is written to it, in parts.
type codedWriter struct {
	io.Writer
	close    func() error
	GiveBack func() // Once nothing is written any more, closed or not.
}

// Close writes what ends the coding.
func (w codedWriter) Close() error { return w.close() }

// Writer returns what codes a body into out.
func (c *Coders) Writer(how Coding, out io.Writer) codedWriter {
	switch how {
	case zstandard:
		z, ok := c.streams.Get().(*zstd.Encoder)
		if !ok {
			z, _ = zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1),
				zstd.WithLowerEncoderMem(true), zstd.WithWindowSize(streamWindow)) // Options that there are.
		}
		z.Reset(out)
		return codedWriter{Writer: z, close: z.Close, GiveBack: func() {
			z.Reset(nil)
			c.streams.Put(z)
		}}
	case gzipped:
		z, ok := c.gzips.Get().(*gzip.Writer)
		if !ok {
			z, _ = gzip.NewWriterLevel(nil, gzip.BestSpeed)
		}
		z.Reset(out)
		return codedWriter{Writer: z, close: z.Close, GiveBack: func() {
			z.Reset(io.Discard)
			c.gzips.Put(z)
		}}
	default:
		return codedWriter{Writer: out, close: func() error { return nil }, GiveBack: func() {}}
	}
}

// PreferredCoding returns the coding that the Accept-Encoding fields of a
// request want most, and of equals the better one.
func PreferredCoding(fields []string) Coding {
	switch accept.Coding(fields, zstandard.String(), gzipped.String()) {
	case zstandard.String():
		return zstandard
	case gzipped.String():
		return gzipped
	default:
		return Identity
	}
}
