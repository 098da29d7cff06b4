package validate

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"almanac/runtime/apierror"
	"almanac/runtime/dates"
	"almanac/runtime/deployment"
	"almanac/runtime/messages"
	"almanac/runtime/model"
	"almanac/runtime/param"
	"almanac/runtime/recurrence"
	"almanac/runtime/text"
)

// Validator checks the fields of a write without any record: for values that no record could
// take.  It adds errors to the decoder, under the field's wire name.
type Validator struct {
	*param.Decoder
	Zone       dates.Zone // Of the site.
	Now        time.Time
	Deployment *deployment.Deployment
	MaxHTML    int64                           // Bytes of one text.
	LongHTML   *[]string                       // HTML that is expensive to clean is added here.
	NewBody    func(res *model.Resource) Input // Makes the empty body of a record that is described inside of another.
}

// Input is a body as far as a form reads it.
type Input interface {
	Decode(d *param.Decoder, create bool)
	Validate(v *Validator)
}

// Date notes a text that is no date.
func (v *Validator) Date(name string, o param.Opt[string]) {
	if !o.IsSet() {
		return
	}
	if _, err := dates.Parse(o.Value, v.Zone, v.Now); err != nil {
		v.AddError(name, "", "%s: %v", apierror.Param(name), err)
	}
}

// TimeZone notes a text that is no time zone.  The empty text stands for the
// site's zone.
func (v *Validator) TimeZone(name string, o param.Opt[string]) {
	if !o.IsSet() || o.Value == "" {
		return
	}
	if _, err := dates.ParseZone(o.Value); err != nil {
		v.AddError(name, "", "%s: %v", apierror.Param(name), err)
	}
}

// Span is what a write says about when a record takes place.
type Span struct {
	Start, End, TimeZone param.Opt[string]
	AllDay               param.Opt[bool]
}

// Span notes an end before the start, if something else is wrong already: a write is refused
// with all its errors, and would not come to see the record, whose time zone and stored times
// decide.  In the place of a zone that is wrong, and of one that was not sent, is the site's.
func (v *Validator) Span(startName, endName string, s Span) {
	if v.Err() == nil || !s.Start.IsSet() || !s.End.IsSet() {
		return
	}
	zone, err := dates.ParseZone(s.TimeZone.Value)
	if err != nil || s.TimeZone.Value == "" {
		zone = v.Zone
	}
	start, err := dates.Parse(s.Start.Value, zone, v.Now)
	if err != nil {
		return
	}
	end, err := dates.Parse(s.End.Value, zone, v.Now)
	if err != nil {
		return
	}
	end = zone.SpanEnd(start, end)
	if s.AllDay.Value {
		start.Instant, end.Instant = zone.StartOfDay(start.Instant), zone.EndOfDay(end.Instant)
	}
	if end.Instant.Before(start.Instant) {
		v.AddError(endName, "", "%s must not be before %s.", apierror.Param(endName), apierror.Param(startName))
	}
}

// Status notes a text that is no status.
func (v *Validator) Status(name string, o param.Opt[string]) {
	if o.IsSet() && !slices.Contains(model.Statuses(), o.Value) {
		v.AddError(name, "", "%s must be one of %s.", apierror.Param(name), strings.Join(model.Statuses(), ", "))
	}
}

// URL notes a text that is no absolute http, https or ftp address.
func (v *Validator) URL(name string, o param.Opt[string]) {
	if o.IsSet() && o.Value != "" && !addressOf(o.Value, "http", "https", "ftp") {
		v.AddError(name, "", "%s must be a URL that begins with http://, https:// or ftp://.", apierror.Param(name))
	}
}

// addressOf reports whether the text is an absolute URL of one of the schemes.
func addressOf(s string, schemes ...string) bool {
	u, err := url.Parse(s)
	return err == nil && slices.Contains(schemes, strings.ToLower(u.Scheme)) && u.Hostname() != "" &&
		!strings.ContainsAny(s, " \t\r\n<>\"")
}

// Image notes a text that is neither an id nor an address, and an address that
// ends as those of other files do, or of images that no browser shows.
func (v *Validator) Image(name string, o param.Opt[string]) {
	if !o.IsSet() || o.Value == "" || text.Digits(o.Value) || strings.HasPrefix(o.Value, param.UploadPrefix) ||
		strings.HasPrefix(o.Value, model.UploadsPath) {
		return
	}
	switch extension := strings.ToLower(model.FileExtension(o.Value)); {
	case !addressOf(o.Value, "http", "https"):
		v.AddError(name, "", "%s must be the ID of a registered image or a URL that begins with http:// or https://.",
			apierror.Param(name))
	case slices.Contains(otherFiles, extension), slices.Contains(hiddenImages, extension):
		v.AddError(name, "", "%s must be the URL of an image that browsers can display, such as .jpg or .png, not .%s.",
			apierror.Param(name), extension)
	}
}

// Recurrence notes a value that does not say how a record repeats, a rule that the service
// does not keep, and texts that are no dates.
func (v *Validator) Recurrence(name string, o param.Opt[any]) {
	if !o.IsSet() {
		return
	}
	in, err := recurrence.ReadInput(o.Value)
	if err == nil && in.Rule != "" {
		_, err = recurrence.ParseStrict(in.Rule)
	}
	if err == nil {
		err = in.CheckDates(v.Zone, v.Now)
	}
	var part *recurrence.PartError
	switch {
	case errors.As(err, &part):
		v.AddError(name, "", "%s: %v", apierror.Param(name), part.Message())
	case err != nil:
		v.AddError(name, "", "%s: %v", apierror.Param(name), err)
	}
}

// UniqueItems notes a list with an element twice, as it would be stored.
func UniqueItems[T comparable](v *Validator, name string, o param.Opt[[]T]) {
	seen := map[any]bool{}
	for _, element := range o.Value {
		var stored any = element
		if sent, ok := stored.(string); ok {
			stored = text.PlainVerbatim(sent)
		}
		if seen[stored] {
			v.AddError(name, "", "%s must not contain the same element twice.", apierror.Param(name))
			return
		}
		seen[stored] = true
	}
}

// StringListField notes a value that is no list of words; false stands for none.
func (v *Validator) StringListField(name string, o param.Opt[any]) {
	if _, ok := StringList(o.Value); o.IsSet() && !ok {
		v.AddError(name, "", "%s must be a list of words, or false.", apierror.Param(name))
	}
}

// StringList reads a list of lower-case words from a list or a comma-separated
// text.  False and "" are the empty list.
func StringList(v any) ([]string, bool) {
	var list []string
	switch v := v.(type) {
	case bool:
		return nil, !v
	case string:
		if v == "false" || v == "0" {
			return nil, true
		}
		list = strings.Split(v, ",")
	case []any:
		for _, item := range v {
			s, ok := item.(string)
			if !ok {
				return nil, false
			}
			list = append(list, s)
		}
	case nil:
		return nil, true
	default:
		return nil, false
	}
	var words []string
	for _, w := range list {
		w = strings.TrimSpace(w)
		if w == "" {
			continue
		}
		if strings.Trim(w, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") != "" || len(w) > 100 {
			return nil, false
		}
		words = append(words, w)
	}
	return words, true
}

// Extension notes a field whose extension is off.
func (v *Validator) Extension(name, extension string, sent bool) {
	if sent && !v.Deployment.HasExtension(extension) {
		v.AddError(name, extension+"-not-active", "%s needs the %s extension, which is not enabled here.",
			apierror.Param(name), extension)
	}
}

// PostLinks notes links that are neither ids nor objects that describe a new
// record, and everything that is wrong with such objects.
func (v *Validator) PostLinks(name string, target *model.Resource, o param.Opt[[]any]) {
	sent := v.Any(name).Value
	for i, item := range o.Value {
		switch item := item.(type) {
		case map[string]any:
			v.inline(InlinePath(sent, name, i), target, item)
		default:
			if id, ok := ID(item); !ok || id < 0 {
				v.noPostLink(name, target)
			}
		}
	}
}

// InlinePath names an element of what was sent for a link, as errors do: "lines[1]", or
// the link alone if no list was sent.
func InlinePath(sent any, name string, i int) string {
	if _, list := sent.([]any); list {
		return fmt.Sprintf("%s[%d]", name, i)
	}
	return name
}

// noPostLink adds the error of an element that is no link.
func (v *Validator) noPostLink(name string, target *model.Resource) {
	of, one := apierror.Resource(target.Plural), apierror.Resource(target.Name)
	if target.NameField == "" {
		v.AddError(name, "", "%s must contain IDs of %s, or objects with at least the required fields of a new %s.",
			apierror.Param(name), of, one)
		return
	}
	v.AddError(name, "", "%s must contain IDs of %s, or objects with at least the name of a new %s.",
		apierror.Param(name), of, one)
}

// inline checks an object that names a record by id or describes a new one.
func (v *Validator) inline(name string, target *model.Resource, fields map[string]any) {
	if given, ok := fields["id"]; ok {
		if id, ok := ID(given); !ok || id <= 0 {
			v.AddError(name, "could-not-create-"+target.Name, "%s must have the ID of an existing %s.",
				apierror.Param(name), apierror.Resource(target.Name))
		}
		return
	}
	d := param.NewDecoder(param.NewValues(fields))
	body, nested := v.NewBody(target), *v
	nested.Decoder = d
	body.Decode(d, true)
	body.Validate(&nested)
	e := d.Err()
	if e == nil {
		return
	}
	switch {
	case len(e.Missing) == 1 && e.Missing[0] == target.NameField:
		v.AddError(name, "could-not-create-"+target.Name, "%s: a new %s needs at least a name, in the %q field.",
			apierror.Param(name), apierror.Resource(target.Name), apierror.Param(target.NameField))
	case len(e.Missing) > 0:
		v.AddError(name, "could-not-create-"+target.Name, "%s: a new %s needs %s.",
			apierror.Param(name), apierror.Resource(target.Name), apierror.Params(e.Missing))
	}
	for _, field := range slices.Sorted(maps.Keys(e.Params)) {
		if path, detail := InlineError(name, field, e.Params[field]); !slices.Contains(e.Missing, field) {
			v.AddError(path, detail.Code, detail.Message.Format, detail.Message.Values...)
		}
	}
}

// InlineError returns an error of a field of an inline record as one of the record around
// it: the name of the field begins with the path of the inline record, also in the message.
func InlineError(path, field string, detail apierror.FieldError) (string, apierror.FieldError) {
	name := path + "." + field
	if apierror.Subject(detail.Message) == apierror.Param(field) {
		detail.Message = apierror.Renamed(detail.Message, apierror.Param(field), apierror.Param(name))
	} else {
		detail.Message = messages.NewMessage("%s: %s", apierror.Param(name), detail.Message)
	}
	return name, detail
}

// ID reads an id from a number or a text of digits.
func ID(v any) (int64, bool) {
	var number string
	switch v := v.(type) {
	case string:
		number = strings.TrimSpace(v)
	case interface{ String() string }:
		number = v.String()
	default:
		return 0, false
	}
	if !text.Digits(number) {
		return 0, false
	}
	id, err := strconv.ParseInt(number, 10, 64)
	return id, err == nil
}

// TermLinks notes links that are neither ids, slugs nor names.
func (v *Validator) TermLinks(name string, target *model.Resource, o param.Opt[[]any]) {
	for _, item := range o.Value {
		if _, ok := item.(map[string]any); ok {
			if _, ok := ID(item.(map[string]any)["id"]); ok {
				continue
			}
			v.AddError(name, "", "%s must contain IDs, slugs or names of %s.",
				apierror.Param(name), apierror.Resource(target.Plural))
			continue
		}
		if _, number := item.(json.Number); number && !text.Digits(TermText(item)) {
			v.AddError(name, "", "%s must contain IDs, slugs or names of %s.",
				apierror.Param(name), apierror.Resource(target.Plural))
		}
		if t := TermText(item); len(t) > maxNameSent || len([]rune(text.Plain(t))) > MaxName {
			v.AddError(name, "", "%s: a name can have at most %d characters.", apierror.Param(name), MaxName)
		}
	}
}

// maxNameSent is the maximum number of bytes of such a name before its markup is removed,
// which would be expensive for a body full of it.
const maxNameSent = 10_000

// MaxName is the maximum number of characters of the name of a term.
const MaxName = 200

// TermText returns an element of a list of terms as text.
func TermText(item any) string {
	switch v := item.(type) {
	case string:
		return strings.TrimSpace(v)
	case interface{ String() string }:
		return v.String()
	case map[string]any:
		return TermText(v["id"])
	}
	return ""
}

// BriefHTML is the length in bytes up to which a text is cleaned without a limit,
// because no such text takes long.  The worst one of 256 KiB takes a quarter of a
// second of a processor.
const BriefHTML = 4 << 10

// HTML notes a text that is longer than one of HTML may be, and has the others
// cleaned before the write begins its transaction.
func (v *Validator) HTML(name string, o param.Opt[string]) {
	most := v.MaxHTML
	switch {
	case int64(len(o.Value)) > most:
		v.AddError(name, "", "%s must have at most %d bytes of HTML.", apierror.Param(name), most)
	case len(o.Value) > BriefHTML:
		*v.LongHTML = append(*v.LongHTML, o.Value)
	}
}

// otherFiles are the extensions of well-known files that are no images.  What is
// not among them may be one: many addresses of images end in anything or nothing.
var otherFiles = strings.Fields(
	"7z aac apk avi bz2 css csv dmg doc docx eot epub exe flac flv gz htm html ics iso jar js json m4a m4v md mid " +
		"midi mjs mkv mov mp3 mp4 mpeg mpg odp ods odt oga ogg ogv otf pdf ppt pptx rar rtf sql swf tar tgz tsv ttf txt " +
		"vcf wasm wav webm wma wmv woff woff2 xhtml xls xlsx xml xz zip")

// hiddenImages are the extensions of images that no common browser shows: those of cameras,
// scanners, printers and programs that draw.
var hiddenImages = strings.Fields("3fr ai arw bpg cdr cr2 cr3 crw dcr dds djvu dng dxf eps erf exr fit fits hdr heic " +
	"heics heif heifs hif iiq indd j2c j2k jp2 jpf jpm jpx jxr k25 kdc mef mos mrw nef nrw orf pam pbm pcx pef pgm pic " +
	"pict pnm ppm ps psb psd ptx qoi raf raw rw2 rwl sgi sr2 srf srw tga tif tiff wdp wmf emf x3f xcf xpm")
