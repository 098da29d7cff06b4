package auth

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
)

// digest stands for texts that are not to be kept themselves.
type digest [sha256.Size]byte

// sealer makes digests with a key that only this process has.  Nobody else
// can tell which inputs give near digests, so looking one up in a map gives
// nothing away by its duration.
type sealer struct{ key []byte }

// newSealer returns a sealer with a random key.
func newSealer() sealer {
	key := make([]byte, sha256.Size)
	_, _ = rand.Read(key) // It never fails, by its contract.
	return sealer{key: key}
}

// seal returns the HMAC-SHA256 of the parts.  Each is preceded by its length,
// so that no two lists of parts run together.
func (s sealer) seal(parts ...string) digest {
	mac := hmac.New(sha256.New, s.key)
	var length [8]byte
	for _, part := range parts {
		binary.BigEndian.PutUint64(length[:], uint64(len(part)))
		mac.Write(length[:])
		mac.Write([]byte(part))
	}
	return digest(mac.Sum(nil))
}
