package browser_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// hostileTitles are titles that stick out of what is too narrow for them.
var hostileTitles = []string{
	strings.Repeat("Donaudampfschifffahrt", 10), "🎪🎭🎨🎬🎤🎧🎼🎹🥁🎷🎺🎸🪕🎻", "مهرجان الموسيقى والفنون الشعبية في المدينة القديمة", "Fair",
}

// addHostile creates events of today with such titles, at a venue whose name is no
// better, which had one a year ago too.
func (s service) addHostile(t *testing.T, language string) {
	t.Helper()
	today := time.Now()
	send := func(title string, from, until time.Time, more map[string]any) {
		more["title"], more["start_date"], more["end_date"] = title, from.Format(time.DateOnly)+" 19:00:00", until.Format(time.DateOnly)+" 20:00:00"
		more["venue"] = map[string]any{"venue": strings.Repeat("Konzerthalle", 12), "city": "القاهرة"}
		if language != "" {
			more["translation_language"] = language
		}
		body, err := json.Marshal(more)
		if err != nil {
			t.Fatal(err)
		}
		s.send(t, "/events", "application/json", body, "id")
	}
	for _, title := range hostileTitles {
		send(title, today, today, map[string]any{"featured": true, "event_status": "canceled"})
		send(title, today.AddDate(0, 0, -3), today.AddDate(0, 0, 20), map[string]any{})
		send(title, today.AddDate(-1, 0, 0), today.AddDate(-1, 0, 0), map[string]any{})
	}
}

func TestViewsOfTheCalendar(t *testing.T) {
	t.Parallel()
	program := build(t)
	for _, tt := range []struct {
		deployment string
		languages  []string
		texts      string // Languages of the texts of pages.
	}{{"a", []string{"en", "fr"}, "en,fr"}, {"b", []string{""}, "de"}} {
		t.Run("deployment "+tt.deployment, func(t *testing.T) {
			t.Parallel()
			s := serve(t, program, tt.deployment, "open", "--page-languages", tt.texts)
			site := strings.TrimSuffix(s.root, "/calendar/events/v1")
			p := open(t)
			for _, language := range tt.languages {
				s.addHostile(t, language)
				for _, view := range []string{"month", "week", "day", "list", "photo"} {
					address := fmt.Sprintf("%s/?view=%s&translation_language=%s", site, strings.TrimPrefix(view, "month"), language)
					p.looksAt(t, address, "views-"+tt.deployment+language+"-"+view)
				}
				p.do(t, chromedp.Navigate(site+"/?view=photo&search=fair&translation_language="+language), click(".photos h2 a"), chromedp.WaitVisible(chromedp.CSS("article.record")))
				venue := evaluate[string](t, p, `document.querySelector('a[href*="venue/konzerthalle"]').href`)
				p.looksAt(t, venue, "views-"+tt.deployment+language+"-venue")
			}
			p.staysHome(t, s)
		})
	}
}

// media has a page shown as on a screen or on paper.
func (p *tab) media(t *testing.T, media string) {
	t.Helper()
	p.do(t, func(ctx context.Context, target *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: media})
		return chromedp.Void{}, err
	})
}

func TestPaperShowsEventsAlone(t *testing.T) {
	t.Parallel()
	s := serve(t, build(t), "b", "open")
	p := open(t)
	p.show(t, 718, 1000, "light") // A4 without its margins.
	p.media(t, "print")
	for _, view := range []string{"month", "list"} {
		p.do(t, chromedp.Navigate(strings.TrimSuffix(s.root, "/calendar/events/v1")+"/?view="+strings.TrimPrefix(view, "month")))
		p.whole(t, "print-"+view)
		p.fits(t, view+" on paper", 718)
		if got := evaluate[[]string](t, p, `[...document.querySelectorAll("form, nav, footer, .agenda, .jump")].filter((e) => e.checkVisibility()).map((e) => e.outerHTML.slice(0, 100))`); len(got) > 0 {
			t.Errorf("the %s has %q on paper", view, got)
		}
		if !evaluate[bool](t, p, `[...document.querySelectorAll("td li a, .events h3 a")].some((e) => e.checkVisibility())`) {
			t.Errorf("the %s has no events on paper", view)
		}
	}
}

func TestADayOfAPhoneLeadsToItsEvents(t *testing.T) {
	t.Parallel()
	s := serve(t, build(t), "b", "open")
	p := open(t)
	p.show(t, 390, 800, "light")
	p.do(t, chromedp.Navigate(strings.TrimSuffix(s.root, "/calendar/events/v1")+"/"))
	if got := evaluate[int64](t, p, `[...document.querySelectorAll("td li, td .more")].filter((e) => e.checkVisibility()).length`); got > 0 {
		t.Errorf("the days show %d events where there is no room", got)
	}
	day := evaluate[string](t, p, `[...document.querySelectorAll('.jump[href^="#"]')].pop().getAttribute("href")`)
	p.do(t, click(`.jump[href="`+day+`"]`))
	p.wait(t, `location.hash === "`+day+`"`)
	if !evaluate[bool](t, p, `(() => { const b = document.querySelector("`+day+`").getBoundingClientRect(); return b.top >= 0 && b.top < innerHeight && document.querySelectorAll("`+day+` a").length > 0; })()`) {
		t.Errorf("%s is not in sight", day)
	}
}
