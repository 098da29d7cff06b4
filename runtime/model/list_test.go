package model_test

import (
	"slices"
	"testing"

	"almanac/runtime/model"
)

func TestListsKeepTheirElements(t *testing.T) {
	texts := []string{"b", `"a" <&>, é`, "b"}
	list := model.ListOf(texts...)
	if got := list.Values(); !slices.Equal(got, texts) {
		t.Errorf("got %q, want %q", got, texts)
	}
	if want := `["b","\"a\" \u003c&\u003e, é","b"]`; list.Column() != want {
		t.Errorf("column %s, want %s", list.Column(), want)
	}
	if got := model.ListOf[int64](9007199254740993, -1).Values(); !slices.Equal(got, []int64{9007199254740993, -1}) {
		t.Errorf("numbers %v", got)
	}
	var none model.List[string]
	if none.Values() != nil || none.Column() != "[]" || model.ListOf[string]() != "[]" {
		t.Errorf("the empty list: %q, %s", none.Values(), none.Column())
	}
}
