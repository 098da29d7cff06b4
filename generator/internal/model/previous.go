package model

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Paths of the lock files, relative to the module's root.
const (
	LockfilePath         = "generated/schema.lock.json"
	ReleasedLockfilePath = "generated/released.lock.json"
	// ChangelogPath is the changelog of the API.
	ChangelogPath = "generated/CHANGELOG.md"
)

// PreviousOutput is the earlier output that Generate reads. The zero value
// stands for none.
type PreviousOutput struct {
	Lockfile           []byte // generated/schema.lock.json, empty if there is none.
	Released           []byte // generated/released.lock.json, empty before the first release.
	ReleasedMigrations []File // The migrations of the released lock file, in its order.
}

// LockfileOnly returns the lock file as the only generated file, for programs
// that generate nothing and check compatibility.
func (p PreviousOutput) LockfileOnly() []File {
	return []File{{Path: LockfilePath, Content: p.Lockfile}}
}

// ReadPreviousOutput reads the earlier output below root. Missing files are
// empty; Generate reports those that it needs.
func ReadPreviousOutput(root string) (PreviousOutput, error) {
	var p PreviousOutput
	var err error
	if p.Lockfile, err = readIfThere(root, LockfilePath); err != nil {
		return p, err
	}
	if p.Released, err = readIfThere(root, ReleasedLockfilePath); err != nil || len(p.Released) == 0 {
		return p, err
	}
	released, err := ParseLockfile(p.Released)
	if err != nil {
		return p, fmt.Errorf("%s: %w", ReleasedLockfilePath, err)
	}
	for _, m := range released.Migrations {
		text, err := readIfThere(root, m.Path)
		if err != nil {
			return p, err
		}
		if text != nil {
			p.ReleasedMigrations = append(p.ReleasedMigrations, File{Path: m.Path, Content: text})
		}
	}
	return p, nil
}

// readIfThere reads a file; nil if it does not exist.
func readIfThere(root, path string) ([]byte, error) {
	text, err := os.ReadFile(filepath.Join(root, path))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return text, err
}

// Lockfiles decodes both lock files; nil for one that does not exist.
func (p PreviousOutput) Lockfiles() (last, released *Lockfile, err error) {
	if len(p.Lockfile) > 0 {
		if last, err = ParseLockfile(p.Lockfile); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", LockfilePath, err)
		}
	}
	if len(p.Released) > 0 {
		if released, err = ParseLockfile(p.Released); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", ReleasedLockfilePath, err)
		}
	}
	return last, released, nil
}
