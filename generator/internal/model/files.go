package model

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// File is one generated file; Path is relative to the module's root.
type File struct {
	Path    string
	Content []byte
}

// MigrationsDir has a directory for each store.
const MigrationsDir = "generated/migrations/"

// Sum returns the SHA-256 of a text with Unix line ends, in hexadecimal
// digits.
func Sum(text []byte) string {
	hash := sha256.Sum256([]byte(strings.ReplaceAll(string(text), "\r\n", "\n")))
	return hex.EncodeToString(hash[:])
}
