package model

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// Generated is one generated file; Path is relative to the module's root.
type Generated struct {
	Path string
	Text []byte
}

// MigrationsDir holds a directory for each store.
const MigrationsDir = "generated/migrations/"

// Sum returns the SHA-256 of a text, whatever its line ends.
func Sum(text []byte) string {
	hash := sha256.Sum256([]byte(strings.ReplaceAll(string(text), "\r\n", "\n")))
	return hex.EncodeToString(hash[:])
}
