package media

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Store is a media store. Names are paths such as 2026/11/poster.jpg, which ValidName
// accepts. It is safe for concurrent use, also by several processes.
type Store interface {
	// Put stores a file, in the place of one that has the name. It has size bytes:
	// content with more or fewer is the error ErrWrongSize, and nothing is stored. The
	// error matches ErrFull when there is no space.
	Put(ctx context.Context, name string, content io.Reader, size int64) error
	// Open returns a file. The error matches fs.ErrNotExist when there is none.
	Open(ctx context.Context, name string) (*File, error)
	// Remove removes files. It is no error when they are not there.
	Remove(ctx context.Context, names ...string) error
	// All returns all files.
	All(ctx context.Context) iter.Seq2[Info, error]
	// String returns the URL of the store, for messages.
	String() string
}

// Info is what is known of a file without reading it.
type Info struct {
	Name     string
	Size     int64     // Bytes.
	Modified time.Time // When it was stored.
	Tag      string    // Differs when the content does.
}

// File is an opened file.
type File struct {
	io.ReadSeekCloser
	Info
}

// ErrWrongSize is the error of content that has another length than it should have.
var ErrWrongSize = errors.New("the content has the wrong length")

// Errors of stores that fail.
var (
	// ErrFull is the error of a store that has no space left.
	ErrFull = errors.New("the media store has no space left")
	// ErrStalled is the error of a call that made no progress for half a minute.
	ErrStalled = errors.New("the media store does not respond")
)

// maxName is the maximum length of a name in bytes, and maxSegment that of its parts.
const (
	maxName    = 900
	maxSegment = 200
)

// ValidName reports whether a file can have the name: a relative path without empty
// parts, without parts that begin with a dot, and without backslashes and characters that
// cannot be printed.
func ValidName(name string) bool {
	if !fs.ValidPath(name) || len(name) > maxName || !utf8.ValidString(name) {
		return false
	}
	for part := range strings.SplitSeq(name, "/") {
		if strings.HasPrefix(part, ".") || len(part) > maxSegment {
			return false
		}
	}
	return !strings.ContainsFunc(name, func(r rune) bool { return r == '\\' || r == ':' || !unicode.IsPrint(r) })
}

// validate returns an error that matches fs.ErrInvalid for a name that no file can have.
func validate(name string) error {
	if ValidName(name) {
		return nil
	}
	return fmt.Errorf("file name %q: %w", name, fs.ErrInvalid)
}
