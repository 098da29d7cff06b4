package httpapi

import (
	"reflect"
	"strings"
	"testing"

	"almanac/runtime/series"
)

func TestWritesTakeTheScopesOfSeries(t *testing.T) {
	field, _ := reflect.TypeFor[ApplyTo]().FieldByName("ApplyTo")
	var scopes []string
	for _, s := range series.Scopes() {
		scopes = append(scopes, string(s))
	}
	if got, want := field.Tag.Get("enum"), strings.Join(scopes, ","); got != want {
		t.Errorf("apply_to takes %s, want %s", got, want)
	}
}
