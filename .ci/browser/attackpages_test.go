package browser_test

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// harm returns what a page has of an attack that is more than text, "" for nothing.
const harm = `(() => {
	if (window.xss !== undefined) return "a script has run: xss is " + window.xss;
	for (const e of document.querySelectorAll("*")) {
		const data = e.localName === "script" && e.type === "application/ld+json";
		if (data) JSON.parse(e.textContent);
		if (e.localName === "x-xss" || e.localName === "script" && !data && !e.src) return e.outerHTML;
		for (const a of e.attributes) {
			if (/^on|xss/.test(a.name)) return e.outerHTML;
			if (/^(href|src|srcdoc|action|formaction|data|xlink:href)$/.test(a.name) && /^[\s\x00-\x1f]*(javascript|vbscript):/i.test(a.value)) return e.outerHTML;
		}
	}
	return "";
})()`

// reads is what somebody reads in a page, also in fields.
const reads = `document.body.innerText + [...document.querySelectorAll("input, textarea")].map((e) => e.value).join("\n") +
	[...document.querySelectorAll("title, option")].map((e) => e.textContent).join("\n")`

// harmless opens a page, and holds that no attack is more than text there, and that the
// texts that it is about can be read.
func (p *person) harmless(t *testing.T, address string, shown ...string) {
	t.Helper()
	p.visit(t, address)
	p.unharmed(t, address)
	text := evaluate[string](t, p.tab, reads)
	for _, want := range shown {
		if !strings.Contains(text, want) {
			t.Errorf("%s does not show %q: %.2000s", address, want, text)
		}
	}
}

// unharmed holds that no attack is more than text in the page that is open.
func (p *person) unharmed(t *testing.T, name string) {
	t.Helper()
	if found := evaluate[string](t, p.tab, harm); found != "" {
		t.Errorf("%s: %.500s", name, found)
	}
}

// withoutPolicy has pages run what their policy forbids.
func (p *person) withoutPolicy(t *testing.T) {
	t.Helper()
	p.do(t, func(ctx context.Context, target *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, target, page.SetBypassCSP, page.SetBypassCSPParams{Enabled: true})
		return chromedp.Void{}, err
	})
}

// notesDialogs notes each dialog that a page opens.
func (p *tab) notesDialogs(t *testing.T) {
	t.Helper()
	err := chromedp.Listen(p.ctx, func(event any) {
		if dialog, is := event.(*page.EventJavascriptDialogOpening); is {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.messages = append(p.messages, "a dialog: "+dialog.Message)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestNoTextRunsAsScript opens every page that shows hostile texts, as a visitor and at
// the desk. The policy of the pages would refuse a script; it must not even have to: in
// one deployment a refusal is an error in the console, in the other nothing is refused.
func TestNoTextRunsAsScript(t *testing.T) {
	t.Parallel()
	program := build(t)
	for _, deployment := range []string{"a", "b"} {
		t.Run("deployment "+deployment, func(t *testing.T) {
			t.Parallel()
			s := serve(t, program, deployment, "required", "--site-name", attackSite, "--footer-link", attackFooter)
			s.addUser(t, program, attackUser, "administrator")
			visitor, ada := newPerson(t, s.at(t, "/desk")), newPerson(t, s.at(t, "/desk"))
			visitor.notesDialogs(t)
			ada.notesDialogs(t)
			if deployment == "b" {
				visitor.withoutPolicy(t)
				ada.withoutPolicy(t)
			}
			ada.arrives(attackUser)
			for i, a := range attacks {
				made := s.attackedRecords(t, a, i+1)
				visitor.readsRecords(t, s, a, made)
				ada.editsRecords(t, a, made)
			}
			visitor.looksAround(t, s)
			ada.looksAroundTheDesk(t)
			if deployment == "a" { // Both read addresses alike, and this one has languages too.
				visitor.asksFor(t, s)
				ada.asksForLists(t)
			}
			visitor.staysHome(t, s)
			ada.usesForms(t)
			ada.forgets("does not conform to the required format") // Of fields of dates, by the browser.
			ada.forgets("'beforeunload'")                          // A form that was left.
			ada.staysHome(t, s)
		})
	}
}

// readsRecords opens the pages of records that have an attack.
func (p *person) readsRecords(t *testing.T, s service, a attack, made map[string]map[string]any) {
	t.Helper()
	for resource, record := range made {
		for _, name := range []string{"url", "link"} {
			address, _ := record[name].(string)
			if !strings.HasPrefix(address, s.at(t, "/")) || resource == "media" {
				continue
			}
			p.harmless(t, address, a.shown)
			if resource == "events" {
				p.embeds(t, address, a)
			}
		}
	}
}

// embeds opens an event as other sites show it.
func (p *person) embeds(t *testing.T, event string, a attack) {
	t.Helper()
	card := oEmbed(t, evaluate[string](t, p.tab, `document.querySelector('link[type="application/json+oembed"]').href`))
	p.harmless(t, event+"embed/", a.shown)
	p.inserted(t, card)
}

// inserted has a page of another site with HTML that this one gave.
func (p *person) inserted(t *testing.T, html string) {
	t.Helper()
	p.visit(t, "about:blank")
	evaluate[bool](t, p.tab, fmt.Sprintf(`(document.body.innerHTML = %q, true)`, html))
	p.unharmed(t, html)
}

// looksAround opens the pages that show all records.
func (p *person) looksAround(t *testing.T, s service) {
	t.Helper()
	shown := []string{"{{xss}}"} // Of the name of the site.
	for _, a := range attacks {
		shown = append(shown, a.shown)
	}
	for _, query := range []string{"?month=2027-03", "?view=week&start_date=2027-03-01", "?view=list&start_date=2027-03-01", "?view=photo&start_date=2027-03-01", "?view=list&start_date=2027-03-01&search=xss"} {
		p.harmless(t, s.at(t, "/"+query), shown...)
	}
	for i, a := range attacks {
		p.harmless(t, s.at(t, fmt.Sprintf("/?view=day&start_date=2027-03-%02d", i+1)), a.shown)
	}
	p.harmless(t, s.at(t, "/embed/events/"), "{{xss}}")
	p.harmless(t, s.at(t, "/embed/"), "{{xss}}")
	for i := range 2 { // The frame and the element.
		p.visit(t, s.at(t, "/embed/"))
		p.inserted(t, evaluate[string](t, p.tab, fmt.Sprintf(`document.querySelectorAll("pre.copy")[%d].textContent`, i)))
	}
}

// filters are the parameters of addresses.
var filters = []string{
	"search", "view", "month", "categories", "tags", "venue", "organizer", "start_date", "end_date", "page", "count", "scheme", "translation_language", "page_language",
	"status", "orderby", "order", "author", "from", "next", "url", "format",
}

// attackedAddresses returns addresses with an attack in each filter: in one alone, and in
// all but the view.
func attackedAddresses(path string, a attack) (list []string) {
	all := url.Values{}
	for _, name := range filters {
		list = append(list, path+"?"+url.Values{name: {a.text}}.Encode())
		if name != "view" {
			all.Set(name, a.text)
		}
	}
	return append(list, path+"?"+all.Encode())
}

// asksFor opens addresses that have an attack themselves.
func (p *person) asksFor(t *testing.T, s service) {
	t.Helper()
	list := attackedAddresses("/", attacks[0])
	for _, a := range attacks {
		sent := url.QueryEscape(a.text)
		list = append(list, "/?view=list&search="+sent+"&categories="+sent, "/embed/?categories="+sent, "/embed/events/?categories="+sent, "/desk/sign-in?next="+sent)
		for _, path := range []string{"/", "/event/", "/venue/", "/organizer/", "/tag/", "/events/category/"} {
			list = append(list, path+url.PathEscape(a.text)+"/")
		}
		p.harmless(t, s.at(t, "/?view=list&search="+sent), strings.TrimSpace(a.text))
	}
	for _, path := range list {
		p.harmless(t, s.at(t, path))
	}
}

// editsRecords opens the pages of the desk for records that have an attack.
func (p *person) editsRecords(t *testing.T, a attack, made map[string]map[string]any) {
	t.Helper()
	for resource, record := range made {
		if resource == "media" {
			p.harmless(t, p.desk+"/media/"+id(record), a.shown)
			continue
		}
		plural, _, _ := strings.Cut(resource, " ")
		form := p.desk + "/records/" + plural
		p.harmless(t, form+"/"+id(record), a.shown)
		p.harmless(t, form+"/new?from="+id(record))
	}
}

// looksAroundTheDesk opens the pages of the desk that show all records, and users.
func (p *person) looksAroundTheDesk(t *testing.T) {
	t.Helper()
	for _, path := range []string{"", "/media", "/users", "/account"} {
		p.harmless(t, p.desk+path, attackUser)
	}
	p.visit(t, p.desk+"/users")
	user := evaluate[string](t, p.tab, fmt.Sprintf(`[...document.querySelectorAll("tbody a")].find((e) => e.innerText.includes(%q)).href`, attackUser))
	p.harmless(t, user, attackUser)
	for _, plural := range []string{"events", "venues", "organizers", "categories", "tags"} {
		p.harmless(t, p.desk+"/records/"+plural+"?search=xss", attacks[0].shown, attacks[1].shown, attacks[2].shown, attacks[3].shown)
		p.harmless(t, p.desk+"/records/"+plural+"/new", attackUser)
	}
}

// asksForLists opens lists of the desk by addresses that have an attack themselves.
func (p *person) asksForLists(t *testing.T) {
	t.Helper()
	for i, address := range attackedAddresses("/records/events", attacks[0]) {
		p.harmless(t, p.desk+address)
		if i >= len(filters)-1 {
			p.harmless(t, p.desk+strings.Replace(address, "records/events", "media", 1))
		}
	}
}

// usesForms opens what forms of the desk show: records to link to, a preview, what has to
// be confirmed, and texts beside what is wrong with one.
func (p *person) usesForms(t *testing.T) {
	t.Helper()
	p.visit(t, p.desk+"/records/events/new")
	for _, name := range []string{"venue", "organizer"} {
		field := "#f-" + name + "-find"
		p.fills(field, "xss")
		found := fmt.Sprintf(`[...document.querySelectorAll("%s-options [role=option]")].find((e) => e.textContent.includes(%q))`, field, attacks[1].shown)
		p.wait(t, found+" !== undefined")
		evaluate[bool](t, p.tab, "("+found+".click(), true)")
		p.wait(t, fmt.Sprintf(`document.querySelector("#f-%s .pills").innerText.includes(%q)`, name, attacks[1].shown))
	}
	p.unharmed(t, "found records")
	p.visit(t, p.desk+"/records/events?search=xss")
	event := evaluate[string](t, p.tab, fmt.Sprintf(`[...document.querySelectorAll("tbody th a")].find((e) => e.innerText.includes(%q)).href`, attacks[1].shown))
	evaluate[bool](t, p.tab, `(document.querySelectorAll('tbody input[name="id"]').forEach((e) => { e.checked = true }), true)`)
	p.fills("#change", "set:featured=true")
	p.clicks(`.act button[value="change"]`, attacks[1].shown)
	p.unharmed(t, "what has to be confirmed")
	p.visit(t, event)
	evaluate[bool](t, p.tab, `(document.querySelector('.save button[value="preview"]').removeAttribute("formtarget"), true)`)
	p.clicks(`.save button[value="preview"]`, attacks[1].shown)
	p.unharmed(t, "the preview")
	p.visit(t, event)
	p.fills("#f-website", attacks[0].text)
	evaluate[bool](t, p.tab, `(document.querySelector("form.record").noValidate = true)`)
	p.clicks(`.save button[value="save"]`, "Website must be a URL")
	p.unharmed(t, "the form with a mistake")
}

// forgets leaves out what the console has of something.
func (p *tab) forgets(what string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.messages = slices.DeleteFunc(p.messages, func(message string) bool { return strings.Contains(message, what) })
}
