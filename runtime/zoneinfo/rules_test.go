package zoneinfo

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestTheEmbeddedRulesAreThoseThatTheTextBesideThemNames(t *testing.T) {
	about, err := os.ReadFile("embedded.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"version      " + Embedded().Version() + "\n", fmt.Sprintf("zip.zst      sha256 %x\n", sha256.Sum256(embedded)),
	} {
		if !strings.Contains(string(about), want) {
			t.Errorf("embedded.txt has no line %q; run make zones", want)
		}
	}
	names, err := os.ReadFile("names.txt")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Fields(string(names)), Embedded().Names()); diff != "" {
		t.Errorf("names.txt is old; run make zones (-want +got):\n%s", diff)
	}
}

func TestAnEditionSurvivesItsBytes(t *testing.T) {
	files := edition(t, Embedded().Version(), "Asia/Tokyo", "Asia/Tokyo")
	r, err := Read(files, "files")
	if err != nil {
		t.Fatal(err)
	}
	compressed, err := r.With(Embedded()).Bytes()
	if err != nil {
		t.Fatal(err)
	}
	again, err := Open(compressed, "a copy")
	if err != nil {
		t.Fatal(err)
	}
	if again.String() != Embedded().Version()+" (a copy)" {
		t.Errorf("the copy is %s", again)
	}
	if twice, err := r.With(Embedded()).Bytes(); err != nil || !bytes.Equal(twice, compressed) {
		t.Errorf("the same zones have other bytes, %v", err)
	}
	if _, err := Open(compressed[:len(compressed)/2], "half"); err == nil {
		t.Error("half of the bytes are an edition")
	}
}

func TestOneNameInAnyCaseIsOneLocation(t *testing.T) {
	a, _ := Embedded().Location("europe/PARIS")
	b, ok := Embedded().Location("Europe/Paris")
	if !ok || a != b || a.String() != "Europe/Paris" {
		t.Errorf("the locations are %v and %v", a, b)
	}
	for _, name := range []string{"", "Local", "Factory", "../etc/passwd", "Europe/Nowhere"} {
		if l, ok := Embedded().Location(name); ok {
			t.Errorf("Location(%q) is %v", name, l)
		}
	}
}

// TestWinterInVancouver shows that the embedded rules are those since 2026b.
func TestWinterInVancouver(t *testing.T) {
	zone, _ := Embedded().Location("America/Vancouver")
	if name, offset := time.Date(2027, time.January, 15, 12, 0, 0, 0, zone).Zone(); offset != -7*3600 {
		t.Errorf("Vancouver has %s, %d s, in January 2027", name, offset)
	}
}

// edition is a zone database of one zone, with the rules of another.
func edition(t *testing.T, version, name, like string) fstest.MapFS {
	t.Helper()
	z, ok := Embedded().zones[strings.ToLower(like)]
	if !ok {
		t.Fatalf("no zone %s", like)
	}
	files := fstest.MapFS{
		name: {Data: z.data}, "right/" + name: {Data: z.data}, "localtime": {Data: z.data}, "zone.tab": {Data: []byte("# text")},
	}
	if version != "" {
		files[sourceFile] = &fstest.MapFile{Data: []byte("# version " + version + "\nR x")}
	}
	return files
}

// folder writes a zone database to a new folder.
func folder(t *testing.T, files fstest.MapFS) string {
	t.Helper()
	path := t.TempDir()
	if err := os.CopyFS(path, files); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestRulesAreChosen(t *testing.T) {
	newer, older := folder(t, edition(t, "2999a", "Asia/Tokyo", "Asia/Kolkata")),
		folder(t, edition(t, "2001a", "Asia/Tokyo", "Asia/Kolkata"))
	same := folder(t, edition(t, Embedded().Version()+"-debian", "Asia/Tokyo", "Asia/Kolkata"))
	unnamed, empty := folder(t, edition(t, "", "Asia/Tokyo", "Asia/Kolkata")), t.TempDir()
	archive := filepath.Join(t.TempDir(), "zones.zip")
	writeZip(t, archive, edition(t, "", "Asia/Tokyo", "Asia/Kolkata"))
	broken := edition(t, "2999b", "Asia/Tokyo", "Asia/Kolkata")
	broken["Asia/Tokyo"].Data = broken["Asia/Tokyo"].Data[:60]
	damaged := folder(t, broken)

	for _, c := range []struct {
		name     string
		variable string
		system   []string
		want     string // As String says, or the error.
		tokyo    string
	}{
		{name: "none but the embedded", want: Embedded().String(), tokyo: "JST"},
		{name: "a newer system", system: []string{empty, newer}, want: "2999a (" + newer + ")", tokyo: "IST"},
		{name: "an older system", system: []string{older}, want: Embedded().String(), tokyo: "JST"},
		{name: "a system with the same version", system: []string{same}, want: Embedded().String(), tokyo: "JST"},
		{name: "a system without a version", system: []string{unnamed}, want: Embedded().String(), tokyo: "JST"},
		{name: "a damaged system", system: []string{damaged}, want: Embedded().String(), tokyo: "JST"},
		{name: "an old ZONEINFO", variable: older, system: []string{newer}, want: "2001a (ZONEINFO=" + older + ")", tokyo: "IST"},
		{name: "a ZONEINFO without a version", variable: unnamed, want: "unknown version (ZONEINFO=" + unnamed + ")", tokyo: "IST"},
		{name: "an archive", variable: archive, want: "unknown version (ZONEINFO=" + archive + ")", tokyo: "IST"},
		{name: "an empty ZONEINFO", variable: empty, want: "ZONEINFO=" + empty + ": no time zones in it"},
		{
			name: "no such ZONEINFO", variable: filepath.Join(empty, "x"),
			want: "ZONEINFO=" + filepath.Join(empty, "x") + ": stat " + filepath.Join(empty, "x") + ": no such file or directory",
		},
		{name: "a ZONEINFO that is no archive", variable: filepath.Join(older, "zone.tab"), want: "ZONEINFO=" + filepath.Join(older, "zone.tab") + ": zip: not a valid zip file"},
		{name: "a damaged ZONEINFO", variable: damaged, want: "ZONEINFO=" + damaged + ": the rules of Asia/Tokyo are broken: malformed time zone information"},
	} {
		r, err := choose(c.variable, c.system)
		if err != nil {
			if err.Error() != c.want {
				t.Errorf("%s: %v, want %s", c.name, err, c.want)
			}
			continue
		}
		tokyo, _ := r.Location("Asia/Tokyo")
		abbreviation, _ := time.Date(2027, 1, 1, 0, 0, 0, 0, tokyo).Zone()
		if r.String() != c.want || abbreviation != c.tokyo {
			t.Errorf("%s: %s, Tokyo has %s; want %s and %s", c.name, r, abbreviation, c.want, c.tokyo)
		}
		if paris, ok := r.Location("Europe/Paris"); !ok || len(r.Names()) != len(Embedded().Names()) {
			t.Errorf("%s: a zone that the choice lacks is not the embedded one: %v", c.name, paris)
		}
	}
}
