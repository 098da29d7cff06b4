package main

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"almanac/runtime/store/storetest"
)

func TestTheLinkForTheFirstAdministratorIsInAFileAndInNoLog(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db string) {
		file := filepath.Join(t.TempDir(), "link")
		if path, is := strings.CutPrefix(db, "sqlite:"); is {
			file = path + ".setup-link"
		}
		args := []string{"--database", db, "--migrate", "--auth", "required", "--log-level", "debug", "--admin-listen", "none"}
		if !strings.HasPrefix(db, "sqlite:") {
			args = append(args, "--setup-link-file", file)
		}
		read := func() string {
			text, err := os.ReadFile(file)
			if info, _ := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
				t.Fatalf("the file with the link: %v, %v", info, err)
			}
			return strings.TrimSuffix(string(text), "\n")
		}
		_, before := serving(t, args...)
		used := read()
		if err := os.Chmod(file, 0o644); err != nil { // As a mistake would.
			t.Fatal(err)
		}
		root, log := serving(t, args...)
		link, site := read(), strings.Split(root, "/calendar")[0]
		if status, _, _ := browse(t, used); used == link || status == http.StatusOK {
			t.Errorf("after a restart the earlier link is %d", status)
		}
		status, text, _ := browse(t, link)
		if !strings.HasPrefix(link, site+"/desk/link?token=alm_") || status != http.StatusOK || !strings.Contains(text, "Set up the first administrator") {
			t.Fatalf("GET %q is %d: %s", link, status, text)
		}
		if lines := log.lines(t, "no users exist, so all writes are refused"); len(lines) != 1 || lines[0]["link_file"] != file {
			t.Errorf("the log names the file in %v", lines)
		}
		u, err := url.Parse(link)
		if err != nil {
			t.Fatal(err)
		}
		form := url.Values{"token": u.Query()["token"], "name": {"ada"}, "password": {"correct horse"}, "repeat": {"correct horse"}}
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, site+"/desk/link", strings.NewReader(form.Encode()))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Sec-Fetch-Site", "same-origin")
		w, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = w.Body.Close()
		if out, err := almanac(t, "", "user", "list", "--database", db); err != nil || !strings.Contains(out, "administrator") {
			t.Fatalf("the users are %q, %v; the form is %d", out, err, w.StatusCode)
		}
		if _, err := os.Stat(file); !os.IsNotExist(err) {
			t.Errorf("after its use the file is there: %v", err)
		}
		audit, err := almanac(t, "", "audit", "--database", db)
		if all := audit + before.text.String() + log.text.String(); err != nil || strings.Contains(all, "alm_") {
			t.Errorf("a log has the link (%v):\n%s", err, all)
		}
	})
}

func TestASetupLinkIsMadeWhereNobodyCanSignInToTheDesk(t *testing.T) {
	for _, tt := range []struct {
		name, role string // Of the user who has a password; "" for no user.
		args       []string
		message    string
		link       bool
	}{
		{"nobody is there", "", nil, "no users exist, so all writes are refused", true},
		{"nobody is there, and no desk", "", []string{"--desk=false"}, "no users exist, so all writes are refused", false},
		{"no administrator is there", "editor", nil, "no administrator can sign in to the desk", true},
		{"an administrator is there", "administrator", nil, "", false},
		{"nobody signs in", "", []string{"--auth", "open"}, "", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			db := database(t)
			file := strings.TrimPrefix(db, "sqlite:") + ".setup-link"
			if tt.role != "" {
				if _, err := almanac(t, "", "user", "add", "ada", "--role", tt.role, "--password", "correct horse", "--database", db); err != nil {
					t.Fatal(err)
				}
			}
			if tt.role == "administrator" { // One of before, as she was added by a command.
				if err := os.WriteFile(file, []byte("http://127.0.0.1:8080/desk/link?token=alm_x\n"), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			root, log := serving(t, append([]string{"--database", db, "--auth", "required"}, tt.args...)...)
			if status, _, _ := browse(t, strings.Split(root, "/calendar")[0]+"/"); status != http.StatusOK { // All is logged before a request is answered.
				t.Errorf("the calendar is %d", status)
			}
			for _, message := range []string{"no users exist, so all writes are refused", "no administrator can sign in to the desk"} {
				if lines := log.lines(t, message); (len(lines) == 1) != (message == tt.message) {
					t.Errorf("%d lines say %q", len(lines), message)
				}
			}
			if _, err := os.Stat(file); (err == nil) != tt.link {
				t.Errorf("the file with the link: %v", err)
			}
		})
	}
}

func TestASetupLinkOverwritesNothingElse(t *testing.T) {
	file := filepath.Join(t.TempDir(), "precious")
	if err := os.WriteFile(file, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{file, filepath.Dir(file), filepath.Join(file, "below"), "/dev/null"} {
		_, err := almanac(t, "", "serve", "--listen", "127.0.0.1:0", "--admin-listen", "none", "--auth", "required", "--database", database(t), "--setup-link-file", path)
		if err == nil || !strings.Contains(err.Error(), "--setup-link-file cannot be written, name another file") {
			t.Errorf("%s: %v", path, err)
		}
	}
	if text, err := os.ReadFile(file); string(text) != "precious" {
		t.Errorf("the file has %q, %v", text, err)
	}
}

func TestACommandPrintsTheLinkForTheFirstAdministrator(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db string) {
		if _, err := almanac(t, "", "migrate", "up", "--database", db); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(db, "sqlite:") { // No file is beside it.
			root, log := serving(t, "--database", db, "--auth", "required")
			browse(t, root+"/events")
			lines := log.lines(t, "no users exist, so all writes are refused")
			if command, _ := lines[0]["link_command"].(string); !strings.Contains(command, " user link --site-url http://127.0.0.1:") || strings.Contains(command, "postgres") {
				t.Errorf("the log names the command in %v", lines)
			}
		}
		t.Setenv("ALMANAC_SITE_URL", "")
		if out, err := almanac(t, "", "user", "link", "--database", db); err != nil || !strings.HasPrefix(out, "http://127.0.0.1:8080/desk/link?token=alm_") {
			t.Errorf("user link printed %q, %v", out, err)
		}
		if _, err := almanac(t, "", "user", "add", "ada", "--role", "administrator", "--password", "correct horse", "--database", db); err != nil {
			t.Fatal(err)
		}
		if out, err := almanac(t, "", "user", "link", "--database", db); err == nil || out != "" {
			t.Errorf("beside an administrator: %q", out)
		}
	})
}

func TestTheDeskCanBeTurnedOff(t *testing.T) {
	root, _ := serving(t, "--desk=false")
	site := strings.Split(root, "/calendar")[0]
	for path, want := range map[string]int{"/desk": http.StatusNotFound, "/desk/account": http.StatusNotFound, "/": http.StatusOK} {
		if status, _, _ := browse(t, site+path); status != want {
			t.Errorf("GET %s is %d, want %d", path, status, want)
		}
	}
}

func TestThePagesOfTheSiteStayBesideTheDesk(t *testing.T) {
	root, _ := serving(t)
	site := strings.Split(root, "/calendar")[0]
	if status, text, _ := browse(t, site+"/"); status != http.StatusOK || !strings.Contains(text, "text/calendar") {
		t.Errorf("the calendar is %d: %s", status, text)
	}
	if status, text, _ := browse(t, site+"/desk/account"); status != http.StatusOK || !strings.Contains(text, "Open mode") {
		t.Errorf("the desk is %d: %s", status, text)
	}
	if status, _, _ := browse(t, site+"/desktop"); status != http.StatusNotFound {
		t.Errorf("a path beside the desk is %d", status)
	}
}

func TestALinkForALostPasswordIsPrinted(t *testing.T) {
	db := database(t)
	if _, err := almanac(t, "", "user", "add", "ada", "--password", "correct horse", "--database", db); err != nil {
		t.Fatal(err)
	}
	for site, want := range map[string]string{"https://calendar.example/": "https://calendar.example/desk/link?token=alm_", "": "http://127.0.0.1:8080/desk/link?token=alm_"} {
		args := []string{"user", "link", "ADA", "--database", db}
		if site != "" {
			args = append(args, "--site-url", site)
		}
		if out, err := almanac(t, "", args...); err != nil || !strings.HasPrefix(out, want) || strings.Count(out, "\n") != 1 {
			t.Errorf("user link printed %q, %v; want %s", out, err, want)
		}
	}
	if out, err := almanac(t, "", "user", "link", "nobody", "--database", db); err == nil || out != "" {
		t.Errorf("a link for nobody: %q", out)
	}
}
