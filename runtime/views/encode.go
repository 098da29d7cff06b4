package views

import (
	"bytes"
	"encoding/json"
	"io"

	"github.com/danielgtaylor/huma/v2"

	"almanac/runtime/wire"
)

// The parts of responses append themselves to JSON text; what they write is what
// their members' tags say, as encode would write it by reflection.

var (
	_ wire.Appender = EmptyList{}
	_ wire.Appender = TermURLs{}
	_ wire.Appender = (*EmbeddedTerm)(nil)
	_ wire.Appender = (*ImageView)(nil)
	_ wire.Appender = ValueOrFalse[ImageView]{}
	_ wire.Appender = OneOrMany[*ImageView]{}
)

// AppendJSON appends the empty list.
func (EmptyList) AppendJSON(b []byte) []byte { return append(b, "[]"...) }

// AppendJSON appends the addresses as an object.
func (u TermURLs) AppendJSON(b []byte) []byte {
	b = wire.String(append(b, `{"self":`...), u.Self)
	b = wire.String(append(b, `,"collection":`...), u.Collection)
	if u.Up != "" {
		b = wire.String(append(b, `,"up":`...), u.Up)
	}
	return append(b, '}')
}

// AppendJSON appends the term as an object.
func (t *EmbeddedTerm) AppendJSON(b []byte) []byte {
	if t.part != nil {
		return append(b, t.part...)
	}
	b = wire.String(append(b, `{"name":`...), t.Name)
	b = wire.String(append(b, `,"slug":`...), t.Slug)
	b = wire.Int(append(b, `,"term_group":`...), t.Group)
	b = wire.Int(append(b, `,"term_taxonomy_id":`...), t.TaxonomyID)
	b = wire.String(append(b, `,"taxonomy":`...), t.Taxonomy)
	b = wire.String(append(b, `,"description":`...), t.Description)
	b = wire.Int(append(b, `,"parent":`...), t.Parent)
	b = wire.Int(append(b, `,"count":`...), t.Count)
	b = wire.String(append(b, `,"filter":`...), t.Filter)
	b = wire.Int(append(b, `,"id":`...), t.ID)
	b = t.URLs.AppendJSON(append(b, `,"urls":`...))
	return append(b, '}')
}

// AppendJSON appends the image as an object.
func (i *ImageView) AppendJSON(b []byte) []byte {
	if i == nil {
		return wire.Null(b)
	}
	b = wire.String(append(b, `{"url":`...), i.URL)
	b = wire.Int(append(b, `,"id":`...), i.ID)
	b = wire.String(append(b, `,"extension":`...), i.Extension)
	for _, size := range []struct {
		name  string
		value int64
	}{{`,"width":`, i.Width}, {`,"height":`, i.Height}, {`,"filesize":`, i.FileSize}} {
		if size.value != 0 {
			b = wire.Int(append(b, size.name...), size.value)
		}
	}
	if len(i.Sizes) > 0 {
		b = AppendAny(append(b, `,"sizes":`...), i.Sizes)
	}
	return append(b, '}')
}

// AppendJSON appends the value, or false.
func (o ValueOrFalse[T]) AppendJSON(b []byte) []byte {
	if o.Value == nil {
		return append(b, "false"...)
	}
	return AppendAny(b, o.Value)
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

// AppendAny appends a part of a response by its own method, else by reflection.
func AppendAny(b []byte, v any) []byte {
	if own, ok := v.(wire.Appender); ok {
		return own.AppendJSON(b)
	}
	body, err := Marshal(v)
	if err != nil {
		panic(err) // A part of a response that is no JSON: a programming error.
	}
	return append(b, body...)
}

// Formats returns how Huma writes answers.
func Formats() map[string]huma.Format {
	format := huma.Format{Marshal: encode, Unmarshal: json.Unmarshal}
	return map[string]huma.Format{"application/json": format, "json": format}
}

// encode writes a value as responses have it, with a line break at the end: JSON
// without a literal < or >, which means the same as with them and cannot end or
// begin an element where somebody puts a response into a page.  & stays, so that
// links can be read and copied.
func encode(w io.Writer, v any) error {
	if own, ok := v.(wire.Appender); ok {
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
	if held, ok := w.(interface{ AvailableBuffer() []byte }); ok {
		return held.AvailableBuffer()
	}
	return nil
}

// Marshal returns what encode writes, without the line break: the form of parts
// of responses.
func Marshal(v any) ([]byte, error) {
	if own, ok := v.(wire.Appender); ok {
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
