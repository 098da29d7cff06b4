package migrate

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"almanac/runtime/store"
)

// split is the line between two statements of a migration file.
const split = "--bun:split"

// migrationFile is a step from one version of the tables to the next, and back.
type migrationFile struct {
	version  int64
	name     string // As in the file name: 0001_events.
	checksum string // Of the way up.
	up       script
	down     *script // Nil when there is no way back.
}

// script is one file of statements that change the tables.
type script struct {
	header
	statements []string
}

// readMigrations returns the migrations of a dialect in the order of their
// versions.
func readMigrations(fsys fs.FS, d store.Dialect) ([]migrationFile, error) {
	files, err := fs.Glob(fsys, d.String()+"/*.up.sql")
	if err != nil {
		return nil, err
	}
	var list []migrationFile
	for _, path := range files {
		m, err := readMigration(fsys, path)
		if err != nil {
			return nil, err
		}
		list = append(list, m)
	}
	slices.SortFunc(list, func(a, b migrationFile) int { return cmp.Compare(a.version, b.version) })
	for i := 1; i < len(list); i++ {
		if list[i].version == list[i-1].version {
			return nil, fmt.Errorf("migrations %s and %s have the same version", list[i-1].name, list[i].name)
		}
	}
	return list, nil
}

// readMigration reads the two files of a migration.
func readMigration(fsys fs.FS, path string) (migrationFile, error) {
	parts := regexp.MustCompile(`/((\d{4,18})_\w+)\.up\.sql$`).FindStringSubmatch(path)
	if parts == nil {
		return migrationFile{}, fmt.Errorf("migration file %s: the name has to be like 0001_what_it_does.up.sql", path)
	}
	version, err := strconv.ParseInt(parts[2], 10, 64)
	if err != nil {
		return migrationFile{}, fmt.Errorf("migration file %s: %w", path, err)
	}
	up, checksum, err := readScript(fsys, path)
	if err != nil {
		return migrationFile{}, err
	}
	m := migrationFile{version: version, name: parts[1], checksum: checksum, up: up}
	down, _, err := readScript(fsys, strings.TrimSuffix(path, ".up.sql")+".down.sql")
	switch {
	case err == nil:
		m.down = &down
	case !errors.Is(err, fs.ErrNotExist):
		return migrationFile{}, err
	}
	return m, nil
}

// readScript reads one file.  The same file has one checksum, however it was
// checked out.
func readScript(fsys fs.FS, path string) (s script, checksum string, err error) {
	content, err := fs.ReadFile(fsys, path)
	if err != nil {
		return script{}, "", fmt.Errorf("migration file %s: %w", path, err)
	}
	text := strings.ReplaceAll(string(content), "\r\n", "\n")
	sum := sha256.Sum256([]byte(text))
	h, body, err := readHeader(text)
	if err != nil {
		return script{}, "", fmt.Errorf("migration file %s: %w", path, err)
	}
	s = script{header: h, statements: statements(body)}
	if err := checkStatements(s.statements); err != nil {
		return script{}, "", fmt.Errorf("migration file %s: %w", path, err)
	}
	if !s.loses() {
		s.losses = drops(s.statements)
	}
	if s.additive && s.loses() {
		return script{}, "", fmt.Errorf("migration file %s: a step cannot be both additive and destructive: it loses %s",
			path, s.loss())
	}
	return s, hex.EncodeToString(sum[:]), nil
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
