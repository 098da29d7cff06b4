package changes

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"time"

	"almanac/runtime/audit"
	"almanac/runtime/auth"
	"almanac/runtime/store"
)

// Token is how far a client has read.
type Token struct {
	Resource string    `json:"r,omitempty"` // Plural of the list; "" for all resources.
	Filters  string    `json:"f,omitempty"` // Digest of the filters of the list.
	Terms    string    `json:"d,omitempty"` // Digest of the terms that they name.
	User     int64     `json:"u,omitempty"`
	Role     auth.Role `json:"o,omitempty"`
	Epoch    string    `json:"e"`
	Now      int64     `json:"n"` // The time that relative dates of the filters are read at.

	From  *Point `json:"p,omitempty"` // What the client has; nil while it reads the list itself.
	Next  *Point `json:"q,omitempty"` // What it has once it has read all pages; nil between two syncs.
	After int64  `json:"a,omitempty"` // The last ID of the pages that it has read.
	// Behind is the last entry of the log of the pages that it has read, where these have its order.
	Behind *audit.Position `json:"b,omitempty"`
}

// The errors of tokens.
var (
	// ErrInvalid is that of a text that is no token of this database.
	ErrInvalid = errors.New("no token of this database")
	// ErrExpired is that of a token from which nobody can say what changed.
	ErrExpired = errors.New("the token has expired")
)

// macBytes is how much of the code authenticates a token.
const macBytes = 16

// Seal returns the text of a token.
func (k Keys) Seal(t Token) string {
	text, err := json.Marshal(t)
	if err != nil {
		panic(err) // It has texts and numbers.
	}
	return base64.RawURLEncoding.EncodeToString(append(text, k.mac(text)...))
}

// Open returns the token of a text.  The error is ErrInvalid.
func (k Keys) Open(text string) (t Token, err error) {
	sealed, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || len(sealed) < macBytes {
		return t, ErrInvalid
	}
	content, mac := sealed[:len(sealed)-macBytes], sealed[len(sealed)-macBytes:]
	if !hmac.Equal(mac, k.mac(content)) || json.Unmarshal(content, &t) != nil {
		return t, ErrInvalid
	}
	return t, nil
}

// mac authenticates the content of a token.
func (k Keys) mac(content []byte) []byte {
	h := hmac.New(sha256.New, k.Secret)
	_, _ = h.Write(content) // It never fails.
	return h.Sum(nil)[:macBytes]
}

// EpochOn returns the epoch of the keys in a cluster.
func (k Keys) EpochOn(cluster string) string { return k.Epoch + "/" + cluster }

// Check returns ErrExpired if nobody can say what changed since a token: it is of another epoch, it is older
// than former values are kept, or the log has a gap.
func (t Token) Check(
	ctx context.Context, s *store.Store, r store.Reader, epoch string, now time.Time, kept time.Duration,
) error {
	if t.Epoch != epoch {
		return ErrExpired
	}
	for _, p := range []*Point{t.From, t.Next} {
		if p == nil {
			continue
		}
		if kept > 0 && time.Unix(p.At, 0).Before(now.Add(-kept)) {
			return ErrExpired
		}
		whole, err := p.Whole(ctx, s, r)
		if err != nil {
			return err
		}
		if !whole {
			return ErrExpired
		}
	}
	return nil
}
