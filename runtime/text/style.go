package text

import (
	"slices"
	"strings"
	"sync"

	"golang.org/x/net/html"
)

// styleClasses are the declarations of inline styles that become classes, which the
// pages define: alignment and float by the names that WordPress has for them, and what
// editors write for underlined and the like.
var styleClasses = map[string]string{
	"text-align:left": "has-text-align-left", "text-align:center": "has-text-align-center",
	"text-align:right":   "has-text-align-right",
	"text-align:justify": "has-text-align-justify", "float:left": "alignleft", "float:right": "alignright",
	"font-weight:bold": "has-bold", "font-weight:700": "has-bold", "font-style:italic": "has-italic",
	"text-decoration:underline": "has-underline", "text-decoration:line-through": "has-line-through",
}

// Style returns the classes that Clean makes of an inline style, and the names of the
// properties that it removes, each as often as it is declared.
func Style(style string) (classes, removed []string) {
	for declaration := range strings.SplitSeq(style, ";") {
		name, value, ok := strings.Cut(declaration, ":")
		name, value = strings.ToLower(strings.Trim(name, asciiSpace)), strings.ToLower(strings.Trim(value, asciiSpace))
		value = strings.Trim(strings.TrimSuffix(value, "!important"), asciiSpace)
		class := styleClasses[name+":"+value]
		switch {
		case !ok:
		case class == "":
			removed = append(removed, name)
		case !slices.Contains(classes, class):
			classes = append(classes, class)
		}
	}
	return classes, removed
}

// classNames are the classes that may stand in a description, by the names that WordPress
// has for them: how editors align, and how blocks and galleries are laid out.  The pages
// define each of them below a description.  Others are removed: they could have a
// description look like a part of the page that shows it, such as a button of the desk.
const classNames = `alignleft alignright aligncenter alignwide alignfull
	has-text-align-left has-text-align-center has-text-align-right has-text-align-justify
	has-bold has-italic has-underline has-line-through has-drop-cap has-small-font-size has-large-font-size
	wp-block-columns wp-block-column is-not-stacked-on-mobile
	are-vertically-aligned-center are-vertically-aligned-bottom is-vertically-aligned-center is-vertically-aligned-bottom
	wp-block-gallery blocks-gallery-grid columns-1 columns-2 columns-3 columns-4 columns-5 columns-6 columns-7 columns-8
	is-cropped
	gallery gallery-columns-1 gallery-columns-2 gallery-columns-3 gallery-columns-4 gallery-columns-5 gallery-columns-6
	gallery-columns-7 gallery-columns-8 gallery-columns-9
	wp-block-buttons wp-block-button wp-block-button__link is-style-outline is-vertical
	is-layout-flex is-layout-grid is-nowrap
	is-content-justification-center is-content-justification-right is-content-justification-space-between
	wp-block-image is-style-rounded wp-block-table is-style-stripes has-fixed-layout
	wp-block-media-text wp-block-media-text__media wp-block-media-text__content has-media-on-the-right
	wp-block-cover wp-block-cover__inner-container wp-block-cover__image-background
	wp-block-quote wp-block-pullquote wp-element-caption wp-caption wp-caption-text`

// Classes returns the classes that may stand in a description, in order.
func Classes() []string {
	names := strings.Fields(classNames)
	slices.Sort(names)
	return names
}

// isClass has the classes that may stand in a description.
var isClass = sync.OnceValue(func() map[string]bool {
	table := map[string]bool{}
	for _, name := range Classes() {
		table[name] = true
	}
	return table
})

// withAllowedClasses returns a tag with the classes that may stand in a description: its
// own, and those of its inline style.
func withAllowedClasses(tag string) string {
	if lower := strings.ToLower(tag); !strings.Contains(lower, "style") && !strings.Contains(lower, "class") {
		return tag
	}
	z := html.NewTokenizer(strings.NewReader(tag))
	kind := z.Next()
	if kind != html.StartTagToken && kind != html.SelfClosingTagToken {
		return tag
	}
	t := z.Token()
	var classes, ofStyle []string
	at := -1 // Where the classes stand.
	var rest []html.Attribute
	for _, a := range t.Attr {
		switch a.Key {
		case "class":
			if at < 0 {
				at, rest = len(rest), append(rest, a)
			}
			classes = append(classes, strings.Fields(a.Val)...)
		case "style":
			ofStyle, _ = Style(a.Val)
		default:
			rest = append(rest, a)
		}
	}
	if len(rest) == len(t.Attr) && at < 0 {
		return tag
	}
	var allowed []string
	for _, class := range append(classes, ofStyle...) {
		if isClass()[class] && !slices.Contains(allowed, class) {
			allowed = append(allowed, class)
		}
	}
	switch value := strings.Join(allowed, " "); {
	case at >= 0 && value == "":
		rest = slices.Delete(rest, at, at+1)
	case at >= 0:
		rest[at].Val = value
	case value != "":
		rest = append(rest, html.Attribute{Key: "class", Val: value})
	}
	t.Attr = rest
	if slices.Contains(classes, fileButton) {
		return " " + t.String()
	}
	return t.String()
}

// fileButton is the class of a link that WordPress shows at a distance from the link before it.
const fileButton = "wp-block-file__button"
