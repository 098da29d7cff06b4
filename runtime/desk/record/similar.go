package record

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"almanac/runtime/model"
	"almanac/runtime/naming"
	"almanac/runtime/text"
)

// Bounds of a search for similar names: words that are compared, and names that each word finds.
const (
	maxSimilarWords = 3
	maxSimilarNames = 50
)

// Similar returns the records of a resource whose names are like a text that none has, most at
// most, such as Makers' Yard for "maker yards". It returns false after it has sent a page about a
// failure.
func (x *Exchange) Similar(res *model.Resource, typed string, most int) ([]Choice, bool) {
	wanted := longWords(typed)
	longest := slices.Clone(wanted)
	slices.SortStableFunc(longest, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	var similar []Choice
	for _, word := range longest[:min(len(longest), maxSimilarWords)] {
		found, ok := x.Find(res, stem(word), maxSimilarNames)
		if !ok {
			return nil, false
		}
		for _, c := range found {
			if isSimilar(wanted, longWords(c.Label)) && !slices.Contains(similar, c) {
				similar = append(similar, c)
			}
		}
	}
	return similar[:min(len(similar), most)], true
}

// longWords returns the words of a name that distinguish it: those of three letters and more.
func longWords(name string) []string {
	const least = 3
	return slices.DeleteFunc(naming.WordsOf(text.Fold(name)),
		func(word string) bool { return utf8.RuneCountInString(word) < least })
}

// isSimilar reports whether the words of the shorter name are in the other one, but for their ends.
func isSimilar(a, b []string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	for _, word := range a {
		if !slices.ContainsFunc(b, func(other string) bool { return strings.HasPrefix(other, stem(word)) }) {
			return false
		}
	}
	return len(a) > 0
}

// stem returns a word without an ending of up to two letters; four letters stay.
func stem(word string) string {
	const ending, least = 2, 4
	letters := []rune(word)
	return string(letters[:max(min(len(letters), least), len(letters)-ending)])
}
