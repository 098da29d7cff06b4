package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// Bounds of the documents, so that they stay readable.
const (
	maxDocWords       = 19_200 // All together, but for generated ones and the changes of past releases.
	maxLineRunes      = 100
	maxGeneratedRunes = 140 // Rows of tables say what descriptions say.
)

// documents reads the Markdown files of the checkout by their paths.
func documents(t *testing.T) map[string]string {
	t.Helper()
	root := filepath.Join("..", "..")
	pages := map[string]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != root && isFile(filepath.Join(path, "go.mod")): // Another module: what it has is generated.
			return fs.SkipDir
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == "node_modules" || d.Name() == "dist" || d.Name() == ".git"):
			return fs.SkipDir
		case d.IsDir() || filepath.Ext(path) != ".md":
			return nil
		}
		text, err := os.ReadFile(path)
		pages[path] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return pages
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// What is no link and no heading: blocks, indented code and words of code.
var inCode = regexp.MustCompile("(?ms)^```.*?^```|^ {4}.*?$")

// anchors lists the anchors of the headings of a page, as GitHub makes them.
func anchors(page string) map[string]bool {
	list := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(inCode.ReplaceAllString(page, ""), -1) {
		name := regexp.MustCompile(`[^\p{L}\p{N}_ -]`).ReplaceAllString(strings.ToLower(m[1]), "")
		list[strings.ReplaceAll(name, " ", "-")] = true
	}
	return list
}

func TestLinksOfDocumentsLeadSomewhere(t *testing.T) {
	pages := documents(t)
	if _, whole := pages[filepath.Join("..", "..", "docs", "operations.md")]; !whole {
		t.Skip("the documents are not in this copy of the tree")
	}
	for path, page := range pages {
		text := regexp.MustCompile("`[^`\n]*`").ReplaceAllString(inCode.ReplaceAllString(page, ""), "")
		for _, m := range regexp.MustCompile(`\]\(([^)\s]+)\)`).FindAllStringSubmatch(text, -1) {
			if strings.Contains(m[1], ":") {
				continue // Another site.
			}
			file, anchor, _ := strings.Cut(m[1], "#")
			target := path
			if file != "" {
				target = filepath.Join(filepath.Dir(path), filepath.FromSlash(file))
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s: there is no %s", path, m[1])
			} else if anchor != "" && !anchors(pages[target])[anchor] {
				t.Errorf("%s: no heading for %s", path, m[1])
			}
		}
	}
}

func TestPasswordFilesOfDocumentsAreMadeBefore(t *testing.T) {
	for path, page := range documents(t) {
		for _, m := range regexp.MustCompile(`(?m)^ {4}.*(?:--password-file|<) (\w+\.txt)`).FindAllStringSubmatchIndex(page, -1) {
			if file := page[m[2]:m[3]]; !strings.Contains(page[:m[0]], "> "+file+"\n") && !strings.Contains(page[:m[0]], "> "+file+" ") {
				t.Errorf("%s: no command makes %s", path, file)
			}
		}
	}
}

// Builds with other flags share nothing, so other modules have to know those of this one.
func TestTheFrameworkNamesTheFlagsOfABuild(t *testing.T) {
	makefile, err := os.ReadFile(filepath.Join("..", "..", "Makefile"))
	page, there := documents(t)[filepath.Join("..", "..", "docs", "framework.md")]
	if os.IsNotExist(err) || !there {
		t.Skip("Makefile and docs/framework.md are not in this copy of the tree")
	}
	flags := regexp.MustCompile(`(?m)^\t(CGO_ENABLED=\d) \$\(GO\) build (-\w+) `).FindSubmatch(makefile)
	if flags == nil || !strings.Contains(page, "export "+string(flags[1])+" GOFLAGS="+string(flags[2])+"`") {
		t.Errorf("docs/framework.md lacks the flags of make build, %s", flags)
	}
}

// The bookshop compiles and tests the filter that the page shows.
func TestTheListOperationOfTheDocumentsIsThatOfTheBookshop(t *testing.T) {
	page, there := documents(t)[filepath.Join("..", "..", "docs", "howto", "list-operation.md")]
	var shop strings.Builder
	for _, file := range []string{"filters/filters.go", "resources/resources.go"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "examples", "bookshop", file))
		if !there || os.IsNotExist(err) {
			t.Skip("the page or the bookshop is not in this copy of the tree")
		}
		for line := range strings.Lines(string(text)) {
			shop.WriteString(strings.TrimSpace(line) + "\n")
		}
	}
	for _, m := range regexp.MustCompile(`(?m)^ {4}(.*)$`).FindAllStringSubmatch(page, -1) {
		if !strings.Contains(shop.String(), strings.TrimSpace(m[1])+"\n") {
			t.Errorf("the bookshop has no line %q", m[1])
		}
	}
}

// isWordRune reports whether a character makes a word of what it is in.
func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

func TestDocumentsAreShort(t *testing.T) {
	words := 0
	for path, page := range documents(t) {
		generated, longest := strings.HasPrefix(page, "<!-- Code generated"), maxLineRunes
		if generated {
			longest = maxGeneratedRunes
		}
		read := page
		if filepath.Base(path) == "CHANGELOG.md" {
			read, _, _ = strings.Cut(page, "\n## 1.")
		}
		for word := range strings.FieldsSeq(read) {
			if !generated && strings.ContainsFunc(word, isWordRune) { // Not the bars of tables.
				words++
			}
		}
		n := 0
		for line := range strings.Lines(page) {
			n++
			if utf8.RuneCountInString(strings.TrimRight(line, "\n")) > longest {
				t.Errorf("%s:%d: the line is longer than %d characters", path, n, longest)
			}
		}
	}
	if words > maxDocWords {
		t.Errorf("the documents have %d words, want %d at most", words, maxDocWords)
	}
}
