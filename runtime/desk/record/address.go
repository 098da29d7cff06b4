package record

import (
	"maps"
	"net/url"
	"slices"
	"strings"

	"almanac/runtime/param"
)

// ListURL returns the page of the list, of the calendar or the first page, on which an action was
// started.
func (x *Exchange) ListURL(sent string) string {
	for _, at := range []string{x.Path(""), x.Path("calendar"), x.Bundle.URL("")} {
		if sent == at || strings.HasPrefix(sent, at+"?") {
			return sent
		}
	}
	return x.Path("")
}

// DeskURL returns a page of the desk on which an action was started, else its first one.
func (x *Exchange) DeskURL(sent string) string {
	root := x.Bundle.URL("")
	if sent == root || strings.HasPrefix(sent, root+"/") || strings.HasPrefix(sent, root+"?") {
		return sent
	}
	return root
}

// CameFrom returns the page, as listURL knows it, that leads back: what leadingBack has added, else
// that on which a link was followed.
func (x *Exchange) CameFrom() string {
	if back := x.Asked().Get("back"); back != "" {
		return x.ListURL(back)
	}
	from, err := url.Parse(x.R.Referer())
	if err != nil {
		return x.Path("")
	}
	return x.ListURL(from.RequestURI())
}

// LeadingBack returns the URL of a page about the resource that leads back to another one than the
// list that has nothing chosen.
func (x *Exchange) LeadingBack(back, at string, params ...string) string {
	if back == x.Path("") {
		back = ""
	}
	return x.URLWith(url.Values{}, at, append(params, "back", back)...)
}

// URLWith returns the URL of a page about the resource with the parameters that were asked
// for, some of them changed.
func (x *Exchange) URLWith(asked url.Values, at string, changes ...string) string {
	query := maps.Clone(asked)
	for pair := range slices.Chunk(changes, 2) {
		query.Del(pair[0])
		if pair[1] != "" {
			query.Set(pair[0], pair[1])
		}
	}
	if len(query) == 0 {
		return x.Path(at)
	}
	return x.Path(at) + "?" + query.Encode()
}

// Path returns the URL of a page about the resource, such as path("7").
func (x *Exchange) Path(more string) string {
	at := "/records/" + x.Plural
	if more != "" {
		at += "/" + more
	}
	return x.Bundle.URL(at)
}

// Asked returns the parameters in the address of the page.
func (x *Exchange) Asked() url.Values { return param.ParseQuery(x.R.URL.RawQuery) }
