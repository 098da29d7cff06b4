package page

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"strings"
	"time"

	"golang.org/x/text/language"

	"almanac/runtime/dates"
	"almanac/runtime/locale"
	"almanac/runtime/messages"
	"almanac/runtime/model"
	"almanac/runtime/theme"
)

// Bundle has the files of one part of the desk: templates/*.html, messages/*.json and
// assets/*, each of which may be missing.
//
// Templates have the functions t, which returns a message in the language of the page
// with its values filled in; about, which returns one about a resource (see Phrase); day and
// time, which write an instant in the zone of the site; url, which returns the URL of a path of the desk; and
// asset, which returns that of a file of the bundle; themed returns the name of a file that
// depends on the accent of the site.
type Bundle struct {
	root   string
	files  fs.FS
	digest string // Of all assets: their URLs change with their content.
	texts  *messages.Catalog
	terms  *messages.Catalog             // Of the service: texts about its resources.
	sets   map[string]*template.Template // By language.
	layout *Bundle                       // Nil for the bundle that has the layout.
}

// NewBundle reads files for a desk whose URLs begin with root, such as "/desk". Texts about
// resources, by language and English text, have precedence over those of the files; the zone is
// that of the site. It panics if a file is malformed: files are part of the program.
func NewBundle(root string, files fs.FS, translations map[string]map[string]string, zone dates.Zone) *Bundle {
	terms := messages.New(translations)
	b := newBundle(root, files, terms, zone)
	b.layout = newBundle(root, ownFiles, terms, zone)
	return b
}

// newBundle is NewBundle without the layout.
func newBundle(root string, files fs.FS, terms *messages.Catalog, zone dates.Zone) *Bundle {
	b := &Bundle{
		root: root, files: files, digest: digestOf(files), texts: messages.Load(files), terms: terms,
		sets: map[string]*template.Template{},
	}
	pages, err := fs.Glob(files, "templates/*.html")
	if err != nil {
		panic(err)
	}
	for _, tag := range messages.Languages() {
		set := template.New("").Funcs(template.FuncMap{
			"t": func(key string, values ...any) string { return b.text(tag, key, values...) },
			"about": func(key string, res *model.Resource, values ...any) string {
				return b.about(tag, key, res, values...)
			},
			"day":  func(at time.Time) string { return dayIn(tag, zone, at) },
			"time": func(at time.Time) string { return timeIn(tag, zone, at) },
			"url":  b.URL, "asset": b.Asset, "themed": theme.FileName,
		})
		if len(pages) > 0 {
			template.Must(set.ParseFS(files, pages...))
		}
		b.sets[tag.String()] = set
	}
	return b
}

// dayIn writes the day of an instant in a zone.
func dayIn(tag language.Tag, zone dates.Zone, at time.Time) string {
	return locale.For(tag.String()).FormatShortDate(time.Unix(zone.At(at).Unix(), 0).UTC(), true)
}

// timeIn writes an instant in a zone.
func timeIn(tag language.Tag, zone dates.Zone, at time.Time) string {
	local := zone.At(at)
	return dayIn(tag, zone, at) + " · " + locale.For(tag.String()).FormatTime(local) + " " + zone.Abbreviation(local)
}

// URL returns the URL of a path of the desk, such as "/users", without its host.
func (b *Bundle) URL(path string) string { return b.root + path }

// Asset returns the URL of a file below assets.
func (b *Bundle) Asset(name string) string { return b.root + "/assets/" + b.digest + "/" + name }

// Text returns a message in the language of a request.
func (b *Bundle) Text(r *http.Request, key string, values ...any) string {
	return b.text(FrameOf(r.Context()).Language, key, values...)
}

// About returns a message about a resource in the language of a request: see Phrase.
func (b *Bundle) About(r *http.Request, key string, res *model.Resource, values ...any) string {
	return b.about(FrameOf(r.Context()).Language, key, res, values...)
}

func (b *Bundle) text(tag language.Tag, key string, values ...any) string {
	if b.terms.Has(tag, key) {
		return b.terms.Text(tag, key, values...)
	}
	return b.texts.Text(tag, key, values...)
}

// about returns the phrase that the service has, whose grammar is right, else in English the
// phrase itself, and in other languages a text of the bundle with the name of the resource.
func (b *Bundle) about(tag language.Tag, key string, res *model.Resource, values ...any) string {
	phrase := Phrase(key, res)
	if tag == messages.Languages()[0] || b.terms.Has(tag, phrase) {
		return b.terms.Text(tag, phrase, values...)
	}
	escaped := func(name string) string {
		return strings.ReplaceAll(b.text(tag, model.Words(name)), "%", "%%")
	}
	names := strings.NewReplacer("{record}", escaped(res.Name), "{records}", escaped(res.Plural))
	return fmt.Sprintf(names.Replace(b.texts.Text(tag, key)), values...)
}

// Phrase returns the English text of a message about a resource, with the name of a record
// for {record} and that of several for {records}: "New event" for "New {record}".
func Phrase(key string, res *model.Resource) string {
	words := strings.NewReplacer("_", " ")
	text := strings.NewReplacer("{record}", words.Replace(res.Name), "{records}", words.Replace(res.Plural)).Replace(key)
	return strings.ToUpper(text[:1]) + text[1:]
}

// ServeAsset serves the file at a path below /assets/ of the desk, such as
// "1234abcd/desk.css". It returns false when it is not one of the bundle's.
func (b *Bundle) ServeAsset(w http.ResponseWriter, r *http.Request, at string) bool {
	name, ok := strings.CutPrefix(at, b.digest+"/")
	if !ok {
		return b.layout != nil && b.layout.ServeAsset(w, r, at)
	}
	colors := theme.ParseStyleName(name)
	name, accent := theme.ParseFileName(name)
	content, err := fs.ReadFile(b.files, path.Join("assets", path.Clean("/"+name)))
	switch {
	case name == theme.LanesName && b.layout == nil:
		content = []byte(theme.Lanes())
	case colors != nil && b.layout == nil:
		content = []byte(theme.New("").Style(colors))
	case name == themeFile && b.layout == nil:
		content = []byte(theme.New(accent).CSS())
	case name == theme.SampleName && b.layout == nil:
		content = []byte(theme.New(accent).Sample())
	case err != nil:
		return false
	case path.Ext(name) == ".svg":
		content = []byte(theme.New(accent).Icon(string(content)))
	}
	switch path.Ext(name) {
	case ".js":
		content = needlessInScript.ReplaceAll(content, nil)
	case ".css":
		content = needlessInStyle.ReplaceAll(content, []byte("$1$2$3$4"))
	}
	w.Header().Set("Content-Type", mediaType(name))
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	_, _ = w.Write(content) // The client may be gone.
	return true
}

// needlessInScript is what browsers do not need of scripts: indentation, and lines that are comments.
// No text in a script has more than one line.
var needlessInScript = regexp.MustCompile(`(?m)^[ \t]*(?://.*\n)?`)

// needlessInStyle is what browsers do not need of styles: comments, and blanks but for single ones
// between words. Groups are what stays of a match; strings stay whole.
var needlessInStyle = regexp.MustCompile(`(?s)("[^"]*")|/\*.*?\*/\s*|\s*([{};,>])\s*|(:)\s+|(\s)\s+`)

// themeFile is the style sheet that the desk shares with the pages of a site.
const themeFile = "theme.css"

// mediaType returns the type of an asset. The tables of package mime depend on the
// machine.
func mediaType(name string) string {
	switch path.Ext(name) {
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	}
	return "application/octet-stream"
}

// digestOf returns a digest of all assets, and of package theme.
func digestOf(files fs.FS) string {
	names, err := fs.Glob(files, "assets/*")
	if err != nil {
		panic(err)
	}
	sum := sha256.New()
	_, _ = sum.Write([]byte(theme.New("").CSS() + theme.Lanes())) // A hash takes anything.
	for _, name := range names {
		content, err := fs.ReadFile(files, name)
		if err != nil {
			panic(err)
		}
		_, _ = sum.Write([]byte(name + "\x00"))
		_, _ = sum.Write(content)
	}
	const shown = 4 // Bytes: enough to differ from the last release.
	return hex.EncodeToString(sum.Sum(nil)[:shown])
}
