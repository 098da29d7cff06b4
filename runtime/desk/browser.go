package desk

import "strings"

// word is a part of a User-Agent, and what it stands for.
type word struct{ part, name string }

// browsers and systems are in the order in which they are looked for: most browsers name
// others as well.
var (
	browsers = []word{
		{"Edg", "Edge"},
		{"OPR/", "Opera"},
		{"Firefox/", "Firefox"},
		{"FxiOS/", "Firefox"},
		{"CriOS/", "Chrome"},
		{"Chrome/", "Chrome"},
		{"Safari/", "Safari"},
	}
	systems = []word{
		{"Android", "Android"},
		{"iPhone", "iPhone"},
		{"iPad", "iPad"},
		{"CrOS", "ChromeOS"},
		{"Windows", "Windows"},
		{"Mac OS X", "macOS"},
		{"Linux", "Linux"},
	}
)

// browserOf returns the browser and the system that a User-Agent names, "" for unknown
// ones.
func browserOf(agent string) (browser, system string) {
	find := func(words []word) string {
		for _, w := range words {
			if strings.Contains(agent, w.part) {
				return w.name
			}
		}
		return ""
	}
	return find(browsers), find(systems)
}
