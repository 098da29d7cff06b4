package param_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/runtime/param"
)

// lists by the name that the tables use.
var lists = map[string]func(*param.Decoder, ...param.Rule) outcome{
	"integers": func(d *param.Decoder, r ...param.Rule) outcome { return said(d, d.Integers("p", r...)) },
	"strings":  func(d *param.Decoder, r ...param.Rule) outcome { return said(d, d.Strings("p", r...)) },
	"refs":     func(d *param.Decoder, r ...param.Rule) outcome { return said(d, d.References("p", r...)) },
	"ref":      func(d *param.Decoder, r ...param.Rule) outcome { return said(d, d.Reference("p", r...)) },
}

func ids(list ...int64) outcome { return set(append([]int64{}, list...)) }
func words(list ...string) outcome {
	return set(append([]string{}, list...))
}
func refs(list ...any) outcome { return set(append([]any{}, list...)) }

func TestListsInQueriesAndForms(t *testing.T) {
	const each = "Each element of p must be a whole number"
	tests := []struct {
		getter, text string
		want         outcome
	}{
		{"integers", "p[]=1&p[]=2", ids(1, 2)},
		{"integers", "p%5B%5D=1&p%5B%5D=2", ids(1, 2)},
		{"integers", "p[1]=2&p[0]=1", ids(1, 2)},
		{"integers", "p=1&p=2", ids(1, 2)},
		{"integers", "p=1,2", ids(1, 2)},
		{"integers", "p=1,2&p=3", ids(1, 2, 3)},
		{"integers", "p=+1+,+2+", ids(1, 2)},
		{"integers", "p=1,,2,", ids(1, 2)},
		{"integers", "p=1", ids(1)},
		{"integers", "p[]=1", ids(1)},
		{"integers", "p=", ids()},
		{"integers", "p=,", ids()},
		{"integers", "p[]=", ids()},
		{"integers", "p[]=&p[]=5", ids(5)},
		{"integers", "q=1", outcome{}},
		{"integers", "p=1,x", bad(each + `, not "x".`)},
		{"integers", "p[]=1,2", bad(each + `, not "1,2".`)},
		{"integers", "p[]=+1", bad(each + `, not " 1".`)},
		{"integers", "p[a]=1", bad(each + ".")},
		{"integers", "p[0][0]=1", bad(each + ".")},
		{"strings", "p[]=a,b&p[]=c", words("a,b", "c")},
		{"strings", "p=a,+b", words("a", "b")},
		{"strings", "p=a&p=b,c", words("a", "b", "c")},
		{"strings", "p=", words()},
		{"strings", "p[x]=a", bad("Each element of p must be text.")},
		{"refs", "p=3,Jane", refs("3", "Jane")},
		{"refs", "p[]=3&p[][organizer]=A,B", refs("3", map[string]any{"organizer": "A,B"})},
		{"refs", "p[venue]=X&p[city]=Y", refs(map[string]any{"venue": "X", "city": "Y"})},
		{"refs", "p=", refs()},
		{"ref", "p=3", refs("3")},
		{"ref", "p=Arts,+crafts", refs("Arts, crafts")},
		{"ref", "p[]=3", refs("3")},
		{"ref", "p[venue]=X", refs(map[string]any{"venue": "X"})},
		{"ref", "p=", refs()},
		{"ref", "p[]=", refs()},
		{"ref", "q=1", outcome{}},
		{"ref", "p=1&p=2", bad("p must be an ID, a name or an object, not a list.")},
		{"ref", "p[]=1&p[]=2", bad("p must be an ID, a name or an object, not a list.")},
	}
	for _, tt := range tests {
		t.Run(tt.getter+" of "+tt.text, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, lists[tt.getter](queryDecoder(t, tt.text))); diff != "" {
				t.Errorf("query (-want +got):\n%s", diff)
			}
			form := param.NewDecoder(read(t, request("DELETE", "p=query", formType, tt.text)))
			if strings.HasPrefix(tt.text, "q") {
				return
			}
			if diff := cmp.Diff(tt.want, lists[tt.getter](form)); diff != "" {
				t.Errorf("form (-want +got):\n%s", diff)
			}
		})
	}
}

func TestListsInJSON(t *testing.T) {
	tests := []struct {
		getter, value string
		want          outcome
	}{
		{"integers", `[1,"2"]`, ids(1, 2)},
		{"integers", `"1, 2"`, ids(1, 2)},
		{"integers", `7`, ids(7)},
		{"integers", `[]`, ids()},
		{"integers", `[""]`, ids()},
		{"integers", `{}`, ids()},
		{"integers", `{"10":3,"0":1,"9":2}`, ids(1, 2, 3)},
		{"integers", `{"00":1}`, bad("Each element of p must be a whole number.")},
		{"strings", `{"0":"a,b","1":"c"}`, words("a,b", "c")},
		{"refs", `{}`, refs()},
		{"refs", `{"0":8,"1":{"venue":"X"}}`, refs(json.Number("8"), map[string]any{"venue": "X"})},
		{"refs", `{"0":8,"venue":"X"}`, refs(map[string]any{"0": json.Number("8"), "venue": "X"})},
		{"ref", `{}`, refs()},
		{"ref", `{"0":8}`, refs(json.Number("8"))},
		{"integers", `null`, outcome{State: param.StateNull}},
		{"integers", `[1,null]`, bad("Each element of p must be a whole number.")},
		{"integers", `[1.0]`, bad(`Each element of p must be a whole number, not "1.0".`)},
		{"integers", `[[1]]`, bad("Each element of p must be a whole number.")},
		{"integers", `true`, bad("Each element of p must be a whole number.")},
		{"strings", `["a,b",5,"c"]`, words("a,b", "5", "c")},
		{"strings", `["a",""]`, words("a")},
		{"strings", `"cat1,cat2"`, words("cat1", "cat2")},
		{"strings", `5`, words("5")},
		{"strings", `[true]`, bad("Each element of p must be text.")},
		{"strings", `{"a":"b"}`, bad("Each element of p must be text.")},
		{"refs", `4`, refs(json.Number("4"))},
		{"refs", `[4,"A, B",{"venue":"X"}]`, refs(json.Number("4"), "A, B", map[string]any{"venue": "X"})},
		{"refs", `{"id":4}`, refs(map[string]any{"id": json.Number("4")})},
		{"refs", `[]`, refs()},
		{"refs", `null`, outcome{State: param.StateNull}},
		{"refs", `[null]`, bad("Each element of p must be an ID, a name or an object.")},
		{"refs", `[[1]]`, bad("Each element of p must be an ID, a name or an object.")},
		{"ref", `4`, refs(json.Number("4"))},
		{"ref", `[{"id":4}]`, refs(map[string]any{"id": json.Number("4")})},
		{"ref", `[]`, refs()},
		{"ref", `null`, refs()},
		{"ref", `[1,2]`, bad("p must be an ID, a name or an object, not a list.")},
		{"ref", `[[1]]`, bad("p must be an ID, a name or an object, not a list.")},
		{"ref", `false`, bad("p must be an ID, a name or an object.")},
		{"refs", `false`, bad("Each element of p must be an ID, a name or an object.")},
	}
	for _, tt := range tests {
		t.Run(tt.getter+" of "+tt.value, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, lists[tt.getter](jsonDecoder(t, tt.value))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestRulesOfLists(t *testing.T) {
	empty := bad("p must not be empty.")
	tests := []struct {
		name, getter, query string
		rule                param.Rule
		want                outcome
	}{
		{"an empty text", "integers", "p=", param.NonEmpty(), empty},
		{"an empty element alone", "strings", "p[]=", param.NonEmpty(), empty},
		{"nothing but commas", "refs", "p=,+,", param.NonEmpty(), empty},
		{"no record", "ref", "p=", param.NotNull(), empty},
		{"an empty element among others", "strings", "p[]=a&p[]=", param.NonEmpty(), bad("Each element of p must not be empty.")},
		{"an id below the first", "integers", "p=3,0", param.Min(1), bad(`Each element of p must be a whole number of 1 or more, not "0".`)},
		{"words of an enumeration", "strings", "p=draft,publish", param.Enum("publish", "draft"), words("draft", "publish")},
		{"an unknown word", "strings", "p=draft,foo", param.Enum("publish", "draft"), bad(`Each element of p must be one of publish, draft, not "foo".`)},
		{"a word that is too long", "strings", "p=abc", param.MaxLength(2), bad(`Each element of p must have at most 2 characters, not "abc".`)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, lists[tt.getter](queryDecoder(t, tt.query), tt.rule)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestListsSplitFromTextAreLimited(t *testing.T) {
	tests := []struct {
		name string
		text string
		want outcome
	}{
		{"as many as allowed", strings.Repeat("0,", 1000), ids(make([]int64, 1000)...)},
		{"one more", strings.Repeat("0,", 1001), bad("p must have at most 1000 elements.")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, lists["integers"](queryDecoder(t, "p="+tt.text))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
