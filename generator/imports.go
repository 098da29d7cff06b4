package generator

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
)

// notImportable says why generated code of the module at root cannot import a package;
// "" if it can.
func notImportable(root, importPath string) string {
	module := moduleAt(root)
	dir, local := strings.CutPrefix(importPath, module+"/")
	if !local {
		return ""
	}
	if parent, _, ok := strings.Cut(dir+"/", "internal/"); ok && parent != "" {
		return "is internal to " + module + "/" + strings.TrimSuffix(parent, "/")
	}
	if way := importsOutput(root, module, dir, map[string]bool{}); way != nil {
		return "imports generated code: " + strings.Join(way, " imports ")
	}
	return ""
}

// moduleAt returns the path of the module at root.
func moduleAt(root string) string {
	text, _ := os.ReadFile(filepath.Join(root, "go.mod")) // CheckFunctions has found it.
	for line := range strings.Lines(string(text)) {
		if words := strings.Fields(line); len(words) > 1 && words[0] == "module" {
			return strings.Trim(words[1], `"`)
		}
	}
	return ""
}

// importsOutput returns the way by which the package in a directory of the module
// imports generated code: its own path, those between, and that of generated code;
// nil if it does not. Packages that were seen are not looked into again.
func importsOutput(root, module, dir string, seen map[string]bool) []string {
	importPath := module + "/" + dir
	if dir == "generated" {
		return []string{importPath}
	}
	seen[dir] = true
	for _, imported := range importsOf(filepath.Join(root, dir)) {
		next, local := strings.CutPrefix(imported, module+"/")
		if !local || seen[next] {
			continue
		}
		if way := importsOutput(root, module, next, seen); way != nil {
			return append([]string{importPath}, way...)
		}
	}
	return nil
}

// importsOf lists what the files of a package import.
func importsOf(dir string) []string {
	paths, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	var list []string
	for _, path := range paths {
		file, _ := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if file == nil || strings.HasSuffix(path, "_test.go") {
			continue
		}
		for _, spec := range file.Imports {
			list = append(list, strings.Trim(spec.Path.Value, "\""))
		}
	}
	return list
}
