package main

import (
	"net/http"
	"strings"
	"testing"
)

func TestTheLinkForTheFirstAdministratorIsLoggedAtStart(t *testing.T) {
	root, log := serving(t, "--auth", "required")
	lines := log.lines(t, "no users exist, so all writes are refused")
	link, _ := lines[0]["link"].(string)
	if !strings.HasPrefix(link, strings.Split(root, "/calendar")[0]+"/desk/link?token=alm_") {
		t.Fatalf("the link is %q", link)
	}
	if status, text, _ := browse(t, link); status != http.StatusOK || !strings.Contains(text, "Set up the first administrator") {
		t.Errorf("GET %s is %d: %s", link, status, text)
	}
}

func TestWithoutADeskThereIsNoLinkToIt(t *testing.T) {
	root, log := serving(t, "--auth", "required", "--desk=false")
	if link := log.lines(t, "no users exist, so all writes are refused")[0]["link"]; link != "" {
		t.Errorf("the link is %q", link)
	}
	site := strings.Split(root, "/calendar")[0]
	for path, want := range map[string]int{"/desk": http.StatusNotFound, "/desk/sign-in": http.StatusNotFound, "/": http.StatusOK} {
		if status, _, _ := browse(t, site+path); status != want {
			t.Errorf("GET %s is %d, want %d", path, status, want)
		}
	}
}

func TestThePagesOfTheSiteStayBesideTheDesk(t *testing.T) {
	root, _ := serving(t)
	site := strings.Split(root, "/calendar")[0]
	if status, text, _ := browse(t, site+"/"); status != http.StatusOK || strings.Contains(text, "/desk") {
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
