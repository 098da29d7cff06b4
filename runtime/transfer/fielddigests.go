package transfer

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"almanac/runtime/linkids"
	"almanac/runtime/model"
	"almanac/runtime/transfer/rawjson"
)

// fieldDigests are the digests of the fields of a record as a text, because there may be
// very many: "name:digest name:digest …", in the order of the names.
type fieldDigests string

func (d fieldDigests) digest(name string, value any) fieldDigests {
	sum := sha256.Sum256(fmt.Append(nil, value))
	one := fieldDigests(name + ":" + hex.EncodeToString(sum[:6]))
	if d == "" {
		return one
	}
	return d + " " + one
}

// known reports whether there are digests of fields: older programs wrote one of the
// whole record.
func (d fieldDigests) known() bool { return strings.Contains(string(d), ":") }

// fields returns the digests by the names of their fields.
func (d fieldDigests) fields() map[string]string {
	fields := map[string]string{}
	for one := range strings.FieldsSeq(string(d)) {
		name, digest, _ := strings.Cut(one, ":")
		fields[name] = digest
	}
	return fields
}

// names returns the names of the fields, in order.
func (d fieldDigests) names() []string {
	var names []string
	for one := range strings.FieldsSeq(string(d)) {
		name, _, _ := strings.Cut(one, ":")
		names = append(names, name)
	}
	return names
}

// different returns the names of the fields whose digests are others now.  A field that one
// of them does not have says nothing.
func (d fieldDigests) different(now fieldDigests) []string {
	before, after := d.fields(), now.fields()
	return slices.DeleteFunc(now.names(), func(name string) bool {
		return before[name] == "" || before[name] == after[name]
	})
}

// with returns d with the digests of other in the place of its own.
func (d fieldDigests) with(other fieldDigests) fieldDigests {
	fields := other.fields()
	names := append(d.names(), other.names()...)
	slices.Sort(names)
	var list []string
	for _, name := range slices.Compact(names) {
		digest := fields[name]
		if digest == "" {
			digest = d.fields()[name]
		}
		list = append(list, name+":"+digest)
	}
	return fieldDigests(strings.Join(list, " "))
}

// only returns the digests of some fields.
func (d fieldDigests) only(names []string) fieldDigests {
	list := slices.DeleteFunc(strings.Fields(string(d)), func(one string) bool {
		name, _, _ := strings.Cut(one, ":")
		return !slices.Contains(names, name)
	})
	return fieldDigests(strings.Join(list, " "))
}

// fieldOf returns the field of which an argument of writes is a part: what belongs together
// is taken from one side.
func fieldOf(k *model.Resource, arg string) string {
	switch arg {
	case k.EndColumn, k.ZoneColumn, "ical_uid":
		return k.StartColumn
	case "event_status_reason":
		return "event_status"
	case "date_utc":
		return "date"
	}
	return arg
}

// modifiedField stands among the fields on a site for the time of the last change, which may
// be of something that lists do not show.
const modifiedField = "modified"

// hiddenWithPassword reports whether a protected record does not show an argument.
func hiddenWithPassword(k *model.Resource, arg *model.Arg) bool {
	shown := []string{
		k.NameField, k.StartColumn, k.EndColumn, k.ZoneColumn, k.PasswordField, "status", "slug", "author", "date",
		"date_utc",
	}
	return !slices.Contains(shown, arg.Name)
}

// digests returns the digests of what the source shows of a record.  What a password hides,
// and a status that is not known, is left out; the order of terms means nothing, since that of equal names changes.
func (r *Record) digests() fieldDigests {
	covered := r.Covered()
	values := map[string][]any{}
	add := func(arg string, value any) {
		field := fieldOf(r.Resource, arg)
		values[field] = append(values[field], value)
	}
	for _, arg := range r.Resource.Args {
		link := slices.IndexFunc(r.Resource.Links, func(l *model.Link) bool { return l.Name == arg.Name })
		switch {
		case slices.Contains(r.Unread, arg.Name):
		case arg.Name == "status" && r.mustStayPrivate():
			add(arg.Name, string(rawjson.Encode(model.StatusPrivate)))
		case covered && hiddenWithPassword(r.Resource, arg), arg.Name == "ical_uid", arg.Name == "event_status_reason":
		case arg.Name == r.Resource.PasswordField:
			if password := r.Text(arg.Name); password != "" {
				add(arg.Name, password)
			} else {
				add(arg.Name, covered || r.Protected)
			}
		case arg.Name == "event_status" && r.member(arg.Name) == nil:
		case link >= 0:
			ids := r.Named(r.Resource.Links[link]).All
			if r.Resource.Links[link].Target.Term {
				slices.Sort(ids)
			}
			add(arg.Name, ids)
		case arg.Image:
			image := r.ImageOf(arg.Name)
			add(arg.Name, []any{image.ID, image.URL})
		case arg.HTML:
			source, _ := WithoutBlocks(r.Text(arg.Name))
			add(arg.Name, source)
		case arg.Name == "cost":
			add(arg.Name, r.costInAnyLanguage())
		case arg.Name == "slug":
			add(arg.Name, r.Slug())
		default:
			add(arg.Name, string(r.member(arg.Name)))
		}
	}
	if r.Resource.StartColumn != "" { // Of an hour that comes twice, it says which one.
		add(r.Resource.StartColumn, r.Moment(startUTC)+r.Moment(endUTC))
	}
	if modified := r.Edited(); modified != "" {
		add(modifiedField, modified)
	}
	return digestAll(values)
}

// shownAmount is a part of a cost that is the same in all languages.
var shownAmount = regexp.MustCompile(`[0-9.,'’]*[0-9]|\p{Sc}`)

// costInAnyLanguage returns what the source shows of a cost, of numbers without the words of
// its language: "Kostenlos", "10€ à 20€".
func (r *Record) costInAnyLanguage() string {
	shown := string(r.member("cost"))
	if slices.ContainsFunc(r.costValues(), isAmount) {
		shown = strings.Join(shownAmount.FindAllString(r.Text("cost"), -1), " ")
	}
	return shown + string(r.member("cost_details"))
}

// costValues returns the values of the record's cost.
func (r *Record) costValues() []string {
	details, _ := r.Value("cost_details").(map[string]any)
	list, _ := details["values"].([]any)
	values := make([]string, len(list))
	for i, v := range list {
		values[i] = rawjson.Text(v)
	}
	return values
}

// isAmount reports whether a value of a cost is a number.
func isAmount(value string) bool { return value != "" && shownAmount.FindString(value) == value }

// hasWordedCost reports whether a cost of numbers alone is shown with words.
func (r *Record) hasWordedCost() bool {
	values := r.costValues()
	isWorded := strings.ContainsFunc(shownAmount.ReplaceAllString(r.Text("cost"), ""), unicode.IsLetter)
	return isWorded && len(values) > 0 && !slices.ContainsFunc(values, func(v string) bool { return !isAmount(v) })
}

// hasFormerCost reports whether d has the digest of the record's cost that earlier releases
// wrote, with words.
func (d fieldDigests) hasFormerCost(r *Record) bool {
	former := fieldDigests("").digest("cost", []any{string(r.member("cost")) + string(r.member("cost_details"))})
	return d.fields()["cost"] == former.fields()["cost"]
}

// digestAll returns the digests of fields by name.
func digestAll(values map[string][]any) (d fieldDigests) {
	names := make([]string, 0, len(values))
	for name := range values {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		d = d.digest(name, values[name])
	}
	return d
}

// localDigests returns the digests of the fields of a record that is here.
func localDigests(m model.Record) fieldDigests {
	values := map[string][]any{}
	for _, arg := range m.Resource().Args {
		if value, ok := localValue(m, arg.Name); ok && arg.Name != "ical_uid" {
			field := fieldOf(m.Resource(), arg.Name)
			values[field] = append(values[field], value)
		}
	}
	return digestAll(values)
}

// localValue returns what a record that is here has in the field of an argument, false if
// that is not in its row.
func localValue(m model.Record, arg string) (any, bool) {
	k := m.Resource()
	if at := slices.IndexFunc(k.Links, func(l *model.Link) bool { return l.Name == arg }); at >= 0 {
		links, ok := linkids.Of(k, m)
		if !ok {
			return nil, false
		}
		ids := slices.Clone(links[at])
		if k.Links[at].Target.Term {
			slices.Sort(ids)
		}
		return ids, true
	}
	column := arg
	switch {
	case arg == k.PasswordField:
		column = "password"
	case slices.ContainsFunc(k.Args, func(a *model.Arg) bool { return a.Name == arg && a.Image }):
		column = "image_id"
	}
	if !slices.Contains(k.Columns, column) {
		return nil, false
	}
	return k.Value(m, column), true
}
