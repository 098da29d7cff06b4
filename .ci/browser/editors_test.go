package browser_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// brokenWords are those of the site's name that are on two lines.
const brokenWords = `(() => {
	const name = document.querySelector(".brand a").firstChild, broken = [];
	for (const word of name.data.matchAll(/\S+/g)) {
		const range = document.createRange();
		range.setStart(name, word.index);
		range.setEnd(name, word.index + word[0].length);
		if (range.getClientRects().length > 1) broken.push(word[0]);
	}
	return broken;
})()`

// coveredTexts are those of a list whose end, where the actions of a row are, is below something else.
const coveredTexts = `(() => {
	const covered = [];
	for (const text of document.querySelectorAll(".rows :is(.name, .below, td:not(.pick, .pic, .more))")) {
		const range = document.createRange(), own = text.getBoundingClientRect();
		range.selectNodeContents(text);
		for (const line of range.getClientRects()) {
			const y = (line.top + line.bottom) / 2;
			if (line.width * own.width === 0 || y < 0 || y > innerHeight) continue;
			const above = document.elementFromPoint(Math.min(line.right, own.right) - 2, y);
			if (!above?.closest("tr > :not(.more)")) covered.push(text.innerText);
		}
	}
	return covered;
})()`

// TestEditorsStumbleOverNothing walks through what editors do all day, on a phone and on a computer.
func TestEditorsStumbleOverNothing(t *testing.T) {
	t.Parallel()
	program := build(t)
	s := serve(t, program, "a", "required", "--site-name", "Harborough Community Neighbourhood Calendar")
	name := "wilhelmina.featherstone"
	s.addUser(t, program, name, "editor")
	p := newPerson(t, s.at(t, "/desk"))
	p.arrives(name)
	for _, width := range []int64{390, 1280} {
		p.show(t, width, 900, "light")
		for _, step := range []struct {
			name string
			take func(*person)
		}{
			{"the header", readsTheHeader},
			{"the list", readsTheList},
			{"bulk categories", addsACategoryToSeveral},
			{"a similar venue", choosesASimilarVenue},
			{"a repetition", repeatsOnTheDayOfTheStart},
			{"a dropped picture", dropsAPicture},
			{"no network", savesWithoutANetwork},
			{"a series of drafts", publishesWithoutAQuestion},
			{"the calendar", readsTheCalendar},
		} {
			if !t.Run(fmt.Sprintf("%s at %d px", step.name, width), func(t *testing.T) {
				step.take(&person{tab: p.tab, t: t, desk: p.desk})
				p.picture(t, fmt.Sprintf("%s %d", step.name, width))
				p.fits(t, step.name, width)
				p.keeps(t, everyRule, step.name)
			}) {
				return
			}
		}
	}
	p.staysHome(t, s)
}

func readsTheHeader(p *person) {
	p.visit(p.t, p.desk)
	if broken := evaluate[[]string](p.t, p.tab, brokenWords); len(broken) > 0 {
		p.t.Errorf("the words %q of the site's name are broken", broken)
	}
}

func readsTheList(p *person) {
	p.visit(p.t, p.desk+"/records/events?per_page=25")
	if covered := evaluate[[]string](p.t, p.tab, coveredTexts); len(covered) > 0 {
		p.t.Errorf("%q are covered", covered)
	}
}

func addsACategoryToSeveral(p *person) {
	evaluate[bool](p.t, p.tab, `[...document.querySelectorAll(".pick input[name=id]")].slice(0, 2).every((box) => box.checked = true)`)
	evaluate[string](p.t, p.tab, `document.querySelector("#change").value = "add:categories"`)
	p.clicks(`.act button[value="change"]`, "Choose a value")
	p.links("value", "jaz", "Jazz")
	p.clicks(".card > button", "Review the changes")
	p.wait(p.t, `[...document.querySelectorAll("td:nth-child(3)")].every((after) => after.innerText.includes("Jazz"))`)
}

func choosesASimilarVenue(p *person) {
	const selected, create = `document.querySelector("#f-venue [aria-selected=true]")`, `document.querySelector("#f-venue .create")`
	p.visit(p.t, p.desk+"/records/events/new")
	p.wait(p.t, `document.activeElement.id === "f-title"`)
	p.fills("#f-venue-find", "Makers Yard")
	p.wait(p.t, selected+`?.textContent === "Makers' Yard" && `+create+`.innerText.includes("Similar: Makers' Yard")`)
	p.do(p.t, chromedp.KeyEvent(kb.Enter))
	p.wait(p.t, `document.querySelector("#f-venue :checked") !== null`)
	p.fills("#f-venue-find", "maker")
	p.wait(p.t, create+`?.innerText.includes("Similar: Makers' Yard") && `+selected+` === null`)
}

func repeatsOnTheDayOfTheStart(p *person) {
	p.wait(p.t, `document.querySelector("label[for=f-recurrence-how]").innerText === "Repeats"`)
	p.fills("#f-recurrence-how", "WEEKLY")
	for _, start := range [][2]string{{"2027-03-02T18:00", "TU"}, {"2027-03-03T18:00", "WE"}} {
		p.fills("#f-start-date", start[0])
		p.wait(p.t, fmt.Sprintf(`[...document.querySelectorAll("[name='recurrence.day']:checked")].map((box) => box.value).join() === %q`, start[1]))
	}
	p.keeps(p.t, everyRule, "a form of what repeats")
	p.fills("#f-recurrence-how", "")
}

func dropsAPicture(p *person) {
	evaluate[bool](p.t, p.tab, `(() => {
		const data = new DataTransfer(), canvas = document.createElement("canvas");
		const png = Uint8Array.from(atob(canvas.toDataURL().split(",")[1]), (x) => x.charCodeAt(0));
		data.items.add(new File([png], "barn.png", {type: "image/png"}));
		return document.querySelector("#f-title").dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));
	})()`)
	p.wait(p.t, `document.querySelector("#f-image img")?.alt === "barn.png" && document.querySelector("#f-image-file").files.length === 1`)
}

func savesWithoutANetwork(p *person) {
	p.fills("#f-venue-find", "")
	p.fills("#f-title", "Lantern walk")
	p.fills("#f-start-date", "2027-03-01T18:00")
	p.goesOffline(true)
	p.do(p.t, click(`.save button[value="draft"]`))
	p.wait(p.t, `document.querySelector("main .offline")?.innerText.startsWith("No connection to the server.") === true`)
	p.keeps(p.t, everyRule, "a form without a network")
	p.goesOffline(false)
	p.mu.Lock()
	p.messages = slices.DeleteFunc(p.messages, func(m string) bool { return strings.Contains(m, "ERR_INTERNET_DISCONNECTED") })
	p.mu.Unlock()
	p.clicks(`.save button[value="draft"]`, "Saved as draft.")
	p.wait(p.t, `document.querySelector("#f-title").value === "Lantern walk" && document.querySelector("#f-image img.thumb") !== null`)
	p.clicks(`.bar a[href$="/history"]`, "History")
	p.wait(p.t, `/ A[DS]T$/.test(document.querySelector("main time").innerText)`) // As the clocks of the town.
}

func publishesWithoutAQuestion(p *person) {
	p.visit(p.t, p.desk)
	p.wait(p.t, `[...document.querySelectorAll("main h2")].some((e) => e.innerText === "Publishes later")`)
	p.visit(p.t, p.desk+"/records/events/new")
	p.fills("#f-title", "Tea and tales")
	p.fills("#f-start-date", "2027-03-02T18:00")
	p.chooses("#f-recurrence-how", "WEEKLY")
	p.chooses("#f-recurrence-ends", "count")
	p.fills("#f-recurrence-count", "3")
	p.clicks(`.save button[value="draft"]`, "Saved as draft.")
	p.clicks(`.save button[value="publish"]`, "3 dates saved.")
	p.visit(p.t, strings.TrimSuffix(p.desk, "/desk"))
	p.wait(p.t, `document.body.innerText.includes("For editors") && !document.body.innerText.includes("Sign in")`)
}

// readsTheCalendar looks for what lasts several days, which the demo has in one of the next months.
func readsTheCalendar(p *person) {
	const bars = `[...document.querySelectorAll(".bar.color:not(.days-1)")]`
	p.visit(p.t, p.desk+"/records/events/calendar")
	for range 3 {
		if evaluate[bool](p.t, p.tab, bars+`.length > 0`) {
			break
		}
		p.clicks("a[rel=next]", "Next month")
	}
	if !evaluate[bool](p.t, p.tab, bars+`.length > 0 && `+bars+`.every((e) => innerWidth < 800 || e.offsetWidth > 1.5 * e.closest("ol > li").offsetWidth)`) {
		p.t.Error("what lasts several days is no bar over them")
	}
	if !evaluate[bool](p.t, p.tab, bars+`.every((e) => e.scrollWidth <= e.clientWidth && e.scrollHeight <= e.clientHeight && getComputedStyle(e).backgroundColor !== getComputedStyle(document.querySelector(".month")).backgroundColor)`) {
		p.t.Error("a bar has no color, or its title is cut")
	}
}

// networkConditions are those of a tab. This command is older than the ones that replace it, so that
// every browser has it.
type networkConditions struct {
	Offline            bool    `json:"offline"`
	Latency            float64 `json:"latency"`
	DownloadThroughput float64 `json:"downloadThroughput"`
	UploadThroughput   float64 `json:"uploadThroughput"`
}

var emulateNetwork = cdp.Command[networkConditions, cdp.Empty]{Method: "Network.emulateNetworkConditions"}

// goesOffline takes the network away, or brings it back.
func (p *person) goesOffline(is bool) {
	p.t.Helper()
	p.do(p.t, func(ctx context.Context, target *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, target, emulateNetwork, networkConditions{is, 0, -1, -1})
		return chromedp.Void{}, err
	})
}
