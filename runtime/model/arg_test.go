package model_test

import (
	"slices"
	"testing"

	"almanac/runtime/model"
	"almanac/runtime/param"
)

func TestTagsDescribeArguments(t *testing.T) {
	type body struct {
		Name param.Opt[string] `json:"name" required:"true" doc:"Name" as:"name" label:"What it is called"`
		Open bool              `json:"is_open" desk:"initial,notcopied" writeOnly:"true" was:"open,accepted"`
		Tags param.Opt[[]any]  `json:"tags" nullable:"true" unset:"null" link:"tag"`
	}
	args := model.ArgsOf[struct {
		ID     int64                `path:"id"`
		Page   param.Opt[int64]     `query:"page" default:"1" minimum:"1"`
		Past   param.Opt[bool]      `query:"past" type:"untyped" default:"false" was:"former"`
		Empty  param.Opt[bool]      `query:"empty" default:"1" desk:"-"`
		Status param.Opt[[]string]  `query:"status" type:"string" extension:"states"`
		Order  param.Opt[string]    `query:"order" enum:"asc,desc" since:"2026-01-01: use sort: by"`
		Near   param.Opt[[]float64] `query:"near"`
		Sums   param.Opt[[]int64]   `query:"sums" type:"array" format:"decimal"`
		Body   body
	}]()
	names := []string{}
	byName := map[string]*model.Arg{}
	for _, a := range args {
		names = append(names, a.In+" "+a.Name)
		byName[a.Name] = a
	}
	if want := []string{"path id", "query page", "query past", "query empty", "query status", "query order", "query near", "query sums", "json name", "json is_open", "json tags"}; !slices.Equal(names, want) {
		t.Errorf("arguments %v, want %v", names, want)
	}
	if a := byName["page"]; a.Default != int64(1) || a.Schema.Default != int64(1) || *a.Schema.Minimum != 1 || a.Type != "integer" {
		t.Errorf("page: %+v, %+v", a, a.Schema)
	}
	if a := byName["past"]; a.Type != "" || a.Schema.Type != "string" || a.Default != false || a.Schema.Default != "false" {
		t.Errorf("past: %+v, %+v", a, a.Schema)
	}
	if a := byName["past"]; !a.Bool || a.NoFilter || a.Was != "former" || a.TakesWas {
		t.Errorf("past: %+v", a)
	}
	if a := byName["empty"]; a.Type != "boolean" || a.Default != "1" || a.Schema.Default != true || !a.NoFilter {
		t.Errorf("empty: %+v, %+v", a, a.Schema)
	}
	if a := byName["status"]; a.Type != "string" || a.Schema.Type != "string" || a.Extension != "states" {
		t.Errorf("status: %+v, %+v", a, a.Schema)
	}
	if a := byName["order"]; len(a.Schema.Enum) != 2 || a.Deprecated != (model.Deprecation{Since: "2026-01-01", Replacement: "use sort: by"}) {
		t.Errorf("order: %+v, %+v", a, a.Schema)
	}
	if a := byName["near"]; a.Type != "array" || a.Schema.Nullable {
		t.Errorf("near: %+v, %+v", a, a.Schema)
	}
	if a := byName["sums"]; a.Type != "array" || a.Schema.Items.Type != "string" || a.Schema.Items.Format != "decimal" {
		t.Errorf("sums: %+v, %+v", a, a.Schema)
	}
	if a := byName["name"]; !a.Required || a.Schema.Description != "Name" {
		t.Errorf("name: %+v, %+v", a, a.Schema)
	}
	if a := byName["name"]; a.Meaning != "name" || a.Label != "What it is called" {
		t.Errorf("name: %+v", a)
	}
	if a := byName["is_open"]; a.Label != "Is open" || !a.Bool || !a.Initial || !a.NotCopied || !a.WriteOnly || a.Schema.WriteOnly || a.Was != "open" || !a.TakesWas {
		t.Errorf("is_open: %+v", a)
	}
	if a := byName["tags"]; a.Link != "tag" || a.Unset != "null" || !a.Schema.Nullable {
		t.Errorf("tags: %+v, %+v", a, a.Schema)
	}
}
