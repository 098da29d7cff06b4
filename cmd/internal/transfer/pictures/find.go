package pictures

import (
	"encoding/json"
	"path"
	"slices"
	"strings"

	"almanac/cmd/internal/transfer"
	"almanac/cmd/internal/transfer/fetch"
	"almanac/cmd/internal/transfer/rawjson"
	"almanac/runtime/media"
	"almanac/runtime/model"
)

// Found is a picture that a record of a site names.
type Found struct {
	Address string // As the record has it.
	URL     string // From which it is read.
	Name    string // In the media store.
	Kind    string // Of the first record that names it: "event".
	ID      int64
}

// Find returns the pictures of a site that its records name, each address once, and how
// many stay on which other hosts. Hosts are names of hosts, beside that of the site, from
// which pictures are copied.
func Find(site fetch.Base, hosts []string, records *transfer.Gathered) (found []Found, elsewhere map[string]int) {
	f := finder{site: site, hosts: hosts, seen: map[string]bool{}, elsewhere: map[string]int{}}
	records.EachImage(func(r *transfer.Record, image model.Image) {
		f.add(r, image.URL)
		rawjson.EachMember(json.RawMessage(image.Sizes), func(_ string, _, value json.RawMessage) bool {
			f.add(r, rawjson.Text(rawjson.Decode(rawjson.Member(value, "url"))))
			return true
		})
	})
	records.EachRecord(func(r *transfer.Record) {
		for _, arg := range r.Kind.Args {
			if !arg.HTML {
				continue
			}
			for _, address := range transfer.AddressesIn(r.Text(arg.Name)) {
				if isPicture(address) {
					f.add(r, address)
				}
			}
		}
	})
	return f.found, f.elsewhere
}

// finder collects pictures.
type finder struct {
	site  fetch.Base
	hosts []string
	seen  map[string]bool // Addresses.
	found []Found

	elsewhere map[string]int // Pictures that are not copied, by host.
}

// add adds the picture at an address, if it is on one of the hosts.
func (f *finder) add(r *transfer.Record, address string) {
	if f.seen[address] {
		return
	}
	f.seen[address] = true
	u, own := f.site.Resolve(address)
	switch {
	case u == nil:
		return
	case !own && !slices.ContainsFunc(f.hosts, func(host string) bool { return strings.EqualFold(host, u.Hostname()) }):
		f.elsewhere[u.Hostname()]++
		return
	}
	_, name, upload := strings.Cut(u.Path, model.UploadsPath)
	if !upload {
		name = u.Hostname() + path.Clean(u.Path)
	}
	f.found = append(f.found, Found{Address: address, URL: u.String(), Name: name, Kind: r.Kind.Name, ID: r.ID})
}

// isPicture reports whether an address in a text ends as those of pictures do; others
// are links to pages and documents.
func isPicture(address string) bool {
	address, _, _ = strings.Cut(address, "?")
	switch strings.ToLower(path.Ext(address)) {
	case ".jpg", ".jpeg", ".jpe", ".png", ".gif", ".webp", ".svg", ".avif":
		return true
	}
	return false
}

// valid reports whether the media store can have the file.
func (f Found) valid() bool { return media.ValidName(f.Name) }
