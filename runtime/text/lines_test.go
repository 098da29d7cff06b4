package text

import "testing"

func TestLines(t *testing.T) {
	tests := []struct{ name, html, want string }{
		{"paragraphs are lines", "<p>One  two</p>\n\n<p>three</p>", "One two\nthree"},
		{"a line break begins a line", "One<br>two<br/>three", "One\ntwo\nthree"},
		{"inline elements do not", "<p>One <b>two</b>\nthree</p>", "One two three"},
		{"character references are decoded", "<p>Q&amp;A&#10;&lt;b&gt;</p>", "Q&A <b>"},
		{"scripts are gone", "<p>One</p><script>two</script>", "One"},
		{"links have their addresses", `<p>Get <a class="x" href="https://x.example/?a=1&amp;b=2">tick<b>ets</b></a>, <a href='mailto:ann@x.example'>ask</a></p>`, "Get tickets (https://x.example/?a=1&b=2), ask (ann@x.example)"},
		{"addresses that the words say are not repeated", `<a href="https://x.example/">x.example</a> <a href="mailto:a@x.example">a@x.example</a>`, "x.example a@x.example"},
		{"links inside of the page have none", `<a href="#top">up</a> <a name="x">here</a> <a href="javascript:x()">run</a>`, "up here run"},
		{"no words are no lines", "<p> </p><br><br>", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Lines(tt.html); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
