package browser_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// addEvent creates an event and returns the address of its page.
func (s service) addEvent(t *testing.T, title string, more map[string]any) string {
	t.Helper()
	fields := map[string]any{"title": title, "start_date": "2036-05-05 20:00:00", "end_date": "2036-05-05 22:00:00"}
	maps.Copy(fields, more)
	body, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	return s.send(t, "/events", "application/json", body, "url").(string)
}

func TestPagesOfEvents(t *testing.T) {
	t.Parallel()
	program := build(t)
	for _, deployment := range []string{"a", "b"} {
		t.Run("deployment "+deployment, func(t *testing.T) {
			t.Parallel()
			s := serve(t, program, deployment, "open", "--media", "file:"+t.TempDir())
			site := strings.TrimSuffix(s.root, "/calendar/events/v1")
			var content bytes.Buffer
			if err := png.Encode(&content, image.NewGray(image.Rect(0, 0, 1200, 900))); err != nil {
				t.Fatal(err)
			}
			everything := map[string]any{
				"venue":     map[string]any{"venue": hostileTitles[0], "address": "1 Street", "city": hostileTitles[2]},
				"organizer": map[string]any{"organizer": hostileTitles[0], "website": "https://club.example/" + strings.Repeat("path", 40)},
				"image":     s.send(t, "/media", "image/png", content.Bytes(), "id"), "cost": "$20", "description": "<p>" + hostileTitles[0] + "</p>", "tags": hostileTitles[0][:190],
			}
			events := map[string]string{
				"picture":  s.addEvent(t, hostileTitles[2], everything),
				"plain":    s.addEvent(t, hostileTitles[0], nil),
				"past":     s.addEvent(t, "Past", map[string]any{"start_date": "2020-05-05 20:00:00", "end_date": "2020-05-05 22:00:00"}),
				"canceled": s.addEvent(t, "Canceled", map[string]any{"event_status": "canceled", "event_status_reason": hostileTitles[0]}),
				"online":   s.addEvent(t, "Online", map[string]any{"attendance_mode": "online", "online_url": "https://meet.example/" + strings.Repeat("7", 200)}),
			}
			p := open(t)
			p.do(t, chromedp.Navigate(events["picture"]))
			pages := map[string]string{
				"organizer": evaluate[string](t, p, `document.querySelector('a[href*="/organizer/"]').href`),
				"search":    site + "/?view=list&search=swing", "empty": site + "/?view=list&search=" + hostileTitles[0] + "x&tags=" + "outdoors",
				"missing": site + "/event/nothing/", "past-list": site + "/?view=past", "embed-list": site + "/embed/events/", "embed-builder": site + "/embed/?scheme=dark",
			}
			maps.Copy(pages, events)
			if deployment == "b" { // It has less on all of them.
				pages = map[string]string{"picture": events["picture"]}
			}
			for name, address := range pages {
				p.looksAt(t, address, "event-"+deployment+"-"+name)
			}
			menus(t, p, events["picture"], site)
			prints(t, p, events["picture"])
			p.staysHome(t, s)
		})
	}
}

// prints holds that the printed page of an event has its address, and nothing to press.
func prints(t *testing.T, p *tab, event string) {
	t.Helper()
	p.do(t, chromedp.Navigate(event), func(ctx context.Context, target *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
		return chromedp.Void{}, err
	})
	shown := evaluate[string](t, p, `[...document.querySelectorAll("button, .button, summary, nav, .back")].filter((e) => e.checkVisibility()).map((e) => e.outerHTML).join()`)
	if shown != "" {
		t.Errorf("the printed page has what can only be pressed: %s", shown)
	}
	if !evaluate[bool](t, p, `document.body.innerText.includes(document.querySelector("link[rel=canonical]").href)`) {
		t.Error("the printed page does not have its address")
	}
}

// menus opens what is folded.
func menus(t *testing.T, p *tab, event, site string) {
	t.Helper()
	for name, address := range map[string]string{"calendar": event, "subscribe": site + "/?view=list"} {
		for _, width := range []int64{390, 1280} {
			p.show(t, width, 900, "light")
			p.do(t, chromedp.Navigate(address)) // Pictures that are late move what is below them.
			p.press(t, "article details.menu summary, details.subscribe summary", `[...document.querySelectorAll('a[href^="webcal:"]')].some((e) => e.checkVisibility())`)
			p.whole(t, fmt.Sprintf("event-menu-%s-%d", name, width))
			p.fits(t, "the menu of "+name, width)
		}
	}
	p.show(t, 390, 900, "light")
	p.do(t, chromedp.Navigate(site+"/"))
	if evaluate[bool](t, p, `document.querySelector("[name='categories']").checkVisibility()`) {
		t.Error("a phone shows filters that nobody has asked for")
	}
	p.press(t, ".filters summary", `document.querySelector("[name='categories']").checkVisibility()`)
}

func TestEventsInAPageOfAnotherSite(t *testing.T) {
	t.Parallel()
	s := serve(t, build(t), "b", "open")
	site := strings.TrimSuffix(s.root, "/calendar/events/v1")
	origin, err := url.Parse(site)
	if err != nil {
		t.Fatal(err)
	}
	allowed := "http://" + origin.Host
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", "default-src 'none'; img-src data:; script-src "+allowed+"; frame-src "+allowed)
		shown := `<almanac-events src="` + site + `/" filter="count=3" title="Concerts"></almanac-events>`
		if r.URL.Path == "/script" {
			shown = `<almanac-events src="javascript:alert(1)"></almanac-events>`
		}
		_, _ = fmt.Fprintf(w, `<!DOCTYPE html><html lang="en"><title>Another site</title><link rel="icon" href="data:,"><main><h1>Another site</h1><script async src="%s/almanac-events.js"></script>%s</main>`, site, shown)
	}))
	defer host.Close()
	p := open(t)
	for _, width := range []int64{390, 1280} {
		p.show(t, width, 900, "light")
		p.do(t, chromedp.Navigate(host.URL+"/"))
		if !p.shows(t, embedLink) {
			t.Errorf("the events cannot be seen in a page of another site; %s", p.situation(t))
		}
		p.whole(t, fmt.Sprintf("event-element-%d", width))
		if got := evaluate[string](t, p, `document.querySelector("almanac-events").shadowRoot.querySelector("iframe").title`); got != "Concerts" {
			t.Errorf("the frame is called %q", got)
		}
		p.fits(t, "a page with events", width)
	}
	p.do(t, chromedp.Navigate(site+"/embed/?scheme=dark"), chromedp.ScrollIntoView(chromedp.CSS(".preview")))
	if !p.shows(t, color.NRGBA{0x7f, 0xd1, 0xbb, 0xff}) {
		t.Error("the page that makes the HTML does not show what it makes")
	}
	p.picture(t, "event-preview")
	p.do(t, chromedp.Navigate(host.URL+"/script"))
	p.wait(t, `customElements.get("almanac-events") !== undefined`)
	if evaluate[int64](t, p, `document.querySelector("almanac-events").shadowRoot.querySelectorAll("iframe").length`) > 0 {
		t.Error("the element shows an address that is none of the web")
	}
	for _, message := range p.messages {
		t.Errorf("the console has %s", message)
	}
}
