package text

import (
	"strings"
	"sync"
)

// kind says how an element is treated.  The zero value is a name that is no
// element of HTML: `<foo>` is then text that somebody wrote.
type kind uint8

const (
	unknown kind = iota
	inline       // Allowed in descriptions, within a paragraph.
	block        // Allowed in descriptions, ends a paragraph.
	refused      // An element of HTML whose tags are removed, its content stays.
	hollow       // Removed together with its content, which is no prose.
	frame        // Hollow, unless it is the player of a video; without prose.
)

// The names of the elements by kind, obsolete ones included: they are still
// written, and a browser still obeys them.
const (
	inlineNames = `a abbr acronym b bdi bdo big br cite code del dfn em i img ins kbd mark q rp rt ruby
		s samp small span strike strong sub sup time tt u var wbr`
	blockNames = `address article aside blockquote caption center col colgroup dd details div dl dt
		figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li ol p pre section summary table
		tbody td tfoot th thead tr ul`
	refusedNames = `area audio base basefont bgsound blink body button canvas command content data
		datalist dialog dir embed fieldset font form frame frameset head hgroup html image input
		isindex keygen label legend link listing main map marquee menu menuitem meta meter multicol
		nav nextid nobr noscript o:p optgroup option output param picture plaintext portal progress
		rb rtc search select shadow slot source spacer textarea title track video xmp
		math annotation mfrac mi mn mo mrow msqrt msub msup mtext semantics`
	hollowNames = `applet noembed noframes object script style svg template`
	frameNames  = `iframe`
)

// fields are the elements that a form has for its reader alone: outside of one they are kept, as
// people put buttons around links.
var fields = []string{"button", "datalist", "label", "select", "textarea"}

// kinds is the table of all elements, built at the first use.
var kinds = sync.OnceValue(func() map[string]kind {
	table := map[string]kind{}
	for k, names := range map[kind]string{
		inline: inlineNames, block: blockNames, refused: refusedNames, hollow: hollowNames, frame: frameNames,
	} {
		for _, name := range strings.Fields(names) {
			table[name] = k
		}
	}
	return table
})

// allowedElements lists the elements that may stand in a description.
func allowedElements() []string {
	return strings.Fields(inlineNames + " " + blockNames + " " + frameNames)
}

// isVoid reports whether an allowed element never has content nor an end tag.
func isVoid(name string) bool {
	switch name {
	case "br", "col", "hr", "img", "wbr":
		return true
	}
	return false
}
