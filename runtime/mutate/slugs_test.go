package mutate

import (
	"testing"

	"pgregory.net/rapid"
)

func TestTheNumberOfASlugIsFree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		exact := rapid.IntRange(1, 5).Draw(t, "exact")
		last := rapid.IntRange(0, 100_000).Draw(t, "last")
		gaps := rapid.MapOf(rapid.IntRange(1, 100_000), rapid.Just(true)).Draw(t, "gaps")
		taken := func(n int) bool { return n <= last && !gaps[n] }
		rounds := 0
		got, err := firstFreeNumber(exact, func(numbers []int) ([]bool, error) {
			rounds++
			answers := make([]bool, len(numbers))
			for i, n := range numbers {
				answers[i] = taken(n)
			}
			return answers, nil
		})
		first := 1
		for taken(first) {
			first++
		}
		switch {
		case err != nil || taken(got) || rounds > 4:
			t.Fatalf("number %d after %d rounds, taken %v, error %v", got, rounds, taken(got), err)
		case (first <= exact || len(gaps) == 0) && got != first, got > 1 && !taken(got-1):
			t.Fatalf("number %d, the first free one is %d", got, first)
		}
	})
}
