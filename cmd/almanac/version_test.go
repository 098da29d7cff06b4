package main

import (
	"regexp"
	"runtime"
	"strings"
	"testing"
)

func TestTheVersionIsPrinted(t *testing.T) {
	got, err := almanac(t, "", "version")
	if err != nil {
		t.Fatal(err)
	}
	form := regexp.MustCompile(`\Aalmanac  \S+\ncommit   \S.*\ntime     \S+\nbuilt by (\S+) \S+/\S+\nzones    20\d\d[a-z]+ \(embedded\)\n\z`)
	if m := form.FindStringSubmatch(got); m == nil || m[1] != strings.Fields(runtime.Version())[0] {
		t.Errorf("almanac version prints\n%s", got)
	}
}
