package changefeed

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"sync"
	"time"

	"almanac/runtime/auth"
	"almanac/runtime/request"
)

// How streams are sent.
const (
	maxWaiting = 64 << 10         // Bytes that wait for a client.
	beat       = 15 * time.Second // How often an idle stream says that it lives.
	catchUp    = 50               // Entries that are read at once for a client that comes back.
)

// ErrEnded is the end of a stream that is not the client's doing.
var ErrEnded = errors.New("the stream has ended")

// Stream is what one client gets of changes, as Server-Sent Events: each is a Message, and the last one of a change
// has a token as its ID.  A client that reads too slowly is sent away, and goes on from its last token.
type Stream struct {
	all     *Streams
	request *request.Request
	from    *cursor // Where the client is, until it has caught up with the others.
	first   []seen  // What was read with the request.
	leave   func()
	wake    chan struct{} // Has an element when there is something to do.
	closed  bool          // Of all.mu.

	mu      sync.Mutex
	waiting [][]byte
	bytes   int
	doubt   bool // The credentials of the client may no longer hold.
	ended   bool
}

// Open begins a stream for the caller of a request, after a token; "" for what changes from now on.  Close must be
// called once.  The error is that of the limits, or of the token as by Read.
func (s *Streams) Open(r *request.Request, since string) (*Stream, error) {
	sender := "user " + strconv.FormatInt(r.Caller.User, 10)
	if r.Caller.IsAnonymous() || r.Caller.AuthDisabled { // All are one user then.
		sender = auth.ClientKey(r.Address)
	}
	leave, err := s.limit.Enter(r.Context(), sender)
	if err != nil {
		return nil, err
	}
	x := &Stream{all: s, request: r, leave: leave, wake: make(chan struct{}, 1)}
	if err := x.begin(since); err != nil {
		x.Close()
		return nil, err
	}
	return x, nil
}

// begin has the stream get what changes from now on, and reads what has changed since the token.
func (x *Stream) begin(since string) error {
	c, err := open(x.request, x.all.records, since)
	if err != nil {
		return err
	}
	at, err := x.all.join(x.request.Context(), x)
	if err != nil {
		return err
	}
	x.from, c.until = c, &at
	if since == "" {
		c.token.Epoch, c.token.From = at.epoch, &at.point
		return nil
	}
	x.first, err = c.next(x.request, catchUp)
	return err
}

// Close ends the stream.
func (x *Stream) Close() {
	x.all.forget(x)
	x.leave()
}

// Send sends the stream until the context ends, or the stream does: then the error is ErrEnded.  holds reports
// whether the credentials of the client still hold; write sends bytes to the client.
func (x *Stream) Send(ctx context.Context, holds func(context.Context) bool, write func([]byte) error) error {
	// Clients that lose a server do not come back together.
	begin := fmt.Sprintf("retry: %d\n", 2000+rand.IntN(3000)) //nolint:gosec // Nobody gains by guessing it.
	if x.first == nil {
		begin += "id: " + x.from.seal(nil) + "\n"
	}
	if err := write([]byte(begin + "\n")); err != nil {
		return err
	}
	if err := x.catchUp(ctx, holds, write); err != nil {
		return err
	}
	alive := time.NewTicker(beat)
	defer alive.Stop()
	for {
		idle := false
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-x.wake:
		case <-alive.C:
			idle = true
		}
		token := x.all.token(x.request.Caller) // Of what the stream has, at least.
		chunks, doubt, ended := x.take()
		if (idle || doubt) && !holds(ctx) {
			return ErrEnded
		}
		if idle && !ended { // One that was too slow has not got all before the token.
			chunks = append(chunks, []byte(": \nid: "+token+"\n\n"))
		}
		for _, chunk := range chunks {
			if err := write(chunk); err != nil {
				return err
			}
		}
		if ended {
			return ErrEnded
		}
	}
}

// catchUp sends what has changed between the token of the client and what all streams get.
func (x *Stream) catchUp(ctx context.Context, holds func(context.Context) bool, write func([]byte) error) error {
	list, c := x.first, x.from
	x.first, x.from = nil, nil
	for list != nil {
		if !holds(ctx) {
			return ErrEnded
		}
		for _, one := range list {
			chunk, err := one.events(c.seal)
			if err == nil {
				err = write(chunk)
			}
			if err != nil {
				return err
			}
		}
		if err := write([]byte("id: " + c.seal(nil) + "\n\n")); err != nil {
			return err
		}
		if c.caughtUp {
			break
		}
		var err error
		if list, err = c.next(x.request.WithContext(ctx), catchUp); err != nil {
			return fmt.Errorf("%w: %w", ErrEnded, err)
		}
	}
	return nil
}

// take returns what waits for the client, whether its credentials are in doubt, and whether the stream has ended.
func (x *Stream) take() (chunks [][]byte, doubt, ended bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	chunks, doubt, ended = x.waiting, x.doubt, x.ended
	x.waiting, x.bytes, x.doubt = nil, 0, false
	return chunks, doubt, ended
}

// add has bytes sent to the client, and sends it away if too many wait for it already.
func (x *Stream) add(chunk []byte) {
	x.change(func() {
		if x.bytes += len(chunk); x.bytes > maxWaiting && x.bytes > len(chunk) {
			x.ended = true
		} else if !x.ended {
			x.waiting = append(x.waiting, chunk)
		}
	})
}

// question has the credentials of the client asked for again.
func (x *Stream) question() { x.change(func() { x.doubt = true }) }

// end ends the stream.
func (x *Stream) end() { x.change(func() { x.ended = true }) }

// change changes the stream and wakes what sends it.
func (x *Stream) change(do func()) {
	x.mu.Lock()
	do()
	x.mu.Unlock()
	select {
	case x.wake <- struct{}{}:
	default:
	}
}
