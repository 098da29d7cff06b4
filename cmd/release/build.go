package main

import (
	"context"
	"debug/buildinfo"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// platform is a system and a processor as Go names them.
type platform struct{ system, processor string }

// String returns the form of flags, such as linux/amd64.
func (p platform) String() string { return p.system + "/" + p.processor }

// program returns the file name of the program.
func (p platform) program() string {
	if p.system == "windows" {
		return "almanac.exe"
	}
	return "almanac"
}

// parsePlatform reads a platform such as linux/amd64.  Whether Go knows it
// shows when it is built.
func parsePlatform(text string) (platform, error) {
	system, processor, ok := strings.Cut(strings.TrimSpace(text), "/")
	if !ok || system == "" || processor == "" {
		return platform{}, fmt.Errorf("-platforms must be such as linux/amd64,windows/arm64; %q is not one", text)
	}
	return platform{system, processor}, nil
}

// built is a program that was built, and what Go has noted in it.
type built struct {
	platform
	path     string    // The program's file.
	version  string    // The tag, or Go's name for a commit between two tags.
	at       time.Time // The time of the commit.
	modified bool      // Files differed from the commit.
}

// build builds the program into a folder.
func build(ctx context.Context, p platform, dir string) (built, error) {
	path := filepath.Join(dir, p.system+"-"+p.processor, p.program())
	// A version that was set by hand is that of a packager; a release has the
	// one of git.
	c := exec.CommandContext(ctx, "make", "--no-print-directory", "build", "BIN="+path, "VERSION=", "COMMIT=", "COMMIT_TIME=")
	c.Env = append(os.Environ(), "GOOS="+p.system, "GOARCH="+p.processor,
		// What would change the bytes from one machine to the next.
		"GOFLAGS=", "GOEXPERIMENT=", "GOWORK=off", "GOAMD64=v1", "GOARM64=v8.0")
	c.Stderr = os.Stderr
	if err := c.Run(); err != nil {
		return built{}, err
	}
	return noted(p, path)
}

// noted reads what Go has noted in a program.
func noted(p platform, path string) (built, error) {
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		return built{}, err
	}
	b := built{platform: p, path: path, version: info.Main.Version}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.time":
			if b.at, err = time.Parse(time.RFC3339, s.Value); err != nil {
				return b, err
			}
		case "vcs.modified":
			b.modified = s.Value == "true"
		case "vcs.revision":
			// A clone without its history has no version.
			if b.version == "" || b.version == "(devel)" {
				b.version = s.Value[:min(12, len(s.Value))]
			}
		}
	}
	if b.at.IsZero() {
		return b, errors.New("git tells of no commit here, and a release is built from one (git log -1 shows why)")
	}
	return b, nil
}
