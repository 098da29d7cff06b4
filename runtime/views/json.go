package views

import (
	"bytes"
	"encoding/json"
	"io"

	"github.com/danielgtaylor/huma/v2"

	"almanac/runtime/wire"
)

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
