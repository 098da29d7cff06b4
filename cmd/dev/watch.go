package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"
)

// quiet is how long no file may change before a save counts as complete: editors and
// version control write several files at once.
const quiet = 100 * time.Millisecond

// watch returns a channel that gets the time of each save in the modules at hand, those
// of the go.work or else that of the working directory, until the context ends. Saves while nobody
// receives are one.
func watch(ctx context.Context) (<-chan time.Time, error) {
	out, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}").Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		return nil, fmt.Errorf("%s", strings.TrimSpace(string(failed.Stderr)))
	}
	if err != nil {
		return nil, err
	}
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	for root := range strings.Lines(string(out)) {
		if err := watchTree(w, strings.TrimSpace(root)); err != nil {
			return nil, errors.Join(err, w.Close())
		}
	}
	saves := make(chan time.Time, 1)
	go collect(ctx, w, saves)
	return saves, nil
}

// watchTree watches a directory and those below it that belong to the same module.
func watchTree(w *fsnotify.Watcher, root string) error {
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist): // It went meanwhile.
			return nil
		case err != nil || !d.IsDir():
			return err
		case path != root && (ignored(path) || isModule(path)):
			return filepath.SkipDir
		}
		return w.Add(path)
	})
}

// isModule reports whether a directory is another module.
func isModule(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}

// Names of directories and files that no program is built of, or that building
// writes.
var (
	ignoredNames = []string{output, "testdata", "bin", "dist", "node_modules", "reference.md", "permissions.md"}
	ignoredForms = regexp.MustCompile(`^\.|~$|_test\.go$|\.(tmp|swp|swx)$|\.(db|sqlite)([-.].*)?$`)
)

// ignored reports whether changes of a file, or below a directory, do not matter.
func ignored(path string) bool {
	name := filepath.Base(path)
	return slices.Contains(ignoredNames, name) || ignoredForms.MatchString(name)
}

// collect sends a time when files have changed and then been left alone for a while.
func collect(ctx context.Context, w *fsnotify.Watcher, saves chan<- time.Time) {
	defer func() { _ = w.Close() }() // The process ends.
	var first time.Time
	pause := time.NewTimer(quiet)
	pause.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-w.Errors: //nolint:errcheck // Too many changes at once, which count as one.
		case e := <-w.Events:
			if e.Op == fsnotify.Chmod || ignored(e.Name) {
				continue
			}
			if info, err := os.Stat(e.Name); e.Has(fsnotify.Create) && err == nil && info.IsDir() {
				_ = watchTree(w, e.Name) // A directory that went again, or one too many for the system.
			}
		case <-pause.C:
			select {
			case saves <- first:
			default: // One is waiting already.
			}
			first = time.Time{}
			continue
		}
		if first.IsZero() {
			first = time.Now()
		}
		pause.Reset(quiet)
	}
}
