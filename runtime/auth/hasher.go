package auth

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"

	"golang.org/x/crypto/bcrypt"
)

// hashCost makes hashing one password take about 50 ms of a core.
const hashCost = 10

// hasher hashes passwords; loginThrottle limits how many at once.
type hasher struct{ cost int }

// hash returns the bcrypt hash of a password.
func (h hasher) hash(password string) (string, error) {
	hash, err := bcrypt.GenerateFromPassword(shorten(password), h.cost)
	if err != nil {
		return "", fmt.Errorf("hash password: %w", err)
	}
	return string(hash), nil
}

// matches reports whether the password has the hash. It is false for a hash that
// is empty or not of bcrypt, after the same time.
func (h hasher) matches(hash, password string) (bool, error) {
	if _, err := bcrypt.Cost([]byte(hash)); err != nil {
		// Hashing with a fresh salt is the same work as a comparison.
		_, err := h.hash(password)
		return false, err
	}
	return bcrypt.CompareHashAndPassword([]byte(hash), shorten(password)) == nil, nil
}

// shorten returns 44 bytes for any password. bcrypt accepts at most 72 bytes and
// stops at a zero byte; this way every byte of a long password is significant.
func shorten(password string) []byte {
	sum := sha256.Sum256([]byte(password))
	return base64.StdEncoding.AppendEncode(nil, sum[:])
}
