package browser_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// formed opens the form of a new event in open mode.
func formed(t *testing.T) (service, *person) {
	t.Helper()
	s := serve(t, build(t), "a", "open")
	p := newPerson(t, s.at(t, "/desk"))
	p.visit(t, p.desk+"/records/events/new")
	return s, p
}

// quote writes a text for a script.
func quote(text string) string {
	quoted, _ := json.Marshal(text) // A text can be written.
	return string(quoted)
}

// allMarkup is all elements and attributes that descriptions may have, and what people type.
func allMarkup() []string {
	list := []string{
		"", "Words", "a & b < c > d", "&amp; &lt;b&gt; &nbsp;x", "One\n\nTwo\nthree", "  indented\n\n\n\nlate", "Ends\n", "\n\nBegins", "tab\tand  blanks",
		"<p>One</p>\n<p>Two</p>", "<p>One\nline</p>", "<p class=\"has-text-align-center\">Middle</p>", "<p lang=\"fr\" title=\"Un\">Une</p>", "One<br>two", "One<br />\ntwo<br/><br/>three",
		"Before\n<h3>Heading</h3>\nafter", "<ul>\n<li>One</li>\n<li>Two\n<ol start=\"3\" reversed=\"\" type=\"a\"><li value=\"7\">Deep</li></ol></li>\n</ul>", "<ul><li>one<li>two</ul>",
		"<blockquote cite=\"https://example.org/\"><p>Said</p></blockquote>", "<blockquote>Said</blockquote>", "<a href=\"https://example.org/?a=1&amp;b=2\" target=\"_blank\" rel=\"noopener\" title=\"T\">link</a>",
		"<strong>a <em>b</em></strong> <i>c</i><b>d</b>", "<STRONG>Loud</STRONG>", "<b>unclosed", "unopened</b>", "<foo>no element</foo>", "1 <2", "<!-- comment -->text", "<script>alert(1)</script>",
		`<img src="https://images.example/a.png" alt="A" width="10" height="20" srcset="https://images.example/b.png 2x" sizes="10vw" loading="lazy" decoding="async" fetchpriority="high">`,
		`<figure class="wp-block-image alignleft"><img src="/a.png" alt=""><figcaption>F</figcaption></figure>`,
		`<table width="100%" align="center"><caption>C</caption><colgroup span="2"><col width="5"></colgroup><thead><tr valign="top"><th scope="col" colspan="2">H</th></tr></thead><tbody><tr><td rowspan="1" align="left">D</td></tr></tbody><tfoot></tfoot></table>`,
		`<iframe src="https://www.youtube-nocookie.com/embed/x" width="1" height="2" allowfullscreen="" referrerpolicy="no-referrer" sandbox="allow-scripts" loading="lazy"></iframe>`,
		`<details open=""><summary>S</summary>Text</details>`, "<pre>  a\n\n  b</pre>", "<dl><dt>T</dt><dd>D</dd></dl>", "<ruby>a<rp>(</rp><rt>b</rt><rp>)</rp></ruby>", "Line<hr>line", "a<wbr>b",
	}
	for _, name := range strings.Fields("a abbr acronym b bdi bdo big cite code del dfn em i ins kbd mark q s samp small span strike strong sub sup time tt u var " +
		"address article aside blockquote center dd div dl dt footer h1 h2 h3 h4 h5 h6 header li ol p pre section ul") {
		list = append(list, fmt.Sprintf("Before <%[1]s>in &amp; side</%[1]s> after", name), fmt.Sprintf(`<%[1]s class="alignleft" title="t" lang="en" dir="ltr">x</%[1]s>`, name),
			fmt.Sprintf("One\n\n<%[1]s>\nTwo\n\nthree\n</%[1]s>\n\nFour", name), fmt.Sprintf("<p>a<%[1]s>b</%[1]s></p>", name))
	}
	return append(list, `<time datetime="2027-01-01">T</time><del cite="/x" datetime="2027-01-01">D</del>`)
}

// What nobody edits is sent as it was, whatever the editor does with it on the screen.
func TestATextThatNobodyEditsIsSentAsItWas(t *testing.T) {
	t.Parallel()
	s, p := formed(t)
	texts, _ := json.Marshal(allMarkup()) // They can be written.
	wrong := evaluate[[]string](t, p.tab, `((texts) => {
		const area = document.querySelector("#f-description"), page = document.querySelector(".richtext"), toggle = document.querySelector(".tools").lastChild;
		const sent = () => new FormData(area.form).get("description"), wrong = [];
		window.rich = 0;
		for (const text of texts) {
			area.value = text;
			const want = sent();
			area.dispatchEvent(new Event("input", {bubbles: true}));
			window.rich += !page.hidden;
			for (const act of [() => {}, () => { page.focus(); page.blur(); }, () => { toggle.click(); toggle.click(); }, () => toggle.click()]) {
				act();
				if (sent() !== want) wrong.push(want + " is sent as " + sent());
			}
			if (page.hidden) toggle.click();
		}
		area.form.dispatchEvent(new SubmitEvent("submit", {bubbles: true})); // The page is left without a question.
		return wrong;
	})(`+string(texts)+`)`)
	for _, w := range wrong {
		t.Error(w)
	}
	rich := evaluate[int](t, p.tab, `window.rich`)
	t.Logf("%d of %d texts are shown without their tags", rich, len(allMarkup()))
	if rich < 50 || rich > len(allMarkup())-50 {
		t.Errorf("%d of %d texts are shown without their tags", rich, len(allMarkup()))
	}
	// Nothing changes on the way to the server and back.
	for _, text := range []string{"One\n\n<h3>Two</h3>\n<ul>\n<li>a &amp; b</li>\n</ul>\n\nThree<br />\nfour", "<table><tbody><tr><td>x</td></tr></tbody></table>\n\nafter"} {
		event := s.send(t, "/events", "application/json", []byte(`{"title": "Walk", "start_date": "2027-03-01 18:00:00", "end_date": "2027-03-01 20:00:00", "description": `+quote(text)+`}`), "description")
		id := s.send(t, "/events", "application/json", []byte(`{"title": "Walk", "start_date": "2027-03-01 18:00:00", "end_date": "2027-03-01 20:00:00", "description": `+quote(text)+`}`), "id")
		p.visit(t, fmt.Sprintf("%s/records/events/%.0f", p.desk, id))
		p.fills("#f-title", "Walk by night")
		p.clicks(`.save button[value="save"]`, "Saved.")
		evaluate[bool](t, p.tab, fmt.Sprintf(`(window.now = null, fetch(%q).then((r) => r.json()).then((r) => { window.now = r }), true)`, fmt.Sprintf("%s/events/%.0f", s.root, id)))
		p.wait(t, `window.now !== null`)
		if got := evaluate[string](t, p.tab, `now.description`); got != event || evaluate[string](t, p.tab, `now.title`) != "Walk by night" {
			t.Errorf("%q is %q after the form was saved", event, got)
		}
	}
	p.staysHome(t, s)
}

// What is edited changes the paragraph that it is in, and pasted markup is that of the editor.
func TestATextIsWrittenWithoutItsTags(t *testing.T) {
	t.Parallel()
	s, p := formed(t)
	p.fills("#f-description", "One\n\n<h3>Two</h3>\n\nThree &amp; <code>four</code>")
	p.do(t, click(".richtext p:last-child"))
	evaluate[bool](t, p.tab, `(getSelection().selectAllChildren(document.querySelector(".richtext")), getSelection().collapseToEnd(), true)`)
	p.do(t, chromedp.KeyEvent(" five"))
	value := func() string { return evaluate[string](t, p.tab, `document.querySelector("#f-description").value`) }
	if got, want := value(), "One\n\n<h3>Two</h3>\n\nThree &amp; <code>four five</code>"; got != want && got != strings.Replace(want, " five</code>", "</code> five", 1) {
		t.Errorf("the text is %q", got)
	}
	for _, tt := range []struct{ tool, start, want string }{
		{"Bold", "word", "<b>word</b>"}, {"Heading", "word", "<h3>word</h3>"}, {"List", "one\n\ntwo", "<ul><li>one</li><li>two</li></ul>"},
		{"Numbered list", "word", "<ol><li>word</li></ol>"}, {"Quote", "word", "<blockquote>word</blockquote>"},
	} {
		p.fills("#f-description", tt.start)
		evaluate[bool](t, p.tab, `(document.querySelector(".richtext").focus(), getSelection().selectAllChildren(document.querySelector(".richtext")), [...document.querySelectorAll(".tools button")].find((b) => b.title === `+quote(tt.tool)+`).click(), true)`)
		if got := value(); got != tt.want {
			t.Errorf("%s makes %q of %q, want %q", tt.tool, got, tt.start, tt.want)
		}
	}
	p.fills("#f-description", "")
	evaluate[bool](t, p.tab, `(() => {
		const data = new DataTransfer();
		data.setData("text/html", '<!--StartFragment--><style>p {}</style><h1 class="x">Hi</h1><p class="MsoNormal" onclick="x()">One <span style="font-weight:700">two</span><o:p></o:p> <a href="javascript:x()">three</a> <a href="https://example.org/" target="_blank">four</a></p><script>x()</script><table><tr><td>five</td></tr></table>');
		document.querySelector(".richtext").focus();
		document.querySelector(".richtext").dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true}));
		return true })()`)
	if got, want := value(), "<h2>Hi</h2>\n\nOne <strong>two</strong> three <a href=\"https://example.org/\">four</a>\n\nfive"; got != want {
		t.Errorf("pasted text is %q, want %q", got, want)
	}
	p.staysHome(t, s)
}

// links types a name in a combobox and clicks on one of the options that it shows.
func (p *person) links(field, name, option string) {
	p.t.Helper()
	p.fills("#f-"+field+"-find", name)
	at := fmt.Sprintf("#f-%s-find-options [role=option]", field)
	find := fmt.Sprintf(`[...document.querySelectorAll(%q)].find((o) => o.textContent === %s)`, at, quote(option))
	p.wait(p.t, find+` !== undefined`)
	p.actions++
	evaluate[bool](p.t, p.tab, `(`+find+`.click(), true)`)
}

// Several files are uploaded at once, and what is no picture is named.
func TestSeveralPicturesAreUploadedAtOnce(t *testing.T) {
	t.Parallel()
	s, p := formed(t)
	p.visit(t, p.desk+"/media")
	const files = `(() => { const d = new DataTransfer(); ` +
		`const png = (size) => Uint8Array.from(atob(Object.assign(document.createElement("canvas"), {width: size, height: 8}).toDataURL().split(",")[1]), (x) => x.charCodeAt(0)); ` +
		`for (const name of %s) d.items.add(new File([name === "torn.png" ? "torn" : png(name.length)], name, {type: "image/png"})); ` +
		`document.querySelector("form.upload").dispatchEvent(new DragEvent("drop", {dataTransfer: d, bubbles: true, cancelable: true})); return document.querySelector("#file").files.length })()`
	if got := evaluate[int](t, p.tab, fmt.Sprintf(files, `["torn.png", "night.png"]`)); got != 2 {
		t.Fatalf("%d files were dropped, want 2", got)
	}
	p.do(t, click("form.upload button"))
	p.wait(t, `document.querySelector(".uploads .error")?.textContent.startsWith("torn.png: ") === true && document.querySelectorAll(".uploads li").length === 1`)
	evaluate[int](t, p.tab, fmt.Sprintf(files, `["day.png", "evening.png"]`))
	p.clicks("form.upload button", "day")
	p.wait(t, `["day", "evening"].every((name) => [...document.querySelectorAll(".pictures span")].some((e) => e.textContent.includes(name)))`)
	p.staysHome(t, s)
}

// From the overview to the published event, with a new venue, a new tag and a picture.
func TestAnEventWithANewVenueAndAPictureTakesNineActions(t *testing.T) {
	t.Parallel()
	s, p := formed(t)
	p.visit(t, p.desk)
	p.clicks(`a[href$="/events/new"]`, "Publishing")
	p.fills("#f-title", "Lantern walk")
	p.fills("#f-start-date", "2027-03-01T23:30")
	p.uploads("#f-image-file")
	p.fills("#f-image-alt", "A barn at night")
	p.links("venue", "Lantern Barn", "Create “Lantern Barn”")
	p.clicks(`.save button[value="publish"]`, "Published.")
	t.Logf("%d actions", p.actions)
	if p.actions > 9 {
		t.Errorf("it takes %d actions, want 9 at most", p.actions)
	}
	p.wait(t, `document.querySelector("#f-end-date").value === "2027-03-02T00:30"`)
	p.wait(t, `document.querySelector("#f-venue input:checked").parentElement.innerText.includes("Lantern Barn")`)

	// Terms are made and found by name, and taken away; Ctrl-S saves; days have no time.
	p.links("categories", "jazz", "Jazz")
	p.links("tags", "by night", "Create “by night”")
	p.links("tags", "late", "Create “late”")
	p.do(t, click(`#f-tags .check:last-of-type input`))
	p.do(t, click("#f-all-day"))
	p.wait(t, `document.querySelector("#f-start-date").type === "date" && document.querySelector("#f-end-date").value === "2027-03-02"`)
	if got := evaluate[string](t, p.tab, `new FormData(document.querySelector("form.record")).get("start_date")`); got != "2027-03-01T23:30" {
		t.Errorf("the start is sent as %q", got)
	}
	evaluate[bool](t, p.tab, `(window.before = true, document.dispatchEvent(new KeyboardEvent("keydown", {key: "s", ctrlKey: true, bubbles: true, cancelable: true})), true)`)
	p.wait(t, `window.before === undefined && document.readyState === "complete" && document.body.innerText.includes("Saved.")`)
	for field, want := range map[string]string{"categories": "Jazz", "tags": "by night"} {
		if got := evaluate[string](t, p.tab, fmt.Sprintf(`[...document.querySelectorAll("#f-%s input:checked")].map((box) => box.parentElement.innerText.trim()).join()`, field)); got != want {
			t.Errorf("the %s are %q, want %q", field, got, want)
		}
	}
	p.wait(t, `document.querySelector("#f-all-day").checked && document.querySelector("#f-start-date").value === "2027-03-01"`)
	p.staysHome(t, s)
}
