package text

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"
	"pgregory.net/rapid"
)

func TestClean(t *testing.T) {
	check(t, Clean, []pair{
		{"plain text is kept", "Loud music\n\nand \"more\"", "Loud music\n\nand \"more\""},
		{"white space alone is nothing", " \n\t", ""},
		{"an ampersand is escaped", "Tom & Jerry", "Tom &amp; Jerry"},
		{"an escaped ampersand stays", "Tom &amp; Jerry", "Tom &amp; Jerry"},
		{"a name without semicolon is no entity", "Q&notes", "Q&amp;notes"},
		{"an unfinished tag is text", "a <b and c", "a &lt;b and c"},
		{"an unknown element is text", "<foo onclick=x>a", "&lt;foo onclick=x&gt;a"},
		{"an escaped tag stays text", "&lt;b&gt; &amp;lt;", "&lt;b&gt; &amp;lt;"},
		{
			"allowed markup is kept", `<p class="alignright">A <b>big</b> <a href="https://x.test/?a=1&amp;b=2">gala</a></p>`,
			`<p class="alignright">A <b>big</b> <a href="https://x.test/?a=1&amp;b=2">gala</a></p>`,
		},
		{
			"links of mail and telephone are kept", `<a href="mailto:a@b.test">m</a><a href="tel:+4912">t</a>`,
			`<a href="mailto:a@b.test">m</a><a href="tel:+4912">t</a>`,
		},
		{"scripts are removed", "a<script>alert(1)</script>b", "ab"},
		{"embedded pages are removed", `a<iframe src="http://x"></iframe>b`, "ab"},
		{
			"videos stay in a sandbox", `<p><iframe frameborder=0 width="500" height="281" src="https://www.youtube.com/embed/x?feature=oembed&rel=0" allow="camera" allowfullscreen srcdoc="<b>" onload=f() sandbox="allow-top-navigation" title="A &quot;film&quot;">No <b>frames</b></iframe></p>`,
			`<p><iframe src="https://www.youtube.com/embed/x?feature=oembed&amp;rel=0" title="A &quot;film&quot;" width="500" height="281" allowfullscreen="" referrerpolicy="strict-origin-when-cross-origin" sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"></iframe></p>`,
		},
		{"a video by http, or without a scheme, is one by https", `<iframe src="//player.vimeo.com/video/1">`, player("https://player.vimeo.com/video/1")},
		{"of two addresses the first counts, as in browsers", `<iframe src="http://www.dailymotion.com/embed/1" src="https://x.test/">`, player("https://www.dailymotion.com/embed/1")},
		{"a port is another host", `<iframe src="https://www.youtube.com:8443/embed/x"></iframe>`, ""},
		{"a longer name is another host", `<iframe src="https://www.youtube.com.x.test/embed/x"></iframe>`, ""},
		{"a name before @ is no host", `<iframe src="https://www.youtube.com@x.test/"></iframe><iframe src="https://x@www.youtube.com/"></iframe>`, ""},
		{"a backslash does not hide the host", `<iframe src="https://x.test\@www.youtube.com/"></iframe><iframe src="https:\\www.youtube.com/"></iframe>`, ""},
		{"a script is no video", `<iframe src="javascript://www.youtube.com/%0aalert(1)"></iframe>`, ""},
		{"figures and image sets are kept", `<figure class="wp-block-image"><img src="/a.png" srcset="/a-300x200.png 300w, https://x.test/a.png 1024w" sizes="(max-width: 300px) 100vw, 300px" alt="A" decoding="async"><figcaption>A</figcaption></figure>`, `<figure class="wp-block-image"><img src="/a.png" srcset="/a-300x200.png 300w, https://x.test/a.png 1024w" sizes="(max-width: 300px) 100vw, 300px" alt="A" decoding="async"><figcaption>A</figcaption></figure>`},
		{"an image set of scripts is removed", `<img src="/a.png" srcset="javascript:alert(1) 2x">`, `<img src="/a.png">`},
		{"styles become classes", `<p style="text-align: CENTER !important; color:red" class="alignwide">a <span style="text-decoration:underline">b</span></p>`, `<p class="alignwide has-text-align-center">a <span class="has-underline">b</span></p>`},
		{
			"classes that lay out blocks are kept, in their order", `<div lang="fr" class="wp-block-columns  is-layout-flex wp-container-core-columns-is-layout-1"><div class='wp-block-column'>a</div></div>`,
			`<div lang="fr" class="wp-block-columns is-layout-flex"><div class="wp-block-column">a</div></div>`,
		},
		{"other classes are removed", `<a class="button danger" href="/sign-out">Sign out</a><p CLASS="Notice ALIGNLEFT">b</p><br class="x" />`, `<a href="/sign-out">Sign out</a><p>b</p><br />`},
		{"of two lists of classes the first counts, as in browsers", `<p class="alignleft" class="x alignwide">a</p>`, `<p class="alignleft">a</p>`},
		{"a class of a video is removed", `<iframe class="wp-block-cover" src="https://www.youtube.com/embed/x"></iframe>`, player("https://www.youtube.com/embed/x")},
		{"drawings are removed", "<svg><script>1</script><a>x</a></svg>b", "b"},
		{"event handlers are removed", `<img src="http://x/a.png" onerror="alert(1)">`, `<img src="http://x/a.png">`},
		{"script links are removed", `<a href="JavaScript:alert(1)">x</a>`, "<a>x</a>"},
		{"data links are removed", `<a href="data:text/html,x">x</a>`, "<a>x</a>"},
		{"a link to a new window hides the opener", `<a href="/x" target="_blank">x</a>`, `<a href="/x" target="_blank" rel="noopener">x</a>`},
		{"a link to a named window does, too", `<a href="/x" target="map">x</a>`, `<a href="/x" target="map" rel="noopener">x</a>`},
		{"a new window in other letters", `<a href="/x" target="_BLANK" rel="nofollow">x</a>`, `<a href="/x" target="_BLANK" rel="nofollow noopener">x</a>`},
		{"a link that says so already stays", `<a href="/x" target="_blank" rel="NoReferrer">x</a>`, `<a href="/x" target="_blank" rel="NoReferrer">x</a>`},
		{"a link in the same window stays", `<a href="/x" target="_top">x</a>`, `<a href="/x" target="_top">x</a>`},
		{"other styles and ids are removed", `<p style="x; position: fixed" id="y">a</p>`, "<p>a</p>"},
		{"forms lose their tags only", `<form action="x"><input name="a">b</form>`, "b"},
		{"forms lose their fields and what stands on these", `<form><p>News</p><label for=a>E-mail</label><input id=a><select><option>Daily</select><button>Subscribe</button></form><a href="/x"><button>Book</button></a>`, `<p>News</p><a href="/x">Book</a>`},
		{"a field ends with its form", "<form><label>a<input></form><p>b</p><form><label>c</label></form>", "a<p>b</p>"},
		{"a form that is never closed keeps its fields", "<form><p>a</p><button>b</button>", "<p>a</p>b"},
		{"a field that is never closed loses its tag only", "<form><button>a</form>b", "ab"},
		{"players become links to their files", `<figure><audio controls src="https://x.test/Caf%C3%A9%20&amp;%20Bar.mp3?a=1&b"></audio><figcaption>Us</figcaption></figure>`, `<figure><a href="https://x.test/Caf%C3%A9%20&amp;%20Bar.mp3?a=1&amp;b">Café &amp; Bar.mp3</a><figcaption>Us</figcaption></figure>`},
		{"of the files of a player the first counts", `<VIDEO><source src="/a.mp4"><source src="/a.webm">No video: <a href="/a.mp4">a</a></VIDEO>b`, `<a href="/a.mp4">a.mp4</a>b`},
		{"a player that is never closed is followed by its content", `<audio src="a.mp3">b`, `<a href="a.mp3">a.mp3</a>b`},
		{"a player ends with what it is in", `<p><audio src="/a.mp3" /></p><p>b</p><audio src="/c.mp3"></audio>`, `<p><a href="/a.mp3">a.mp3</a></p><p>b</p><a href="/c.mp3">c.mp3</a>`},
		{"a player ends at the next one", `<audio src="/a.mp3" />b<video src="/c.mp4" />d`, `<a href="/a.mp3">a.mp3</a>b<a href="/c.mp4">c.mp4</a>d`},
		{"what a player has for other browsers goes with it", `<video src="/a.mp4"><p>No <b>video</b></p></video>b`, `<a href="/a.mp4">a.mp4</a>b`},
		{"a player without a file of the web loses its tags only", `<audio src="blob:x">a</audio><video src="javascript:f()">b</video><audio>c</audio>`, "abc"},
		{"links of a file are apart", `<div class="wp-block-file"><a href="/a.pdf">A</a><a href="/a.pdf" class="wp-block-file__button wp-element-button">Download</a></div>`, `<div><a href="/a.pdf">A</a> <a href="/a.pdf">Download</a></div>`},
		{"void elements stay as written", "a<br>b<br/>c<hr />", "a<br>b<br />c<hr />"},
		{"open elements are closed", "<ul><li>one<li>two", "<ul><li>one</li><li>two</li></ul>"},
		{"end tags without start are dropped", "</div>a</b>", "a"},
		{"a block ends the paragraph", "<p>a<h2>b</h2>", "<p>a</p><h2>b</h2>"},
		{"tables are kept", "<table><tr><td colspan=2>a<td>b</table>", `<table><tr><td colspan="2">a</td><td>b</td></tr></table>`},
	})
}

// player is the frame of a video as it is stored.
func player(address string) string {
	return `<iframe src="` + address + `" referrerpolicy="strict-origin-when-cross-origin" sandbox="` + videoSandbox + `"></iframe>`
}

// dangerous matches what must never be left as markup, however it is read.
var dangerous = regexp.MustCompile(`(?i)<(script|svg|style|object)`)

// scheme matches the scheme of an address.
var scheme = regexp.MustCompile(`^[a-z][a-z0-9+.-]*:`)

// checkClean tests the laws of Clean and Paragraphs on one text.
func checkClean(t interface{ Errorf(string, ...any) }, s string) {
	stored := Clean(s)
	if again := Clean(stored); again != stored {
		t.Errorf("clean %q: first %q, then %q", s, stored, again)
	}
	if dangerous.MatchString(stored) {
		t.Errorf("clean %q: %q is dangerous", s, stored)
	}
	checkMarkup(t, stored)
	shown := Paragraphs(stored)
	written := Clean(shown)
	if written != shown {
		t.Errorf("write %q: got %q", shown, written)
	}
	if again := Paragraphs(written); again != shown {
		t.Errorf("read %q: first %q, then %q", stored, shown, again)
	}
	// Paragraphs may part words that touched a block, and nothing else.
	want, got := strings.ReplaceAll(StripTags(stored), " ", ""), strings.ReplaceAll(StripTags(shown), " ", "")
	if got != want {
		t.Errorf("read %q: words %q became %q", stored, want, got)
	}
}

// checkMarkup looks at HTML as a parser does, not as a pattern sees it: only
// allowed elements and attributes, no link that runs a script, and every
// element closed in its place.
func checkMarkup(t interface{ Errorf(string, ...any) }, stored string) {
	var open []string
	for z := html.NewTokenizer(strings.NewReader(stored)); z.Next() != html.ErrorToken; {
		token := z.Token()
		switch token.Type {
		case html.StartTagToken, html.SelfClosingTagToken:
			checkAttributes(t, stored, token)
			if !isVoid(token.Data) {
				open = append(open, token.Data)
			}
		case html.EndTagToken:
			if len(open) == 0 || open[len(open)-1] != token.Data {
				t.Errorf("%q: </%s> closes %v", stored, token.Data, open)
				return
			}
			open = open[:len(open)-1]
		case html.TextToken:
		default:
			t.Errorf("%q holds %v", stored, token)
		}
	}
	if len(open) > 0 {
		t.Errorf("%q leaves %v open", stored, open)
	}
}

// checkAttributes looks at one start tag.
func checkAttributes(t interface{ Errorf(string, ...any) }, stored string, token html.Token) {
	if !slices.Contains(allowedElements(), token.Data) {
		t.Errorf("%q has an element %q", stored, token.Data)
	}
	if token.Data == "iframe" {
		checkFrame(t, stored, token)
	}
	for _, a := range token.Attr {
		if strings.HasPrefix(a.Key, "on") || a.Key == "style" || a.Key == "id" || a.Key == "srcdoc" {
			t.Errorf("%q has an attribute %q", stored, a.Key)
		}
		for _, class := range strings.Fields(a.Val) {
			if a.Key == "class" && !slices.Contains(Classes(), class) {
				t.Errorf("%q has the class %q", stored, class)
			}
		}
		if a.Key != "href" && a.Key != "src" && a.Key != "cite" {
			continue
		}
		// Browsers skip control characters and blanks before and within a scheme.
		address := strings.Map(func(r rune) rune {
			if r <= ' ' {
				return -1
			}
			return unicode.ToLower(r)
		}, a.Val)
		if s := scheme.FindString(address); !slices.Contains([]string{"", "http:", "https:", "mailto:", "tel:"}, s) {
			t.Errorf("%q links to %q", stored, a.Val)
		}
	}
}

// checkFrame looks at the start tag of a frame: it has an address of a known host, and
// its sandbox.
func checkFrame(t interface{ Errorf(string, ...any) }, stored string, token html.Token) {
	values := map[string][]string{}
	for _, a := range token.Attr {
		values[a.Key] = append(values[a.Key], a.Val)
	}
	u, err := url.Parse(strings.Join(values["src"], " "))
	if err != nil || !slices.Contains(VideoOrigins(), u.Scheme+"://"+u.Host) || u.User != nil || !slices.Equal(values["sandbox"], []string{videoSandbox}) {
		t.Errorf("%q has a frame of %v in the sandbox %v", stored, values["src"], values["sandbox"])
	}
}

func TestStyleNamesWhatItRemoves(t *testing.T) {
	classes, removed := Style(`text-align:left; FLOAT : right;;color: red; color: url(x:y); font-weight:700;font-weight:bold; broken; --x: 1`)
	if diff := cmp.Diff([][]string{{"has-text-align-left", "alignright", "has-bold"}, {"color", "color", "--x"}}, [][]string{classes, removed}); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestCleanTextIsStable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		checkClean(t, rapid.OneOf(mixed(), rapid.String()).Draw(t, "text"))
	})
}

func FuzzClean(f *testing.F) {
	openTexts(f)
	f.Fuzz(func(t *testing.T, s string) { checkClean(t, s) })
}

// TestHugeTextsAreCleanedInLinearTime ends in seconds.  Work that grows with the
// square of a text would take minutes or hours for a MiB, which the time limit of go test
// ends.
func TestHugeTextsAreCleanedInLinearTime(t *testing.T) {
	size := 1 << 20
	if testing.Short() {
		size = 128 << 10
	}
	for _, part := range []string{"<!--", "<script>", "<script></script ", "<div>", "<b", "<p><b>", `<a href="`, "</p", "&", "<table><td>", "a\n\n", "<b>\n", "<iframe>", `<iframe src="//youtube.com/">`, `<b style="float:left">`, `<b style="`, `<b class="x `, `<b class="x">`, "<form>", "<form><button>", "<audio>", "<audio src=x>", "<video><source src=x>"} {
		t.Run("many "+part, func(*testing.T) {
			s := strings.Repeat(part, size/len(part))
			Paragraphs(Clean(s))
			Plain(s)
		})
	}
}
