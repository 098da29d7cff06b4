package text

import (
	"strings"
	"testing"
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

func TestSortKeysOrderNamesWhateverTheirCase(t *testing.T) {
	if SortKey("apple") >= SortKey("Banana") || SortKey("Éclair") >= SortKey("fig") {
		t.Errorf("got %q, %q, %q, %q", SortKey("apple"), SortKey("Banana"), SortKey("Éclair"), SortKey("fig"))
	}
}
