package model

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Where the locks are, relative to the module's root.
const (
	LockPath     = "generated/schema.lock.json"
	ReleasedPath = "generated/released.lock.json"
	// ChangelogPath is what clients read.
	ChangelogPath = "generated/CHANGELOG.md"
)

// Previous is what Generate needs to know about earlier output.  The zero
// value stands for none.
type Previous struct {
	Lock     []byte      // generated/schema.lock.json, empty when there is none.
	Released []byte      // generated/released.lock.json, empty before the first release.
	Frozen   []Generated // The migrations that the released lock names, in its order.
}

// Last returns the schema lock as the only generated file, for programs that
// generate nothing; see [NoticeOf].
func (p Previous) Last() []Generated { return []Generated{{Path: LockPath, Text: p.Lock}} }

// ReadPrevious reads the earlier output below root.  Files that are not there
// are left out; Generate tells when one should be.
func ReadPrevious(root string) (Previous, error) {
	var p Previous
	var err error
	if p.Lock, err = readIfThere(root, LockPath); err != nil {
		return p, err
	}
	if p.Released, err = readIfThere(root, ReleasedPath); err != nil || len(p.Released) == 0 {
		return p, err
	}
	released, err := ReadLock(p.Released)
	if err != nil {
		return p, fmt.Errorf("%s: %w", ReleasedPath, err)
	}
	for _, m := range released.Migrations {
		text, err := readIfThere(root, m.Path)
		if err != nil {
			return p, err
		}
		if text != nil {
			p.Frozen = append(p.Frozen, Generated{Path: m.Path, Text: text})
		}
	}
	return p, nil
}

// readIfThere reads a file; nil when there is none.
func readIfThere(root, path string) ([]byte, error) {
	text, err := os.ReadFile(filepath.Join(root, path))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return text, err
}

// Locks reads both; nil for one that is not there.
func (p Previous) Locks() (last, released *Lock, err error) {
	if len(p.Lock) > 0 {
		if last, err = ReadLock(p.Lock); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", LockPath, err)
		}
	}
	if len(p.Released) > 0 {
		if released, err = ReadLock(p.Released); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", ReleasedPath, err)
		}
	}
	return last, released, nil
}
