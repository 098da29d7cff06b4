package param_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"almanac/runtime/decimal"
	"almanac/runtime/param"
)

// paging is embedded in inputs.
type paging struct {
	Page    param.Opt[int64] `query:"page" minimum:"1" default:"1"`
	PerPage int64            `query:"per_page" minimum:"1" maximum:"50" default:"12"`
}

// shelfInput has a field for each type that is filled.
type shelfInput struct {
	paging
	ID       int64                     `path:"id"`
	Slug     string                    `path:"slug"`
	IfMatch  string                    `header:"If-Match"`
	Search   param.Opt[string]         `query:"search" rule:"nonempty,maxLength=5"`
	Strict   param.Opt[bool]           `query:"strict" rule:"lenient"`
	Order    param.Opt[string]         `query:"order" enum:"asc,desc" rule:"lenient"`
	Colors   []string                  `query:"colors" enum:"red,green"`
	Opened   param.Opt[string]         `json:"opened" format:"date"`
	Sizes    []int64                   `json:"sizes" maxItems:"2" maximum:"9"`
	Weights  param.Opt[[]float64]      `json:"weights" minItems:"1"`
	Fee      param.Opt[int64]          `json:"fee" format:"decimal" rule:"notnull,digits=5,scale=2,maximum=100"`
	Price    param.Opt[decimal.Amount] `json:"price" currencies:"EUR:2,JPY:0"`
	State    param.Opt[string]         `json:"state" enum:"open,shut" rule:"synonym=closed:shut"`
	Code     param.Opt[string]         `json:"code" pattern:"^[a-z]+$" required:"true"`
	Picture  param.Opt[string]         `json:"picture" as:"image"`
	Anything param.Opt[any]            `json:"anything" type:"untyped"`
	Owner    param.Opt[[]any]          `json:"owner" type:"integer"`
	Books    param.Opt[[]any]          `json:"books"`
	Dry      bool                      `query:"dry" default:"false"`
	Body     struct {
		Other string `json:"other"`
	}
}

// fill fills a shelfInput from a request about the shelf 7.
func fill(t *testing.T, query, body string) (shelfInput, map[string]string) {
	t.Helper()
	r := request("POST", query, jsonType, body)
	r.SetPathValue("id", "7")
	r.SetPathValue("slug", "top")
	r.Header.Set("If-Match", `"3-x"`)
	d, in, problems := param.NewDecoder(read(t, r)), shelfInput{}, map[string]string{}
	plan := param.NewPlan(reflect.TypeFor[shelfInput]())
	plan.Require(d)
	plan.Fill(d, &in)
	if err := d.Err(); err != nil {
		for name, problem := range err.Params {
			problems[name] = problem.Message.Error()
		}
	}
	return in, problems
}

func TestPlanFillsWhatTagsSay(t *testing.T) {
	got, problems := fill(t, "search=jazz&strict=perhaps&order=upwards&colors[]=red&colors[]=green&opened=2026-11-23&dry=yes&page=2",
		`{"sizes":"3,4","weights":[0.5],"fee":"12.5","price":"12 JPY","state":"closed","code":"abc","picture":{"id":4},"anything":{"a":true},"owner":[3],"books":"1,2"}`)
	if len(problems) > 0 {
		t.Error(problems)
	}
	want := shelfInput{
		paging: paging{Page: param.Of[int64](2), PerPage: 12},
		ID:     7, Slug: "top", IfMatch: `"3-x"`,
		Search: param.Of("jazz"), Strict: param.Of(false), Order: param.Of("upwards"), Colors: []string{"red", "green"},
		Opened: param.Of("2026-11-23"), Sizes: []int64{3, 4}, Weights: param.Of([]float64{0.5}), Fee: param.Of[int64](1250),
		Price: param.Of(decimal.Amount{Units: 1200, Currency: "JPY"}), State: param.Of("shut"), Code: param.Of("abc"),
		Picture: param.Of("4"), Anything: param.Of[any](map[string]any{"a": true}), Dry: true,
	}
	want.Owner, want.Books = got.Owner, got.Books // Below.
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(shelfInput{})); diff != "" {
		t.Errorf("filled (-want +got):\n%s", diff)
	}
	if len(got.Owner.Value) != 1 || len(got.Books.Value) != 2 {
		t.Errorf("owner %v, books %v; want one and two", got.Owner, got.Books)
	}
}

func TestAStructIsFilledByItsOwnValues(t *testing.T) {
	filled, _ := fill(t, "search=jazz&colors[]=red&opened=2026-11-23&dry=yes", `{"sizes":"3,4","weights":[1e21,0.5],"fee":"-12.5",`+
		`"price":"12 JPY","state":"shut","code":"abc","picture":{"id":4},"anything":{"a":[true,7]},"owner":[3],"books":["a,b",{"id":1}]}`)
	nulls, _ := fill(t, "", `{"weights":null,"price":null,"opened":null,"anything":null,"picture":null,"code":"abc","owner":null,"books":null,"sizes":[]}`)
	for name, want := range map[string]shelfInput{"values": filled, "nulls": nulls, "nothing": {Code: param.Of("abc")}} {
		t.Run(name, func(t *testing.T) {
			want.ID, want.Slug, want.IfMatch, want.PerPage = -1, "", "", 12 // The first three are not of a body.
			got, d := shelfInput{}, param.NewDecoder(param.ValuesOf(&want))
			if param.Fill(d, &got); d.Err() != nil {
				t.Error(d.Err().Params)
			}
			if diff := cmp.Diff(want, got, cmp.AllowUnexported(shelfInput{}), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("filled again (-want +got):\n%s", diff)
			}
		})
	}
}

func TestValuesThatGoWritesInAnotherWayAreThoseOfRequests(t *testing.T) {
	in := shelfInput{
		Books: param.Of([]any{7, int64(8), "b"}), Owner: param.Of([]any(nil)), Anything: param.Of[any]([]string{"a"}),
		Price: param.Of(decimal.Amount{Units: 150, Currency: "JPY"}),
	}
	values := param.ValuesOf(&in)
	for name, want := range map[string]any{
		"books": []any{json.Number("7"), json.Number("8"), "b"}, "owner": []any{}, "anything": []any{"a"},
		"price": map[string]any{"amount": "1.50", "currency": "JPY"}, // Which no such price can be.
	} {
		if got, _ := values.Lookup(name); !cmp.Equal(got, want) {
			t.Errorf("%s is sent as %#v, want %#v", name, got, want)
		}
	}
	if _, sent := values.Lookup("state"); sent {
		t.Error("an absent field is sent")
	}
}

func TestPlanReportsAllErrorsAtOnce(t *testing.T) {
	got, problems := fill(t, "search=&colors=blue&page=0&per_page=51&dry=perhaps",
		`{"sizes":[1,2,3],"weights":[],"fee":"100.01","price":"12 USD","state":"ajar","opened":"soon","code":"","owner":[1,2]}`)
	want := map[string]string{
		"search": "search must not be empty.", "page": "page must be a whole number of 1 or more.",
		"per_page": "per_page must be a whole number from 1 to 50.", "dry": "dry must be true or false.",
		"colors":  `Each element of colors must be one of red, green, not "blue".`,
		"sizes":   "sizes must have at most 2 elements.",
		"weights": "weights must not be empty.", "code": "code must not be empty.",
		"fee":    "fee must be a number of 100 or less with at most 3 digits before the decimal point and 2 after it, such as 0.50.",
		"price":  "price must be in one of these currencies: EUR, JPY. Example: 12.00 EUR.",
		"state":  "state must be one of open, shut.",
		"opened": "opened must be a date, such as 2026-11-23.",
		"owner":  "owner must be an ID, a name or an object, not a list.",
	}
	if diff := cmp.Diff(want, problems); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
	if got.PerPage != 12 || got.Page.IsPresent() {
		t.Errorf("page %v and per_page %v of invalid values; want the defaults", got.Page, got.PerPage)
	}
}

// TestPlanRefusesWhatItCannotFill: what a document says holds for requests.
func TestPlanRefusesWhatItCannotFill(t *testing.T) {
	for name, input := range map[string]reflect.Type{
		"no tag names a source": reflect.TypeFor[struct {
			A string `doc:"A"`
		}](),
		"a type that no parameter has": reflect.TypeFor[struct {
			A complex64 `query:"a"`
		}](),
		"a header that is a list": reflect.TypeFor[struct {
			A []string `header:"A"`
		}](),
		"an unknown rule": reflect.TypeFor[struct {
			A string `query:"a" rule:"short"`
		}](),
		"a rule of Huma that is documented in vain": reflect.TypeFor[struct {
			A string `query:"a" minLength:"2"`
		}](),
		"a bound that is no number": reflect.TypeFor[struct {
			A int64 `query:"a" minimum:"one"`
		}](),
		"a default that the rules of the field refuse": reflect.TypeFor[struct {
			A int64 `query:"a" minimum:"1" default:"0"`
		}](),
		"a pattern that is no regular expression": reflect.TypeFor[struct {
			A string `query:"a" pattern:"("`
		}](),
		"currencies without their digits": reflect.TypeFor[struct {
			A decimal.Amount `query:"a" currencies:"EUR"`
		}](),
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if text, _ := recover().(string); !strings.HasPrefix(text, "field A of ") {
					t.Errorf("panic %q, want one that names the field", text)
				}
			}()
			param.NewPlan(input)
		})
	}
}
