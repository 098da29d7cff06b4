package words_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"
)

// root is the directory of the module.
var root = filepath.Join("..", "..", "..")

// rejected has the rejected words and the standard terms to use instead.
var rejected = map[string]string{
	"anew":     "again, new",
	"believed": "valid, trusted",
	"deed":     "action",
	"deeds":    "actions",
	"house":    "program, code",
	"peer":     "The Events Calendar",
	"settle":   "decide, run",
	"settled":  "decided",
	"settles":  "decides",
	"told":     "reported, stored",
	"whoever":  "the caller, the client",
}

// rejectedNames has words that are rejected in identifiers only.
var rejectedNames = map[string]string{"beyond": "nonstandard, above"}

// cleanPackages are the directories of Go code that are checked, with those
// below them. Generated files and testdata are left out.
var cleanPackages = []string{"resources", "generator", "runtime", "cmd", "examples"}

// cleanDocuments are patterns of the documents that are checked.
var cleanDocuments = []string{"*.md", "docs/*.md", "docs/*/*.md", "examples/*/*.md"}

func TestGoCodeUsesStandardWords(t *testing.T) {
	for _, dir := range cleanPackages {
		err := filepath.WalkDir(filepath.Join(root, dir), func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && d.Name() == "testdata":
				return filepath.SkipDir
			case !strings.HasSuffix(path, ".go"):
				return nil
			}
			checkFile(t, path)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// checkFile checks the identifiers and comments of a Go file.
func checkFile(t *testing.T, path string) {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	if ast.IsGenerated(file) {
		return
	}
	for _, group := range file.Comments {
		report(t, files.Position(group.Pos()).String(), group.Text(), rejected)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			report(t, files.Position(id.Pos()).String(), separated(id.Name), rejected, rejectedNames)
		}
		return true
	})
}

// separated returns the words of an identifier, separated by blanks.
func separated(name string) string {
	var b strings.Builder
	for _, r := range name {
		if unicode.IsUpper(r) {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
	}
	return b.String()
}

func TestDocumentsUseStandardWords(t *testing.T) {
	for _, pattern := range cleanDocuments {
		paths, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		if err != nil || len(paths) == 0 {
			t.Fatalf("no document is %s (%v)", pattern, err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			report(t, path, string(text), rejected)
		}
	}
}

// word matches one word.
var word = regexp.MustCompile(`\pL+`)

// report reports the words of a text that are on a list.
func report(t *testing.T, where, text string, lists ...map[string]string) {
	t.Helper()
	for _, w := range word.FindAllString(text, -1) {
		for _, list := range lists {
			if instead, ok := list[strings.ToLower(w)]; ok {
				t.Errorf("%s: %q is rejected; use a standard term: %s", where, w, instead)
			}
		}
	}
}
