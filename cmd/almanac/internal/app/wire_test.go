package app_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"almanac/generated"
	"almanac/runtime/calendar"
	"almanac/runtime/jsonenc"
)

// The generated encoders write what the tags of their types say.
func TestAnswersAreEncodedAsReflectionWouldEncodeThem(t *testing.T) {
	for _, empty := range []jsonenc.Appender{
		&generated.EventView{}, &generated.VenueView{}, &generated.OrganizerView{}, &generated.CategoryView{}, &generated.TagView{},
		&generated.EventPage{}, &generated.VenuePage{}, &generated.OrganizerPage{}, &generated.CategoryPage{}, &generated.TagPage{},
		&calendar.EventLD{}, &calendar.PlaceLD{}, &calendar.PersonLD{},
	} {
		typ := reflect.TypeOf(empty).Elem()
		t.Run(typ.Name(), func(t *testing.T) {
			rapid.Check(t, func(r *rapid.T) {
				v := reflect.New(typ)
				fillValue(r, v.Elem())
				got := string(v.Interface().(jsonenc.Appender).AppendJSON(nil))
				if diff := cmp.Diff(reflected(t, v.Interface()), got); diff != "" {
					r.Errorf("(-want +got)\n%s", diff)
				}
			})
		})
	}
}

// reflected encodes a value by its tags.
func reflected(t *testing.T, v any) string {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	text := strings.TrimSuffix(b.String(), "\n")
	return strings.ReplaceAll(strings.ReplaceAll(text, "<", `\u003c`), ">", `\u003e`)
}

// fillValue sets everything in a value that answers are made of.
func fillValue(r *rapid.T, v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(rapid.SampledFrom([]string{"", "a", `<b> & "c"`, "é\u2028\n", "\xff"}).Draw(r, "text"))
	case reflect.Int64:
		v.SetInt(rapid.SampledFrom([]int64{0, 1, -1 << 63}).Draw(r, "number"))
	case reflect.Float64:
		v.SetFloat(rapid.SampledFrom([]float64{0, 1.5, -1e-9, 1e21}).Draw(r, "number"))
	case reflect.Bool:
		v.SetBool(rapid.Bool().Draw(r, "flag"))
	case reflect.Pointer:
		if rapid.Bool().Draw(r, "there") {
			v.Set(reflect.New(v.Type().Elem()))
			fillValue(r, v.Elem())
		}
	case reflect.Slice:
		fillSlice(r, v)
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				fillValue(r, v.Field(i))
			}
		}
	case reflect.Interface: // None is filled: what json_ld holds there is its own.
	default:
		r.Fatalf("no value for %s", v.Type())
	}
}

// fillSlice makes a list of none, one or two.
func fillSlice(r *rapid.T, v reflect.Value) {
	if v.Type() == reflect.TypeFor[json.RawMessage]() {
		v.SetBytes([]byte(`{"small":{"url":"<a>"}}`))
		return
	}
	n := rapid.IntRange(-1, 2).Draw(r, "length")
	if n < 0 {
		return
	}
	v.Set(reflect.MakeSlice(v.Type(), n, n))
	for i := range n {
		fillValue(r, v.Index(i))
		if item := v.Index(i); item.Kind() == reflect.Pointer && item.IsNil() {
			item.Set(reflect.New(item.Type().Elem()))
		}
	}
}
