package dates

import (
	"archive/zip"
	"errors"
	"flag"
	"go/build"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite zones.txt from the zone database of this Go installation")

// TestTheListHasEveryZoneThatGoEmbeds compares zones.txt with the archive that
// time/tzdata is made from.
func TestTheListHasEveryZoneThatGoEmbeds(t *testing.T) {
	archive, err := zip.OpenReader(filepath.Join(build.Default.GOROOT, "lib", "time", "zoneinfo.zip"))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("this Go installation has no zone database")
	}
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()

	var want []string
	for _, f := range archive.File {
		// Factory stands for a clock that nobody has set; it is no place.
		if !strings.HasSuffix(f.Name, "/") && f.Name != "Factory" {
			want = append(want, f.Name)
		}
	}
	slices.Sort(want)
	text := strings.Join(want, "\n") + "\n"
	if *update {
		if err := os.WriteFile("zones.txt", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(text, zoneNames); diff != "" {
		t.Errorf("zones.txt is old; run go test ./runtime/dates -run TheList -update (-want +got):\n%s", diff)
	}
}

func TestEveryListedZoneLoads(t *testing.T) {
	for _, name := range strings.Fields(zoneNames) {
		z, err := ParseZone(strings.ToUpper(name))
		if err != nil || z.Name() != name {
			t.Errorf("ParseZone(%q) = %v, %v", strings.ToUpper(name), z, err)
		}
	}
}
