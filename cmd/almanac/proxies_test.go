package main

import (
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// webServers are those whose settings docs/moving-in.md has, as a file that a private one is
// started with.
var webServers = []struct {
	name, program string
	replace       []string // Of the settings in the document, for this machine.
	file          string   // Around them: AT is the address, DIR a directory.
	args          func(dir string) []string
}{
	{
		"nginx", "nginx", []string{"server {\n", "server {\nlisten AT;\n"}, `daemon off; pid DIR/pid; user root;
events {}
http { access_log off; client_body_temp_path DIR/a; proxy_temp_path DIR/b; fastcgi_temp_path DIR/c;
uwsgi_temp_path DIR/d; scgi_temp_path DIR/e;
SETTINGS }`, func(dir string) []string { return []string{"-c", dir + "/conf", "-e", dir + "/log"} },
	},
	{
		"Apache", "apache2", nil, `ServerRoot DIR
LoadModule mpm_event_module /usr/lib/apache2/modules/mod_mpm_event.so
LoadModule authz_core_module /usr/lib/apache2/modules/mod_authz_core.so
LoadModule proxy_module /usr/lib/apache2/modules/mod_proxy.so
LoadModule proxy_http_module /usr/lib/apache2/modules/mod_proxy_http.so
LoadModule rewrite_module /usr/lib/apache2/modules/mod_rewrite.so
User nobody
Group nogroup
DefaultRuntimeDir DIR
PidFile DIR/pid
ErrorLog DIR/log
Listen AT
<VirtualHost AT>
ServerName site.example
SETTINGS
</VirtualHost>`, func(dir string) []string { return []string{"-f", dir + "/conf", "-D", "FOREGROUND"} },
	},
	{
		"Caddy", "caddy",
		[]string{"site.example {", "http://site.example:PORT {\nbind 127.0.0.1"},
		"{\nadmin off\n}\nSETTINGS", func(dir string) []string {
			return []string{"run", "--config", dir + "/conf", "--adapter", "caddyfile"}
		},
	},
}

func TestTheSettingsOfWebServersInTheDocumentWork(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "moving-in.md"))
	if os.IsNotExist(err) {
		t.Skip("docs/moving-in.md is not in this copy of the tree")
	}
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "### WordPress stays")
	first := regexp.MustCompile("`(--site-url [^`]*)`").FindStringSubmatch(section)
	if first == nil {
		t.Fatal("the document has no flags of Almanac")
	}
	for _, server := range webServers {
		t.Run(server.name, func(t *testing.T) {
			block := regexp.MustCompile(`(?m)^` + server.name + `\b(.*):\n\n((?:(?:    .*)?\n)+)`).FindStringSubmatch(section)
			if block == nil {
				t.Fatal("the document has no settings")
			}
			almanac := freeAddress(t)
			args := append(strings.Fields(first[1]), "--listen", almanac, "--auth", "required", "--legacy-routes", "on")
			for _, flag := range regexp.MustCompile("`(--[^`]*)`").FindAllStringSubmatch(block[1], -1) {
				args = append(args, strings.Fields(flag[1])...)
			}
			serving(t, args...)
			settings := strings.NewReplacer("127.0.0.1:8080", almanac).Replace(strings.NewReplacer(server.replace...).Replace(block[2]))
			at := startWebServer(t, server.program, strings.Replace(server.file, "SETTINGS", settings, 1), server.args)
			for _, tt := range []struct{ path, contentType, location string }{
				{"/wp-json/tribe/events/v1/events?per_page=1", "application/json", ""},
				{"/events/?ical=1", "text/calendar", ""},
				{"/?post_type=tribe_events&ical=1", "text/calendar", ""},
				{"/events/feed/", "application/rss+xml", ""},
				{"/events/month/?tribe-bar-date=2027-01-01", "", "https://events.site.example/events/month/?tribe-bar-date=2027-01-01"},
				{"/event/jazz/", "", "https://events.site.example/event/jazz/"},
				{"/venue/town-hall/", "", "https://events.site.example/venue/town-hall/"},
				{"/eventful/", "", ""}, // WordPress has it.
			} {
				r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+at+tt.path, nil)
				if err != nil {
					t.Fatal(err)
				}
				r.Host = "site.example"
				w, err := http.DefaultTransport.RoundTrip(r)
				if err != nil {
					t.Fatal(err)
				}
				body, _ := io.ReadAll(w.Body)
				_ = w.Body.Close()
				contentType, _, _ := strings.Cut(w.Header.Get("Content-Type"), ";")
				switch {
				case tt.location != "":
					if w.StatusCode != http.StatusMovedPermanently || w.Header.Get("Location") != tt.location {
						t.Errorf("%s is %d and leads to %q, want %q", tt.path, w.StatusCode, w.Header.Get("Location"), tt.location)
					}
				case (w.Header.Get("X-Request-Id") != "") != (tt.contentType != ""):
					t.Errorf("%s is %d: the wrong server has responded", tt.path, w.StatusCode)
				case tt.contentType != "" && (w.StatusCode != http.StatusOK || contentType != tt.contentType):
					t.Errorf("%s is %d of type %q, want %s: %.300s", tt.path, w.StatusCode, contentType, tt.contentType, body)
				}
			}
		})
	}
}

// freeAddress returns an address at which nobody listens, and that nobody else gets so soon.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}

// startWebServer runs a web server until the test ends, and returns its address.
func startWebServer(t *testing.T, program, settings string, args func(dir string) []string) string {
	t.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		path, err = exec.LookPath("/usr/sbin/" + program) // Where users have no PATH.
	}
	if err != nil && os.Getenv("CI") != "true" {
		t.Skipf("%s is not installed", program)
	}
	if err != nil {
		t.Fatal(err)
	}
	at, dir := freeAddress(t), t.TempDir()
	_, port, _ := net.SplitHostPort(at)
	settings = strings.NewReplacer("DIR", dir, "AT", at, "PORT", port).Replace(settings)
	if err := os.WriteFile(filepath.Join(dir, "conf"), []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), path, args(dir)...)
	command.Env = append(os.Environ(), "HOME="+dir, "XDG_DATA_HOME="+dir, "XDG_CONFIG_HOME="+dir)
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	var said strings.Builder
	command.Stdout, command.Stderr = &said, &said
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { _ = command.Wait(); close(ended) }()
	t.Cleanup(func() { <-ended })
	for {
		conn, err := net.Dial("tcp", at)
		if err == nil {
			_ = conn.Close()
			return at
		}
		select {
		case <-ended:
			t.Fatalf("%s does not run: %s\n%s", program, said.String(), settings)
		case <-time.After(10 * time.Millisecond):
		}
	}
}
