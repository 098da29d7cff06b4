package model

import "strings"

// UploadsPath is the path below which the service serves the files of its media store.
// WordPress sites have it too, so that addresses of imported files stay what they were.
const UploadsPath = "/wp-content/uploads/"

// Image is an image: a file of the media store, or the address of one elsewhere, which
// the service never fetches.
type Image struct {
	ID       int64
	URL      string // Of a file of the media store it is a path that begins with UploadsPath.
	Width    int64  // Pixels, 0 when unknown.
	Height   int64  // Pixels, 0 when unknown.
	FileSize int64  // Bytes, 0 when unknown.
	Sizes    string // JSON object of smaller versions by name, "" for none. Addresses are as URL.
	Alt      string // Alternative text.

	// Records do not show the following.

	Title       string
	Caption     string
	StoredBytes int64 // Of all files of the image, for the quota of its author; 0 for a URL.
}

// ImageColumns returns the columns of a table or alias that Targets scans, as SQL; of
// records without an image they are empty.
func ImageColumns(of string) string {
	columns := []string{"url, ''", "width, 0", "height, 0", "filesize, 0", "sizes, ''", "alt, ''"}
	return "COALESCE(" + of + "." + strings.Join(columns, "), COALESCE("+of+".") + ")"
}

// Targets returns scan targets in the order of ImageColumns.
func (i *Image) Targets(list []any) []any {
	return append(list, &i.URL, &i.Width, &i.Height, &i.FileSize, &i.Sizes, &i.Alt)
}

// StoredName returns the name in the media store of the file at an address, and false
// for an address elsewhere.
func StoredName(url string) (name string, stored bool) { return strings.CutPrefix(url, UploadsPath) }

// PublicURL returns the address of an image as clients see it, of one in the media store
// at the site's URL.
func PublicURL(site, url string) string {
	if strings.HasPrefix(url, UploadsPath) {
		return site + url
	}
	return url
}

// PublicSizes returns smaller versions of an image as clients see them.
func PublicSizes(site, sizes string) string {
	return strings.ReplaceAll(sizes, `"url":"`+UploadsPath, `"url":"`+site+UploadsPath)
}
