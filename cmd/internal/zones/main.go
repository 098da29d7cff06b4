// Command zones writes what package zoneinfo embeds, from a folder that zic has filled and
// the tzdata.zi that it was filled from: the rules, the list of names, and a text that
// says what they are. .ci/zones runs it.
package main

import (
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"almanac/runtime/zoneinfo"
)

func main() {
	from := flag.String("from", "", "`folder` that zic has written, with tzdata.zi")
	source := flag.String("source", "", "`text` on where tzdata.zi is from")
	builder := flag.String("builder", "", "`text` on what compiled it")
	to := flag.String("to", "runtime/zoneinfo", "`folder` to write to")
	flag.Parse()
	if err := write(*from, *to, *source, *builder); err != nil {
		fmt.Fprintf(os.Stderr, "zones: %v\n", err)
		os.Exit(1)
	}
}

// write writes the three files.
func write(from, to, source, builder string) error {
	rules, err := zoneinfo.Read(os.DirFS(from), from)
	if err != nil {
		return err
	}
	if rules.Version() == "" {
		return errors.New("tzdata.zi has no version")
	}
	if err := keepsNames(filepath.Join(to, "names.txt"), rules.Names()); err != nil {
		return err
	}
	compressed, err := rules.Bytes()
	if err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(from, "tzdata.zi"))
	if err != nil {
		return err
	}
	about := fmt.Sprintf("version      %s\nsource       %s\ntzdata.zi    sha256 %x\nbuilt by     %s\n"+
		"zip.zst      sha256 %x\n", rules.Version(), source, sha256.Sum256(text), builder, sha256.Sum256(compressed))
	for name, content := range map[string][]byte{
		"embedded.zip.zst": compressed, "embedded.txt": []byte(about),
		"names.txt": []byte(strings.Join(rules.Names(), "\n") + "\n"),
	} {
		if err := os.WriteFile(filepath.Join(to, name), content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// keepsNames returns an error if a name of the list in a file is missing: events may
// have that zone.
func keepsNames(list string, names []string) error {
	text, err := os.ReadFile(list)
	if err != nil {
		return err
	}
	var lost []string
	for name := range strings.FieldsSeq(string(text)) {
		if !slices.Contains(names, name) {
			lost = append(lost, name)
		}
	}
	if lost != nil {
		return fmt.Errorf("the new rules lack the zones %s", strings.Join(lost, ", "))
	}
	return nil
}
