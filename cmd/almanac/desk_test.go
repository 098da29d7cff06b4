package main

import (
	"net/http"
	"strings"
	"testing"
)

func TestTheLinkForTheFirstAdministratorIsLoggedAtStart(t *testing.T) {
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
			if tt.role != "" {
				if _, err := almanac(t, "", "user", "add", "ada", "--role", tt.role, "--password", "correct horse", "--database", db); err != nil {
					t.Fatal(err)
				}
			}
			root, log := serving(t, append([]string{"--database", db, "--auth", "required"}, tt.args...)...)
			site := strings.Split(root, "/calendar")[0]
			if status, _, _ := browse(t, site+"/"); status != http.StatusOK { // All is logged before a request is answered.
				t.Errorf("the calendar is %d", status)
			}
			link := ""
			for _, message := range []string{"no users exist, so all writes are refused", "no administrator can sign in to the desk"} {
				lines := log.lines(t, message)
				if (len(lines) == 1) != (message == tt.message) {
					t.Errorf("%d lines say %q", len(lines), message)
				}
				for _, line := range lines {
					link, _ = line["link"].(string)
				}
			}
			if printed := "  " + link + "\n"; tt.link && !strings.HasSuffix(log.printed, printed) {
				t.Errorf("standard output has %q, want the link in a line of its own", log.printed)
			}
			if !tt.link {
				if link != "" || log.printed != "" {
					t.Errorf("the link is %q, and standard output has %q", link, log.printed)
				}
				return
			}
			if status, text, _ := browse(t, link); !strings.HasPrefix(link, site+"/desk/link?token=alm_") || status != http.StatusOK || !strings.Contains(text, "Set up the first administrator") {
				t.Errorf("GET %q is %d: %s", link, status, text)
			}
		})
	}
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
