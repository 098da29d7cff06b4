package model

import (
	"net/url"
	"path"
	"strings"
)

// Image is a registered image.  The service knows its address and what a
// former site said about it; it never fetches it.
type Image struct {
	ID       int64
	URL      string
	Width    int64  // Pixels, 0 when unknown.
	Height   int64  // Pixels, 0 when unknown.
	FileSize int64  // Bytes, 0 when unknown.
	Sizes    string // JSON object of smaller versions, "" when unknown.
}

// Targets returns scan targets in the order of WithColumns.
func (i *Image) Targets(list []any) []any {
	return append(list, &i.URL, &i.Width, &i.Height, &i.FileSize, &i.Sizes)
}

// FileExtension returns the file name extension of an address without its dot.
func FileExtension(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(path.Ext(u.Path), ".")
}
