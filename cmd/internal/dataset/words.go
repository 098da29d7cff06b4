package dataset

import (
	"math/rand/v2"
	"strings"
	"unicode"
	"unicode/utf8"
)

// kinds are what events are called.
func kinds() []string {
	return strings.Fields("Concert Workshop Lecture Market Festival Meetup Exhibition Reading Screening Tour Class " +
		"Parade Picnic Tournament Auction Rehearsal Gala Debate Tasting Recital")
}

// topics are what events are about.
func topics() []string {
	return strings.Fields("jazz pottery astronomy chess gardening photography ceramics poetry robotics salsa history " +
		"baking cycling climate opera yoga typography beekeeping sailing folklore architecture mycology weaving " +
		"calligraphy geology")
}

// towns are where venues stand.
func towns() []string {
	return strings.Fields("Springfield Riverton Lakewood Fairview Ashford Milltown Greenfield Kingsbury Northgate " +
		"Westbrook Eastham Southport Hillcrest Oakdale Brookhaven")
}

// zones are where events take place, that of the site more often than others.
func zones() []string {
	return strings.Fields("UTC America/New_York UTC Europe/Paris UTC Asia/Tokyo")
}

// frequent are the words that texts hold most, the most frequent first.
func frequent() []string {
	return strings.Fields(`the and with for from every evening morning visitors members friends families
		children guests doors open early late hall garden square library theatre studio stage music light
		colour story voice hands work learn listen bring share enjoy discover meet local regional famous young
		old new quiet lively small great free seats tickets limited please register online entrance food
		drinks served break outside weather permitting our their this season series first last part two three
		guided talk followed questions artists speakers neighbours teachers experts beginners advanced
		welcome needed experience material included supported city council foundation`)
}

// vocabularySize is how many words there are; the rarest is in about one text
// of two hundred.
const vocabularySize = 8000

// vocabulary lists all words, the most frequent first.  Beyond those of this
// file they are made of syllables; one in forty has an accent.
func vocabulary(seed uint64) []string {
	list := append(frequent(), topics()...)
	known := make(map[string]bool, vocabularySize)
	for _, w := range list {
		known[w] = true
	}
	r := rand.New(rand.NewPCG(seed, 1)) //nolint:gosec // The words shall come again.
	for len(list) < vocabularySize {
		if w := coined(r); !known[w] {
			known[w] = true
			list = append(list, w)
		}
	}
	return list
}

// coined makes a word of two to four syllables.
func coined(r *rand.Rand) string {
	const onsets, vowels, codas = "b br c ch d dr f fl g gr h j k l m n p pl qu r s sh st t th tr v w z",
		"a e i o u ea ou ai", "l m n r s t nd rt ck"
	pick := func(of string) string { list := strings.Fields(of); return list[r.IntN(len(list))] }
	var b strings.Builder
	for range 2 + r.IntN(3) {
		b.WriteString(pick(onsets) + pick(vowels))
	}
	b.WriteString(pick(codas))
	if r.IntN(40) == 0 {
		return strings.Replace(b.String(), "e", "é", 1)
	}
	return b.String()
}

// capitalized returns a word with a large first letter.
func capitalized(word string) string {
	first, size := utf8.DecodeRuneInString(word)
	return string(unicode.ToUpper(first)) + word[size:]
}
