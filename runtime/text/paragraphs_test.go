package text

import "testing"

func TestParagraphs(t *testing.T) {
	check(t, Paragraphs, []pair{
		{"nothing stays nothing", "", ""},
		{"one line is a paragraph", "Loud music", "<p>Loud music</p>"},
		{"inline markup is wrapped", "An <em>organizer</em>", "<p>An <em>organizer</em></p>"},
		{"blank lines part paragraphs", "one\n\ntwo\n \n\nthree", "<p>one</p>\n<p>two</p>\n<p>three</p>"},
		{"a newline is a line break", "one\ntwo", "<p>one<br />\ntwo</p>"},
		{"a written line break is not doubled", "one<br>\ntwo", "<p>one<br>\ntwo</p>"},
		{"a newline inside an inline element is a line break", "<b>one\ntwo</b>", "<p><b>one<br />\ntwo</b></p>"},
		{"words that look like a tag's name are words", "<b>br </b>\n<i>br <u>\nc</u></i>", "<p><b>br </b><br />\n<i>br <u><br />\nc</u></i></p>"},
		{"a blank at the end stays", "amet. ", "<p>amet. </p>"},
		{"a paragraph stays as it is", "<p>A <b>big</b> gala</p>", "<p>A <b>big</b> gala</p>"},
		{"blocks stay as they are", "<h2>A</h2>\n\n<ul>\n<li>b\nc</li>\n</ul>", "<h2>A</h2>\n\n<ul>\n<li>b\nc</li>\n</ul>"},
		{"loose text between blocks is wrapped", "<h2>A</h2>\nb\n\nc\n<hr>d", "<h2>A</h2>\n<p>b</p>\n<p>c</p>\n<hr><p>d</p>"},
		{"an inline element around a block is not wrapped", `<a href="x"><h2>A</h2></a>`, `<a href="x"><h2>A</h2></a>`},
		{"an image alone is wrapped", `<img src="x">`, `<p><img src="x"></p>`},
		{"text that is not well-formed is wrapped somehow", "a<b>b", "<p>a<b>b</p>"},
	})
}

func TestStripTags(t *testing.T) {
	check(t, StripTags, []pair{
		{"nothing stays nothing", "", ""},
		{"blocks and breaks part words", "<p>one</p><p>two<br>three</p>", "one two three"},
		{"inline elements do not", "<b>o</b>ne", "one"},
		{"references are decoded", "Tom &amp; &lt;b&gt;&nbsp;", "Tom & <b>"},
		{"white space is one blank", " a \n\n b ", "a b"},
	})
}

func FuzzParagraphs(f *testing.F) {
	openTexts(f)
	f.Fuzz(func(t *testing.T, s string) {
		once := Clean(Paragraphs(s))
		if twice := Clean(once); twice != once {
			t.Errorf("%q: first %q, then %q", s, once, twice)
		}
	})
}
