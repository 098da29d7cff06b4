package text

import (
	"regexp"
	"strings"
	"sync"

	"github.com/microcosm-cc/bluemonday"
)

// passes bounds how often a text is cleaned until it no longer changes.
const passes = 4

// Clean returns what is stored of a description or an excerpt: HTML of an
// allow-list (paragraphs, headings, lists, tables, links, images, figures,
// quotations, code and inline elements), well-formed, with text escaped as by
// Escape.  Frames of VideoOrigins stay, by https and in a sandbox; inline styles become
// the classes that Style names, and of all classes those of Classes stay. Players become links
// (LinkPlayers). Scripts, other embedded pages, the fields of forms with their labels, event
// handlers, ids, and links other than http, https, mailto, tel and relative ones are removed.
// Other words are never lost: a "<" that begins no tag is kept as text. Clean(Clean(x)) is
// Clean(x); white space alone gives "".
func Clean(html string) string {
	html = printable(html)
	for range passes {
		cleaned := cleanOnce(html)
		if cleaned == html {
			return cleaned
		}
		html = cleaned
	}
	// What changes again and again is an attack on the sanitiser: its words do.
	if cleanOnce(html) != html {
		return Escape(StripTags(html))
	}
	return html
}

// cleanOnce repairs, sanitises and balances html.
func cleanOnce(html string) string {
	html, _ = LinkPlayers(html)
	html = balance(policy().Sanitize(repair(html)))
	if strings.Trim(html, asciiSpace) == "" {
		return ""
	}
	return strings.Trim(html, "\n")
}

// repair leaves only complete tags of allowed elements as markup, because the
// sanitiser drops words behind a "<" that begins no tag, and the content of
// elements that hold raw text.
func repair(html string) string {
	var b strings.Builder
	for p := range pieces(html) {
		switch p.kind {
		case unknown:
			b.WriteString(strings.ReplaceAll(escapeBare(p.raw), "<", "&lt;"))
		case inline, block:
			b.WriteString(withAllowedClasses(p.raw))
		case frame:
			b.WriteString(video(p.raw))
		default:
		}
	}
	return b.String()
}

// escapeBare escapes every "&" that begins no complete character reference.
func escapeBare(s string) string {
	var b strings.Builder
	for {
		i := strings.IndexByte(s, '&')
		if i < 0 {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(s[:i])
		s = s[i:]
		ref, bare := "&", true
		if at := leading.FindStringIndex(s); at != nil {
			ref = s[:at[1]]
			bare = decode(ref) == ref
		}
		if bare {
			b.WriteString("&amp;")
			ref = "&"
		} else {
			b.WriteString(ref)
		}
		s = s[len(ref):]
	}
}

// policy is the allow-list, built at the first use.  It adds nothing of its own
// (no rel="nofollow"), so that what was read can be written back unchanged.
var policy = sync.OnceValue(func() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements(allowedElements()...)
	p.AllowNoAttrs().OnElements(allowedElements()...)
	p.AllowURLSchemes("http", "https", "mailto", "tel")
	p.AllowRelativeURLs(true)
	p.RequireParseableURLs(true)
	allowAttributes(p)
	return p
})

// candidates are the images of a srcset: relative addresses, or those of http and https,
// each with a width or a density.
var candidates = regexp.MustCompile(
	`^(?:\s*(?:https?://|/)?[^\s,:"'<>]+(?::[0-9]+/[^\s,:"'<>]*)?(?:\s+[0-9.]+[wx])?\s*(?:,|$))+$`,
)

// allowAttributes names the attributes of the allow-list.  Ids do not stay, since they
// could take over the names that the scripts of an embedding page use.
func allowAttributes(p *bluemonday.Policy) {
	number := regexp.MustCompile(`^[0-9]{1,5}%?$`)
	word := regexp.MustCompile(`^[a-zA-Z0-9_-]{1,40}$`)
	words := regexp.MustCompile(`^[a-zA-Z0-9_ -]{1,200}$`)
	side := regexp.MustCompile(`^(?:left|right|center|justify|top|middle|bottom)$`)
	moment := regexp.MustCompile(`^[0-9A-Za-z:+. -]{1,40}$`)

	p.AllowAttrs("title").Globally()
	// See withAllowedClasses.
	p.AllowAttrs("class").Matching(regexp.MustCompile(`^(?:` + strings.Join(Classes(), "|") + `|\b \b)+$`)).Globally()
	p.AllowAttrs("lang", "dir").Matching(word).Globally()
	p.AllowAttrs("href").OnElements("a")
	p.AllowAttrs("rel", "target").Matching(words).OnElements("a")
	p.AllowAttrs("src", "alt").OnElements("img")
	p.AllowAttrs("width", "height").Matching(number).OnElements("img", "table", "td", "th", "col")
	p.AllowAttrs("srcset").Matching(candidates).OnElements("img")
	p.AllowAttrs("sizes").Matching(regexp.MustCompile(`^[a-zA-Z0-9 ().,:%/*+-]{1,300}$`)).OnElements("img")
	p.AllowAttrs("loading").Matching(word).OnElements("img", "iframe")
	p.AllowAttrs("decoding", "fetchpriority").Matching(word).OnElements("img")
	p.AllowAttrs("src").OnElements("iframe") // See video.
	p.AllowAttrs("width", "height").Matching(number).OnElements("iframe")
	p.AllowAttrs("referrerpolicy", "sandbox").Matching(words).OnElements("iframe")
	p.AllowAttrs("allowfullscreen").Matching(regexp.MustCompile(`^$`)).OnElements("iframe")
	p.AllowAttrs("cite").OnElements("blockquote", "q", "del", "ins")
	p.AllowAttrs("datetime").Matching(moment).OnElements("time", "del", "ins")
	p.AllowAttrs("start", "value", "span", "colspan", "rowspan").Matching(number).
		OnElements("ol", "li", "col", "colgroup", "td", "th")
	p.AllowAttrs("type", "scope", "reversed", "open").Matching(regexp.MustCompile(`^[a-zA-Z0-9]{0,20}$`)).
		OnElements("ol", "ul", "th", "td", "details")
	p.AllowAttrs("align", "valign").Matching(side).
		OnElements("p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "img", "table", "tr", "td", "th", "caption")
}
