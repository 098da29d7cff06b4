package browser_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// serveNew starts a deployment on an empty database, and returns it with the link by
// which the first administrator is made.
func serveNew(t *testing.T, program, deployment string) (s service, link string) {
	t.Helper()
	s.database = "sqlite:" + filepath.Join(t.TempDir(), "new.db")
	command := exec.Command(program, "serve", "--deployment", deployment, "--auth", "required", "--database", s.database, "--listen", "127.0.0.1:0", "--admin-listen", "none")
	log, err := command.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = command.Process.Kill()
		_ = command.Wait() // It was killed, which is what the error says.
	})
	for lines := bufio.NewScanner(log); lines.Scan(); {
		var line struct {
			Root string `json:"url.full"`
			File string `json:"link_file"`
		}
		if json.Unmarshal(lines.Bytes(), &line) != nil {
			continue
		}
		if line.Root != "" {
			s.root = line.Root
		}
		if line.File != "" {
			go func() { _, _ = io.Copy(io.Discard, log) }() // A full pipe would stop the server.
			text, err := os.ReadFile(line.File)
			if err != nil {
				t.Fatal(err)
			}
			return s, strings.TrimSpace(string(text))
		}
	}
	t.Fatal("the server has not said how the first administrator is made")
	return s, ""
}

// fill types into the fields of a form, by their names.
func (p *tab) fill(t *testing.T, fields map[string]string) {
	t.Helper()
	for name, value := range fields {
		evaluate[bool](t, p, fmt.Sprintf(`(document.querySelector('[name=%q]').value = %q, true)`, name, value))
	}
}

// submit presses the button of a form, and waits for a page that has a text.
func (p *tab) submit(t *testing.T, form, text string) {
	t.Helper()
	p.do(t, click(form+" button"))
	p.wait(t, fmt.Sprintf(`document.readyState === "complete" && document.body.innerText.includes(%q)`, text))
}

// TestDesk sets the desk up, invites somebody and signs in and out. The pages have no
// script that a form needs, and their policy forbids what is inline.
func TestDesk(t *testing.T) {
	t.Parallel()
	s, link := serveNew(t, build(t), "a")
	site, _, _ := strings.Cut(link, "/desk/")
	p := open(t)
	p.show(t, 1280, 800, "light")
	p.do(t, chromedp.Navigate(link))
	p.looks(t, "desk-first")
	p.fill(t, map[string]string{"name": "ada", "password": password, "repeat": "another one"})
	p.submit(t, "main form", "Passwords don’t match.")
	p.looks(t, "desk-mistake")
	p.fill(t, map[string]string{"name": "ada", "password": password, "repeat": password})
	p.submit(t, "main form", "Welcome. Your password is set.")
	p.looks(t, "desk-home")

	for _, width := range []int64{390, 1280} {
		p.show(t, width, 800, "light")
		p.do(t, chromedp.Navigate(site+"/"))
		p.wait(t, `document.querySelector(".empty a[href$='desk']")?.innerText === "Add the first event" && !document.body.innerText.includes("Sign in")`)
	}

	p.do(t, chromedp.Navigate(site+"/desk/users"))
	p.fill(t, map[string]string{"name": "grace", "email": "grace@example.org", "role": "editor"})
	p.submit(t, `form[action$="/users"]`, "grace has been invited")
	p.looks(t, "desk-invited")
	invitation := evaluate[string](t, p, `document.querySelector("code.secret").textContent`)
	p.do(t, click(`tbody a[href$="/users/2"]`))
	p.wait(t, `document.readyState === "complete" && document.body.innerText.includes("Reset password")`)
	p.looks(t, "desk-user")
	p.do(t, chromedp.Navigate(site+"/desk/account"))
	p.fill(t, map[string]string{"label": "Backup script"})
	p.submit(t, `form[action$="/tokens"]`, "Copy it now")
	p.looks(t, "desk-account")

	p.submit(t, `form[action$="/sign-out"]`, "You are signed out.")
	p.looks(t, "desk-sign-in")
	p.fill(t, map[string]string{"name": "ada", "password": "wrong"})
	p.submit(t, "main form", "Wrong name or password.")
	p.looks(t, "desk-wrong")
	p.do(t, chromedp.Navigate(invitation))
	p.fill(t, map[string]string{"password": password, "repeat": password})
	p.submit(t, "main form", "Welcome. Your password is set.")
	p.do(t, chromedp.Navigate(site+"/desk/users"))
	p.wait(t, `document.body.innerText.includes("Only administrators can do this.")`)
	p.looks(t, "desk-refused")
	p.do(t, chromedp.Navigate(invitation))
	p.wait(t, `document.body.innerText.includes("This link has been used")`)
	p.staysHome(t, s)
}
