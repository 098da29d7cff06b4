package clients_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"almanac/generated/client"
	"almanac/runtime/auth"
	"almanac/runtime/service"
)

// TestQuickStartsWork runs each program of examples/quickstart against a service
// with users; those whose language is not installed are skipped.
func TestQuickStartsWork(t *testing.T) {
	address, users, stop := calendar(withUsers, func(c *service.Config) { c.Clock = time.Now })
	defer stop()
	if _, err := users.Add(t.Context(), "ada", "", auth.RoleEditor, secret); err != nil {
		t.Fatal(err)
	}
	c, err := client.New(address, client.WithBasicAuth("ada", secret))
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, dir string
		command   []string
	}{
		{"curl", "", []string{"sh", "quickstart.sh"}},
		{"Python", "", []string{"python3", "quickstart.py"}},
		{"JavaScript", "", []string{"node", "quickstart.mjs"}},
		{"PHP", "", []string{"php", "quickstart.php"}},
		{"Go", "go", []string{"go", "run", "."}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := exec.LookPath(tt.command[0]); err != nil {
				t.Skipf("%s is not installed", tt.command[0])
			}
			// More events than one page of the example has.
			for range 6 {
				if _, err := c.Events.Create(t.Context(), client.EventFields{Title: client.Set("Choir"), StartDate: client.Set("tomorrow"), EndDate: client.Set("tomorrow")}); err != nil {
					t.Fatal(err)
				}
			}
			command := exec.CommandContext(t.Context(), tt.command[0], tt.command[1:]...)
			command.Dir = filepath.Join("..", "..", "..", "examples", "quickstart", tt.dir)
			command.Env = append(os.Environ(), "ALMANAC_API="+address, "ALMANAC_USER=ada", "ALMANAC_PASSWORD="+secret)
			out, err := command.CombinedOutput()
			if err != nil || !strings.HasSuffix(string(out), "done\n") {
				t.Fatalf("%v\n%s", err, out)
			}
			if !strings.Contains(string(out), "start_date") {
				t.Errorf("the error does not name start_date:\n%s", out)
			}
			left, err := c.Events.List(t.Context(), client.EventParams{Search: client.Set("Quick start")})
			if err != nil || left.Total != 0 {
				t.Errorf("%d events are left, %v", left.Total, err)
			}
		})
	}
}
