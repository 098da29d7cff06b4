package transfer

import (
	"bytes"
	"encoding/json"
	"html"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"almanac/runtime/model"
	"almanac/runtime/transfer/rawjson"
)

// Copies are the files of a source that are in the media store here. The zero value has
// none.
type Copies struct {
	Paths   map[string]string // Paths that begin with model.UploadsPath, by the addresses in the source.
	SiteURL string            // Put before the paths in texts; "" to leave texts as they are.
}

// addressInText finds web addresses in HTML: whole ones, and paths of uploads.
var addressInText = regexp.MustCompile(`(?:(?:https?:)?//[^\s"'<>()/]+|/wp-content/uploads/)[^\s"'<>()]*`)

// AddressesIn returns the web addresses in an HTML text.
func AddressesIn(text string) []string {
	found := addressInText.FindAllString(text, -1)
	for i, address := range found {
		found[i] = html.UnescapeString(strings.TrimRight(address, afterAddress))
	}
	return found
}

// afterAddress are characters that end an address in srcset, or in a sentence.
const afterAddress = ",.;"

// inText returns an HTML text in which the addresses of copied files lead here.
func (c Copies) inText(text string) string {
	if c.SiteURL == "" || len(c.Paths) == 0 {
		return text
	}
	return addressInText.ReplaceAllStringFunc(text, func(found string) string {
		address := strings.TrimRight(found, afterAddress)
		if path, copied := c.Paths[html.UnescapeString(address)]; copied {
			return html.EscapeString(c.SiteURL+(&url.URL{Path: path}).EscapedPath()) + found[len(address):]
		}
		return found
	})
}

// ofImage returns the image with the addresses of copied files. Smaller versions that
// were not copied are left out.
func (c Copies) ofImage(image model.Image) model.Image {
	path, copied := c.Paths[image.URL]
	if !copied {
		return image
	}
	image.URL = path
	var sizes [][]byte
	rawjson.EachMember(json.RawMessage(image.Sizes), func(_ string, key, value json.RawMessage) bool {
		address := rawjson.Member(value, "url")
		if path, copied := c.Paths[rawjson.Text(rawjson.Decode(address))]; copied {
			value = bytes.Replace(value, address, rawjson.Encode(path), 1)
			sizes = append(sizes, slices.Concat(key, []byte(":"), value))
		}
		return true
	})
	image.Sizes = compact(sizes)
	return image
}

// compact returns a JSON object of members without white space, "" for none: addresses
// in it are found as text, see model.PublicSizes.
func compact(members [][]byte) string {
	var b bytes.Buffer
	if len(members) == 0 || json.Compact(&b, slices.Concat([]byte("{"), bytes.Join(members, []byte(",")),
		[]byte("}"))) != nil {
		return ""
	}
	return b.String()
}
