package views

import (
	"bytes"
	"encoding/json"
	"io"

	"github.com/danielgtaylor/huma/v2"

	"almanac/runtime/jsonenc"
)

// The parts of responses append themselves to JSON text, as encode would write them by
// reflection from the tags of their fields.

var (
	_ jsonenc.Appender = EmptyList{}
	_ jsonenc.Appender = TermURLs{}
	_ jsonenc.Appender = (*EmbeddedTerm)(nil)
	_ jsonenc.Appender = (*ImageView)(nil)
	_ jsonenc.Appender = ValueOrFalse[ImageView]{}
	_ jsonenc.Appender = OneOrMany[*ImageView]{}
	_ jsonenc.Appender = OneOrNull[*ImageView]{}
)

// AppendJSON appends the empty list.
func (EmptyList) AppendJSON(b []byte) []byte { return append(b, "[]"...) }

// AppendJSON appends the addresses as an object.
func (t TermURLs) AppendJSON(b []byte) []byte {
	b = jsonenc.AppendString(append(b, `{"self":`...), t.Self)
	b = jsonenc.AppendString(append(b, `,"collection":`...), t.Collection)
	if t.Up != "" {
		b = jsonenc.AppendString(append(b, `,"up":`...), t.Up)
	}
	return append(b, '}')
}

// AppendJSON appends the term as an object.
func (t *EmbeddedTerm) AppendJSON(b []byte) []byte {
	if t.part != nil {
		return append(b, t.part...)
	}
	b = jsonenc.AppendString(append(b, `{"name":`...), t.Name)
	b = jsonenc.AppendString(append(b, `,"slug":`...), t.Slug)
	b = jsonenc.AppendInt(append(b, `,"term_group":`...), t.Group)
	b = jsonenc.AppendInt(append(b, `,"term_taxonomy_id":`...), t.TaxonomyID)
	b = jsonenc.AppendString(append(b, `,"taxonomy":`...), t.Taxonomy)
	b = jsonenc.AppendString(append(b, `,"description":`...), t.Description)
	b = jsonenc.AppendInt(append(b, `,"parent":`...), t.Parent)
	b = jsonenc.AppendInt(append(b, `,"count":`...), t.Count)
	b = jsonenc.AppendString(append(b, `,"filter":`...), t.Filter)
	b = jsonenc.AppendInt(append(b, `,"id":`...), t.ID)
	b = t.URLs.AppendJSON(append(b, `,"urls":`...))
	return append(b, '}')
}

// AppendJSON appends the image as an object.
func (i *ImageView) AppendJSON(b []byte) []byte {
	if i == nil {
		return jsonenc.AppendNull(b)
	}
	b = jsonenc.AppendString(append(b, `{"url":`...), i.URL)
	b = jsonenc.AppendInt(append(b, `,"id":`...), i.ID)
	b = jsonenc.AppendString(append(b, `,"extension":`...), i.Extension)
	for _, size := range []struct {
		name  string
		value int64
	}{{`,"width":`, i.Width}, {`,"height":`, i.Height}, {`,"filesize":`, i.FileSize}} {
		if size.value != 0 {
			b = jsonenc.AppendInt(append(b, size.name...), size.value)
		}
	}
	if i.Alt != "" {
		b = jsonenc.AppendString(append(b, `,"alt":`...), i.Alt)
	}
	if len(i.Sizes) > 0 {
		b = AppendAny(append(b, `,"sizes":`...), i.Sizes)
	}
	return append(b, '}')
}

// AppendJSON appends the value, or false.
func (v ValueOrFalse[T]) AppendJSON(b []byte) []byte {
	if v.Value == nil {
		return append(b, "false"...)
	}
	return AppendAny(b, v.Value)
}

// AppendJSON appends the object, or the array.
func (o OneOrMany[T]) AppendJSON(b []byte) []byte {
	if len(o) == 1 {
		return AppendAny(b, o[0])
	}
	b = append(b, '[')
	for i := range o {
		if i > 0 {
			b = append(b, ',')
		}
		b = AppendAny(b, o[i])
	}
	return append(b, ']')
}

// AppendJSON appends the element, or null.
func (o OneOrNull[T]) AppendJSON(b []byte) []byte {
	if len(o) == 0 {
		return jsonenc.AppendNull(b)
	}
	return AppendAny(b, o[0])
}

// AppendAny appends a part of a response by its own method, else by reflection.
func AppendAny(b []byte, v any) []byte {
	if own, ok := v.(jsonenc.Appender); ok {
		return own.AppendJSON(b)
	}
	body, err := Marshal(v)
	if err != nil {
		panic(err) // A part of a response that is no JSON: a programming error.
	}
	return append(b, body...)
}

// Formats returns how Huma writes responses.
func Formats() map[string]huma.Format {
	format := huma.Format{Marshal: encode, Unmarshal: json.Unmarshal}
	return map[string]huma.Format{"application/json": format, "json": format}
}

// encode writes a value as responses have it, with a line break at the end: JSON
// without a literal < or >, which means the same as with them and cannot end or
// begin an element where somebody puts a response into a page.  & stays, so that
// links can be read and copied.
func encode(w io.Writer, v any) error {
	if own, ok := v.(jsonenc.Appender); ok {
		_, err := w.Write(append(own.AppendJSON(spare(w)), '\n'))
		return err
	}
	body, err := Marshal(v)
	if err != nil {
		return err
	}
	_, err = w.Write(append(body, '\n'))
	return err
}

// Encode returns a value as encode writes it.
func Encode(v any) ([]byte, error) {
	var b bytes.Buffer
	err := encode(&b, v)
	return b.Bytes(), err
}

// spare returns the empty room that a response has left, to be written into: what
// stands there already need not be copied.
func spare(w io.Writer) []byte {
	if buffer, ok := w.(interface{ AvailableBuffer() []byte }); ok {
		return buffer.AvailableBuffer()
	}
	return nil
}

// Marshal returns what encode writes, without the line break: the form of parts
// of responses.
func Marshal(v any) ([]byte, error) {
	if own, ok := v.(jsonenc.Appender); ok {
		return own.AppendJSON(nil), nil
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	body := bytes.TrimSuffix(b.Bytes(), []byte("\n"))
	if bytes.IndexByte(body, '<') < 0 && bytes.IndexByte(body, '>') < 0 {
		return body, nil
	}
	// In JSON both stand in texts alone.
	body = bytes.ReplaceAll(body, []byte("<"), []byte(`\u003c`))
	return bytes.ReplaceAll(body, []byte(">"), []byte(`\u003e`)), nil
}
