package text

import (
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/net/html"
	"pgregory.net/rapid"
)

// pair is a case of a function from text to text.
type pair struct{ name, in, want string }

// check runs the cases of one function.
func check(t *testing.T, f func(string) string, tests []pair) {
	t.Helper()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Helper()
			if got := f(tt.in); got != tt.want {
				t.Errorf("%q: got %q, want %q", tt.in, got, tt.want)
			}
		})
	}
}

// mixed draws texts in which markup, references and odd bytes are likely.
func mixed() *rapid.Generator[string] {
	parts := rapid.SampledFrom([]string{
		"a", "b c", " ", "\n", "\n\n", "<", ">", "&", ";", `"`, "'", "=", "/", "é", "東", "\x00", "\xff", "\r", "\u00a0",
		"<b>", "</b>", "<p>", "</p>", "<br>", "<br/>", "<i", "<div>", "</div>", "<li>", "<ul>", "</ul>", "<a href=",
		`<a href="http://x/?a=1&b">`, "</a>", "<script>", "</script>", "<!--", "-->", "&amp;", "&lt;", "&#1;", "&notit;",
		"<table>", "<td>", "<tr>", "</table>", "<img src=x>", "<foo>", "<pre>", "<svg>", "<h2>", "</h2>", "-", "javascript:",
		"<iframe src=//youtube.com/x>", "<iframe", ` src="https://player.vimeo.com/video/1"`, "</iframe>", `<p style="text-align:left;x:y">`, ` style='float:left'`, ` srcset="a 2x, b"`,
		"<audio src=//x/a>", "</audio>", "<video>", "<source src=b.mp4>", "</video>", "<form>", "</form>", "<button>", "</button>",
	})
	return rapid.Custom(func(t *rapid.T) string {
		text := ""
		for _, p := range rapid.SliceOfN(parts, 0, 20).Draw(t, "parts") {
			text += p
		}
		return text
	})
}

// openTexts are the seeds of every fuzz target.
func openTexts(f *testing.F) {
	f.Helper()
	for _, s := range []string{
		`<iframe src="//youtube.com/embed/x" srcdoc="<script>"><script>f()</script></iframe>`, `<p style="text-align:left;x:y" class='"'><iframe src=https://www.youtube.com/x/></p>`,
		"", "Tom & Jerry", "a <b and c", "1 < 2 > 0", "x <3", "<p>A <b>big</b> gala</p>", "one\n\ntwo\nthree",
		"<script>alert(1)</script>hi", `<a href="javascript:alert(1)" onclick='x'>x</a>`, "&amp;lt;b&gt; &#0; &notit;",
		"\xff\x00<b", "<li>a<li>b</ul><td>", "<!-- a", `-foo "a b" -"c`, "Üñïçødé 東京 🎉",
		"<svg/onload=alert(1)>", "<a href='java\tscript:x'>x</a>", `<a href="&#106;avascript:x">x</a>`, "<math><mtext><table><mglyph><style><img src=x onerror=y>",
		"<<script>b>x", "<scr<script>ipt>x</script>", `<img src="x" title="--><script>">`, "<p title='<b onclick=x>'>y", "a\u2028b\u202Ec\u200Bd\uFEFFe", "<textarea><b>",
		"<noscript><p title=\"</noscript><img src=x onerror=y>\">", "<plaintext><b>x", "<a\nhref=x\ronclick=y>z</a>", "<b/><i/>x", "<table><p>x<td>y</table>",
	} {
		f.Add(s)
	}
}

func TestPlain(t *testing.T) {
	check(t, Plain, []pair{
		{"tags of elements are removed", `<b>Bold</b> <a href="x>y">link</a>`, "Bold link"},
		{"scripts and styles go with their content", "a<script>alert(1)</script><STYLE>p{}</style >b", "ab"},
		{"a script that is never closed keeps the words", "How to write <script> tags", "How to write  tags"},
		{"comments and declarations are removed", "<!DOCTYPE html><!-- a > b -->c", "c"},
		{"an unfinished comment stays", "a <!-- b", "a <!-- b"},
		{"an unfinished tag stays", "a <b and c", "a <b and c"},
		{"an unfinished tag before another one stays", "a <b and <i>c</i>", "a <b and c"},
		{"comparisons stay", "1 < 2 > 0", "1 < 2 > 0"},
		{"a heart stays", "x <3", "x <3"},
		{"unknown names are text", "<foo> and <you@example.test>", "<foo> and <you@example.test>"},
		{"entities are decoded once", "Tom &amp; &amp;lt;b&gt; &eacute; &#8220;", "Tom & &lt;b> é “"},
		{"a name without semicolon is no entity", "Q&notes &copy &notit; AT&T", "Q&notes &copy &notit; AT&T"},
		{"control characters are removed", "a\x00b\x07c\u0085d&#7;e", "abcde"},
		{"newline and tab stay", " a\r\nb\tc\n", "a\nb\tc"},
		{"invalid bytes are replaced", "a\xffb", "a\uFFFDb"},
	})
}

func TestEscape(t *testing.T) {
	check(t, Escape, []pair{
		{"markup is escaped", "<b> & c", "&lt;b&gt; &amp; c"},
		{"quotes are not", `"a" 'b'`, `"a" 'b'`},
		{"references are escaped as text", "&amp;", "&amp;amp;"},
	})
}

func TestPlainTextReadCanBeWrittenBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := Plain(rapid.OneOf(mixed(), rapid.String()).Draw(t, "text"))
		if got := Plain(Escape(want)); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

func FuzzPlain(f *testing.F) {
	openTexts(f)
	f.Fuzz(func(t *testing.T, s string) {
		want := Plain(s)
		if got := Plain(Escape(want)); got != want || !utf8.ValidString(got) {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

func FuzzLiteral(f *testing.F) {
	openTexts(f)
	f.Fuzz(func(t *testing.T, s string) {
		once := PlainVerbatim(s)
		if again := PlainVerbatim(once); again != once || !utf8.ValidString(once) {
			t.Errorf("first %q, then %q", once, again)
		}
		// A page may show it as it is, with markup of its own behind it.
		for z := html.NewTokenizer(strings.NewReader(once + "</p>")); z.Next() != html.ErrorToken; {
			token := z.Token()
			for _, a := range token.Attr {
				if token.Type != html.EndTagToken && a.Val != "" {
					t.Errorf("%q has an element %q with an attribute %q", once, token.Data, a.Key)
				}
			}
		}
	})
}

func TestWhatLiteralReturnsMayBeWrittenAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		once := PlainVerbatim(rapid.OneOf(mixed(), rapid.String()).Draw(t, "text"))
		if again := PlainVerbatim(once); again != once {
			t.Fatalf("got %q, want %q", again, once)
		}
	})
	for sent, want := range map[string]string{
		"12 <b>Main</b> St": "12 Main St", "AT&T &amp; Co": "AT&T &amp; Co", "<<b>b>x": "x", "a <b and c": "a <b and c",
		"x<script>alert(1)</script>y": "xy", "Jo <jo@example.org>": "Jo <jo@example.org>", "<x onclick=f()>y": "&lt;x onclick=f()>y",
		"<x/onclick=f() ": "&lt;x/onclick=f()", "<x a<zz onclick=f()>": "&lt;x a&lt;zz onclick=f()>", "<zz> 1 = 1 < 2": "<zz> 1 = 1 < 2", "a<img src=x onerror=f()//": "a&lt;img src=x onerror=f()//",
	} {
		if got := PlainVerbatim(sent); got != want {
			t.Errorf("Literal(%q) is %q, want %q", sent, got, want)
		}
	}
}
