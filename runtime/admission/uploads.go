package admission

import (
	"context"
	"net/http"
	"runtime"
	"time"

	"almanac/runtime/apierror"
)

// Uploads bounds what uploads of pictures take after they have arrived. None of them has a
// place among the requests that are worked on.
type Uploads struct {
	Pending  *Limiter // Uploads; nil for no bound.
	Decoding *Limiter // Bytes of pictures that are decoded.
	Storing  *Limiter // Bytes of pictures that are being stored.

	// Share is the least that counts for a picture among those that are decoded: they
	// leave half of the processors to others.
	Share int64
	// Turn is how long a picture waits to be decoded, and how long that may take then.
	Turn time.Duration
}

// NewUploads returns the bounds of uploads whose pictures take at most so many bytes.
func NewUploads(bounds Admission, memory int64) *Uploads {
	u := &Uploads{
		Pending:  New("uploads", int64(bounds.Concurrent), 0, 0),
		Decoding: New("picture_bytes", memory, 0, 0),
		Storing:  New("stored_picture_bytes", memory, 0, 0),
		Share:    max(1, memory/int64(max(1, runtime.GOMAXPROCS(0)/2))),
		Turn:     bounds.Deadline / 2,
	}
	if u.Turn <= 0 {
		u.Turn = DefaultAdmission().Deadline / 2
	}
	return u
}

// Enter lets an upload in, and returns what ends it, which is called once. The error is a 503.
func (u *Uploads) Enter(ctx context.Context) (leave func(), err error) {
	if leave, err = u.Pending.Enter(ctx, 1); err != nil {
		return nil, u.full()
	}
	return leave, nil
}

// WaitToDecode waits until a picture that takes so many bytes can be decoded, and returns what
// ends that, which is called once. The error is a 503, or that of the context.
func (u *Uploads) WaitToDecode(ctx context.Context, weight int64) (leave func(), err error) {
	soon, cancel := context.WithTimeout(ctx, u.Turn)
	defer cancel()
	leave, err = u.Decoding.Resume(soon, weight)
	if err != nil && ctx.Err() == nil {
		err = u.full()
	}
	return leave, err
}

// full is the response to an upload that there is no room for.
func (u *Uploads) full() *apierror.Error {
	return apierror.New(http.StatusServiceUnavailable, apierror.CodeUnavailable,
		"Too many images are being uploaded. Try again in a moment.").WithRetryAfter(u.Turn / 3)
}
