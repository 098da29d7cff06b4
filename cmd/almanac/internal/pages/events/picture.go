package events

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"almanac/cmd/almanac/internal/pages/frame"
	"almanac/runtime/views"
)

// Picture is an image as an element of a page.
type Picture struct {
	Src           string
	SrcSet        string // The image and its versions by their width, "" for one without.
	Sizes         string // How wide it is shown, as the attribute sizes says it.
	Alt           string
	Width, Height int64 // Pixels of Src, 0 where they are not known.
	Lazy          bool  // It is loaded when it comes into sight.
}

// placement is where a page shows pictures.
type placement struct {
	widest int64 // Width in pixels of the largest version that is worth loading.
	sizes  string
	lazy   bool
}

// The placements of pictures; their sizes are those of calendar.css.
var (
	InPhotos = placement{widest: 768, sizes: "(min-width: 62rem) 18rem, (min-width: 34rem) 45vw, 95vw", lazy: true}
	inList   = placement{widest: 768, sizes: "8rem", lazy: true}
	OnEvent  = placement{widest: 1600, sizes: "(min-width: 54rem) 44rem, 95vw"}
	OnRecord = placement{widest: 1600, sizes: "(min-width: 54rem) 40rem, 95vw"}
	InFrame  = placement{widest: 768, sizes: "95vw"}
)

// version is a file of an image.
type version struct {
	URL    string `json:"url"`
	Width  int64  `json:"width"`
	Height int64  `json:"height"`
}

// Picture returns an image for a place of the page, nil for none.
func (p *Page) Picture(image *views.ImageView, at placement) *Picture {
	if frame.WebAddress(image.Address()) == "" {
		return nil
	}
	versions := versionsOf(image)
	shown := slices.DeleteFunc(slices.Clone(versions), func(file version) bool { return file.Width > at.widest })
	if len(shown) == 0 {
		shown = versions[:1]
	}
	last := shown[len(shown)-1]
	element := &Picture{Src: p.Relative(last.URL), Alt: image.Alt, Width: last.Width, Height: last.Height, Lazy: at.lazy}
	if len(versions) > 1 {
		var candidates []string
		for _, file := range shown {
			candidates = append(candidates, p.Relative(file.URL)+" "+strconv.FormatInt(file.Width, 10)+"w")
		}
		element.SrcSet, element.Sizes = strings.Join(candidates, ", "), at.sizes
	}
	return element
}

// versionsOf returns an image and its versions that show all of it, by their width.
// Versions of other proportions are cropped, and an address with a comma or a space
// would be two in the attribute srcset.
func versionsOf(image *views.ImageView) []version {
	list := []version{{image.URL, image.Width, image.Height}}
	if image.Width <= 0 || image.Height <= 0 || !inSrcSet(image.URL) {
		return list
	}
	var smaller map[string]version
	_ = json.Unmarshal(image.Sizes, &smaller) // Those that an import found may have another form.
	for _, file := range smaller {
		differs := file.Width*image.Height - file.Height*image.Width
		isWhole := max(differs, -differs) <= max(image.Width, image.Height)
		if file.Width > 0 && file.Width < image.Width && isWhole && inSrcSet(file.URL) {
			list = append(list, file)
		}
	}
	slices.SortFunc(list, func(a, b version) int {
		return cmp.Or(cmp.Compare(a.Width, b.Width), strings.Compare(a.URL, b.URL))
	})
	return slices.CompactFunc(list, func(a, b version) bool { return a.Width == b.Width })
}

// inSrcSet reports whether an address can stand in the attribute srcset.
func inSrcSet(address string) bool {
	return frame.WebAddress(address) != "" && !strings.ContainsAny(address, ", \t\r\n\f")
}
