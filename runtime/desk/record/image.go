package record

import (
	"cmp"
	"strings"
)

// Image is an image as the desk shows it.
type Image struct {
	ID, URL, Thumb, Title string
	Alt, Caption, Added   string
	Size                  string // Such as "800 × 600".
	Author                int64
}

// ImageOf returns an image that the API shows.
func ImageOf(r Record) Image {
	i := Image{
		ID: r.ID(), URL: r.Text("source_url"), Title: r.In("title").Text("raw"), Alt: r.Text("alt_text"),
		Caption: r.In("caption").Text("raw"),
		Author:  Number(r.Text("author")),
	}
	i.Added, _, _ = strings.Cut(r.Text("date"), "T")
	i.Thumb = cmp.Or(r.In("media_details").In("sizes").In("medium").Text("source_url"), i.URL)
	i.Title = cmp.Or(i.Title, r.Text("slug"), "#"+i.ID)
	if width := r.In("media_details").Text("width"); width != "0" {
		i.Size = width + " × " + r.In("media_details").Text("height")
	}
	return i
}

// Digest returns the digest of the texts of an image, by which a form tells whether they
// were changed.
func (i Image) Digest() string { return Digest([]string{i.Alt, i.Caption}) }

// Library is a page of the images that the user may see.
type Library struct {
	Search         string
	Images         []Image
	Total          int64
	Previous, Next int64 // Numbers of pages, 0 for none.
}

// PictureView is the image of a form as the template "picture" shows it.
type PictureView struct {
	Image
	Was     string // Digest of the texts as they are stored.
	Texts   bool   // The user may change them.
	Upload  bool
	Why     string // Why there is no upload.
	Other   bool   // An address elsewhere may be given.
	Address string
	Library *Library // Nil unless it was asked for.
}
