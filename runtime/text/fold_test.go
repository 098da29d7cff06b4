package text

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestFold(t *testing.T) {
	check(t, Fold, []pair{
		{"case is folded", "ÉTÉ Straße", "ete strasse"},
		{"letters without decomposition are folded", "Øre Łódź Đà Æble œuvre Þór", "ore lodz da aeble oeuvre thor"},
		{"compatibility forms are decomposed", "ﬁn ①", "fin 1"},
		{"white space is one blank", " a\t\n\u00a0b ", "a b"},
		{"invisible characters are removed", "so\u00adft\u200b\x00", "soft"},
		{"other scripts stay", "東京 МОСКВА", "東京 москва"},
		{"invalid bytes are replaced", "a\xff", "a\uFFFD"},
		{"the sign of multiplication is an x", "10×5 M ✕ N", "10x5 m x n"},
		{"dashes are one hyphen", "2026–2027 a—b −5 non‑stop c--d e - f", "2026-2027 a-b -5 non-stop c-d e - f"},
		{"quotes and primes are those of the keyboard", "Don’t ‘x’ “y” «z» „w“ 5′ 12″ rock `n´ roll", `don't 'x' "y" "z" "w" 5' 12" rock 'n' roll`},
	})
}

func TestFoldIsIdempotentForEveryCharacter(t *testing.T) {
	const row = 256
	for first := rune(0); first <= utf8.MaxRune; first += row {
		var b strings.Builder
		for r := first; r < first+row; r++ {
			b.WriteString("a" + string(r) + "b ")
		}
		once := Fold(b.String())
		if twice := Fold(once); twice != once {
			t.Errorf("row %U: (-first +second)\n%s", first, cmp.Diff(strings.Fields(once), strings.Fields(twice)))
		}
	}
}

func TestFoldIsIdempotent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		once := Fold(rapid.OneOf(mixed(), rapid.String()).Draw(t, "text"))
		if twice := Fold(once); twice != once {
			t.Errorf("first %q, then %q", once, twice)
		}
	})
}

func TestASCIIIsFoldedAsBesideOtherLetters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringOf(rapid.RuneFrom(nil, &unicode.RangeTable{R16: []unicode.Range16{{Lo: 0, Hi: 0x7F, Stride: 1}}})).Draw(t, "text")
		if got, want := Fold(s), strings.TrimPrefix(Fold("é"+s), "e"); got != strings.TrimSpace(want) {
			t.Errorf("got %q, beside é %q", got, want)
		}
	})
}

func TestSortKeysOrderNamesWhateverTheirCase(t *testing.T) {
	if SortKey("apple") >= SortKey("Banana") || SortKey("Éclair") >= SortKey("fig") {
		t.Errorf("got %q, %q, %q, %q", SortKey("apple"), SortKey("Banana"), SortKey("Éclair"), SortKey("fig"))
	}
}

func TestSortKeysFitIntoAnIndex(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"a short name is whole", "Café", "cafe"},
		{"200 Hangul syllables are whole", strings.Repeat("각", 200), strings.Repeat("\u1100\u1161\u11a8", 200)},
		{"a long name is cut", strings.Repeat("A", 5000), strings.Repeat("a", 600)},
		{"no character is cut in two", "a" + strings.Repeat("漢", 5000), "a" + strings.Repeat("漢", 599)},
		{"characters of four bytes", "ab" + strings.Repeat("😀", 1000), "ab" + strings.Repeat("😀", 598)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, SortKey(tt.text)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestSortKeysKeepTheOrderOfFoldedNames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		same := strings.Repeat("x", rapid.IntRange(sortKeyLimit-8, sortKeyLimit).Draw(t, "same"))
		a, b := same+mixed().Draw(t, "a"), same+mixed().Draw(t, "b")
		if whole, keys := strings.Compare(Fold(a), Fold(b)), strings.Compare(SortKey(a), SortKey(b)); keys != 0 && keys != whole {
			t.Errorf("keys compare as %d, folded names as %d", keys, whole)
		}
		if key := SortKey(a); utf8.RuneCountInString(key) > sortKeyLimit || !utf8.ValidString(key) {
			t.Errorf("a key of %d characters, valid: %t", utf8.RuneCountInString(key), utf8.ValidString(key))
		}
	})
}
