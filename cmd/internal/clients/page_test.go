package clients_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// goBlock is a block of Go in a page.
var goBlock = regexp.MustCompile("(?s)```go\n(.*?)```")

// TestThePageShowsTheExamples wants each block of docs/clients.md to be part of
// an example that runs.
func TestThePageShowsTheExamples(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "clients.md"))
	if err != nil {
		t.Fatal(err)
	}
	examples, err := os.ReadFile("example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	have := squeeze(string(examples))
	blocks := goBlock.FindAllStringSubmatch(string(page), -1)
	for _, block := range blocks {
		if !strings.Contains(have, squeeze(block[1])) {
			t.Errorf("no example has\n%s", block[1])
		}
	}
	if len(blocks) == 0 {
		t.Error("the page shows no Go")
	}
}

// squeeze makes runs of blanks one, because an example is indented.
func squeeze(text string) string { return strings.Join(strings.Fields(text), " ") }
