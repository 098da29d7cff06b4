package fetch

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"syscall"

	"golang.org/x/net/html"
)

// namespace is where the API stands among those of a site.
const namespace = "tribe/events/v1"

// hostName is how an address without scheme begins; fileName is a file that
// looks like one.
var (
	hostName = regexp.MustCompile(
		`^(?:localhost|[\w-]+(?:\.[\w-]+)*\.[A-Za-z]{2,}|[\w.-]+:\d+|\d+\.\d+\.\d+\.\d+|\[[0-9A-Fa-f:]+\])` +
			`(?::\d+)?(?:[/?].*)?$`,
	)
	fileName = regexp.MustCompile(`(?i)\.(?:json|ics|ical|txt|csv|xml|zip|gz|tar)$`)
)

// IsAddress reports whether a text is meant as an address, and not as the name
// of a file.
func IsAddress(text string) bool {
	if scheme.MatchString(text) {
		return true
	}
	_, missing := os.Stat(text)
	return missing != nil && hostName.MatchString(text) && !fileName.MatchString(text)
}

// Discover returns the base of the API of a site from any address of it:
// of the API itself, of the site, of a page, of its REST index, with or
// without scheme.  Without one, https:// is tried before http://.  Errors are
// one sentence.
func Discover(ctx context.Context, text string, o Options) (Base, error) {
	if scheme.MatchString(text) {
		if base, err := ParseBase(text); err == nil && base.named() {
			return base, nil
		}
		return discover(ctx, text, o)
	}
	base, err := discover(ctx, "https://"+text, o)
	var noTLS tls.RecordHeaderError
	if errors.Is(err, http.ErrSchemeMismatch) || errors.Is(err, syscall.ECONNREFUSED) || errors.As(err, &noTLS) {
		return discover(ctx, "http://"+text, o)
	}
	return base, err
}

// version is how the address of an API ends.
var version = regexp.MustCompile(`/v[0-9]+$`)

// named reports whether the address is that of an API by its form.
func (b Base) named() bool {
	return version.MatchString(b.route) || b.route == "" && version.MatchString(b.url.Path)
}

// below returns the API under the root of all interfaces of a site.
func below(root *url.URL) (Base, error) {
	u := *root
	u.RawQuery = ""
	if prefix := root.Query().Get("rest_route"); prefix != "" {
		u.RawQuery = url.Values{"rest_route": {strings.TrimRight(prefix, "/") + "/" + namespace}}.Encode()
		return ParseBase(u.String())
	}
	u.Path = strings.TrimRight(u.Path, "/") + "/" + namespace
	return ParseBase(u.String())
}

// discover looks at one address, and where that tells nothing at the places
// where the API usually is.
func discover(ctx context.Context, text string, o Options) (Base, error) {
	u, err := parse(text)
	if err != nil {
		return Base{}, err
	}
	u.Fragment = ""
	c, err := NewClient(Base{url: u}, Options{
		User: o.User, Password: o.Password, PlainHTTP: o.PlainHTTP, Rate: o.Rate, Authorities: o.Authorities,
		Timeout: o.Timeout,
	})
	if err != nil {
		return Base{}, err
	}
	defer c.Close()
	first, err := c.look(ctx, u.String())
	if err != nil {
		return Base{}, err
	}
	base, err := first.base()
	if err != nil || base.url != nil {
		return said(o, first, base, err)
	}
	for _, guess := range usual(first.url, o.Namespace) {
		p, err := c.look(ctx, guess)
		if err != nil {
			return Base{}, err
		}
		if base, err := p.base(); err != nil || base.url != nil {
			return said(o, first, base, err)
		}
	}
	return Base{},
		fmt.Errorf("found no API of The Events Calendar or Almanac at %s: if the site hides it, use its address, such as %s",
			u, example)
}

// said tells which interface was found.
func said(o Options, first *page, base Base, err error) (Base, error) {
	if err == nil && o.Say != nil && base.String() != first.url.String() {
		o.Say("found the API at " + base.String())
	}
	return base, err
}

// usual returns where the API of a site usually is, the folders above an
// address included, for a site may be in one; other is the namespace of Almanac.
func usual(at *url.URL, other string) []string {
	const most = 4 // Folders.
	places := []string{"wp-json/" + namespace, "?rest_route=/" + namespace}
	if other != "" {
		places = append(places, other)
	}
	var all []string
	folder := at.Path
	for range most {
		for _, base := range places {
			u := url.URL{Scheme: at.Scheme, Host: at.Host, Path: strings.TrimRight(folder, "/") + "/"}
			all = append(all, u.String()+base)
		}
		if folder == "/" || folder == "" {
			break
		}
		folder = path.Dir(strings.TrimRight(folder, "/"))
	}
	return all
}

// page is what an address of a site answers.
type page struct {
	url    *url.URL // After redirects.
	header http.Header
	body   []byte
}

// longestPage is how much of a page is read, in bytes.  The index of all
// interfaces of a site has about 400 KB.
const longestPage = 4 << 20

// look asks for a page, once.
func (c *Client) look(ctx context.Context, address string) (*page, error) {
	if err := c.pace.Wait(ctx); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, c.options.Timeout)
	defer cancel()
	response, err := c.send(ctx, address, http.Header{"Accept": {"text/html, application/json"}})
	if err != nil {
		return nil, once(c.unreachable("the site", address, err))
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode == http.StatusUnauthorized {
		e := refusal(response.StatusCode, nil, c.options.User != "")
		e.What, e.URL = "the site", address
		return nil, e
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, longestPage))
	if err != nil {
		return nil, once(c.unreachable("the site", address, err))
	}
	return &page{url: response.Request.URL, header: response.Header, body: body}, nil
}

// once returns the error of the only try.
func once(err error) error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return err
}

// index is what the indexes of a site hold: that of one interface, or that of
// all.
type index struct {
	Namespace  string                     `json:"namespace"`
	Routes     map[string]json.RawMessage `json:"routes"`
	Namespaces []string                   `json:"namespaces"`
}

// base returns the API that a page is or names, none when it names none.
func (p *page) base() (Base, error) {
	var i index
	body, _ := cutNotice(bytes.TrimSpace(p.body))
	if json.Unmarshal(body, &i) == nil {
		switch {
		case i.Namespace != "" && i.Routes["/"+i.Namespace+"/events"] != nil:
			return ParseBase(p.url.String())
		case slices.Contains(i.Namespaces, namespace):
			return below(p.url)
		case i.Namespaces != nil:
			return Base{},
				fmt.Errorf("%s lists the APIs of the site, and %s is not one of them: is The Events Calendar active there?",
					p.url, namespace)
		}
	}
	if root := p.resolve(p.header.Get("X-Tec-Api-Root")); root != nil {
		return p.cut(root)
	}
	for _, link := range p.header.Values("Link") {
		if m := restLink.FindStringSubmatch(link); m != nil {
			if root := p.resolve(m[1]); root != nil {
				return below(root)
			}
		}
	}
	if root := p.resolve(linked(p.body)); root != nil {
		return below(root)
	}
	return Base{}, nil
}

// restLink is the root of all interfaces in a Link header.
var restLink = regexp.MustCompile(`<([^<>]+)>\s*;[^,]*rel="?https://api\.w\.org/"?`)

// cut returns the API of an address below it, as pages of single events
// and of categories name it.
func (p *page) cut(u *url.URL) (Base, error) {
	if route := u.Query().Get("rest_route"); route != "" {
		before, _, ok := strings.Cut(route, "/"+namespace)
		u.RawQuery = url.Values{"rest_route": {before + "/"}}.Encode()
		return belowIf(ok, u)
	}
	before, _, ok := strings.Cut(u.Path, "/"+namespace)
	u.Path = before
	return belowIf(ok, u)
}

// belowIf returns the API under a root, none if that was not found.
func belowIf(found bool, root *url.URL) (Base, error) {
	if !found {
		return Base{}, nil
	}
	return below(root)
}

// resolve returns an address that a page names, nil for none.  It is on the host
// of the page: a site may write another name of itself, but nothing is sent there.
func (p *page) resolve(text string) *url.URL {
	u, err := p.url.Parse(text)
	if text == "" || err != nil {
		return nil
	}
	u.Scheme, u.Host, u.User, u.Fragment = p.url.Scheme, p.url.Host, nil, ""
	return u
}

// linked returns the root of all interfaces that the head of a page links to, ""
// when it links to none.
func linked(body []byte) string {
	for z := html.NewTokenizer(bytes.NewReader(body)); ; {
		switch z.Next() {
		case html.ErrorToken:
			return ""
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			attributes := map[string]string{}
			for _, a := range t.Attr {
				attributes[a.Key] = a.Val
			}
			if t.Data == "link" && attributes["rel"] == "https://api.w.org/" {
				return attributes["href"]
			}
		default:
		}
	}
}
