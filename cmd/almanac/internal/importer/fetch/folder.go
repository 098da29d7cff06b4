package fetch

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// folder keeps responses between runs, a file each.  Every file is whole: it is
// written beside and then renamed, so a program may be killed at any moment.
// Without a path it keeps nothing.
type folder struct {
	path string
	user string
}

// longestKept is how old a kept response may be.  Later the site has changed so
// much that its pages no longer belong together.
const longestKept = 24 * time.Hour

// openFolder returns the folder.  When its oldest response is too old, all go.
func openFolder(path, user string) (*folder, error) {
	f := &folder{path: path, user: user}
	names, err := f.list("")
	if err != nil {
		return nil, fmt.Errorf("read the directory of stored responses: %w", err)
	}
	for _, name := range names {
		info, err := os.Stat(name)
		if err == nil && time.Since(info.ModTime()) > longestKept {
			return f, f.drop("")
		}
	}
	return f, nil
}

// list returns the paths of the files of a group, of all for "".
func (f *folder) list(group string) ([]string, error) {
	if f.path == "" {
		return nil, nil
	}
	entries, err := os.ReadDir(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var names []string
	for _, e := range entries {
		if own(e.Name()) && (group == "" || strings.HasPrefix(e.Name(), group+"-")) {
			names = append(names, filepath.Join(f.path, e.Name()))
		}
	}
	return names, err
}

// ending is how the names of kept responses end; halfWritten follows it while
// one is written.
const (
	ending      = ".kept.json"
	halfWritten = ".new"
)

// own reports whether a file is one of the folder's own.
func own(name string) bool {
	return strings.HasSuffix(name, ending) || strings.HasSuffix(name, ending+halfWritten)
}

// name returns the name of the file of an address.  What is shown depends on
// who asks, so the user is part of it.
func (f *folder) name(group, address string) string {
	sum := sha256.Sum256([]byte(f.user + "\n" + address))
	return group + "-" + hex.EncodeToString(sum[:16]) + ending
}

// load returns a kept response.
func (f *folder) load(name string) ([]byte, bool) {
	if f.path == "" {
		return nil, false
	}
	content, err := os.ReadFile(filepath.Join(f.path, name)) //nolint:gosec // The operator names the folder.
	return content, err == nil && json.Valid(content)
}

// save keeps a response, which its owner alone can read: it may hold drafts.  It does not wait
// for the disk: what a power failure leaves empty or cut is no JSON, and is asked for again.
func (f *folder) save(name string, content []byte) error {
	if f.path == "" {
		return nil
	}
	if err := os.MkdirAll(f.path, 0o700); err != nil {
		return fmt.Errorf("store a response: %w", err)
	}
	path := filepath.Join(f.path, name)
	if err := os.WriteFile(path+halfWritten, content, 0o600); err != nil {
		return fmt.Errorf("store a response: %w", err)
	}
	return os.Rename(path+halfWritten, path)
}

// unfinished is the file that says that what was read was being imported.
const unfinished = "unfinished"

// begin notes that what was read is being imported, and returns whether it was before.
func (f *folder) begin() (again bool, err error) {
	if f.path == "" {
		return false, nil
	}
	path := filepath.Join(f.path, unfinished)
	if _, err := os.Stat(path); err == nil {
		return true, nil
	}
	if err := os.MkdirAll(f.path, 0o700); err != nil {
		return false, fmt.Errorf("record the start of the import: %w", err)
	}
	return false, os.WriteFile(path, nil, 0o600)
}

// end removes the note of begin, and all responses.
func (f *folder) end() error {
	if f.path == "" {
		return nil
	}
	if err := os.Remove(filepath.Join(f.path, unfinished)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return f.drop("")
}

// drop removes the responses of a group; all of them, and the folder if nothing
// else is in it, for "".
func (f *folder) drop(group string) error {
	names, err := f.list(group)
	for _, name := range names {
		err = errors.Join(err, os.Remove(name))
	}
	if f.path != "" && group == "" {
		_ = os.Remove(f.path) // Something of somebody else may be in it.
	}
	return err
}
