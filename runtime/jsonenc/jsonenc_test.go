package jsonenc

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// reference returns what encoding/json writes, with < and > escaped.
func reference(t testing.TB, v any) string {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	text := strings.TrimSuffix(b.String(), "\n")
	return strings.ReplaceAll(strings.ReplaceAll(text, "<", `\u003c`), ">", `\u003e`)
}

func FuzzStringsAreWrittenAsTheStandardLibraryDoes(f *testing.F) {
	for _, s := range []string{"", "plain", `a "b" \ c`, "<b>&amp;</b>", "\x00\x1f\x7f\b\f\n\r\t", "é\u2028\u2029𝄞", "\xff\xc3(", "a\xe2\x80"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if diff := cmp.Diff(reference(t, s), string(AppendString([]byte("x"), s)[1:])); diff != "" {
			t.Errorf("%q (-want +got)\n%s", s, diff)
		}
	})
}

func TestListsAreWrittenAsTheStandardLibraryDoes(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		list := rapid.OneOf(rapid.Just[[]string](nil), rapid.SliceOf(rapid.String())).Draw(r, "list")
		if diff := cmp.Diff(reference(t, list), string(AppendStrings(nil, list))); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
	})
}

func TestAnObjectEndsWithoutAComma(t *testing.T) {
	for before, want := range map[string]string{"{": "{}", `{"a":1,`: `{"a":1}`} {
		if got := string(EndObject([]byte(before))); got != want {
			t.Errorf("%s: got %s, want %s", before, got, want)
		}
	}
}

func BenchmarkString(b *testing.B) {
	text := strings.Repeat("<p>An evening for friends and families, with questions &amp; drinks.</p>\n", 20)
	buffer := make([]byte, 0, 4096)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		buffer = AppendString(buffer[:0], text)
	}
}

func TestNumbersAreThoseOfEncodingJSON(t *testing.T) {
	for _, v := range []float64{0, 1, -1, 52.5200066, 0.1, 1e-6, 9.9e-7, -1e-9, 1.5e-10, 1e20, 1e21, -1.7e308, 5e-324} {
		want, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		if got := AppendOptionalNumber(nil, &v); string(got) != string(want) {
			t.Errorf("%g is written %s, want %s", v, got, want)
		}
	}
	if got := AppendOptionalNumber(nil, nil); string(got) != "null" {
		t.Errorf("no number is written %s", got)
	}
}
