package auth

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"

	"golang.org/x/crypto/bcrypt"
)

// Hashing one password takes about 50 ms of a core.
const (
	hashCost     = 10
	hashesAtOnce = 2
)

// hasher hashes passwords, few at a time, so that a flood of them leaves
// cores for everything else.
type hasher struct {
	cost  int
	seats chan struct{}
}

// newHasher returns a hasher with the cost and width of the service.
func newHasher() hasher {
	return hasher{cost: hashCost, seats: make(chan struct{}, hashesAtOnce)}
}

// hash returns the bcrypt hash of a password.
func (h hasher) hash(ctx context.Context, password string) (string, error) {
	if err := h.sit(ctx); err != nil {
		return "", err
	}
	defer h.rise()
	hash, err := bcrypt.GenerateFromPassword(shorten(password), h.cost)
	if err != nil {
		return "", fmt.Errorf("hash password: %w", err)
	}
	return string(hash), nil
}

// matches reports whether the password belongs to the hash.  No hash, or one
// that bcrypt did not make, belongs to none, after the same time.
func (h hasher) matches(ctx context.Context, hash, password string) (bool, error) {
	if _, err := bcrypt.Cost([]byte(hash)); err != nil {
		// Hashing with a fresh salt is the same work as a comparison.
		_, err := h.hash(ctx, password)
		return false, err
	}
	if err := h.sit(ctx); err != nil {
		return false, err
	}
	defer h.rise()
	return bcrypt.CompareHashAndPassword([]byte(hash), shorten(password)) == nil, nil
}

// sit waits for a free seat; the error is the context's.
func (h hasher) sit(ctx context.Context) error {
	select {
	case h.seats <- struct{}{}:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("wait to hash a password: %w", context.Cause(ctx))
	}
}

// rise frees the seat.
func (h hasher) rise() { <-h.seats }

// shorten makes 44 bytes of any password.  bcrypt knows at most 72 bytes and
// stops at a zero byte; this way every byte of a long password counts.
func shorten(password string) []byte {
	sum := sha256.Sum256([]byte(password))
	return base64.StdEncoding.AppendEncode(nil, sum[:])
}
