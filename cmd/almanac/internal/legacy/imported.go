package legacy

import (
	"context"
	"net/http"
	"sync"
	"time"

	"almanac/runtime/httpapi"
)

// Setting is the name of the setting of a deployment that turns old addresses on:
// "on", "off", or "auto" for where a site was imported.
const Setting = "legacy_routes"

// New returns a Lookup of old addresses, which leaves all others to pages; in a service
// without an imported site, pages alone.
func New(api *httpapi.API, pages Lookup) Lookup {
	setting := api.Env.Deployment.Settings[Setting]
	if setting == "off" {
		return pages
	}
	site := &importWatcher{api: api, words: wordsOf(Site{})}
	return func(path string) (string, http.Handler) {
		if words, imported := site.look(); imported || setting == "on" {
			return Handler{API: api, Pages: pages, words: words}.Lookup(path)
		}
		return pages(path)
	}
}

// importWatcher finds out whether a site was imported, and its words, which may happen while
// the service runs.
type importWatcher struct {
	api      *httpapi.API
	mu       sync.Mutex
	imported bool
	words    *words
	next     time.Time // When to look again.
}

// lookAgain is how long what was read of an imported site is used.
const lookAgain = time.Minute

// look returns the words of the site that was imported, and whether one was.
func (i *importWatcher) look() (*words, bool) {
	i.mu.Lock()
	defer i.mu.Unlock()
	now := i.api.Env.Clock()
	if now.Before(i.next) {
		return i.words, i.imported
	}
	i.next = now.Add(lookAgain)
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	site, imported, err := remembered(ctx, i.api.Env.Store.Reader())
	if err != nil {
		i.api.Env.Log.WarnContext(ctx, "imported site not read: its addresses may not work", "error", err)
		return i.words, i.imported
	}
	i.imported, i.words = imported, wordsOf(site)
	return i.words, i.imported
}
