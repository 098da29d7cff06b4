package param_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/runtime/apierror"
	"almanac/runtime/param"
)

// jsonDecoder returns a decoder of a JSON body {"p": text}.
func jsonDecoder(t *testing.T, text string) *param.Decoder {
	t.Helper()
	return param.NewDecoder(read(t, request("POST", "", jsonType, `{"p":`+text+`}`)))
}

// queryDecoder returns a decoder of a query string.
func queryDecoder(t *testing.T, query string) *param.Decoder {
	t.Helper()
	return param.NewDecoder(read(t, request("GET", query, "", "")))
}

// outcome is what a getter and Err say about the parameter p.
type outcome struct {
	State   param.State
	Value   any
	Problem string
}

func said[T any](d *param.Decoder, o param.Opt[T]) outcome {
	got := outcome{State: o.State}
	if o.IsSet() {
		got.Value = o.Value
	}
	if err := d.Err(); err != nil {
		got.Problem = err.Params["p"].Message.Error()
	}
	return got
}

func set(v any) outcome          { return outcome{State: param.StateSet, Value: v} }
func bad(problem string) outcome { return outcome{Problem: problem} }

// getters by the name that the table uses.
var getters = map[string]func(*param.Decoder, ...param.Rule) outcome{
	"integer": func(d *param.Decoder, r ...param.Rule) outcome { return said(d, d.Integer("p", r...)) },
	"number":  func(d *param.Decoder, r ...param.Rule) outcome { return said(d, d.Number("p", r...)) },
	"boolean": func(d *param.Decoder, r ...param.Rule) outcome { return said(d, d.Boolean("p", r...)) },
	"string":  func(d *param.Decoder, r ...param.Rule) outcome { return said(d, d.String("p", r...)) },
	"switch":  func(d *param.Decoder, _ ...param.Rule) outcome { return said(d, d.LenientBool("p")) },
	"any":     func(d *param.Decoder, _ ...param.Rule) outcome { return said(d, d.Any("p")) },
}

func TestScalarsInJSON(t *testing.T) {
	whole, truth, text := bad("p must be a whole number."), bad("p must be true or false."), bad("p must be text.")
	number := bad("p must be a number.")
	tests := []struct {
		getter, value string
		want          outcome
	}{
		{"integer", `3`, set(int64(3))},
		{"integer", `"3"`, set(int64(3))},
		{"integer", `"007"`, set(int64(7))},
		{"integer", `-3`, set(int64(-3))},
		{"integer", `"-3"`, set(int64(-3))},
		{"integer", `9223372036854775807`, set(int64(9223372036854775807))},
		{"integer", `9223372036854775808`, whole},
		{"integer", `"99999999999999999999999"`, whole},
		{"integer", `3.0`, whole},
		{"integer", `1e1`, whole},
		{"integer", `"1e1"`, whole},
		{"integer", `"1.5"`, whole},
		{"integer", `"+1"`, whole},
		{"integer", `" 1"`, whole},
		{"integer", `"1_0"`, whole},
		{"integer", `"0x10"`, whole},
		{"integer", `"١"`, whole},
		{"integer", `"-"`, whole},
		{"integer", `"--1"`, whole},
		{"integer", `""`, whole},
		{"integer", `true`, whole},
		{"integer", `[1]`, bad("p must be a whole number, not a list.")},
		{"integer", `{"a":1}`, bad("p must be a whole number, not an object.")},
		{"integer", `null`, outcome{State: param.StateNull}},
		{"number", `1.5`, set(1.5)},
		{"number", `"-40.25"`, set(-40.25)},
		{"number", `1e1`, set(10.0)},
		{"number", `"3"`, set(3.0)},
		{"number", `1e400`, number},
		{"number", `"inf"`, number},
		{"number", `"NaN"`, number},
		{"number", `"0x1p2"`, number},
		{"number", `"1_0"`, number},
		{"number", `"+1"`, number},
		{"number", `"1.2.3"`, number},
		{"number", `""`, number},
		{"number", `false`, number},
		{"number", `[]`, bad("p must be a number, not a list.")},
		{"number", `null`, outcome{State: param.StateNull}},
		{"boolean", `true`, set(true)},
		{"boolean", `false`, set(false)},
		{"boolean", `1`, set(true)},
		{"boolean", `0`, set(false)},
		{"boolean", `"TRUE"`, set(true)},
		{"boolean", `"No"`, set(false)},
		{"boolean", `"yes"`, set(true)},
		{"boolean", `"oN"`, set(true)},
		{"boolean", `"Off"`, set(false)},
		{"boolean", `"0"`, set(false)},
		{"boolean", `1.0`, truth},
		{"boolean", `2`, truth},
		{"boolean", `"maybe"`, truth},
		{"boolean", `" true"`, truth},
		{"boolean", `""`, truth},
		{"boolean", `[true]`, bad("p must be true or false, not a list.")},
		{"boolean", `null`, outcome{State: param.StateNull}},
		{"string", `"x,y"`, set("x,y")},
		{"string", `""`, set("")},
		{"string", `5`, set("5")},
		{"string", `1.50`, set("1.50")},
		{"string", `1e3`, set("1e3")},
		{"string", `true`, text},
		{"string", `["a"]`, bad("p must be text, not a list.")},
		{"string", `{"a":1}`, bad("p must be text, not an object.")},
		{"string", `null`, outcome{State: param.StateNull}},
		{"switch", `true`, set(true)},
		{"switch", `"1"`, set(true)},
		{"switch", `"abc"`, set(false)},
		{"switch", `""`, set(false)},
		{"switch", `null`, set(false)},
		{"switch", `[true]`, set(false)},
		{"any", `"x"`, set("x")},
		{"any", `12.50`, set(json.Number("12.50"))},
		{"any", `["1",2]`, set([]any{"1", json.Number("2")})},
		{"any", `false`, set(false)},
		{"any", `null`, outcome{State: param.StateNull}},
	}
	for _, tt := range tests {
		t.Run(tt.getter+" of "+tt.value, func(t *testing.T) {
			got := getters[tt.getter](jsonDecoder(t, tt.value))
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestScalarsInQueries(t *testing.T) {
	tests := []struct {
		getter, query string
		want          outcome
	}{
		{"integer", "p=1&p=2", set(int64(2))},
		{"integer", "p=x&p=2", set(int64(2))},
		{"integer", "p[]=1", bad("p must be a whole number, not a list.")},
		{"integer", "p[0]=1", bad("p must be a whole number, not a list.")},
		{"integer", "p[a]=1", bad("p must be a whole number, not an object.")},
		{"integer", "p=1,2", bad("p must be a whole number.")},
		{"integer", "p=+1", bad("p must be a whole number.")},
		{"integer", "p=%2B1", bad("p must be a whole number.")},
		{"integer", "p=", bad("p must be a whole number.")},
		{"integer", "p", bad("p must be a whole number.")},
		{"integer", "P=1", outcome{}},
		{"number", "p=-70.2", set(-70.2)},
		{"boolean", "p=YES", set(true)},
		{"boolean", "p=off&p=on", set(true)},
		{"boolean", "p[]=true", bad("p must be true or false, not a list.")},
		{"string", "p=a+b", set("a b")},
		{"string", "p=a&p=b", set("b")},
		{"string", "p[]=a", bad("p must be text, not a list.")},
		{"string", "p=null", set("null")},
		{"string", "q=1", outcome{}},
		{"switch", "p=true", set(true)},
		{"switch", "p=0", set(false)},
		{"switch", "p=abc", set(false)},
		{"switch", "p=", set(false)},
		{"switch", "p[]=1", set(false)},
		{"switch", "", outcome{}},
		{"any", "p=1&p=2", set("2")},
		{"any", "p[]=1&p[]=2", set([]any{"1", "2"})},
		{"any", "", outcome{}},
	}
	for _, tt := range tests {
		t.Run(tt.getter+" of "+tt.query, func(t *testing.T) {
			got := getters[tt.getter](queryDecoder(t, tt.query))
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestRules(t *testing.T) {
	rules := func(r ...param.Rule) []param.Rule { return r }
	tests := []struct {
		name, getter, value string
		rules               []param.Rule
		want                outcome
	}{
		{"the least page", "integer", `1`, rules(param.Min(1)), set(int64(1))},
		{"a page below the first", "integer", `0`, rules(param.Min(1)), bad("p must be a whole number of 1 or more.")},
		{"a page that is no number", "integer", `"x"`, rules(param.Min(1)), bad("p must be a whole number of 1 or more.")},
		{"empty text that must not be", "string", `""`, rules(param.NonEmpty()), bad("p must not be empty.")},
		{"null that must not be", "boolean", `null`, rules(param.NotNull()), bad("p must not be null.")},
		{"false that clears", "string", `false`, rules(param.AllowFalse()), set("")},
		{"the word false that clears", "string", `"False"`, rules(param.AllowFalse()), set("")},
		{"true that does not clear", "string", `true`, rules(param.AllowFalse()), bad("p must be text.")},
		{"a word of an enumeration", "string", `"asc"`, rules(param.Enum("asc", "desc")), set("asc")},
		{"a word in capitals", "string", `"ASC"`, rules(param.Enum("asc", "desc")), bad("p must be one of asc, desc.")},
		{"a number within its bounds", "number", `"-90"`, rules(param.Min(-90), param.Max(90)), set(-90.0)},
		{"a number above its bounds", "number", `90.1`, rules(param.Min(-90), param.Max(90)), bad("p must be a number from -90 to 90.")},
		{"a whole number above its bound", "integer", `1000001`, rules(param.Max(1e6)), bad("p must be a whole number of 1000000 or less.")},
		{"text that matches", "string", `"a1"`, rules(param.Pattern(regexp.MustCompile("[0-9]$"))), set("a1")},
		{"text that does not match", "string", `""`, rules(param.Pattern(regexp.MustCompile("[0-9]$"))), bad("p must match the pattern [0-9]$.")},
		{"text as long as allowed", "string", `"äöü"`, rules(param.MaxLength(3)), set("äöü")},
		{"text longer than allowed", "string", `"äöüß"`, rules(param.MaxLength(3)), bad("p must have at most 3 characters.")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := getters[tt.getter](jsonDecoder(t, tt.value), tt.rules...)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestDecoderCollectsAllProblems(t *testing.T) {
	body := `{"title":null,"start_date":"","author":"me","featured":"maybe","tags":[1,"x"],"city":"X"}`
	d := param.NewDecoder(read(t, request("POST", "", jsonType, body)))
	d.String("title")
	d.Integer("author", param.Min(1))
	d.Boolean("featured")
	d.Integers("tags")
	d.Require("title", "start_date", "end_date", "city")
	d.AddError("timezone", "", "%s must be a time zone.", "timezone")
	d.AddError("author", "other", "a second problem")
	got := d.Err()
	want := map[string]string{
		"start_date": "start_date must not be empty.",
		"author":     "author must be a whole number of 1 or more.",
		"featured":   "featured must be true or false.",
		"tags":       `Each element of tags must be a whole number, not "x".`,
		"timezone":   "timezone must be a time zone.",
	}
	problems := map[string]string{}
	for name, problem := range got.Params {
		if problems[name] = problem.Message.Error(); problem.Code != apierror.CodeInvalidParam {
			t.Errorf("%s has the code %s", name, problem.Code)
		}
	}
	if diff := cmp.Diff(want, problems); diff != "" {
		t.Errorf("params (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"title", "end_date"}, got.Missing); diff != "" {
		t.Errorf("missing (-want +got):\n%s", diff)
	}
	if got.Status != 400 || got.Code != apierror.CodeMissingParam {
		t.Errorf("got %v, want 400 %s", got, apierror.CodeMissingParam)
	}
}

func TestRequiredTextThatIsEmptyIsFaultyAndNotMissing(t *testing.T) {
	d := param.NewDecoder(param.NewValues(map[string]any{"name": ""}))
	d.Require("name")
	if got := d.Err(); got == nil || got.Code != apierror.CodeInvalidParam || len(got.Missing) != 0 {
		t.Errorf("got %v, want %s for name", got, apierror.CodeInvalidParam)
	}
}

func TestDecoderWithoutProblemsHasNoError(t *testing.T) {
	d := param.NewDecoder(param.NewValues(map[string]any{"list": []any{"x"}, "object": map[string]any{"k": "v"}}))
	d.Require("list", "object")
	if got := d.Err(); got != nil {
		t.Errorf("got %v, want nil", got)
	}
}

func TestDecoderRepeatsLittleOfTheInput(t *testing.T) {
	d := jsonDecoder(t, `["`+strings.Repeat("ü", 5000)+`"]`)
	got := said(d, d.Integers("p")).Problem
	if len(got) > 200 || !strings.Contains(got, "…") {
		t.Errorf("got a message of %d bytes: %s", len(got), got)
	}
}
