package text

import "testing"

func TestCellsOfSpreadsheetsAreNoFormulas(t *testing.T) {
	for s, want := range map[string]string{
		"":                               "",
		"Jazz":                           "Jazz",
		"8 – 12; 3+4, a=b, x@y.example":  "8 – 12; 3+4, a=b, x@y.example",
		"=1+1":                           "'=1+1",
		" =1+1":                          " '=1+1",
		"＝1":                             "'＝1",
		"@SUM(A1)":                       "'@SUM(A1)",
		"-5":                             "'-5",
		"a;=1":                           "a;'=1",
		"a; +1;-2":                       "a; '+1;'-2",
		"a\t=1":                          "a\t'=1",
		"a\n=1\r\n@x":                    "a\n'=1\r\n'@x",
		"\t=1":                           "'\t'=1",
		"\na":                            "'\na",
		"Doors at 8;\u00a0=HYPERLINK(1)": "Doors at 8;\u00a0'=HYPERLINK(1)",
	} {
		if got := Cell(s); got != want {
			t.Errorf("Cell(%q) = %q, want %q", s, got, want)
		}
	}
}
