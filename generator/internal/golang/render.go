package golang

import (
	"bytes"

	"github.com/dave/jennifer/jen"
)

// Render formats a file.
func Render(f *jen.File) ([]byte, error) {
	var b bytes.Buffer
	err := f.Render(&b)
	return b.Bytes(), err
}
