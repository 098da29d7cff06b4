package desktest

import (
	"go/ast"
	"go/constant"
	"go/importer"
	"go/parser"
	gotoken "go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"almanac/runtime/messages"
)

// errorTexts is the directory of the translations of errors of the API.
const errorTexts = recordsDir + "/../page/errors/messages"

// formats are the formats of messages in the code of some packages.
type formats struct {
	t       *testing.T
	files   *gotoken.FileSet
	exports map[string]string // Files with what packages export.
	found   map[string]bool
}

// formatsIn returns the formats in the packages that a pattern of the command go names: the
// constants of the type messages.Format. Other values of that type have to come from these.
func formatsIn(t *testing.T, pattern string) map[string]bool {
	t.Helper()
	list := exec.CommandContext(t.Context(), "go", "list", "-export", "-deps", "-f",
		"{{.ImportPath}}|{{.Export}}|{{if .Match}}{{.Dir}}{{range .GoFiles}}|{{.}}{{end}}{{end}}", pattern)
	list.Dir = filepath.Join("..", "..", "..", "..")
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	f := formats{t, gotoken.NewFileSet(), map[string]string{}, map[string]bool{}}
	packages := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		part := strings.Split(strings.TrimSpace(line), "|")
		if f.exports[part[0]] = part[1]; len(part) > 3 {
			packages[part[0]] = part[2:]
		}
	}
	imports := importer.ForCompiler(f.files, "gc", func(path string) (io.ReadCloser, error) { return os.Open(f.exports[path]) })
	for path, files := range packages {
		f.add(imports, path, files[0], files[1:])
	}
	return f.found
}

// add adds the formats of a package.
func (f *formats) add(imports types.Importer, path, dir string, names []string) {
	var parsed []*ast.File
	for _, name := range names {
		file, err := parser.ParseFile(f.files, filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			f.t.Fatal(err)
		}
		parsed = append(parsed, file)
	}
	info := types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	if _, err := (&types.Config{Importer: imports}).Check(path, f.files, parsed, &info); err != nil {
		f.t.Fatal(err)
	}
	for _, file := range parsed {
		ast.Inspect(file, func(n ast.Node) bool {
			call, isCall := n.(*ast.CallExpr)
			if isCall {
				f.checkCall(&info, call)
			}
			e, isExpr := n.(ast.Expr)
			if !isExpr || !isFormat(info.Types[e].Type) || info.Types[e].Value == nil {
				return true
			}
			f.found[constant.StringVal(info.Types[e].Value)] = true
			return false // Not the parts of a sum of texts.
		})
	}
}

// isFormat reports whether a type is messages.Format.
func isFormat(t types.Type) bool {
	return t != nil && strings.HasSuffix(t.String(), "runtime/messages.Format")
}

// checkCall fails the test if a text that is no constant becomes a format, and if a format has other
// values than it has verbs.
func (f *formats) checkCall(info *types.Info, call *ast.CallExpr) {
	if info.Types[call.Fun].IsType() && isFormat(info.Types[call.Fun].Type) && info.Types[call].Value == nil {
		f.t.Errorf("%s: a format is made of a text that no test knows", f.files.Position(call.Pos()))
	}
	for i, arg := range call.Args {
		if value := info.Types[arg].Value; value != nil && isFormat(info.Types[arg].Type) && !call.Ellipsis.IsValid() {
			format := constant.StringVal(value)
			values := len(call.Args) - i - 1
			if want := len(verb.FindAllString(format, -1)); want != values && !isOpen(format, want, values) {
				f.t.Errorf("%s: %q has %d values, want %d", f.files.Position(arg.Pos()), format, values, want)
			}
		}
	}
}

// isOpen reports whether a message lacks the value that it is about, which Message.About adds.
func isOpen(format string, want, values int) bool {
	return want == values+1 && strings.HasPrefix(format, "%s ")
}

// verb is a place for a value in a text, such as %d or %[2]s.
var verb = regexp.MustCompile(`%(\[\d+\])?[a-z]`)

func TestErrorsOfTheAPIAreTranslated(t *testing.T) {
	used := formatsIn(t, "./runtime/...")
	for _, tag := range messages.Languages() {
		texts := textsIn(t, errorTexts, tag)
		for key := range texts {
			if !used[key] {
				t.Errorf("%s: no error has the text %q", tag, key)
			}
		}
		for key := range used {
			isText := strings.ContainsFunc(verb.ReplaceAllString(key, ""), unicode.IsLetter)
			if isText && texts[key] == nil && tag != messages.Languages()[0] {
				t.Errorf("%s has no %q", tag, key)
			}
		}
	}
	if len(used) < 100 {
		t.Errorf("only %d formats were found", len(used))
	}
}
