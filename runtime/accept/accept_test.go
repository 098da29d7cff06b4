package accept

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestPrefersHTML(t *testing.T) {
	tests := []struct {
		name, accept string
		want         bool
	}{
		{"no header takes JSON", "", false},
		{"Chrome opens a page", "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7", true},
		{"Firefox opens a page", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", true},
		{"curl takes anything", "*/*", false},
		{"axios names JSON first", "application/json, text/plain, */*", false},
		{"jQuery names JSON first", "application/json, text/javascript, */*; q=0.01", false},
		{"HTML alone", "text/html", true},
		{"XHTML alone", "application/xhtml+xml", true},
		{"names are in any case", "Text/HTML", true},
		{"HTML of a low weight, with JSON not taken at all", "text/html;q=0.1", true},
		{"a range of text does not name HTML", "text/*", false},
		{"a range of text above JSON does not name HTML", "text/*, application/json;q=0.5", false},
		{"a tie is JSON's", "application/json, text/html", false},
		{"a tie is JSON's in any order", "text/html, application/json", false},
		{"a tie with a wildcard is JSON's", "text/html, */*", false},
		{"a tie with a range is JSON's", "text/html, application/*", false},
		{"JSON of a lower weight", "application/json;q=0.9, text/html", true},
		{"JSON of a higher weight", "application/json, text/html;q=0.9", false},
		{"the exact type outweighs the wildcard", "text/html;q=0.5, application/json;q=0.4, */*;q=0.9", true},
		{"the range outweighs the wildcard", "text/html;q=0.5, application/*;q=0.4, */*;q=0.9", true},
		{"a wildcard above HTML is JSON's", "text/html;q=0.5, */*;q=0.8", false},
		{"HTML that is refused", "text/html;q=0", false},
		{"HTML and JSON that are refused", "text/html;q=0, application/json;q=0", false},
		{"JSON that is refused", "text/html;q=0.001, application/json;q=0, */*", true},
		{"spaces stand around everything", " text/html ; q=0.9 ,\tapplication/json ; q=0.8 ", true},
		{"the weight comes after other parameters", "text/html;level=1;q=0.3, application/json;q=0.4", false},
		{"the name of the weight is in any case", "text/html;Q=0.3, application/json;q=0.4", false},
		{"a quoted comma does not end a member", `text/plain;a=",text/html,", */*;q=0.1`, false},
		{"a quoted semicolon does not end a parameter", `text/html;a=";q=0", */*;q=0.1`, true},
		{"a quote behind a backslash does not end a string", `text/plain;a="\",text/html,", */*;q=0.1`, false},
		{"empty members are skipped", ",, text/html,,", true},
		{"a weight above one is no weight", "text/html;q=1.1", false},
		{"a weight below zero is no weight", "text/html;q=-1", false},
		{"a weight that is no number", "text/html;q=NaN, application/json;q=0.1", false},
		{"an empty weight", "text/html;q=", false},
		{"other kinds of JSON are not JSON", "text/html;q=0.5, application/ld+json", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := PrefersHTML([]string{tt.accept}); got != tt.want {
				t.Errorf("PrefersHTML(%q) = %t, want %t", tt.accept, got, tt.want)
			}
		})
	}
}

func TestCodingOfAFileThatIsStoredInGzip(t *testing.T) {
	tests := []struct {
		name, header string
		want         bool
	}{
		{"no header", "", false},
		{"a browser", "gzip, deflate, br, zstd", true},
		{"gzip by its old name", "x-gzip", true},
		{"names are in any case", "GZip", true},
		{"everything", "*", true},
		{"something else", "br", false},
		{"gzip that is refused", "gzip;q=0", false},
		{"gzip that is refused, with all else taken", "gzip;q=0, *", false},
		{"everything but what is named is refused", "br, *;q=0", false},
		{"plain bytes rather than gzip", "gzip;q=0.5, identity", false},
		{"gzip rather than plain bytes", "gzip, identity;q=0.5", true},
		{"plain bytes and gzip alike", "gzip, identity", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Coding([]string{tt.header}, "gzip") == "gzip"; got != tt.want {
				t.Errorf("Coding(%q) is gzip: %t, want %t", tt.header, got, tt.want)
			}
		})
	}
}

// TestOrderDoesNotMatter holds that only names and weights decide.
func TestOrderDoesNotMatter(t *testing.T) {
	member := rapid.Custom(func(t *rapid.T) string {
		name := rapid.SampledFrom([]string{"text/html", "application/xhtml+xml", "application/json", "application/*", "*/*", "text/*", "text/plain"}).Draw(t, "name")
		return name + rapid.SampledFrom([]string{"", ";q=0", ";q=0.5", ";q=0.8", ";q=1", ";v=1"}).Draw(t, "weight")
	})
	rapid.Check(t, func(t *rapid.T) {
		members := rapid.SliceOfN(member, 0, 6).Draw(t, "members")
		want := PrefersHTML([]string{strings.Join(members, ",")})
		if got := PrefersHTML(rapid.Permutation(members).Draw(t, "permuted")); got != want {
			t.Errorf("the order decides about %q", members)
		}
	})
}

// FuzzPrefersHTML holds that no header is too strange, and that HTML goes only
// to those who name it.
func FuzzPrefersHTML(f *testing.F) {
	for _, seed := range []string{"", "text/html", "text/html;q=0.9,*/*;q=0.8", `a;b="\`, ";;,,==", "application/xhtml+xml;q=1.000"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, header string) {
		lower := strings.ToLower(header)
		if PrefersHTML([]string{header}) && !strings.Contains(lower, "text/html") && !strings.Contains(lower, "application/xhtml+xml") {
			t.Errorf("PrefersHTML(%q) = true, but it names no HTML", header)
		}
	})
}

func TestMediaType(t *testing.T) {
	tests := []struct{ name, accept, want string }{
		{"nothing is JSON", "", ""},
		{"anything is JSON", "*/*", ""},
		{"a name is taken", "text/csv", "text/csv"},
		{"a name goes before a wildcard of the same weight", "*/*, text/calendar", "text/calendar"},
		{"a heavier wildcard is JSON", "*/*, text/calendar;q=0.9", ""},
		{"JSON by name wins a tie", "text/csv, application/json", ""},
		{"JSON by name may weigh less", "text/csv, application/json;q=0.9", "text/csv"},
		{"the heaviest is taken", "text/csv;q=0.1, text/calendar;q=0.2", "text/calendar"},
		{"a weight of zero is a refusal", "text/csv;q=0", ""},
		{"others do not count", "text/html, image/*", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := MediaType([]string{tt.accept}, "text/calendar", "text/csv"); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
