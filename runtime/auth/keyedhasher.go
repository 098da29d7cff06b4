package auth

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
)

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
func (s keyedHasher) sum(parts ...string) digest {
	mac := hmac.New(sha256.New, s.key)
	var length [8]byte
	for _, part := range parts {
		binary.BigEndian.PutUint64(length[:], uint64(len(part)))
		mac.Write(length[:])
		mac.Write([]byte(part))
	}
	return digest(mac.Sum(nil))
}
