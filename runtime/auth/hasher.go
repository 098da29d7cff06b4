package auth

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
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

// digest is a hash of text that must not be stored itself.
type digest [sha256.Size]byte

// keyedHasher makes digests with a random key of this process. Without the key,
// nobody can predict digests, so the duration of a map lookup reveals nothing.
type keyedHasher struct{ key []byte }

// newKeyedHasher returns a keyedHasher with a random key.
func newKeyedHasher() keyedHasher {
	key := make([]byte, sha256.Size)
	_, _ = rand.Read(key) // It never fails, by its contract.
	return keyedHasher{key: key}
}

// sum returns the HMAC-SHA256 of the parts. Each is preceded by its length, so
// that different lists of parts have different digests.
func (h keyedHasher) sum(parts ...string) digest {
	mac := hmac.New(sha256.New, h.key)
	var length [8]byte
	for _, part := range parts {
		binary.BigEndian.PutUint64(length[:], uint64(len(part)))
		mac.Write(length[:])
		mac.Write([]byte(part))
	}
	return digest(mac.Sum(nil))
}
