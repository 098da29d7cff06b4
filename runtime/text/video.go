package text

import (
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// videoHosts are the hosts whose frames may stand in a description, by exact name.
var videoHosts = []string{
	"www.youtube.com", "youtube.com", "www.youtube-nocookie.com", "youtube-nocookie.com", "player.vimeo.com",
	"www.dailymotion.com", "geo.dailymotion.com",
}

// VideoOrigins returns the origins whose frames Clean keeps, for the policies of pages
// (frame-src of CSP level 3).
func VideoOrigins() []string {
	origins := make([]string, len(videoHosts))
	for i, host := range videoHosts {
		origins[i] = "https://" + host
	}
	return origins
}

// What a player may do: run its scripts in its own origin, which is never that of the
// page, and open its page at the host in a window of its own.  It learns the origin of
// the page, without which YouTube plays nothing.
const (
	videoSandbox  = "allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"
	videoReferrer = "strict-origin-when-cross-origin"
)

// video returns the frame of a player as it is stored, "" for a frame that is none.
// The piece begins with the start tag of an iframe.
func video(piece string) string {
	z := html.NewTokenizer(strings.NewReader(piece))
	z.Next()
	sent := map[string]string{}
	for _, a := range z.Token().Attr {
		if _, twice := sent[a.Key]; !twice {
			sent[a.Key] = a.Val
		}
	}
	address := videoAddress(sent["src"])
	if address == "" {
		return ""
	}
	var b strings.Builder
	write := func(name, value string) { b.WriteString(" " + name + `="` + attributeEscaper.Replace(value) + `"`) }
	write("src", address)
	for _, name := range []string{"title", "width", "height", "loading"} {
		if value := printable(sent[name]); value != "" {
			write(name, value)
		}
	}
	if _, ok := sent["allowfullscreen"]; ok {
		write("allowfullscreen", "")
	}
	write("referrerpolicy", videoReferrer)
	write("sandbox", videoSandbox)
	return "<iframe" + b.String() + "></iframe>"
}

// videoAddress returns the address of a player by https, "" for any other address.  One
// without a scheme, or by http, is of a time before such hosts had https alone.
func videoAddress(src string) string {
	u, err := url.Parse(strings.Trim(src, asciiSpace))
	if err != nil || u.User != nil || u.Opaque != "" || !slices.Contains([]string{"", "http", "https"}, u.Scheme) {
		return ""
	}
	if u.Host = strings.ToLower(u.Host); !slices.Contains(videoHosts, u.Host) {
		return ""
	}
	u.Scheme = "https"
	return u.String()
}
