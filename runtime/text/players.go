package text

import (
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// playerTag finds texts with players of sound and video.
var playerTag = regexp.MustCompile(`(?i)<(?:audio|video)[\s/>]`)

// LinkPlayers returns HTML with links to the files of players of sound and video in place of the
// players, and how many there were.  What a player has for browsers without players goes with
// it, unless the player is never closed.  A player without the address of a file stays.
func LinkPlayers(source string) (string, int) {
	if !playerTag.MatchString(source) {
		return source, 0
	}
	var kept strings.Builder
	linked, read, from := 0, 0, 0
	element, file, inside := "", "", 0 // Of the open player; inside is where its content begins.
	within := map[string]int{}         // Elements that are open in its content.
	end := func(after int) {
		if link := fileLink(file); element != "" && link != "" {
			kept.WriteString(link)
			linked, from = linked+1, after
		}
		element, file = "", ""
		clear(within)
	}
	for z := html.NewTokenizer(strings.NewReader(source)); ; {
		kind := z.Next()
		begin := read
		read += len(z.Raw())
		if kind == html.ErrorToken {
			end(inside)
			kept.WriteString(source[from:])
			return kept.String(), linked
		}
		t := z.Token()
		isStart := kind == html.StartTagToken || kind == html.SelfClosingTagToken
		switch {
		case isStart && (t.Data == "audio" || t.Data == "video"):
			end(inside) // The one before it is never closed.
			kept.WriteString(source[from:begin])
			from, element, file, inside = begin, t.Data, sourceOf(t), read
		case element == "":
		case isStart && t.Data == "source" && file == "":
			file = sourceOf(t)
		case kind == html.StartTagToken:
			within[t.Data]++
		case kind == html.EndTagToken && t.Data == element:
			end(read)
		case kind == html.EndTagToken && within[t.Data] == 0:
			end(inside) // What the player is in ends before it.
		case kind == html.EndTagToken:
			within[t.Data]--
		}
	}
}

// sourceOf returns the attribute src of a tag.
func sourceOf(t html.Token) string {
	i := slices.IndexFunc(t.Attr, func(a html.Attribute) bool { return a.Key == "src" })
	if i < 0 {
		return ""
	}
	return strings.Trim(t.Attr[i].Val, asciiSpace)
}

// fileLink returns a link to a file with its name, "" for an address that is not of the web.
func fileLink(address string) string {
	u, err := url.Parse(address)
	if err != nil || address == "" || !slices.Contains([]string{"", "http", "https"}, u.Scheme) || u.Opaque != "" {
		return ""
	}
	name := path.Base(u.Path)
	if name == "." || name == "/" {
		name = address
	}
	return `<a href="` + attributeEscaper.Replace(address) + `">` + Escape(printable(name)) + `</a>`
}
