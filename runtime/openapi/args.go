package openapi

import (
	"strconv"
	"strings"

	"almanac/runtime"
)

// PathArg describes the parameter in a path.
func PathArg(path string, k *runtime.Kind) runtime.Arg {
	if strings.Contains(path, "{slug}") {
		return runtime.Arg{Name: "slug", Type: "string", Required: true, Path: true, Doc: "Slug of the " + k.Name}
	}
	return runtime.Arg{Name: "id", Type: "integer", Required: true, Path: true, Doc: "ID of the " + k.Name}
}

// passwordArgs describes the credential of protected records; only kinds that
// can be protected take it.
func passwordArgs(k *runtime.Kind) []runtime.Arg {
	if !k.Protected {
		return nil
	}
	return []runtime.Arg{{Name: "password", Type: "string", Query: true, Doc: "Password of a protected " + k.Name}}
}

// ReadArgs describes what reads take beside what names the records.
func ReadArgs(k *runtime.Kind) []runtime.Arg {
	if !k.Protected {
		return nil
	}
	return append(passwordArgs(k), runtime.Arg{
		Name: "context", Type: "string", Enum: []string{"view", "edit"}, HasDefault: true, Default: "view", Beyond: true,
		Doc: "With edit, editors see a protected " + k.Name + " without its password",
	})
}

// FeedArgs describes how reads of a kind with feeds choose one.
func FeedArgs(k *runtime.Kind) []runtime.Arg {
	if k.Entry == nil {
		return nil
	}
	return []runtime.Arg{{
		Name: "format", Type: "string", Enum: runtime.FormatNames(), Computed: "what Accept prefers, else json", Beyond: true,
		Doc: "Format of the answer; a feed holds the whole list, up to " + strconv.Itoa(runtime.MaxFeed) + " records, unless page or per_page is sent",
	}}
}

// ItemArgs describes what writes of one record take.
func ItemArgs(path string, k *runtime.Kind) []runtime.Arg {
	return append([]runtime.Arg{PathArg(path, k)}, passwordArgs(k)...)
}

// UpdateArgs describes what updates of one record take: every field, none of
// them required.  The path parameter goes before a field of the same name.
func UpdateArgs(path string, k *runtime.Kind) []runtime.Arg {
	args := ItemArgs(path, k)
	for _, a := range k.Args {
		// What is null when not created with a value can become so again.
		a.Nullable = a.HasDefault && a.Default == nil && !a.Required
		a.Required, a.HasDefault, a.Default = false, false, nil
		args = append(args, a)
	}
	return args
}

// DryRunArg describes what has a write tried and undone.
func DryRunArg() runtime.Arg {
	return runtime.Arg{
		Name: "dry_run", Type: "boolean", HasDefault: true, Default: false, Beyond: true, Query: true,
		Doc: "Try the write and answer as if it had been made, but change nothing",
	}
}

// language describes the deployment's language parameter; the name is empty
// where it has none.
func language(d runtime.Deployment) runtime.Arg {
	enum := append([]string(nil), d.Languages...)
	return runtime.Arg{Name: d.LanguageParam, Type: "string", Enum: enum, Query: true, Doc: "Language of the records"}
}

// argsOf returns the arguments that the deployment's operation takes: those of
// extensions that are off are left out, the deployment's own defaults filled
// in, and the language parameter added.
func argsOf(d runtime.Deployment, all []runtime.Arg) []runtime.Arg {
	var list []runtime.Arg
	for _, a := range all {
		if !d.HasExtension(a.Extension) {
			continue
		}
		if a.Name == "per_page" {
			a.HasDefault, a.Default = true, d.PerPage
		}
		list = append(list, a)
	}
	if d.LanguageParam != "" {
		list = append(list, language(d))
	}
	return list
}
