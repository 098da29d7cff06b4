package desk

import "testing"

func TestBrowsersAreNamedByTheirUserAgents(t *testing.T) {
	for agent, want := range map[string][2]string{
		"Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0":                                                                  {"Firefox", "Linux"},
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0":           {"Edge", "Windows"},
		"Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36":                         {"Chrome", "Android"},
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1": {"Safari", "iPhone"},
		"curl/8.5.0": {"", ""},
		"":           {"", ""},
	} {
		browser, system := browserOf(agent)
		if got := [2]string{browser, system}; got != want {
			t.Errorf("%q is %v, want %v", agent, got, want)
		}
	}
}
