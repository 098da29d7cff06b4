package runtime

import (
	"bytes"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// shortest is the length in bytes of the shortest body that is worth coding.
const shortest = 1 << 10

// coding is a content coding (RFC 9110, section 8.4.1).
type coding int

// The codings, the better one first.
const (
	zstandard coding = iota // RFC 8878
	gzipped                 // RFC 1952
	codings
	identity coding = -1
)

// decoded returns an entity tag, without quotes, as it is for the uncoded answer.
func decoded(tag string) string {
	for c := range codings {
		if plain, ok := strings.CutSuffix(tag, "-"+c.String()); ok {
			return plain
		}
	}
	return tag
}

// String returns the name of the coding.
func (c coding) String() string {
	switch c {
	case zstandard:
		return "zstd"
	case gzipped:
		return "gzip"
	default:
		return "identity"
	}
}

// coders code bodies.
type coders struct {
	gzips   sync.Pool // Of *gzip.Writer.
	streams sync.Pool // Of *zstd.Encoder, for bodies that are coded in parts.
	zstd    *zstd.Encoder
}

// streamWindow is how many bytes back a body that is coded in parts may repeat
// itself: each that is being sent takes some times that much memory.
const streamWindow = 64 << 10

// newCoders makes coders that several requests use at once.
func newCoders() *coders {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true))
	if err != nil {
		panic(err) // The options are ours: a programming error.
	}
	return &coders{zstd: e}
}

// negotiate returns the coding of an answer to the request with this body, and
// has the header say that it was chosen.  A strong tag names the coding, because
// it stands for bytes (RFC 9110, section 8.8.3.3).
func negotiate(h http.Header, r *http.Request, body []byte) coding {
	if len(body) < shortest || h["Content-Encoding"] != nil {
		return identity
	}
	h["Vary"] = append(h["Vary"], "Accept-Encoding")
	c := preferredCoding(r.Header["Accept-Encoding"])
	if tag := h["Etag"]; c != identity && len(tag) == 1 && strings.HasPrefix(tag[0], `"`) {
		h["Etag"] = []string{strings.TrimSuffix(tag[0], `"`) + "-" + c.String() + `"`}
	}
	return c
}

// code returns the body in a coding, and has the header say so.
func (a *API) code(w *response, h http.Header, c coding, body []byte) []byte {
	if c == identity {
		return body
	}
	h["Content-Encoding"] = []string{c.String()}
	if w.kept == nil {
		return a.coders.encode(c, body)
	}
	if coded := w.kept.coded[c].Load(); coded != nil {
		return *coded
	}
	coded := a.coders.encode(c, body)
	w.kept.coded[c].Store(&coded)
	return coded
}

// encode returns a body in a coding.
func (c *coders) encode(how coding, body []byte) []byte {
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
	giveBack func() // Once nothing is written any more, closed or not.
}

// Close writes what ends the coding.
func (w codedWriter) Close() error { return w.close() }

// writer returns what codes a body into out.
func (c *coders) writer(how coding, out io.Writer) codedWriter {
	switch how {
	case zstandard:
		z, ok := c.streams.Get().(*zstd.Encoder)
		if !ok {
			z, _ = zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1),
				zstd.WithLowerEncoderMem(true), zstd.WithWindowSize(streamWindow)) // Options that there are.
		}
		z.Reset(out)
		return codedWriter{Writer: z, close: z.Close, giveBack: func() {
			z.Reset(nil)
			c.streams.Put(z)
		}}
	case gzipped:
		z, ok := c.gzips.Get().(*gzip.Writer)
		if !ok {
			z, _ = gzip.NewWriterLevel(nil, gzip.BestSpeed)
		}
		z.Reset(out)
		return codedWriter{Writer: z, close: z.Close, giveBack: func() {
			z.Reset(io.Discard)
			c.gzips.Put(z)
		}}
	default:
		return codedWriter{Writer: out, close: func() error { return nil }, giveBack: func() {}}
	}
}

// preferredCoding returns the coding that the Accept-Encoding fields of a
// request want most (RFC 9110, section 12.5.3), and of equals the better one.
func preferredCoding(fields []string) coding {
	named, wanted := [codings]bool{}, [codings]float64{}
	plain, others := 0.0, 0.0
	for _, field := range fields {
		for member := range strings.SplitSeq(field, ",") {
			name, params, _ := strings.Cut(member, ";")
			switch name = strings.TrimSpace(name); {
			case strings.EqualFold(name, "zstd"):
				named[zstandard], wanted[zstandard] = true, weight(params)
			case strings.EqualFold(name, "gzip"), strings.EqualFold(name, "x-gzip"):
				named[gzipped], wanted[gzipped] = true, weight(params)
			case strings.EqualFold(name, "identity"):
				plain = weight(params)
			case name == "*":
				others = weight(params)
			}
		}
	}
	best, most := identity, 0.0
	for c := range codings {
		if !named[c] {
			wanted[c] = others
		}
		if wanted[c] > most {
			best, most = c, wanted[c]
		}
	}
	if plain > most {
		return identity
	}
	return best
}

// weight reads the weight of a member of an Accept header, 1 when it has none
// and 0 when it cannot be read.
func weight(params string) float64 {
	name, value, ok := strings.Cut(strings.TrimSpace(params), "=")
	if !ok {
		return 1
	}
	q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
	if err != nil || !strings.EqualFold(strings.TrimSpace(name), "q") || q < 0 || q > 1 {
		return 0
	}
	return q
}
