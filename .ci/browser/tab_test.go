package browser_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// tab is a tab of the browser that notes what its page says and asks for.
type tab struct {
	ctx context.Context

	mu       sync.Mutex
	messages []string // Of the console, and errors that nobody caught.
	requests []string // Methods and URLs.
}

// chromium returns the path of the browser: that of the variable CHROMIUM, or
// what is found under its usual names.
func chromium() (string, error) {
	for _, name := range []string{os.Getenv("CHROMIUM"), "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("there is no Chromium on the PATH: install it (apt-get install chromium), or name it by CHROMIUM=/path/to/it")
}

// browser starts the browser that the tests share.  No host but this machine has a name
// there.  TestMain ends it.
var browser = sync.OnceValues(func() (context.Context, error) {
	path, err := chromium()
	if err != nil {
		return nil, err
	}
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]), chromedp.ExecPath(path),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"))
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox) // As root it does not start otherwise.
	}
	started, end := chromedp.NewExecAllocator(context.Background(), options...)
	endBrowser = end
	ctx, _ := chromedp.NewContext(started)
	return ctx, chromedp.Do(ctx)
})

// endBrowser ends the browser, if it was started.
var endBrowser = func() {}

// open opens a tab for somebody who has no cookies yet, until the test ends.
func open(t *testing.T) *tab {
	t.Helper()
	shared, err := browser()
	if err != nil {
		t.Fatalf("the browser does not start: %v", err)
	}
	ctx, end := chromedp.NewContext(shared, chromedp.WithNewBrowserContext())
	t.Cleanup(end)
	page := &tab{ctx: ctx}
	if err := chromedp.Listen(ctx, page.note); err != nil {
		t.Fatalf("the browser opens no tab: %v", err)
	}
	// Other tests open tabs at the same time, and the keyboard is in each of them.
	page.do(t, func(ctx context.Context, target *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, target, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
		return chromedp.Void{}, err
	})
	return page
}

// note keeps what an event says.
func (p *tab) note(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := event.(type) {
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelVerbose {
			return // A hint of the browser that the console shows only on demand.
		}
		p.messages = append(p.messages, fmt.Sprintf("%s: %s %s", e.Entry.Level, e.Entry.Text, e.Entry.URL))
	case *runtime.EventConsoleAPICalled:
		text, _ := json.Marshal(e.Args) // What the browser has sent can be written again.
		p.messages = append(p.messages, fmt.Sprintf("console.%s: %s", e.Type, text))
	case *runtime.EventExceptionThrown:
		text, _ := json.Marshal(e.ExceptionDetails)
		p.messages = append(p.messages, "exception: "+string(text))
	case *network.EventRequestWillBeSent:
		p.requests = append(p.requests, e.Request.Method+" "+e.Request.URL)
	case *network.EventWebSocketCreated:
		p.requests = append(p.requests, "GET "+e.URL)
	}
}

// do runs actions, which have a minute.
func (p *tab) do(t *testing.T, actions ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, time.Minute)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		t.Fatal(err)
	}
}

// evaluate returns the value of an expression in the page.  The policy of the
// page forbids what would wait there, so who waits asks again.
func evaluate[T any](t *testing.T, p *tab, expression string) T {
	t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, time.Minute)
	defer cancel()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	return value
}

// wait waits until an expression is true.
func (p *tab) wait(t *testing.T, expression string) {
	t.Helper()
	if !p.becomes(t, expression, 30*time.Second) {
		t.Fatalf("waited in vain for %s; %s", expression, p.situation(t))
	}
}

// becomes reports whether an expression is true before the time is over.
func (p *tab) becomes(t *testing.T, expression string, within time.Duration) bool {
	t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, within+time.Minute)
	defer cancel()
	for end := time.Now().Add(within); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		is, err := chromedp.Run(ctx, chromedp.Evaluate[bool](expression))
		switch {
		case is:
			return true
		case err != nil && !strings.Contains(err.Error(), "navigated or closed"): // Another page may come just then.
			t.Fatalf("%s: %v", expression, err)
		}
	}
	return false
}

// press clicks on an element until an expression is true.  What is drawn anew just
// when it is clicked on does not feel it.  The element is clicked on by itself and not
// at its place in the window, which an animation may move.
func (p *tab) press(t *testing.T, selector, expression string) {
	t.Helper()
	for range 3 {
		// By a script alone: a page that has just come has no node of the one before.
		p.wait(t, fmt.Sprintf(`document.querySelector(%q) !== null`, selector))
		evaluate[bool](t, p, fmt.Sprintf(`(document.querySelector(%q)?.scrollIntoView(), document.querySelector(%q)?.click(), true)`, selector, selector))
		if p.becomes(t, expression, 15*time.Second) {
			return
		}
	}
	t.Fatalf("clicked on %s in vain for %s; %s", selector, expression, p.situation(t))
}

// situation describes the page to who reads of a failure: its address and text, what
// stands in the open operation, what the console has, and the last requests.
func (p *tab) situation(t *testing.T) string {
	t.Helper()
	open := evaluate[string](t, p, `(document.querySelector(".operation[open]")?.innerText ?? "no operation is open").slice(0, 2000)`)
	page := evaluate[string](t, p, `location.href + " shows\n" + (document.querySelector("main") ?? document.body)?.innerText.slice(0, 4000)`)
	p.mu.Lock()
	defer p.mu.Unlock()
	return fmt.Sprintf("the console has %q, the last requests are %q, the open operation is\n%s\n%s", p.messages, p.requests[max(0, len(p.requests)-5):], open, page)
}

// show sets the size of the window in pixels, and light or dark.
func (p *tab) show(t *testing.T, width, height int64, scheme string) {
	t.Helper()
	p.do(t, chromedp.EmulateViewport(width, height), func(ctx context.Context, target *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
		})
		return chromedp.Void{}, err
	})
}

// picture writes what the window shows to a file of the folder SCREENSHOTS,
// where that is set.
func (p *tab) picture(t *testing.T, name string) {
	t.Helper()
	folder := os.Getenv("SCREENSHOTS")
	if folder == "" {
		return
	}
	ctx, cancel := context.WithTimeout(p.ctx, time.Minute)
	defer cancel()
	content, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name+".png"), content, 0o644); err != nil {
		t.Fatal(err)
	}
}

// quiet holds that the console is empty, and that every request went to the
// host of the service.
func (p *tab) quiet(t *testing.T, s service) {
	t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, message := range p.messages {
		t.Errorf("the console has %s", message)
	}
	root, err := url.Parse(s.root)
	if err != nil {
		t.Fatal(err)
	}
	for _, request := range p.requests {
		_, address, _ := strings.Cut(request, " ")
		if u, err := url.Parse(address); err != nil || u.Host != root.Host && u.Scheme != "data" {
			t.Errorf("the page has asked for %.200s", request)
		}
	}
	if len(p.requests) < 5 {
		t.Errorf("%d requests were seen, want the page, four files and more", len(p.requests))
	}
}

// whole writes the whole page, also what lies below the window, to a file of the
// folder SCREENSHOTS, where that is set.
func (p *tab) whole(t *testing.T, name string) {
	t.Helper()
	folder := os.Getenv("SCREENSHOTS")
	if folder == "" {
		return
	}
	ctx, cancel := context.WithTimeout(p.ctx, time.Minute)
	defer cancel()
	content, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name+".png"), content, 0o644); err != nil {
		t.Fatal(err)
	}
}

// staysHome holds that pages asked no other host for anything, but for the
// images that records have, and that the console has nothing but the answers
// that are meant to be errors.
func (p *tab) staysHome(t *testing.T, s service) {
	t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, message := range p.messages {
		if !strings.Contains(message, "images.example") && !strings.Contains(message, "status of 4") {
			t.Errorf("the console has %s", message)
		}
	}
	root, err := url.Parse(s.root)
	if err != nil {
		t.Fatal(err)
	}
	for _, request := range p.requests {
		_, address, _ := strings.Cut(request, " ")
		u, err := url.Parse(address)
		if err != nil || u.Host != root.Host && u.Host != "images.example" && u.Scheme != "data" {
			t.Errorf("a page has asked for %.200s", request)
		}
	}
}
