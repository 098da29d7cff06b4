package store

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// split is the line between two statements of a migration file.
const split = "--bun:split"

// migration is one file of statements that change the tables.
type migration struct {
	version  int64
	name     string // As in the file name: 0001_events.
	checksum string
	parts    []string
}

// readMigrations returns the migrations of a dialect in the order of their
// versions.
func readMigrations(fsys fs.FS, d Dialect) ([]migration, error) {
	files, err := fs.Glob(fsys, d.String()+"/*.up.sql")
	if err != nil {
		return nil, err
	}
	var list []migration
	for _, path := range files {
		m, err := readMigration(fsys, path)
		if err != nil {
			return nil, fmt.Errorf("migration file %s: %w", path, err)
		}
		list = append(list, m)
	}
	slices.SortFunc(list, func(a, b migration) int { return cmp.Compare(a.version, b.version) })
	for i := 1; i < len(list); i++ {
		if list[i].version == list[i-1].version {
			return nil, fmt.Errorf("migrations %s and %s have the same version", list[i-1].name, list[i].name)
		}
	}
	return list, nil
}

// readMigration reads one file.
func readMigration(fsys fs.FS, path string) (migration, error) {
	parts := regexp.MustCompile(`/((\d{4,18})_\w+)\.up\.sql$`).FindStringSubmatch(path)
	if parts == nil {
		return migration{}, fmt.Errorf("the name has to be like 0001_what_it_does.up.sql")
	}
	version, err := strconv.ParseInt(parts[2], 10, 64)
	if err != nil {
		return migration{}, err
	}
	content, err := fs.ReadFile(fsys, path)
	if err != nil {
		return migration{}, err
	}
	// The same file has one checksum, however it was checked out.
	text := strings.ReplaceAll(string(content), "\r\n", "\n")
	sum := sha256.Sum256([]byte(text))
	return migration{version: version, name: parts[1], checksum: hex.EncodeToString(sum[:]), parts: statements(text)}, nil
}

// statements returns the parts of a file that are not empty.
func statements(text string) []string {
	var list []string
	var part strings.Builder
	end := func() {
		if s := strings.TrimSpace(part.String()); s != "" {
			list = append(list, s)
		}
		part.Reset()
	}
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) == split {
			end()
			continue
		}
		part.WriteString(line)
	}
	end()
	return list
}
