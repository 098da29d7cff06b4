package migrate

import (
	"regexp"
	"slices"
	"strings"
)

// What a statement drops, and what gets a name, in the quotes of any dialect.
// The second form is that of a rebuilt table, whose rows live on under its old
// name, and of a column that takes the place of another.
var (
	dropped = regexp.MustCompile("(?i)\\bDROP\\s+(TABLE|COLUMN)\\s+(?:IF\\s+EXISTS\\s+)?[\"`]?(\\w+)")
	named   = regexp.MustCompile("(?is)\\bRENAME\\b.*\\bTO\\s+[\"`]?(\\w+)")
)

// drops returns in words which tables and columns the statements drop for good.
// It holds for files that forgot to say that they lose data: such a step must
// not pass as harmless.
func drops(statements []string) []string {
	var kept, list []string
	for _, text := range statements {
		if m := named.FindStringSubmatch(text); m != nil {
			kept = append(kept, strings.ToLower(m[1]))
		}
	}
	for _, text := range statements {
		for _, m := range dropped.FindAllStringSubmatch(text, -1) {
			if !slices.Contains(kept, strings.ToLower(m[2])) {
				list = append(list, "the "+strings.ToLower(m[1])+" "+m[2])
			}
		}
	}
	return list
}
