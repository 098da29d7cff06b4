package page

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"

	"golang.org/x/text/language"

	"almanac/runtime/request"
)

// Frame is what the layout shows around a page, for one request.
type Frame struct {
	Name     string // Of the service.
	Site     string // URL of the public site.
	Accent   string // Color of the site, "" for that of the theme.
	User     string // Name of the user who is signed in, "" for none and in open mode.
	Open     bool   // Open mode: everybody may change everything.
	Groups   [][]Link
	Language language.Tag
	Path     string // Of the request, with its query.
}

// Link is an entry of the navigation, or a link in a message.
type Link struct {
	Section string `json:"section,omitempty"` // Name by which a page says that it belongs to an entry; "" in messages.
	Label   string `json:"label"`
	URL     string `json:"url"`
}

// frameKey is the key of the Frame in a request's context.
type frameKey struct{}

// WithFrame returns the request with a frame in the language of the browser.
func WithFrame(r *http.Request, f *Frame) *http.Request {
	f.Language, f.Path = languageOf(r), r.URL.RequestURI()
	return r.WithContext(context.WithValue(r.Context(), frameKey{}, f))
}

// FrameOf returns the frame of a request, an empty one in English when it has none.
func FrameOf(ctx context.Context) *Frame {
	if f, ok := ctx.Value(frameKey{}).(*Frame); ok {
		return f
	}
	return &Frame{Language: language.English}
}

// Flash is a message that the next page shows once.
type Flash struct {
	Text  string `json:"text"`
	Error bool   `json:"error,omitempty"` // Something failed.
	Link  *Link  `json:"link,omitempty"`  // To what was made, such as the dates of a series; nil for none.
	Undo  *Undo  `json:"undo,omitempty"`  // A button that takes back what was done; nil for none.
}

// Undo is a form that takes changes back.
type Undo struct {
	URL     string   `json:"url"`
	Back    string   `json:"back"`    // Where it leads afterwards.
	Changes []string `json:"changes"` // Their IDs.
}

// flashCookie has the flash until the next page.
const flashCookie = "desk_flash"

// maxFlash is the maximum size of the text of a flash in bytes; browsers drop larger
// cookies whole.
const maxFlash = 2000

// SetFlash has the next page of this browser show a message.
func SetFlash(w http.ResponseWriter, r *http.Request, f Flash) {
	most := maxFlash
	if f.Undo != nil {
		most = max(0, most-len(f.Undo.URL)-len(f.Undo.Back)-len(strings.Join(f.Undo.Changes, `","`)))
	}
	if len(f.Text) > most {
		f.Text = strings.ToValidUTF8(f.Text[:most], "") + "…"
	}
	text, err := json.Marshal(f)
	if err != nil {
		return // A text and a flag can always be encoded.
	}
	const minute = 60
	setCookie(w, r, flashCookie, base64.RawURLEncoding.EncodeToString(text), minute)
}

// takeFlash returns the message of the page before, nil for none, and removes it.
func takeFlash(w http.ResponseWriter, r *http.Request) *Flash {
	c, err := r.Cookie(flashCookie)
	if err != nil {
		return nil
	}
	setCookie(w, r, flashCookie, "", -1)
	var f Flash
	text, err := base64.RawURLEncoding.DecodeString(c.Value)
	if err != nil || json.Unmarshal(text, &f) != nil || f.Text == "" {
		return nil
	}
	return &f
}

// setCookie sets a cookie that has no secret, for a number of seconds.
func setCookie(w http.ResponseWriter, r *http.Request, name, value string, age int) {
	http.SetCookie(w, &http.Cookie{ //nolint:gosec // Secure where the client uses TLS: browsers drop it elsewhere.
		Name: name, Value: value, Path: "/", MaxAge: age, HttpOnly: true,
		Secure: request.StateOf(r.Context()).Secure, SameSite: http.SameSiteLaxMode,
	})
}
