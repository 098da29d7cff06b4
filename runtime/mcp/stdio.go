package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"almanac/runtime/auth"
	"almanac/runtime/httpapi"
	"almanac/runtime/request"
)

// Run answers one client on a pair of streams, as a caller, until the input ends.
func (s *Server) Run(ctx context.Context, in io.Reader, out io.Writer, caller auth.Caller) error {
	ctx = httpapi.NewRun(ctx, "stdio")
	request.StateOf(ctx).Caller = caller
	streams := newStreams(in, out)
	return s.sdk.Run(within(ctx), &sdk.IOTransport{Reader: io.NopCloser(streams), Writer: streams})
}

// lastAnswers is how long the end of the input waits for answers to what was read before.
const lastAnswers = 30 * time.Second

// streams are the input and the output of one client, with a message a line.  The input ends for its
// reader when what was read before is answered: the SDK would drop these answers (go-sdk #1061), also to
// writes that were made.
type streams struct {
	in  *bufio.Reader
	out io.Writer

	rest []byte // Of the line that is being read.

	mu       sync.Mutex
	waiting  map[string]bool // IDs of requests without an answer.
	answered chan struct{}   // Has a value when one of them is answered.
}

func newStreams(in io.Reader, out io.Writer) *streams {
	return &streams{in: bufio.NewReader(in), out: out, waiting: map[string]bool{}, answered: make(chan struct{}, 1)}
}

// message is what a line says.
type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
}

// Read implements io.Reader.
func (s *streams) Read(p []byte) (int, error) {
	if len(s.rest) == 0 {
		line, err := s.in.ReadBytes('\n')
		if errors.Is(err, io.EOF) && len(line) == 0 {
			s.finish()
		}
		if len(line) == 0 {
			return 0, err
		}
		s.note(line)
		s.rest = line
	}
	n := copy(p, s.rest)
	s.rest = s.rest[n:]
	return n, nil
}

// Write implements io.Writer.
func (s *streams) Write(p []byte) (int, error) {
	n, err := s.out.Write(p)
	s.note(p)
	return n, err
}

// Close implements io.Closer: others close the output.
func (s *streams) Close() error { return nil }

// note notes a request that waits for its answer, or an answer.
func (s *streams) note(line []byte) {
	var m message
	if json.Unmarshal(bytes.TrimSpace(line), &m) != nil || len(m.ID) == 0 {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if m.Method != "" {
		s.waiting[string(m.ID)] = true
		return
	}
	delete(s.waiting, string(m.ID))
	select {
	case s.answered <- struct{}{}:
	default:
	}
}

// finish waits until all requests are answered.
func (s *streams) finish() {
	end := time.After(lastAnswers)
	for {
		s.mu.Lock()
		done := len(s.waiting) == 0
		s.mu.Unlock()
		if done {
			return
		}
		select {
		case <-s.answered:
		case <-end:
			return
		}
	}
}
