package openapi

import (
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"almanac/runtime/deployment"
	"almanac/runtime/model"
)

// UpdateArgs describes what updates take: the fields that creates take, none of
// them required and none with a default.
func UpdateArgs(args []*model.Arg) []*model.Arg {
	args = slices.Clone(args)
	for i, a := range args {
		if a.In == "json" {
			args[i] = withDefault(a, nil)
			args[i].Required = false
		}
	}
	return args
}

// withDefault returns the argument with a default.
func withDefault(a *model.Arg, v any) *model.Arg {
	defaulted, schema := *a, *a.Schema
	schema.Default = v
	defaulted.Schema, defaulted.Default, defaulted.Unset = &schema, v, ""
	return &defaulted
}

// argsOf returns the arguments that the deployment's operation takes: those of
// extensions that are off are left out, the deployment's own defaults filled
// in, and the language parameter added.
func argsOf(d deployment.Deployment, all []*model.Arg) []*model.Arg {
	var list []*model.Arg
	for _, a := range all {
		if !d.HasExtension(a.Extension) {
			continue
		}
		switch a.Name {
		case "per_page":
			a = withDefault(a, d.DefaultPerPage)
		case "namespace":
			a = withDefault(a, d.Namespace)
		}
		list = append(list, a)
	}
	if d.LanguageParam != "" {
		schema := &huma.Schema{Type: huma.TypeString, Description: "Language of the records"}
		for _, language := range d.Languages {
			schema.Enum = append(schema.Enum, language)
		}
		list = append(list, &model.Arg{Name: d.LanguageParam, In: "query", Type: huma.TypeString, Schema: schema})
	}
	return list
}
