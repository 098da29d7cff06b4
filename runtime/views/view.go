package views

import (
	"encoding/json"
	"net/url"
	"reflect"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"almanac/runtime/jsonenc"
	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/text"
)

// View turns records into what clients see.
type View struct {
	*request.Request
	Single     bool // One record and not a list: with json_ld.
	AfterWrite bool // The response to a write: never blanked.

	root string // URL of the API, once it was needed.
}

// ContentHidden reports whether a protected record shows without its content.
func (v *View) ContentHidden(res *model.Resource, p *model.Post) bool {
	return p.Password != "" && !v.AfterWrite && v.Locked(res, p)
}

// GlobalID returns the id that is unique among sites: the site's host and
// path, and the record's id.
func (v *View) GlobalID(id int64) string {
	return numbered(v.Env.Deployment.Site(), "?id=", id)
}

// numbered joins texts and a number.  A page has a hundred of them, so the number is not made
// a text of its own first.
func numbered(first, second string, n int64) string {
	var room [128]byte
	return string(strconv.AppendInt(append(append(room[:0], first...), second...), n, 10))
}

// Author returns the author's id as text, as The Events Calendar writes it.
func (v *View) Author(id int64) string { return strconv.FormatInt(id, 10) }

// PageURL returns the address of a post's page on the site.
func (v *View) PageURL(res *model.Resource, slug string) string {
	return v.Env.Deployment.SiteURL + "/" + res.PagePath + "/" + url.PathEscape(slug) + "/"
}

// TermURL returns the address of a term's page on the site, below those of its
// ancestors.
func (v *View) TermURL(res *model.Resource, t *model.Term) string {
	var b strings.Builder
	b.WriteString(v.Env.Deployment.SiteURL + "/" + res.PagePath + "/")
	for _, slug := range t.Path {
		b.WriteString(url.PathEscape(slug) + "/")
	}
	b.WriteString(url.PathEscape(t.Slug) + "/")
	return b.String()
}

// RestURL returns the URL of a record in the API.
func (v *View) RestURL(res *model.Resource, id int64) string {
	if v.root == "" {
		v.root = v.Env.Deployment.APIURL() + "/"
	}
	return numbered(v.root, res.Plural+"/", id)
}

// TermURLs has the URLs of a term in the API.
type TermURLs struct {
	Self       string `json:"self" doc:"URL of the term"`
	Collection string `json:"collection" doc:"URL of the list of terms"`
	Up         string `json:"up,omitempty" doc:"URL of the parent term"`
}

// TermURLs returns the URLs of a term.
func (v *View) TermURLs(res *model.Resource, t *model.Term) TermURLs {
	self := v.RestURL(res, t.ID)
	urls := TermURLs{Self: self, Collection: self[:strings.LastIndexByte(self, '/')]}
	if t.Parent != 0 {
		urls.Up = v.RestURL(res, t.Parent)
	}
	return urls
}

// EscapedText returns plain text as safe HTML text.
func (v *View) EscapedText(s string) string { return text.Escape(s) }

// HTML returns cleaned HTML in paragraphs.
func (v *View) HTML(s string) string { return text.Paragraphs(s) }

// Image returns the image of a post, nil when it has none.
func (v *View) Image(p *model.Post) *ImageView {
	return viewOfImage(v.Env.Deployment.SiteURL, p.Image)
}

// PtrTo returns a pointer to a copy, for properties that may be null.
func PtrTo[T any](value T) *T { return &value }

// UnlessDefault returns a value, the zero value for the default of its field, with which
// responses leave the field out.
func UnlessDefault[T comparable](value, byDefault T) T {
	if value == byDefault {
		return *new(T)
	}
	return value
}

// ValueOrFalse is a value that shows as false when there is none.
type ValueOrFalse[T any] struct{ Value *T }

// MarshalJSON writes the value, or false.
func (v ValueOrFalse[T]) MarshalJSON() ([]byte, error) {
	if v.Value == nil {
		return []byte("false"), nil
	}
	return Marshal(v.Value)
}

// Schema describes the value to readers (huma.SchemaProvider).
func (v ValueOrFalse[T]) Schema(r huma.Registry) *huma.Schema {
	return &huma.Schema{OneOf: []*huma.Schema{
		r.Schema(reflect.TypeFor[T](), true, ""),
		{Type: huma.TypeBoolean, Enum: []any{false}},
	}}
}

// OneOrMany shows as the object itself when there is exactly one, else as an
// array: The Events Calendar shows the venues of an event so.
type OneOrMany[T any] []T

// MarshalJSON writes the object, or the array.
func (o OneOrMany[T]) MarshalJSON() ([]byte, error) {
	if len(o) == 1 {
		return Marshal(o[0])
	}
	return Marshal(append([]T{}, o...))
}

// Schema describes the value to readers (huma.SchemaProvider).
func (o OneOrMany[T]) Schema(r huma.Registry) *huma.Schema {
	item := r.Schema(reflect.TypeFor[T](), true, "")
	return &huma.Schema{OneOf: []*huma.Schema{item, {Type: huma.TypeArray, Items: item}}}
}

// OneOrNull shows as the only element, or as null when there is none.
type OneOrNull[T any] []T

// MarshalJSON writes the element, or null.
func (o OneOrNull[T]) MarshalJSON() ([]byte, error) {
	if len(o) == 0 {
		return []byte("null"), nil
	}
	return Marshal(o[0])
}

// Schema describes the value to readers (huma.SchemaProvider).
func (o OneOrNull[T]) Schema(r huma.Registry) *huma.Schema {
	// OpenAPI 3.0 has null only beside a type.
	none := &huma.Schema{Type: huma.TypeObject, Nullable: true, Enum: []any{nil}}
	return &huma.Schema{OneOf: []*huma.Schema{r.Schema(reflect.TypeFor[T](), true, ""), none}}
}

// StringList returns the words of a list column, false when there are none.
func (v *View) StringList(column string) ValueOrFalse[[]string] {
	list := model.SplitList(column)
	if len(list) == 0 {
		return ValueOrFalse[[]string]{}
	}
	return ValueOrFalse[[]string]{&list}
}

// EmptyList is an empty list in a response: a property that the contract has and this
// service never fills.
type EmptyList struct{}

// MarshalJSON writes the empty list.
func (EmptyList) MarshalJSON() ([]byte, error) { return []byte("[]"), nil }

// Schema describes the empty list to readers (huma.SchemaProvider).
func (EmptyList) Schema(huma.Registry) *huma.Schema {
	none := 0
	return &huma.Schema{Type: huma.TypeArray, Items: &huma.Schema{}, MaxItems: &none}
}

// EmbeddedTerm is a term as part of the response about a record that has it.
type EmbeddedTerm struct {
	Name        string   `json:"name" doc:"Name"`
	Slug        string   `json:"slug" doc:"Slug"`
	Group       int64    `json:"term_group" doc:"Always 0"`
	TaxonomyID  int64    `json:"term_taxonomy_id" doc:"Same as id"`
	Taxonomy    string   `json:"taxonomy" doc:"Taxonomy"`
	Description string   `json:"description" doc:"Description"`
	Parent      int64    `json:"parent" doc:"ID of the parent term, 0 for none"`
	Count       int64    `json:"count" doc:"Number of published records with this term"`
	Filter      string   `json:"filter" doc:"Always raw"`
	ID          int64    `json:"id" doc:"Term ID"`
	URLs        TermURLs `json:"urls" doc:"API URLs"`

	part []byte // The whole, when it is encoded already.
}

// Encoded returns a term that has its encoded form alone.
func (t *EmbeddedTerm) Encoded() *EmbeddedTerm { return &EmbeddedTerm{part: t.AppendJSON(nil)} }

// EmbeddedTerm returns a term as part of the response about a record that has it.
func (v *View) EmbeddedTerm(res *model.Resource, t *model.Term, name, description string) *EmbeddedTerm {
	return &EmbeddedTerm{
		Name: v.EscapedText(name), Slug: t.Slug, TaxonomyID: t.ID, Taxonomy: res.Taxonomy,
		Description: v.EscapedText(description),
		Parent:      t.Parent, Count: t.Count, Filter: "raw", ID: t.ID, URLs: v.TermURLs(res, t),
	}
}

// ImageView is an image in a response.
type ImageView struct {
	URL       string          `json:"url" doc:"URL of the image"`
	ID        int64           `json:"id" doc:"Image ID"`
	Extension string          `json:"extension" doc:"File name extension"`
	Width     int64           `json:"width,omitempty" doc:"Pixels"`
	Height    int64           `json:"height,omitempty" doc:"Pixels"`
	FileSize  int64           `json:"filesize,omitempty" doc:"Bytes"`
	Alt       string          `json:"alt,omitempty" doc:"Alternative text"`
	Sizes     json.RawMessage `json:"sizes,omitempty" doc:"Smaller versions by name"`
}

// Address returns the URL of an image, "" for none.
func (i *ImageView) Address() string {
	if i == nil {
		return ""
	}
	return i.URL
}

// viewOfImage returns an image as responses show it, nil when the record has none.
func viewOfImage(site string, i model.Image) *ImageView {
	if i.ID == 0 || i.URL == "" { // It was deleted meanwhile.
		return nil
	}
	v := &ImageView{
		URL: model.PublicURL(site, i.URL), ID: i.ID, Extension: model.FileExtension(i.URL),
		Width: i.Width, Height: i.Height, FileSize: i.FileSize, Alt: i.Alt,
	}
	if i.Sizes != "" {
		v.Sizes = json.RawMessage(model.PublicSizes(site, i.Sizes))
	}
	return v
}

// Encodable is the view of a record that stands in the responses about others.
type Encodable[V any] interface {
	jsonenc.Appender
	// Encoded returns a view that has its encoded form alone.
	Encoded() V
}

// Parts returns linked records as parts of another response.  Those that several
// requests read are encoded once; nobody may change them.
func Parts[R model.Record, V Encodable[V]](v *View, list []R, view func(*View, R) V) []V {
	parts := make([]V, 0, len(list))
	for _, r := range list {
		parts = append(parts, part(v, r, view))
	}
	return parts
}

// part returns one linked record.  What a protected one shows depends on the
// caller, and after a write nothing is left out.
func part[R model.Record, V Encodable[V]](v *View, r R, view func(*View, R) V) V {
	memo := r.Common().Memo
	if memo == nil || v.AfterWrite || v.ForPage {
		return view(v, r)
	}
	if p, ok := model.Record(r).(model.PostRecord); ok && p.AsPost().Password != "" {
		return view(v, r)
	}
	form := &memo.Parts[0]
	if v.Single {
		form = &memo.Parts[1]
	}
	if known := form.Load(); known != nil {
		if encoded, ok := (*known).(V); ok {
			return encoded
		}
	}
	encoded := view(v, r).Encoded()
	stored := jsonenc.Appender(encoded)
	form.Store(&stored)
	return encoded
}
