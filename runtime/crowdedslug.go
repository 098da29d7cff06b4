package runtime

import (
	"slices"

	"github.com/uptrace/bun"

	"almanac/runtime/store"
	"almanac/runtime/text"
)

// namesakes is up to how many slugs that differ by a number are read to find one
// that is free.  Where there are more, some are asked for.
const namesakes = 200

// crowdedSlug returns a slug that is free among many: the first free one up to
// the number namesakes.  Beyond it is one after a number that is taken, which
// leaves gaps of deleted records as they are; without gaps it is the first.
func (c *Change) crowdedSlug(id int64, wanted string) (string, error) {
	n, err := firstGap(namesakes, func(numbers []int) ([]bool, error) { return c.areTaken(id, wanted, numbers) })
	if n == 1 {
		return wanted, err
	}
	return text.NumberedSlug(wanted, n), err
}

// Numbers that firstGap asks for.
const (
	gapAsked    = 64      // In one round, when it narrows the place down.
	gapGreatest = 1 << 40 // No store holds as many records.
)

// firstGap returns a number that is not taken: the smallest of 1 to exact, else
// one after a number that is taken.  It needs few rounds: numbers that double,
// then the range between two of them, cut into pieces.
func firstGap(exact int, taken func(numbers []int) ([]bool, error)) (int, error) {
	var numbers []int
	for n := 1; n <= exact; n++ {
		numbers = append(numbers, n)
	}
	for n := 2 * exact; n < gapGreatest; n *= 2 {
		numbers = append(numbers, n)
	}
	for {
		answers, err := taken(numbers)
		if err != nil {
			return 0, err
		}
		i := slices.Index(answers, false)
		switch {
		case i < 0:
			i = len(numbers) - 1 // Cannot be: somebody has to have that many records.
		case i == 0 || numbers[i]-numbers[i-1] == 1:
			return numbers[i], nil
		}
		numbers = between(numbers[i-1], numbers[i])
	}
}

// between returns numbers from low to high, both included, a few in equal steps.
func between(low, high int) []int {
	var numbers []int
	for n := low; n < high; n += max(1, (high-low)/gapAsked) {
		numbers = append(numbers, n)
	}
	return append(numbers, high)
}

// areTaken reports which numbers of a slug other records have, or are about to
// get.
func (c *Change) areTaken(id int64, wanted string, numbers []int) ([]bool, error) {
	slugs := make([]string, len(numbers))
	for i, n := range numbers {
		if slugs[i] = wanted; n > 1 {
			slugs[i] = text.NumberedSlug(wanted, n)
		}
	}
	s := c.Env.Store
	shape := c.Env.texts.get(textKey{of: c.Kind, purpose: "slugs of numbers"}, func(args *store.Args) string {
		return sqlText(s, "SELECT slug FROM ? WHERE id <> ? AND slug ?", bun.Ident(c.Kind.Plural), args.Bind(id), s.SQL().InTexts(args, slugs))
	})
	known := map[string]bool{}
	err := c.Store.Query(c.context(), store.Statement{SQL: shape.sql, Args: []any{id, slugs}, ScanRow: func(row store.Row) error {
		var slug string
		err := row.Scan(&slug)
		known[slug] = true
		return err
	}})
	answers := make([]bool, len(slugs))
	for i, slug := range slugs {
		answers[i] = known[slug] || c.given[slug]
	}
	return answers, err
}
