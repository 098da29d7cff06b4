package zoneinfo

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Rules is one edition of the rules of all time zones. It never changes, and
// returns the same location for the same name each time.
type Rules struct {
	version string
	source  string
	fixed   bool
	zones   map[string]zone // By name in lower case.
	names   []string        // In alphabetical order.
	bytes   []byte          // What Open read; nil if it was read otherwise.
}

// zone is one zone of an edition.
type zone struct {
	name     string
	data     []byte // In the format of RFC 9636.
	location *time.Location
}

// zoneName is the form of the IANA's names. Other files of a zone database are not
// called so, or are no TZif data.
var zoneName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z][A-Za-z0-9_+-]*)*$`)

// notZones are the files and folders of a zone database that hold rules of no place:
// the machine's own zone, a clock that nobody has set, the rules of POSIX names
// without any, and the whole database with and without leap seconds.
var notZones = []string{"localtime", "Factory", "posixrules", "posix", "right"}

// magic begins every file of rules.
const magic = "TZif"

// Read reads the edition in a file system: a file for each zone, as zic writes them
// and systems have them. The source says in messages where that is. Files that hold
// no rules are left out; broken rules, and no rules at all, are errors.
func Read(fsys fs.FS, source string) (*Rules, error) {
	r := &Rules{source: source, version: versionIn(fsys), zones: map[string]zone{}}
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case name == ".":
			return nil
		case slices.Contains(notZones, name) && d.IsDir():
			return fs.SkipDir
		case d.IsDir() || slices.Contains(notZones, name) || !zoneName.MatchString(name):
			return nil
		}
		return r.readFile(fsys, name)
	})
	if err != nil {
		return nil, err
	}
	if len(r.zones) == 0 {
		return nil, errors.New("no time zones in it")
	}
	r.sort()
	return r, nil
}

// readFile adds the zone of a file, if it is one.
func (r *Rules) readFile(fsys fs.FS, name string) error {
	// A link may lead to a folder.
	if info, err := fs.Stat(fsys, name); err != nil || !info.Mode().IsRegular() {
		return err
	}
	data, err := fs.ReadFile(fsys, name)
	if err != nil || !strings.HasPrefix(string(data), magic) {
		return err
	}
	location, err := time.LoadLocationFromTZData(name, data)
	if err != nil {
		return fmt.Errorf("the rules of %s are broken: %w", name, err)
	}
	r.zones[lower(name)] = zone{name: name, data: data, location: location}
	return nil
}

// sort makes the list of names.
func (r *Rules) sort() {
	r.names = make([]string, 0, len(r.zones))
	for _, z := range r.zones {
		r.names = append(r.names, z.name)
	}
	slices.Sort(r.names)
}

// With returns r with the zones of another edition that r lacks. Version and source
// stay those of r.
func (r *Rules) With(other *Rules) *Rules {
	all := &Rules{version: r.version, source: r.source, fixed: r.fixed, zones: make(map[string]zone, len(other.zones))}
	for _, from := range []*Rules{other, r} {
		maps.Copy(all.zones, from.zones)
	}
	all.sort()
	return all
}

// Version returns the IANA's name of the edition, such as "2026f", and "" if it does not
// say.
func (r *Rules) Version() string { return r.version }

// Source returns where the edition is from: Embedded, a path, or the variable that
// names one.
func (r *Rules) Source() string { return r.source }

// IsFixed says whether an operator has chosen the edition by ZONEINFO: no newer one takes its
// place.
func (r *Rules) IsFixed() bool { return r.fixed }

// String returns version and source for people: "2026f (embedded)".
func (r *Rules) String() string {
	if r.version == "" {
		return "unknown version (" + r.source + ")"
	}
	return r.version + " (" + r.source + ")"
}

// Names returns the names of all zones, in alphabetical order.
func (r *Rules) Names() []string { return slices.Clone(r.names) }

// Location returns the zone of a name in any case, whose name is spelled as the IANA
// does, and false if there is none.
func (r *Rules) Location(name string) (*time.Location, bool) {
	z, ok := r.zones[lower(name)]
	return z.location, ok
}

// lower returns a name in lower case. Letters outside of ASCII stay, as no zone has any:
// the sign of the Kelvin is no k.
func lower(name string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, name)
}
