package pictures

import (
	"cmp"
	"encoding/json"
	"path"
	"regexp"
	"slices"
	"strings"

	"almanac/cmd/almanac/internal/importer/fetch"
	"almanac/runtime/media"
	"almanac/runtime/model"
	"almanac/runtime/transfer"
	"almanac/runtime/transfer/rawjson"
)

// Found is a picture or another file that a record of a site names.
type Found struct {
	Address  string // As the record has it.
	URL      string // From which it is read.
	Name     string // In the media store.
	Resource string // Of the first record that names it: "event".
	ID       int64

	IsFile     bool // No picture, such as a PDF file.
	IsOriginal bool // No record names it: it is that of a smaller picture.
}

// Find returns the pictures and other files of a site that its records name, each address
// once, and how many pictures stay on which other hosts. Of pictures that WordPress has made
// smaller or turned, the originals are found by their names.
func Find(site fetch.Base, o Options, records *transfer.RecordSet) (found []Found, elsewhere map[string]int) {
	f := finder{site: site, Options: o, seen: map[string]bool{}, elsewhere: map[string]int{}}
	records.EachImage(func(r *transfer.Record, image model.Image) {
		f.add(r, image.URL, image.URL)
		rawjson.EachMember(json.RawMessage(image.Sizes), func(_ string, _, value json.RawMessage) bool {
			address := rawjson.Text(rawjson.Decode(rawjson.Member(value, "url")))
			f.add(r, address, address)
			return true
		})
	})
	records.EachRecord(func(r *transfer.Record) {
		for _, arg := range r.Resource.Args {
			if !arg.HTML {
				continue
			}
			for _, address := range transfer.AddressesIn(r.Text(arg.Name)) {
				f.add(r, address, cmp.Or(o.Pages[address], address))
			}
		}
	})
	return f.found, f.elsewhere
}

// finder collects files.
type finder struct {
	Options
	site  fetch.Base
	seen  map[string]bool // Addresses.
	found []Found

	elsewhere map[string]int // Pictures that are not copied, by host.
}

// derived is how the name of a picture ends that WordPress has made of a larger one.
var derived = regexp.MustCompile(`-(?:scaled|rotated)(\.[A-Za-z]+)$`)

// add adds the file to which an address leads, if it is on one of the hosts. Below the uploads of
// the site is nothing but files; elsewhere an address without a known ending is a page.
func (f *finder) add(r *transfer.Record, address, file string) {
	if f.seen[address] {
		return
	}
	f.seen[address] = true
	u, own := f.site.Resolve(file)
	if u == nil {
		return
	}
	ending := strings.ToLower(path.Ext(u.Path))
	_, name, upload := strings.Cut(u.Path, model.UploadsPath)
	isPicture := slices.Contains(pictureEndings, ending)
	isFile := !isPicture && (own && upload && ending != "" || slices.Contains(fileEndings, ending))
	copied := own || slices.ContainsFunc(f.Hosts, func(host string) bool { return strings.EqualFold(host, u.Hostname()) })
	switch {
	case isPicture && f.LinkPictures, isFile && f.LinkFiles, !isPicture && !isFile:
		return
	case !copied && isPicture:
		f.elsewhere[u.Hostname()]++
		return
	case !copied:
		return
	}
	if !upload {
		name = u.Hostname() + path.Clean(u.Path)
	}
	f.found = append(f.found, Found{
		Address: address, URL: u.String(), Name: name, Resource: r.Resource.Name, ID: r.ID, IsFile: isFile,
	})
	if original := derived.ReplaceAllString(u.Path, "$1"); isPicture && original != u.Path {
		u.Path, u.RawPath = original, ""
		if !f.seen[u.String()] {
			f.seen[u.String()] = true
			f.found = append(f.found, Found{
				Address: u.String(), URL: u.String(), Name: derived.ReplaceAllString(name, "$1"),
				Resource: r.Resource.Name, ID: r.ID, IsOriginal: true,
			})
		}
	}
}

// pictureEndings are how the addresses of pictures end; fileEndings, those of other files
// that are copied. What a browser would run in the name of the site is not among them.
var (
	pictureEndings = []string{".jpg", ".jpeg", ".jpe", ".png", ".gif", ".webp", ".svg", ".avif"}
	fileEndings    = []string{
		".pdf", ".txt", ".csv", ".ics", ".rtf", ".epub", ".zip", ".gpx", ".kml", ".kmz",
		".doc", ".docx", ".xls", ".xlsx", ".ppt", ".pptx", ".odt", ".ods", ".odp",
		".mp3", ".m4a", ".ogg", ".oga", ".opus", ".wav", ".flac", ".mp4", ".m4v", ".mov", ".webm", ".ogv",
	}
)

// valid reports whether the media store can have the file.
func (f Found) valid() bool { return media.ValidName(f.Name) }
